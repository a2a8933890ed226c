/ The lesser, which of flags is AND.
/ source: ref/and            status: documented
q)1100b and 1010b
1000b
q)2 and 3
2
q)0N and 5
0N
q)0n and -0w
0n
q)1b and 5
1
q)2 and 1.5
1.5
q)"cat" and "dog"
"cag"
q)2024.01.02 and 2023.12.31
2023.12.31
/ empty: the other side's atom makes no items.
q)5 and 0#0
`long$()
/ nested: to any depth.
q)(1 2;3) and 2
1 2
2
q)(`a`b!1 5) and 3
a| 1
b| 3
q)([]x:1 5) and 3
x
-
1
3
q)1 and `a
'type
q)1 2 and 1 2 3
'length
