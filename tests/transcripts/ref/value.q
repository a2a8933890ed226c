/ What a value is worth: text, names, lists, functions.
/ source: ref/value            status: documented
q)value "1+2"
3
q)a:7
q)value `a
7
q)value (+;1;2)
3
q)value ("{x+y}";1;2)
3
q)value (`.q.neg;2)
-2
q)value `x`y!1 2
1 2
q)value ([k:1 2]v:3 4)
v
-
3
4
q)value {x+1}[5]
6
q)value +[1]
+
1
q)d:`p`q
q)value `d$`q`p
`q`p
q)value (1 2 3;1)
2
q)last value {x+1}
"{x+1}"
/ empty: nothing to run.
q)value ""
q)value ()!()
/ nested: a list is called, its arguments are not.
q)value (count;(1 2;3 4;5))
3
q)value "nosuch"
'nosuch
q)value `nosuch
'nosuch
q)value "1+`a"
'type
/ a lambda names the globals it reads and assigns, as they are written in its namespace.
q)f:{[p]p1::p;q1;.r.s;last t}
q)value[f]3
``p1`q1`.r.s`t
q)/ also where they go on with names of keys, as programs replace them. Source: quintanar401/DCoQ
q)value[{[th;c]th.color:c;th.size+:1;.a.b[0]:1;.a.c,:2;d[`k]:3}]3
``th.color`th.size`.a.b`.a.c`d
q)\d .in
q.in)f:{[p]p1::p;q1;.r.s;last t}
q.in)value[f]3
`in`p1`q1`.r.s`t
q.in)\d .
/ What `-3!` writes of a long list is read back.
q)x:20000?(1;"a";`b;1 2;"";();(1;"x"))
q)x~value -3!x
1b
q)f:value"{x;(",(";"sv 20000#enlist"1"),")}"
q)f[0]~20000#1
1b
q)value"(",(";"sv 30000#enlist"til 2"),")"
'limit
/ Of a function that is built in: as of a lambda, without byte code; its text is its name.
/ source: ref/value; timestored/qstudio, which asks for parameters
q)value[aj]1
`names`t`u
q)value[.Q.queue]1
,`
q)value[ssr]1
`x`y`z
q)count value wj
9
q)last value .Q.s
".Q.s"
q).Q.s~value last value .Q.s
1b
