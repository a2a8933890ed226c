/ Which namespace a name belongs to: functions keep theirs, text and symbols go by the current one. Namespaces are dictionaries.
/ source: ref/value, basics/namespaces, basics/syscmds (\d)            status: inferred
q)\d .w
q.w)n:10
q.w)f:{n}
q.w)here:{system"d"}
q.w)make:{value x}
q.w)look:{get x}
q.w)put:{x set y}
q.w)go:{system"d .",x}
q.w)\d .
q)n:1
q).w.f[]
10
q).w.here[]
`.
q).w.look`n
1
q).w.put[`m;5]
`m
q)m
5
q).w.make"k:6"
q)k
6
q)last value .w.make"{n}"
"{n}"
q)(.w.make"{n}")[]
1
q).w.go"x"
q.x)\d
`.x
q.x).w.here[]
`.x
q.x).w.f[]
10
q.x)`..n set 2
`..n
q.x)\d .
q)n
2
q)get`..n
2
q)\d .w
q.w)args.list:1 2
q.w)g:{args:enlist x;args.list,:args;args.list}
q.w)g 3
1 2 3
q.w)h:{args.list}
q.w)\d .
q).w.h[]
1 2 3
q).w.args
    | ::
list| 1 2 3
q)@[`.;`n;:;7]
`.
q)n
7
q)@[`.;`n`m;+;1]
`.
q)n,m
8 6
q).[`.;();_;`m]
`.
q)m
'm
q).o:``a!(::;1)
q).o.b:2
q).o.a:3
q).o
 | ::
a| 3 
b| 2 
q).o:5
q).o.a
'.o.a
q).o.d:`a`b!1 2
'type
q).p.d:`a`b!1 2
q).p.d.a:10
q).p.d
a| 10
b| 2 
q).p.s:(enlist`)!enlist(::)
q).p.s[`.a.b]:1
q)key .p.s
``.a.b
q).p.s[`.a.b]
1
q).p.s:``c!(::;2)
q).p.s.c
2
q).q.twice:{2*x}
q)t:{delete twice from `.q;twice x}
q)t 4
8
q)twice 4
'twice
/ A name in a query is the current namespace's, whatever the function's. source: basics/qsql (name resolution)
q)a:137
q)\d .foo
q.foo)a:42
q.foo)zz:100
q.foo)g:{[t]select x+zz from t}
q.foo)\d .
q)f:{select x1+a from x}
q)\d .foo
q.foo)`..f([]x1:1 2 3)
x1
--
43
44
45
q.foo)\d .
/ One that it has not is the function's: ours.
q).foo.g([]x:1 2)
x  
---
101
102
q)zz:7
q).foo.g([]x:1 2)
x
-
8
9
q)delete zz from `.
`.
