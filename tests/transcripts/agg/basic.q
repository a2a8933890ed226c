/ Aggregates: nulls are skipped by sum, avg, min, max; empty lists give what keeps the aggregate total.
/ source: ref/sum, ref/avg, ref/min, ref/max, ref/prd, ref/count            status: documented
q)sum 1 2 3
6
q)sum 1 0N 3
4
q)sum 0#0
0
q)sum 0#0n
0f
q)sum 5
5
q)sum 101b
2i
q)sum 1.5 2.5
4f
q)sum (1 2;3 4)
4 6
q)sum `a`b!1 2
3
q)sum ([]a:1 2;b:3 4)
a| 3
b| 7
q)sum `a`b
'type
q)sum 00:10 00:20
00:30
q)sum 1 2h
3i
q)sum 1 2i
3i
q)avg 1 2 3 4
2.5
q)avg 1 0N 3
2f
q)avg 0#0
0n
q)avg 7
7f
q)avg (1 2;3 4)
2 3f
q)avg `a`b!1 2
1.5
q)avg ([]a:1 2;b:3 4)
a| 1.5
b| 3.5
q)avg `a
'type
q)min 3 1 2
1
q)max 3 1 2
3
q)min 0#0
0W
q)max 0#0
-0W
q)min 1 0N 3
1
q)max 1 0N 3
3
q)min 5
5
q)max "hello"
"o"
q)min "hello"
"e"
q)max 2024.01.01 2024.03.01
2024.03.01
q)min 0n 1.5
1.5
q)max (1 5;4 2)
4 5
q)min `a`b!3 1
1
q)max ([]a:1 2;b:4 3)
a| 2
b| 4
q)max `a`b
'type
q)min 10b
0b
q)prd 1 2 3 4
24
q)prd 2 0N 3
6
q)prd 0#0
1
q)prd 1.5 2
3f
q)prd `a`b!2 3
6
q)prd `a
'type
q)all 110b
0b
q)all 11b
1b
q)all 1 2 3
1b
q)all ()
1b
q)any 100b
1b
q)any 0 0
0b
q)any ()
0b
q)any 0#0b
0b
q)all `a`b!10b
0b
q)any ([]a:01b;b:00b)
a| 1
b| 0
q)med 1 2 3 4
2.5
q)med 3 1 2
2f
q)med 0#0
0n
q)med 5
5f
q)dev 1 2 3 4
1.118034
q)var 1 2 3 4
1.25
q)sdev 1 2 3 4
1.290994
q)svar 1 2 3 4
1.666667
q)dev 5
0f
q)var 1 0N 3
1f
q)svar 5
0n
q)1 2 3 wavg 4 5 6
5.333333
q)1 2 3 wsum 4 5 6
32f
q)2 wavg 1 2 3
2f
q)1 2 wavg 1 2 3
'length
q)1 0N 3 wavg 4 5 6
5.5
q)1 2 3 cor 2 4 6
1f
q)1 2 3 cor 3 2 1
-1f
q)1 2 3 cov 2 4 6
1.333333
q)1 2 3 scov 2 4 6
2f
q)1 2 cor 1 2 3
'length
q)count each (1 2;"abc";`a`b!1 2)
2 3 2
q)type sum 1 2
-7h
q)type sum 1 2f
-9h
q)type avg 1 2i
-9h
q)type sum 1 2e
-8h
q)type max 1 2h
-5h
/ A sum of ints that no int holds is null (releases/ChangesIn3.3); one that starts from a long is a long.
q)x:2000000000 2000000000i
q)sum x
0Ni
q)exec sum a by b from ([]a:x,1 2i;b:0 0 1 1)
0| 
1| 3
q)sum each(x;1 2i)
0N 3i
q)sum 2000000000 2000000000 -2000000000i
2000000000i
q)0+/x
4000000000
q)(0i;0h;0b;0x00){x+/y}\:x
0N 0N 0N 0Ni
q)(0h+/1 2i;0b|/1 2i;2h*/1 2.)
3i
2i
4f
q)0+\x
2000000000 4000000000
