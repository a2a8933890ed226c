/ The lesser of two.
/ source: ref/lesser            status: documented
q)2&3
2
q)1 5 3&2
1 2 2
q)1 2 3&3 2 1
1 2 1
q)0N&-0W
0N
q)1.5&2
1.5
q)1b&0b
0b
q)2i&3
2
q)"b"&"a"
"a"
q)2024.01.02&2024.01.01
2024.01.01
q)09:30&10:00:00
09:30:00
q)(`a`b!1 5)&3
a| 1
b| 3
q)(`a`b!1 5)&`b`c!2 9
a| 1
b| 2
c| 9
q)([]a:1 5)&3
a
-
1
3
/ empty: no items.
q)(0#0)&3
`long$()
q)()&()
/ nested: to any depth.
q)(1 5;3)&2
1 2
2
q)1 2&1 2 3
'length
q)1&`a
'type
q)`a&`b
'type
/ A long beyond the days of dates is infinite.
q)0W&2001.01.01
2001.01.01
q)-0W 5000000000&2001.01.01
-0W 2001.01.01
q)5000000000&12:00 0Nu
12:00 0Nu
/ An infinite datetime is an infinite time of day.
q)(0wz<12:00;0wz&12:00;-0wz&12:00)
0b
12:00
-0Wu
