/ Aggregates of rows, item by item: nulls stay in sums and are least; what is no row like the first is met as `+`, `&` and `|` do.
/ source: ref/sum, ref/max, ref/greater            status: documented
q)sum (1 0N 3;4 5 0N)
5 0N 0N
q)max (1 0N 3;4 5 0N)
4 5 3
q)min (1 0N 3;4 5 0N)
1 0N 0N
q)prd (1 0N 3;4 5 0N)
4 0N 0N
q)avg (1 0N 3;4 5 0N)
2.5 0n 0n
q)max (1.5 0n -0w;2 3 0n)
2 3 -0w
q)min (1.5 0n 0w;2 3 0n)
1.5 0n 0n
q)max (0001b;0101b)
0101b
q)min (0001b;0101b)
0001b
q)sum (0001b;0101b)
0 1 0 2i
q)sum (0x01ff;0x01ff)
2 510i
q)max (0x01ff;0x02fe)
0x02ff
q)max ("abc";"bca")
"bcc"
q)min ("abc";"bca")
"aba"
q)sum (1 2h;3 4h)
4 6i
q)max (1 0Nh;3 4h)
3 4h
q)sum (1 2e;3 4e)
4 6e
q)max (1 0Ne;3 4e)
3 4e
q)sum (1 2i;3 0Ni)
4 0Ni
q)max (2024.01.01 0Nd;2 3+2024.01.01)
2024.01.03 2024.01.04
q)sum (2024.01.01 2024.01.02;2 3+2000.01.01)
8768 8770i
q)sum (0D01 0D02;0D03 0Nn)
0D04:00:00.000000000 0Nn
q)max (0D01 0D02;0D03 0Nn)
0D03:00:00.000000000 0D02:00:00.000000000
q)max (12:00 13:00;12:30 0Nu)
12:30 13:00
q)sum (12:00 13:00;00:30 0Nu)
12:30 0Nu
q)max (1 2;3 4f)
3 4f
q)max (1 2;3)
3 3
q)max enlist 1 2 3
1 2 3
q)max ((1 2;3 4);(5 6;0 9))
5 6
3 9
q)sum ((1 2;3 4);(5 6;0 9))
6 8 
3 13
q)r:(1000#0 1 2;1000#5 0N;1000#3)
q)(count;sum;first;last)@\:max r
1000 4000 5 3
q)md5 raze string max r
0x056148612c82e3d1e5d9561a97584c75
q)md5 raze string 1000#sum r
0x5e40a4e22bcf67559fc18e730f7bb6a6
q)attr max (`s#1 2 3;0 1 2)
`
q)max 3000000000000 4,/:1 2
3000000000000 4 2
q)f:(0.1 0.2;0.3 0.4;1e16 1;-1e16 1)
q)sum f
0 2.6
q)sum each flip f
0 2.6
q)a:(5000?1f;5000?1f;5000?1f)
q)(sum a)~a[0]+a[1]+a 2
1b
q)(max a)~a[0]|a[1]|a 2
1b
q)(min a)~a[0]&a[1]&a 2
1b
q)(prd a)~a[0]*a[1]*a 2
1b
q)max (1 2;3 4 5)
'length
q)max (1 2;`a`b)
'type
q)max (`a`b;`c`d)
'type
q)sum (`a`b;`c`d)
'type
