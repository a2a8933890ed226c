/ Items of the left that the right has not.
/ source: ref/except            status: documented
q)1 2 3 2 except 2
1 3
q)1 2 3 except 3 1
,2
q)"wool" except "o"
"wl"
q)`a`b`c except `b
`a`c
/ One item is compared with atoms of other types, as by in (noahatt/ProjectEuler, utils.q).
q)(2;1f;3;1b;1 1;`a)except 1
2
3
1 1
`a
q)(2;1f;`a)except enlist 1
2
`a
q)(1;`a;"a")except`a
1
"a"
q)(2;1f)except 1 2
,1f
q)(2;1f;1)inter 1
1f
1
q)1 2 3 except 7
1 2 3
q)0N 1 0N except 0N
,1
q)([]a:1 2 3)except ([]a:2 3)
a
-
1
q)2024.01.01 2024.01.02 except 2024.01.01
,2024.01.02
/ empty: nothing to take from, nothing to take.
q)(0#0) except 1
`long$()
q)1 2 except ()
1 2
q)() except 1
/ nested: lists are compared whole.
q)(1 2;3 4;5)except enlist 1 2
3 4
5
q)("ab";"cd") except enlist "cd"
"ab"
q)except[1 2;1;2]
'rank
