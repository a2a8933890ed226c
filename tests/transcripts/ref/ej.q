/ Rows that agree in columns.
/ source: ref/ej            status: documented
q)t:([]k:1 2 3;a:`x`y`z)
q)u:([]k:2 2 3 4;b:10 20 30 40)
q)ej[`k;t;u]
k a b
------
2 y 10
2 y 20
3 z 30
q)ej[`k;t;u]~ej[enlist`k;t;u]
1b
q)ej[`k;t;([]k:1 2;a:`p`q)]
k a
---
1 p
2 q
q)ej[`k`s;([]k:1 1;s:`a`b;v:5 6);([]k:1 1;s:`b`c;w:7 8)]
k s v w
-------
1 b 6 7
q)count ej[`k;t;([]k:7 8)]
0
q)ej[`k;t;([]k:3 0N;c:1 2)]
k a c
-----
3 z 1
/ empty: no rows, all columns.
q)ej[`k;0#t;u]
k a b
-----
q)cols ej[`k;t;0#u]
`k`a`b
/ nested: columns of lists come along.
q)ej[`k;t;([]k:1 3;l:(1 2;"ab"))]
k a l
-------
1 x 1 2
3 z a b
q)ej[`k;t;u;1]
'rank
