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
