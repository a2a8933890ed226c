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
/ A query reads a view as it is now, also when the view waits to be evaluated.
q)base:1
q)above::base+1
q)above
2
q)base:5
q)rows:([]x:2 6 7)
q)select from rows where x=above
x
-
6
q)base:6
q)exec x+above from rows
9 13 14
q)base:1
q)update x:above from rows where x=above
x
-
2
6
7
q)base:6
q)delete from rows where x=above
x
-
2
6
/ Where a table is told by name it may be a view that was never evaluated.
q)few::select from rows where x>2
q)select from `few
x
-
6
7
q)fewer::select from rows where x>6
q)cols`fewer
,`x
/ A view's name is one that is defined, whether or not it can be evaluated: key does not try (ref/key).
q)many::`a`b!1 2
q)key`many
`many
q)key many
`a`b
q)lacking::thereIsNone+1
q)key`lacking
`lacking
/ A view of which items are changed is a variable from then on.
q)items:1 2 3
q)next1::items+1
q)next1[0]:50
q)items:10 20
q)next1
50 3 4
/ Each of many views is evaluated once, however often the others read it.
q)v0:1
q)v1::v0+1
q){value"v",string[x],"::v",string[x-1],"+v",string[x-2]}each 2+til 60;
q)v61
6557470319842
q)v0:2
q)v61
10610209857723
/ The limit of a query is no column: the view depends on what it names.
q)vt:([]a:til 5)
q)vn:2
q)vl::select[vn]from vt
q)count vl
2
q)vn:3
q)count vl
3
/ A view may be named like an entry of a dictionary; what it reads there is the dictionary's.
/ source: observed in a program
q)stats.events:([]a:1 2)
q)stats.report::.stats.sums stats.events
q).stats.sums:{sum x}
q)stats.report
a| 3
q)stats.events:([]a:1 2 7)
q)stats.report
a| 10
/ Views are in the root, and so is what they read, whatever the namespace: learn/views, stackoverflow.com/questions/61810698.
q)x:1
q)\d .jar
q.jar)x:10
q.jar)inJar::x+1
q.jar)\d .
q)inJar
2
q)`. `inJar
x+1
q)x:5
q)inJar
6
