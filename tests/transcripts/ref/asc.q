/ Ascending order, its indices, and tables by columns.
/ source: ref/asc            status: documented
q)asc 3 1 2
`s#1 2 3
q)asc 2 0N 1 0W -0W
`s#0N -0W 1 2 0W
q)asc 0n 1 -0w
`s#0n -0w 1
q)asc `c`a`b
`s#`a`b`c
q)asc "hello"
`s#"ehllo"
q)asc 101b
`s#011b
q)iasc 3 1 2
1 2 0
q)iasc `a`b`c!2 3 1
`c`a`b
q)asc `a`b`c!2 1 3
b| 1
a| 2
c| 3
q)asc (2;"b";`a;1b)
1b
2
"b"
`a
/ empty: the type stays.
q)asc 0#0
`s#`long$()
q)iasc ()
`long$()
/ nested: item by item, then by length.
q)asc (2 3;1 9;1 2)
1 2
1 9
2 3
q)asc ("bat";"ba";"cat";"")
""
"ba"
"bat"
"cat"
q)iasc (2 3;1 9;1 2)
2 1 0
q)asc ([]a:3 1 2;b:`x`y`z)
a b
---
1 y
2 z
3 x
q)`b`a xasc ([]a:3 1 2;b:`y`y`x)
a b
---
2 x
1 y
3 y
q)meta `a xasc ([]a:2 1;b:`x`y)
c| t f a
-| -----
a| j   s
b| s
q)asc[1;2]
'rank
/ Dictionaries are in the order of their values.
/ source: KxSystems/kx-vscode (tests)
q)iasc (`tom`dick`harry!1040 59 27;`Adrian`Ben!10 20;`Nathaniel`Igor!("a";"string"))
2 1 0
