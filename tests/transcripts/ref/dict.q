/ Dictionaries, and tables with keys, made of two lists.
/ source: ref/dict            status: documented
q)`a`b!1 2
a| 1
b| 2
q)1 2!("one";"two")
1| "one"
2| "two"
q)(`a;1;"c")!1 2 3
`a | 1
1  | 2
"c"| 3
q)1!([]k:`x`y;v:1 2)
k| v
-| -
x| 1
y| 2
q)0!1!([]k:`x`y;v:1 2)
k v
---
x 1
y 2
q)([]k:`x`y)!([]v:1 2)
k| v
-| -
x| 1
y| 2
q)(`a`a!1 2)`a
1
q)type `a`b!1 2
99h
/ empty: no entries.
q)()!()
q)count (0#`)!0#0
0
q)((0#`)!0#0)`a
0N
/ nested: a list for a value, a dictionary in a dictionary.
q)`a`b!(1 2 3;"xy")
a| 1 2 3
b| "xy"
q)(`a`b!(`c`d!1 2;3))[`a;`d]
2
q)`a`b!1 2 3
'length
q)3!([]k:`x`y;v:1 2)
'length
q)1!5
'type
