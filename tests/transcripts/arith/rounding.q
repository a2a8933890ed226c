/ floor, ceiling, abs, signum.
/ source: ref/floor, ref/ceiling, ref/abs, ref/signum            status: documented
q)floor 2.7
2
q)floor -2.1
-3
q)floor -2 0 2
-2 0 2
q)floor 1.5 -1.5 0n
1 -2 0N
/ Beyond the longs there is no answer (noahatt/ProjectEuler, problem 36: 2 xlog 0 rounded down).
q)floor -0w 0w 1e19 -1e19 2.5
0N 0N 0N 0N 2
q)ceiling -0w 0w 0n 9e18
0N 0N 0N 9000000000000000000
q)floor 0we
0N
q)"j"$2 xexp floor 2 xlog 0
0N
q)floor 2.7e
2
q)type floor 2.5
-7h
q)floor 3h
3h
q)ceiling 2.1
3
q)ceiling -2.9
-2
q)ceiling 4
4
q)ceiling 1.2 0n -1.2
2 0N -1
q)type ceiling 2.5
-7h
q)ceiling(1.5;2.5 3.5)
2
3 4
q)floor(1.5;2.5 3.5)
1
2 3
q)floor `a`b!1.5 2.5
a| 1
b| 2
q)floor ([]x:1.5 2.5)
x
-
1
2
q)ceiling `a
'type
q)abs -3
3
q)abs 1 -2 0N
1 2 0N
q)abs -1.5
1.5
q)abs -0W
0W
q)abs (1 -1;-2)
1 1
2
q)abs `a`b!-1 2
a| 1
b| 2
q)abs `a
'type
q)abs 1b
1i
q)type abs -2h
-5h
q)abs -00:01
00:01
q)signum -2 0 3
-1 0 1i
q)signum 0n -0.5 2.5
-1 -1 1i
q)signum 0N
-1i
q)signum 1b
1i
q)signum `a
'type
q)signum (1;-2 3)
1i
-1 1i
q)signum `a`b!-5 5
a| -1
b| 1
