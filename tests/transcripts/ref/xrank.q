/ Items in buckets of about one size.
/ source: ref/xrank            status: documented
q)2 xrank 10 20 30 40
0 0 1 1
q)4 xrank til 8
0 0 1 1 2 2 3 3
q)3 xrank 5 1 9
1 0 2
q)2 xrank `b`a`d`c
0 0 1 1
q)3 xrank 1 37 5 4 0 3
0 2 2 1 0 1
q)1 xrank 3 1 2
0 0 0
q)2 xrank 0N 5 -1 7
0 1 0 1
q)2 xrank 2024.01.03 2024.01.01
1 0
/ empty: nothing to rank.
q)3 xrank 0#0
`long$()
/ nested: lists compared item by item.
q)2 xrank (2 1;1 9)
1 0
q)`a xrank 1 2
'type
