/ Round down.
/ source: ref/floor            status: documented
q)floor 1.8 -1.2 2
1 -2 2
q)floor 0n 0w -0w
0N 0N 0N
q)floor 1.5e
1
q)floor 7
7
q)floor 3h
3h
q)floor 01b
'type
/ empty: longs come of floats.
q)floor `float$()
`long$()
/ nested: to any depth.
q)floor (1.8;(3.4 5.6;-0.5))
1
(3 5;-1)
q)floor `a`b!1.5 -1.5
a| 1
b| -2
q)floor ([]a:1.2 3.4;b:5 6)
a b
---
1 5
3 6
q)floor 1e15+0.5
1000000000000000
q)floor `a
`a
q)floor "a"
"a"
q)floor 0x05
'type
q)floor 2000.01.01
'type
