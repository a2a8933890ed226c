/ Pieces: at indices, or of a size.
/ source: ref/cut            status: documented
q)2 4 _ til 6
2 3
4 5
q)0 3 3 5 _ til 6
0 1 2
`long$()
3 4
,5
q)2 cut til 5
0 1
2 3
,4
q)0 2 cut "abcde"
"ab"
"cde"
q)3 cut `a`b`c`d
`a`b`c
,`d
q)last 0 2 _ ([]a:1 2 3;b:`x`y`z)
a b
---
3 z
q)first 2 cut ([]a:1 2 3)
a
-
1
2
q)10 cut 1 2
1 2
/ empty: no pieces, or pieces without items.
q)2 cut ()
q)0 0 _ 1 2
`long$()
1 2
/ nested: items stay whole.
q)2 cut (1 2;3;`a;"xy")
1 2 3
`a  "xy"
q)2 1 _ til 4
'domain
q)-1 2 _ til 4
'domain
q)`a cut 1 2
'type
