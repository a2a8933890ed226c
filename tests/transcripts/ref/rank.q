/ The place of each item in sorted order.
/ source: ref/rank            status: documented
q)rank 30 10 20
2 0 1
q)rank 5 5 1
1 2 0
q)rank `b`a`c
1 0 2
q)rank "cab"
2 0 1
q)rank 0N 3 -1
0 2 1
q)rank 1.5 0n -0w
2 0 1
q)rank 10 20 30
0 1 2
q)x:4 2 9 7
q)x~(asc x)rank x
1b
/ empty: no places.
q)rank 0#0
`long$()
q)rank ()
`long$()
/ nested: lists compared item by item.
q)rank (2 1;1 9;1 2)
2 1 0
q)rank ("b";"ab";"aa")
0 2 1
q)rank[1;2]
'rank
