/ Descending order, its indices, and tables by columns.
/ source: ref/desc            status: documented
q)desc 3 1 2
3 2 1
q)desc 2 0N 1
2 1 0N
q)desc `a`c`b
`c`b`a
q)idesc 3 1 2 3
0 3 2 1
q)desc `a`b`c!2 1 3
c| 3
a| 2
b| 1
q)idesc `a`b`c!2 1 3
`c`a`b
q)desc ([]a:1 3 2;b:`x`y`z)
a b
---
3 y
2 z
1 x
q)`a xdesc ([]a:1 3 2;b:`x`y`z)
a b
---
3 y
2 z
1 x
q)`b`a xdesc ([]a:1 3 2;b:`x`y`x)
a b
---
3 y
2 x
1 x
/ empty: the type stays.
q)desc 0#`
`symbol$()
q)idesc ()
`long$()
/ nested: item by item.
q)desc (1 2;3 0;1 9)
3 0
1 9
1 2
q)desc ("bat";"ba";"cat")
"cat"
"bat"
"ba"
q)desc 5
'rank
