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
q)key`
`q`Q`h`j`o`a`b
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
q).q.less:{x-y+z}[;;1]
q)10 less 2 less 1
9
q).q.apart:('[abs;{x-y}])
q)2 apart 7
5
q).q.paired:+'
q)1 2 paired 3 4
4 6
q)-3!parse"1 plus twice 2"
"(`plus;1;(`twice;2))"
q)`plus in key`.q
1b
q)delete less,apart,paired from`.q
`.q
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
/ A namespace is a dictionary and a dictionary's entries have dotted names.
/ source: basics/namespaces, basics/syntax (names and namespaces)    status: inferred
q).foo.a:1
q).foo:`a`c!3 4
q).foo.a
3
q).foo.d:5
q).foo
a| 3
c| 4
d| 5
q)key`.foo
`a`c`d
q).foo.cfg:`a`b!1 2
q).foo.cfg.a:5
q).foo.cfg
a| 5
b| 2
q){.foo.cfg.b:x;.foo.cfg}7
a| 5
b| 7
q).foo.cfg.a+:10
q).foo.cfg`a
15
q)(.foo.cfg.a;.foo.e):8 9
q).foo.cfg.a,.foo.e
8 9
q).foo.cfg:5
q).foo.cfg
5
q).foo.sub.x:1
q).foo.sub:2
q).foo.sub.x
'.foo.sub.x
q).qux:``a`b!(::;1;2)
q).qux.c:3
q)key`.qux
``a`b`c
q).qux,:(enlist`d)!enlist 4
q).qux.d
4
/ Without a leading dot a name is relative: an entry of a dictionary, made when there is none.
q)timer.job:{x}
q)timer.job 5
5
q)timer.later:2
q)timer.later+:1
q)timer`later
3
q)key timer
``job`later
q)timer.tab:([]a:1 2)
q)`timer.tab insert 5
,2
q)timer.tab
a
-
1
2
5
q){timer.later:x;timer.later}10
10
q)delete later from`timer
`timer
q)key timer
``job`tab
q)\d .spot
q.spot)job.x:1
q.spot)job.x
1
q.spot)\d .
q).spot.job.x
1
/ A member of a namespace is amended by itself, whatever the others are.
q)delete from`.
`.
q)d:`a`b!1 2
q)@[`.;`s;:;`x`y]
`.
q)(d;s)
`a`b!1 2
`x`y
q)@[`.;`s;,;`z];
q).[`.;(`s;0);:;`w];
q)s
`w`y`z
q)@[`.;`d;:;5];
q)d
5
/ A name that ends in a dot names the entry under the null symbol (as TorQ uses it).
q)n.:5
q)n~(enlist`)!enlist 5
1b
q)n[`a]:6
q)n.:7
q)n
 | 7
a| 6
q)\d .nn
q.nn)err.:(::)
q.nn)err~(enlist`)!enlist(::)
1b
q.nn)err[`func]:{x+1}
q.nn)err[`func]3
4
q.nn)err.func 4
5
q.nn)\d .
q).nn.err
    | ::
func| {x+1}
q).nn.err.:5
q).nn.err`
5
q).nn.new.:5
q).nn.new
| 5
q)2+.:3
5
/ A namespace in a namespace is deleted like a variable.
q).outer.inner.c:1
q).outer.d:2
q)delete inner from `.outer
`.outer
q)key`.outer
``d
/ A name of very many parts is none.
q)deep:`$".a",raze 1000#enlist".b"
q)deep set 1
'limit
/ A name that means nothing is told as it is written. source: kxcontrib/cburke (qconsole)
q)\d .fx
q.fx)a
'a
q.fx)g:{nosuch+1}
q.fx)@[g;1;{x}]
"nosuch"
q.fx).fx.b
'.fx.b
q.fx)h:{.fx.b+1}
q.fx)@[h;1;{x}]
".fx.b"
q.fx)\d .
q).fx.b
'.fx.b
q)@[.fx.g;1;{x}]
"nosuch"
/ a longer name in the text is not the one that is undefined. source: basics/errors
q)\d .part
q.part)f:{.part.foobar:1;foo+1}
q.part)\d .
q)@[.part.f;::;{x}]
"foo"
q)\d .part
q.part)g:{"see .part.foo";foo+1}
q.part)h:{.part.foo,foo}
q.part)j:{.part.foo+1}
q.part)\d .
q)@[;::;{x}]each(.part.g;.part.h;.part.j)
"foo"
"foo"
".part.foo"
