/ Round up.
/ source: ref/ceiling            status: documented
q)ceiling 1.2 -1.2 2
2 -1 2
q)ceiling 0n 0w -0w
0N 0N 0N
q)ceiling 1.5e
2
q)ceiling 7
7
q)ceiling 3h
3h
q)ceiling 1b
1i
q)ceiling 0x05
5i
/ empty: longs come of floats.
q)ceiling `float$()
`long$()
/ nested: to any depth.
q)ceiling (1.2;(3.4 5.6;-0.5))
2
(4 6;0)
q)ceiling `a`b!1.5 -1.5
a| 2
b| -1
q)ceiling ([]a:1.2 3.4;b:5 6)
a b
---
2 5
4 6
q)ceiling `a
'type
q)ceiling "a"
97i
q)ceiling 2000.01.01
'type
