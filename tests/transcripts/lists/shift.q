/ next, prev, xprev, deltas, ratios.
/ source: ref/next, ref/deltas, ref/ratios            status: documented
q)next 1 2 3
2 3 0N
q)prev 1 2 3
0N 1 2
q)next "abc"
"bc "
q)prev `a`b
``a
q)next ()
q)prev 0#0
`long$()
q)2 xprev 1 2 3 4
0N 0N 1 2
q)-1 xprev 1 2 3
2 3 0N
q)0 xprev 1 2
1 2
q)5 xprev 1 2
0N 0N
q)1 xprev "abc"
" ab"
q)deltas 1 4 9 16
1 3 5 7
q)deltas 5
5
q)deltas 0#0
`long$()
q)deltas 1.5 2 4
1.5 0.5 2
q)deltas 0N 1 3
0N 0N 2
q)0 -': 1 4 9
1 3 5
q)ratios 1 2 8
1 2 4f
q)ratios 2 0 1
2 0 0w
q)deltas `a`b`c!1 3 6
a| 1
b| 2
c| 3
