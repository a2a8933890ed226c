/ Differences between neighbours.
/ source: ref/deltas            status: documented
q)deltas 1 4 9 16
1 3 5 7
q)deltas 1 0N 5
1 0N 0N
q)deltas 1.5 2 0n
1.5 0.5 0n
q)deltas 110b
1 0 -1i
q)deltas 2024.01.01 2024.01.03
8766 2i
q)1_deltas 09:00 09:05 09:30
00:05 00:25
q)deltas 5
5
/ empty: the type stays.
q)deltas 0#0
`long$()
q)deltas ()
/ nested: list from list.
q)deltas (1 2;4 8;5 5)
1 2
3 6
1 -3
q)deltas `a`b!(1 2;4 8)
a| 1 2
b| 3 6
q)deltas ([]a:1 4 9;b:2 3 5)
a b
---
1 2
3 1
5 2
q)deltas `a`b
'type
q)deltas (1;`x)
'type
