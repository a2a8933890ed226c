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
