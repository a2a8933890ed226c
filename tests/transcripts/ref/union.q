/ Items of both, once.
/ source: ref/union            status: documented
q)1 2 3 union 3 4
1 2 3 4
q)2 2 1 union 1 3 3
2 1 3
q)`a`b union `c
`a`b`c
q)"wool" union "low"
"wol"
q)1 union 2
1 2
q)0N 1 union 0N
0N 1
q)([]a:1 2) union ([]a:2 3)
a
-
1
2
3
/ empty: the other side.
q)() union 1 1
,1
q)1 2 union 0#0
1 2
/ nested: lists are compared whole.
q)(1 2;3) union enlist 1 2
1 2
3
q)("ab";"cd") union enlist "ef"
"ab"
"cd"
"ef"
q)union[1;2;3]
'rank
