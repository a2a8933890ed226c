/ What a division leaves.
/ source: ref/mod            status: documented
q)7 mod 3
1
q)-7 mod 3
2
q)7 mod -3
-2
q)7.5 mod 2
1.5
q)7 8 9 mod 2
1 0 1
q)0N mod 3
0N
q)09:35 mod 15
00:05
q)2000.01.05 mod 7
4i
q)5 mod 2 3 4
1 2 1
/ empty: no items.
q)(0#0) mod 3
`long$()
/ nested: to any depth.
q)(7;8 9) mod 2
1
0 1
q)(`a`b!7 8) mod 2
a| 1
b| 0
q)([k:`x`y]v:7 8) mod 3
k| v
-| -
x| 1
y| 2
q)1 2 mod 1 2 3
'length
q)1 mod `a
'type
