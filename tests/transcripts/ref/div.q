/ Whole part of a quotient.
/ source: ref/div            status: documented
q)7 div 2
3
q)-7 div 2
-4
q)7 div -2
-4
q)7 div 0
0N
q)0N div 2
0N
q)7 div 0N
0N
q)7.5 div 2
3f
q)7h div 2h
3i
q)7 8 9 div 2
3 4 4
q)2024.01.03 div 2
2012.01.02
q)09:31 div 5
01:54
/ empty: longs.
q)(0#0) div 2
`long$()
/ nested: to any depth.
q)(7;8 9) div 2
3
4 4
q)(`a`b!7 8) div 2
a| 3
b| 4
q)([]a:7 8) div 2
a
-
3
4
q)1 2 div 1 2 3
'length
q)1 div `a
'type
