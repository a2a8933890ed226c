/ An expression on some rows of a table.
/ source: ref/simple-exec            status: documented
q)t:([]s:`a`b`a`c;n:1 2 3 4)
q)?[t;0 2;`n]
1 3
q)?[t;til count t;(sum;`n)]
10
q)?[t;enlist 1;`s]
,`b
q)?[t;1 3;(+;`n;100)]
102 104
q)?[t;0 1;(last;`s)]
`b
q)?[t;3 0;`n]
4 1
q)?[t;0 1 2;(distinct;`s)]
`a`b
q)?[t;where t[`s]=`a;(max;`n)]
3
/ empty: no rows.
q)?[t;0#0;`n]
`long$()
/ nested: a tree in a tree.
q)?[t;0 1 2;(sum;(*;2;`n))]
12
q)?[t;0 1;`nosuch]
'nosuch
q)?[5;0 1;`n]
'type
