/ Names, namespaces, get, set, key.
/ source: basics/namespaces, ref/get, ref/value, ref/key            status: documented
q).a.b:1
q).a.b
1
q).a.c:`x
q)key `.a
``b`c
q).a[`b]
1
q)`.a.d set 5
`.a.d
q).a.d
5
q)get `.a.d
5
q)`v set 10
`v
q)v
10
q)get `v
10
q)value `v
10
q)nosuch
'nosuch
q).a.nosuch
'.a.nosuch
q)value"v+1"
11
q)\d .b
q.b)w:5
q.b)f:{w+x}
q.b)f 1
6
q.b)\d .
q).b.w
5
q).b.f 10
15
q)`a in key `
1b
q)`v in key `.
1b
q)delete v from `.
`.
q)v
'v
q)w:3
q)key `w
`w
q)key `nosuch
q)`.c.x`.c.y set' 1 2
`.c.x`.c.y
q).c.x+.c.y
3
q)type `.a
-11h
q)`w set `s#1 2 3
`w
q)attr w
`s
/ The members of .q are q's keywords; a function of two arguments put there is infix.
/ source: basics/parsetrees, ref/dotq (res), ref/key
q)key`.q
``neg`not`null`string`reciprocal`floor`ceiling`signum`mod`xbar`xlog`and`or`ea..
q).q.asc 3 1 2
`s#1 2 3
q).q[`asc]3 1 2
`s#1 2 3
q).q?(+:)
`flip
q).q.plus:{x+y}
q)1 plus 2
3
q).q.twice:{2*x}
q)twice 4
8
q)-3!parse"1 plus twice 2"
"(`plus;1;(`twice;2))"
q)`plus in key`.q
1b
q)delete plus from`.q
`.q
q)1 plus 2
'plus
q)count:1
'assign
q)sum:1
'assign
/ A view may be called like a keyword; it is found by name.
q)base:5
q)view::base+1
q)value`view
6
q)base:7
q)value`view
8
q)\d .deep
q.deep)top:1
q.deep)key`..w
`..w
q.deep)key`..nosuch
q.deep)\d .
q)e:`a`b!1 2
q)key`e
`a`b
q)kt:([id:1 2]v:3 4)
q)key`kt
id
--
1 
2 
