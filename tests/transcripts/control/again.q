/ Lambdas applied to many items: what they read of vectors and dictionaries, whom they call, and what comes of items that do not fit.
/ source: ref/maps, ref/accumulators, basics/application   status: inferred
q)v:10*til 40
q)sum {v x}each til 100
7800
q)sum {v[x]+v x+1}each til 50
15210
q)sum {$[v[x]>50;v x;0]}each til 100
7650
q)v:1.5*til 40
q)sum {v x}each til 100
1170f
q)v:(1 2;3 4 5)
q){v x}each 40#0 1 2
1 2
3 4 5
`long$()
1 2
3 4 5
`long$()
1 2
3 4 5
`long$()
1 2
3 4 5
`long$()
1 2
3 4 5
`long$()
1 2
3 4 5
`long$()
1 2
3 4 5
`long$()
1 2
..
q)M:4 3#til 12
q)sum {M[x;y]}'[60#til 4;60#til 3]
330
q)sum {M[x mod 4;x mod 3]}each til 60
330
q)d:(2*til 10)!10*til 10
q)sum {d x}each til 60
450
q)sum 0^{d[x]+d y}'[til 60;60-til 60]
0
q)d:`a`b!1 2
q){d x}each 50#`a`b`c
1 2 0N 1 2 0N 1 2 0N 1 2 0N 1 2 0N 1 2 0N 1 2 0N 1 2 0N 1 2 0N 1 2 0N 1 2 0N ..
q)f:{2*x}
q)g:{1+f x}
q)sum {g x}each til 100
10000
q)f:{x%2}
q)sum {g x}each til 100
2575f
q)f:{'"too big: ",string x}
q)h:{$[x>40;f x;x]}
q){h x}each til 60
'too big: 41
q)@[{{h x}each x};til 41;::]
0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 ..
q)w:1 2 3
q){w[x]:7;x}each 40#1
1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
q)w
1 7 3
q)sum {[v;x]v x}[10*til 40]each til 40
7800
q)sum {[v;x]v[x]+x}[(til 40)!til 40]each til 50
1560
q)sum {[v;x]$[x in 1 2;v x;count v]}[til 7]each til 50
339
q){x+(5*til 40)y}/[0;til 60]
0N
q)n:1_(til 50),0
q){n x}/[75;3]
28
q)20#{n x}\[75;3]
3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22
q){n x}/[1000000;3]
3
q){x+1}/[0;1]
1
q){x+1}\[0;1]
,1
q){x+1}/[-3;1]
1
q){x*2}\[70;1]
1 2 4 8 16 32 64 128 256 512 1024 2048 4096 8192 16384 32768 65536 131072 262..
q){x%2}\[3;0x01]
0x01
0.5
0.25
0.125
q)c:0
q){c+:x;c}\[40;1]
1 1 2 4 8 16 32 64 128 256 512 1024 2048 4096 8192 16384 32768 65536 131072 2..
q){c::c+1;c+x}each 40#0
549755813889 549755813890 549755813891 549755813892 549755813893 549755813894..
q)k:5
q){k::x;k+1}each til 40
1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29..
q)sum {count[x]+y}[til 9]each til 40
1140
q){count v}each til 40
2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2
q)sum {v[x;0]}each 40#0 1
80
q)v:`s#til 100
q)sum {v x}each til 100
4950
q)v:"hello world"
q){v x}each 40#til 12
"hello world hello world hello world hell"
q)v:2024.01.01+til 5
q)max {v[x]+1}each 40#til 5
2024.01.06
q){v x}each 34 35f
'type
q){v x}each (40#1),enlist`a
'type
q){v[x]-v y}':[40#til 5]
0N 1 1 1 1 -4 1 1 1 1 -4 1 1 1 1 -4 1 1 1 1 -4 1 1 1 1 -4 1 1 1 1 -4 1 1 1 1 ..
q){v[y]-v x}/[2;40#til 3]
0Ni
q)m:`a`b!(til 4;10*til 4)
q){m[`b;x]}each 36#til 5
0 10 20 30 0N 0 10 20 30 0N 0 10 20 30 0N 0 10 20 30 0N 0 10 20 30 0N 0 10 20..
q){[t;x]t[`p]x}[([]p:til 9)]each 36#til 9
0 1 2 3 4 5 6 7 8 0 1 2 3 4 5 6 7 8 0 1 2 3 4 5 6 7 8 0 1 2 3 4 5 6 7 8
q)t:([]p:10*til 9)
q)sum {t[`p]x}each 40#til 9
1500
q)sum {t[x;`p]}each 40#til 9
1500
q)sum {$[x<3;x;.z.s x-1]}each til 40
77
q)v:til 5
q){v x}peach 40#til 6
0 1 2 3 4 0N 0 1 2 3 4 0N 0 1 2 3 4 0N 0 1 2 3 4 0N 0 1 2 3 4 0N 0 1 2 3 4 0N..
q){v::v,x;count v}each 40#0
6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 ..
q)count v
45
q)seen:(`long$())!`long$()
q){:seen[x]+:1}each 60#3 1 4 1 5
1 1 1 2 1 2 3 2 4 2 3 5 3 6 3 4 7 4 8 4 5 9 5 10 5 6 11 6 12 6 7 13 7 14 7 8 ..
q)seen
3| 12
1| 24
4| 12
5| 12
q)cnt:0
q){cnt+:x;}each til 40;
q)cnt
780
q)mx:0
q){if[x>mx;mx::x]}each 7*(til 50)mod 11
::
::
::
::
::
::
::
::
::
::
::
::
::
::
::
::
::
::
::
::
::
::
..
q)mx
70
q)v:50#0
q){:v[x]:y}'[til 50;reverse til 50]
49 48 47 46 45 44 43 42 41 40 39 38 37 36 35 34 33 32 31 30 29 28 27 26 25 24..
q)v
49 48 47 46 45 44 43 42 41 40 39 38 37 36 35 34 33 32 31 30 29 28 27 26 25 24..
q)sum {v[y]+:x;x+1}/[0;til 50]
50
q)v
49 49 49 49 49 49 49 49 49 49 49 49 49 49 49 49 49 49 49 49 49 49 49 49 49 49..
q)r:0#0
q){if[x>30;r,:2*x];}each til 60;
q)r
62 64 66 68 70 72 74 76 78 80 82 84 86 88 90 92 94 96 98 100 102 104 106 108 ..
q)r:0#0
q){r,:x;count r}each til 50
1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29..
q)c:0
q){c::$[x<45;c+1;c+0.5];c}each til 50
1
2
3
4
5
6
7
8
9
10
11
12
13
14
15
16
17
18
19
20
21
22
..
q)c
47.5
q)c:0
q)@[{{if[x>40;'"at ",string x];c+:1;}each x};til 60;::]
"at 41"
q)c
41
q)c:0
q){c+:1;if[x=45;e::`a`b];c}each til 50
1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29..
q)e
`a`b
q)a:til 60
q){a[x]:0;x}each a
0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 ..
q)a
0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0..
q)b:a:til 60
q){a[x]+:1;}each til 60;
q)(sum b;sum a)
1770 1830
q)c:1
q)w::c*10
q){c+:1;w}each 40#0
20 30 40 50 60 70 80 90 100 110 120 130 140 150 160 170 180 190 200 210 220 2..
q)w
410
q)c:0
q){c+:1;w}each 40#0;
q)m:3 3#0
q){m[x mod 3;x mod 2]+:x;}each til 60;
q)m
270 300 0
310 280 0
290 320 0
q)d:`a`b!1 2f
q){d[x]*:1.01;}each 60#`a`b;
q)d
a| 1.347849
b| 2.695698
q){d[x]:1f;}each 40#`a`c;
q)d
a| 1       
b| 2.695698
c| 1       
q)s:`s#til 5
q){s,:x;}each 5+til 45;
q)(attr s;count s)
`s
50
q){s,:x;}each 3 2;
q)attr s
`
q)k:0
q){[p;x]k+:p x;k}[10*til 40]each til 40
0 10 30 60 100 150 210 280 360 450 550 660 780 910 1050 1200 1360 1530 1710 1..
q)k
7800
q)h:{k+:x;k}
q){h[x]+1}each 40#1
7802 7803 7804 7805 7806 7807 7808 7809 7810 7811 7812 7813 7814 7815 7816 78..
q)c:0
q){c+:1;c+:y;x+c}\[0;40#1]
2 6 12 20 30 42 56 72 90 110 132 156 182 210 240 272 306 342 380 420 462 506 ..
q)n:0
q){n+:1;x+n}/[50;0]
1275
q)n
50
q){n+:1;}each `a`b;
q)@[{n+:x;n};;`bad]each (35#1),(`a;2 3;1)
53
54
55
56
57
58
59
60
61
62
63
64
65
66
67
68
69
70
71
72
73
74
..
q)n
90 91
q){u[x]:1}each 40#0
'u
q)u:5#0
q){:u[x]:1}each 40#0
1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
q)u
1 0 0 0 0
q){u[x]:1}each (36#0),9
'length
q){x;}each til 40;
q)(::)~last {c::x;}each til 40
1b
