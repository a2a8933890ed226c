/ The first natural numbers.
/ source: ref/til            status: documented
q)til 5
0 1 2 3 4
q)til 1
,0
q)til 3i
0 1 2
q)til 2h
0 1
q)til 0x03
0 1 2
q)3+til 3
3 4 5
q)type til 3i
7h
/ empty: none.
q)til 0
`long$()
/ nested: one at a time.
q)til each 2 0 3
0 1
`long$()
0 1 2
q)til -1
'domain
q)til 2.5
'type
q)til 0N
'domain
q)til 1 2
'type
