/ Views: expressions evaluated when asked for, and again only when what they read has changed.
/ source: learn/views, ref/view, basics/syscmds            status: documented
q)x:1
q)v::x+1
q)\b
`s#,`v
q)\B
,`v
q)v
2
q)\B
`symbol$()
q)x:10
q)\B
,`v
q)v
11
q)w::v*2
q)w
22
q)x:0
q)w
2
q)view`v
"x+1"
q)view`nosuch
'nosuch
q){v}[]
1
q)v:5
q)\b
`s#,`w
q)w
10
q)t:([]s:`a`b;p:1 2)
q)total::exec sum p from t
q)total
3
q)`t insert (`c;10)
,2
q)total
13
/ A view that reads itself finds its previous value.
q)turns::$[go;1+turns;0]
q)go:1
q)turns
'loop
q)go:0
q)turns
0
q)go:1
q)turns
1
q)turns
1
q)go:2
q)turns
2
q)left::right+1
q)right::left+1
q)left
'loop
