/ The greater of two, which of flags is OR.
/ source: ref/or            status: documented
q)1100b or 1010b
1110b
q)2 or 3
3
q)0N or -5
-5
q)1b or 5
5
q)"cat" or "dog"
"dot"
q)2024.01.02 or 2023.12.31
2024.01.02
q)or[1 2;2 1]
2 2
q)(`a`b!1 5) or 3
a| 3
b| 5
/ empty: no items.
q)5 or 0#0
`long$()
/ nested: to any depth.
q)(1 2;3) or 2
2 2
3
q)1 or `a
'type
q)1 2 or 1 2 3
'length
