/ Functions, lists and dictionaries applied to a list of arguments or to one; traps.
/ source: ref/apply            status: documented
q).[+;2 3]
5
q)@[neg;3]
-3
q).[{x+y+z};1 2 3]
6
q)(1 2;3 4) . 1 0
3
q)10 20 30@2 0
30 10
q)@[`a`b!1 2;`b]
2
q)`a`b!(1 2;3 4)
a| 1 2
b| 3 4
q).[`a`b!(1 2;3 4);(`b;1)]
4
q)([]a:1 2;b:3 4) . (1;`b)
4
q).[{[]7};enlist(::)]
7
q)@[1 2 3;7]
0N
/ empty: no index gives the whole, an empty index gives no items.
q)1 2 3 . ()
1 2 3
q)1 2 3@0#0
`long$()
/ nested: an index gives its shape to the answer; a list for each level cuts across.
q)10 20 30@(0 1;2)
10 20
30
q)(1 2 3;4 5 6) . (0 1;2 0)
3 1
6 4
q)(1 2 3;4 5 6) . (::;1)
2 5
q)@[{x+`a};1;{"bad: ",x}]
"bad: type"
q).[+;(1;`a);`failed]
`failed
q).[+;(1;`a);{`$x}]
`type
q).[+;1 2 3]
'rank
q)@[{'`mine};0;::]
"mine"
q)@[1 2 3;`a]
'type
/ a keyed table takes the key of one row, a dictionary of one or a table of several.
q)kt:([s:`a`b`c]v:1 2 3)
q)kt`b
v| 2
q)kt`a`c
'length
q)kt([]s:`a`c)
v
-
1
3
/ an atom is no function: the answer is the third argument, unless that is a function, which changes it.
q)@[1b;`nosuch;0b]
0b
q)@[2.5;0;`none]
`none
q)@[2.5;0;neg]
-2.5
/ A function is no index; a dictionary or table of indexes keeps its shape at depth.
q)(1 2 3)[neg;1]
'type
q)(1 2;3 4).({x};0)
'type
q)(1 2;3 4)[`a`b!0 1;0]
a| 1
b| 3
q)(1 2;3 4)[([]p:0 1);1]
p
-
2
4
q)([]a:1 2)[{x};`a]
'type
