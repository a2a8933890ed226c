/ Absolute value: nulls stay, flags and bytes count as ints, temporals keep their type.
/ source: ref/abs            status: documented
q)abs -3 4 0N
3 4 0N
q)abs -2.5 0n -0w
2.5 0n 0w
q)abs -3h
3h
q)abs 0Nh -32767h
0N 32767h
q)abs 101b
1 0 1i
q)abs 0x05
5i
q)abs "a"
97i
q)abs -00:01:30
00:01:30
q)abs 1999.12.31
2000.01.02
/ empty: the type stays.
q)abs `short$()
`short$()
q)abs ()
/ nested: to any depth.
q)abs (-1;(-2 3;-4.5))
1
(2 3;4.5)
q)abs `a`b!(-1;-2 3)
a| 1
b| 2 3
q)abs ([]x:-1 2;y:0n -0w)
x y
----
1
2 0w
q)abs ([k:`a`b]v:-1 0N)
k| v
-| -
a| 1
b|
q)abs `a
'type
q)abs (1;`a)
'type
