/ Values as values of another type.
/ source: ref/cast            status: documented
q)"i"$5
5i
q)`float$3 0N
3 0n
q)`long$1.4 2.6 -1.6
1 3 -2
q)"j"$0n 0w
0N 0W
q)`int$0N
0Ni
q)`date$2024.01.02D23:59:59
2024.01.02
q)`month$2024.03.31
2024.03m
q)`minute$09:30:59
09:30
q)`time$2024.01.01D12:00:00.5
12:00:00.500
q)`year`mm`dd$2024.03.05
2024 3 5i
q)`hh`uu`ss$12:34:56
12 34 56i
q)"c"$97 98
"ab"
q)"x"$"ab"
0x6162
q)1h$0 1 2
011b
q)`symbol$"ab"
`ab
q)"p"$2024.01.02
2024.01.02D00:00:00.000000000
q)6h$`a`b!1 2
a| 1
b| 2
q)`week$2024.01.03
2024.01.01
/ empty: the type asked for.
q)`int$()
`int$()
q)"f"$0#0
`float$()
/ nested: to any depth.
q)`int$(1;2 3)
1i
2 3i
q)("i";"f")$(1;2)
1i
2f
q)`nosuch$1
'nosuch
q)"i"$`a
'type
q)`date$"a",`b
'type
/ Halves round up; beyond 2 to the 52nd floats are whole, and stay what they are.
q)"j"$9007199254740991 4503599627370497 -9007199254740991f
9007199254740991 4503599627370497 -9007199254740991
q)"j"$0.49999999999999994 0.5 2.5 -2.5 -0.5
0 1 3 -2 0
