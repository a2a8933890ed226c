/ Which namespace a name belongs to: functions keep theirs, text and symbols go by the current one. Namespaces are dictionaries.
/ source: ref/value, basics/namespaces, basics/syscmds (\d)            status: inferred
q)\d .w
q)n:10
q)f:{n}
q)here:{system"d"}
q)make:{value x}
q)look:{get x}
q)put:{x set y}
q)go:{system"d .",x}
q)\d .
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
6
q)k
6
q)last value .w.make"{n}"
"{n}"
q)(.w.make"{n}")[]
1
q).w.go"x"
q)\d
`.x
q).w.here[]
`.x
q).w.f[]
10
q)`..n set 2
`..n
q)\d .
q)n
2
q)get`..n
2
q)\d .w
q)args.list:1 2
q)g:{args:enlist x;args.list,:args;args.list}
q)g 3
1 2 3
q)h:{args.list}
q)\d .
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
