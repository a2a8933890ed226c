/ Take, sublist, first, last, til, count.
/ source: ref/take, ref/sublist, ref/first, ref/til, ref/count            status: documented
q)2#1 2 3
1 2
q)-2#1 2 3
2 3
q)5#1 2 3
1 2 3 1 2
q)-5#1 2 3
2 3 1 2 3
q)0#1 2 3
`long$()
q)3#7
7 7 7
q)3#`a
`a`a`a
q)3#"ab"
"aba"
q)0#`a`b
`symbol$()
q)2 3#til 6
0 1 2
3 4 5
q)2 3#1
1 1 1
1 1 1
q)0N 2#til 5
0 1
2 3
,4
q)2 0N#til 6
0 1 2
3 4 5
q)`a`c#`a`b`c!1 2 3
a| 1
c| 3
q)2#`a`b`c!1 2 3
a| 1
b| 2
q)(enlist`b)#([]a:1 2;b:3 4)
b
-
3
4
q)`a`b#([]a:1 2;b:3 4;c:5 6)
a b
---
1 3
2 4
q)2#([]a:1 2 3)
a
-
1
2
q)-1#([]a:1 2 3)
a
-
3
q)1#([k:`a`b]v:1 2)
k| v
-| -
a| 1
q)2#(1;`a;"s")
1
`a
q)1.5#1 2
'type
q)`x#1 2 3
'type
q)2 sublist 1 2 3
1 2
q)5 sublist 1 2 3
1 2 3
q)-2 sublist 1 2 3
2 3
q)1 2 sublist 10 20 30 40
20 30
q)2 5 sublist 10 20 30 40
30 40
q)2 sublist `a`b`c!1 2 3
a| 1
b| 2
q)1 1 sublist ([]a:1 2 3)
a
-
2
q)first 3 4 5
3
q)first ()
q)first 0#0
0N
q)first 7
7
q)first `a`b!5 6
5
q)first ([]a:1 2;b:3 4)
a| 1
b| 3
q)first "abc"
"a"
q)first (1 2;3)
1 2
q)last 3 4 5
5
q)last `a`b!5 6
6
q)last 0#0n
0n
q)last ([]a:1 2)
a| 2
q)til 5
0 1 2 3 4
q)til 0
`long$()
q)til -1
'domain
q)til 1.5
'type
q)til 3i
0 1 2
q)count 1 2 3
3
q)count 5
1
q)count ()
0
q)count `a`b!1 2
2
q)count ([]a:1 2 3)
3
q)count "hello"
5
q)count (1 2;3 4)
2
q)count each (1 2;3;())
2 1 0
q)count {x}
1
