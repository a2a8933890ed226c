/ A value printed as the console shows it.
/ source: ref/show            status: documented
q)show 1 2 3
1 2 3
q)show "text"
"text"
q)show `a`b!1 2
a| 1
b| 2
q)show ([]a:1 2)
a
-
1
2
q)x:show 5
5
q)x~(::)
1b
q)show x:7
7
q)x
7
/ empty: as the console shows it.
q)show 0#0
`long$()
q)show ""
""
/ nested: a line for an item.
q)show (1 2;`a;"s")
1 2
`a
"s"
q)show[1;2]
'rank
