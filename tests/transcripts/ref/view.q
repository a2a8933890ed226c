/ Definitions that follow what they are made of.
/ source: ref/view            status: documented
q)a:1
q)v::a+1
q)v
2
q)a:10
q)v
11
q)view `v
"a+1"
q)w::v*2
q)w
22
q)a:0
q)w
2
q)views[]
`s#`v`w
/ nested: of views.
q)x::v,w
q)a:1
q)x
2 4
/ empty: of nothing.
q)e::0#a
q)e
`long$()
q)view[1;2]
'rank
/ Within an expression `::` assigns to the global (observed in programs).
q)1+w::5
6
q)sum each w::(1 2;3 4)
3 7
q)w
1 2
3 4
q)`w in views`.
0b
q)if[1;w::a]
q)a:7
q)w
1
q)w::a
q)a:8
q)w
8
/ A view is no function.
q)any system["b"]in system"f"
0b
