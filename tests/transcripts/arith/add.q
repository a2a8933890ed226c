/ Add: atomic; nulls propagate; integers wrap; temporal results follow the operands.
/ source: ref/add            status: documented
q)3+4
7
q)1 2 3+10
11 12 13
q)10+1 2 3
11 12 13
q)1 2 3+4 5 6
5 7 9
q)2 3+10 20 30
'length
q)1+0N
0N
q)0N 1 2+1 2 0N
0N 3 0N
q)0Wj+1
0N
q)1h+2h
3i
q)1i+2
3
q)1b+1b
2i
q)0x01+0x02
3i
q)1+2.5
3.5
q)(1e)+2
3e
q)(1e)+2f
3f
q)"a"+1
'type
q)(1 2;3 4)+(10;20 30)
11 12
23 34
q)1 2+(10 20;30)
11 21
32
q)()+1
q)(0#0)+1
`long$()
q)(`long$())+1 2
'length
q)2000.01.01+1
2000.01.02
q)2024.02.28+1 2
2024.02.29 2024.03.01
q)2000.01m+13
2001.02m
q)12:00+30
12:30
q)12:00:00+90
12:01:30
q)09:30:00.000+1000
09:30:01.000
q)2024.01.01+12:30
2024.01.01D12:30:00.000000000
q)2024.01.01D00:00:00.000000000+0D01
2024.01.01D01:00:00.000000000
q)0Nd+1
0Nd
q)`a+1
'type
q)"abc"+1 2 3
'type
q)(`a`b!1 2)+10
a| 11
b| 12
q)(`a`b!1 2)+`b`c!10 20
a| 1
b| 12
c| 20
q)([]x:1 2 3)+1
x
-
2
3
4
q)([k:`a`b]v:1 2)+([k:`b`c]v:10 20)
k| v
-| --
a| 1
b| 12
c| 20
q)+[3;4]
7
q)(+)[3]4
7
q)5 +' 1 2
6 7
q)+/[1 2 3]
6
q)0W+0W
-2
q)-0W+1
-9223372036854775806
q)0Wi+1i
0Ni
q)32767h+1h
32768i
q)type 1h+1i
-6h
q)type 1b+1b
-6h
q)type 2000.01.01+1
-14h
q)type 0D00:00:01+1
-16h
q)1 2 3+`a`b`c!4 5 6
a| 5
b| 7
c| 9
/ keyed tables: the columns of both; what neither has counts as 0, as a profiler of kb/profiler wants it.
q)([k:1 2]a:1 2;b:3 4)+([k:2 3]a:10 20)
k| a  b
-| ----
1| 1  3
2| 12 4
3| 20 0
q)([k:1 2]a:1 2)+([k:2 3]a:10 20;b:`x`y)
k| a  b
-| ----
1| 1   
2| 12 x
3| 20 y
