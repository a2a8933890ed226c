/ Neighbours: the next, the previous, and the one some places before.
/ source: ref/next            status: documented
q)next 1 2 3
2 3 0N
q)prev 1 2 3
0N 1 2
q)2 xprev 1 2 3 4
0N 0N 1 2
q)-1 xprev 1 2 3
2 3 0N
q)0 xprev 1 2
1 2
q)9 xprev 1 2
0N 0N
q)next `a`b
`b`
q)prev "abc"
" ab"
q)next 2024.01.01 2024.01.02
2024.01.02 0Nd
q)prev 101b
010b
q)prev `a`b!1 2
a|
b| 1
q)next ([]a:1 2 3)
a
-
2
3

/ empty: nothing next to nothing.
q)next 0#0
`long$()
q)prev ()
q)3 xprev 0#`
`symbol$()
/ nested: where there is none, an empty list.
q)next (1 2;3 4)
3 4
`long$()
q)prev ("ab";"cd")
""
"ab"
q)`a xprev 1 2
'type
q)next[1;2]
'rank
