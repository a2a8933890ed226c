/ xbar: rounds down to a multiple.
/ source: ref/xbar            status: documented
q)5 xbar 12
10
q)5 xbar 0 4 5 9 10
0 0 5 5 10
q)3 xbar -1 -3 -4
-3 -3 -6
q)0.5 xbar 1.3 2.7
1 2.5
q)5 xbar 09:07 09:10 09:14
09:05 09:10 09:10
q)15 xbar 10:29:59
10:29:45
q)0D01 xbar 2024.01.01D10:59:00.000000000
2024.01.01D10:00:00.000000000
q)7 xbar 2024.01.10
2024.01.06
q)5 xbar 0N
0N
q)10 xbar `a`b!15 29
a| 10
b| 20
q)2 xbar ([]x:1 2 3)
x
-
0
2
2
q)5 xbar `a
'type
q)5 xbar (1 7;12)
0 5
10
q)60 xbar 100 200
60 180
q)type 5 xbar 12i
-7h
q)type 5i xbar 12i
-6h
