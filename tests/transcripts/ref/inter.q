/ Items of the left that are in the right.
/ source: ref/inter            status: documented
q)1 3 4 2 inter 2 3 5
3 2
q)1 1 2 inter 1
1 1
q)"wool" inter "low"
"wool"
q)`a`b inter `c
`symbol$()
q)0N 1 inter 0N
,0N
q)([]a:1 2 3)inter ([]a:3 1)
a
-
1
3
q)2024.01.01 2024.01.02 inter 2024.01.02
,2024.01.02
q)(`a`b!1 2) inter `b`c!2 3
,2
/ empty: nothing in common.
q)(0#0) inter 1 2
`long$()
q)1 2 inter ()
`long$()
/ nested: lists are compared whole.
q)(1 2;3 4;5 6) inter (5 6;1 2)
1 2
5 6
q)("ab";"cd") inter enlist "cd"
"cd"
q)inter[1;2;3]
'rank
/ what in signals, inter signals
q)1 2 inter `a`b
'type
q)1 2 3 inter 2f
,2
q)() inter 1 2
