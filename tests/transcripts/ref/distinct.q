/ What occurs, once, in the order of first appearance.
/ source: ref/distinct            status: documented
q)distinct 2 3 7 3 5 3
2 3 7 5
q)distinct "mississippi"
"misp"
q)distinct 0N 1 0N
0N 1
q)distinct 0n 0n 1
0n 1
q)distinct `b`a`b
`b`a
q)distinct 1 1i
,1i
q)distinct (1;1i;1)
1
1i
q)distinct ([]a:1 1 2;b:`x`x`x)
a b
---
1 x
2 x
q)distinct 2024.01.01 2024.01.01
,2024.01.01
/ empty: the type stays.
q)distinct 0#`
`symbol$()
q)distinct ()
/ nested: lists are compared whole.
q)distinct (1 2;3;1 2)
1 2
3
q)distinct ("ab";"c";"ab")
"ab"
"c"
q)count distinct (();();0#0)
2
q)distinct[1;2]
'rank
/ What an attribute tells need not be sought; the answer has none but s#.
q)attr each distinct each(`s#1 1 2;`u#2 1;`p#2 2 1;`g#2 1 2)
`s```
q)distinct each(`s#1 1 2;`u#2 1;`p#2 2 1;`g#2 1 2)
1 2
2 1
2 1
2 1
q)g:`g#`a`b`a;g?`b;g,:`c;g[0]:`d
q)distinct g
`d`b`a`c
/ What is asked for again is not what the answer became.
q)x:`p#1 1 2
q)y:`s#distinct x
q)attr each(y;distinct x)
`s`
