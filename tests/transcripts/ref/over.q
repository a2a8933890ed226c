/ The keywords over and scan.
/ source: ref/over            status: documented
q)(+) over 1 2 3
6
q)(+) scan 1 2 3
1 3 6
q){x*y} over 1 2 3 4
24
q)(,) over (1 2;3;4 5)
1 2 3 4 5
q)(,) scan `a`b`c
,`a
`a`b
`a`b`c
q)neg over 1
-1
q){x div 2} scan 10
10 5 2 1 0
q)(+) over `a`b!1 2
3
q)(+) scan `a`b!1 2
a| 1
b| 3
q)over[+;1 2 3]
6
/ empty: what is known of the operator decides.
q)(+) over 0#0
0
q)(*) over 0#0
1
/ nested: items are whole lists.
q)(+) over (1 2;3 4)
4 6
q)(+) scan (1 2;3 4)
1 2
4 6
q)(+) over (1;`a)
'type
q)(+) over (1 2;1 2 3)
'length
