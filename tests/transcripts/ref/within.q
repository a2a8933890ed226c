/ Whether items lie between two others.
/ source: ref/within            status: documented
q)3 within 1 5
1b
q)1 5 6 within 1 5
110b
q)"m" within "az"
1b
q)`b within `a`c
1b
q)0N within 1 5
0b
q)1.5 within 1 2
1b
q)2024.01.15 within 2024.01.01 2024.01.31
1b
q)09:45 within 09:30 10:00
1b
q)5 within (1 2 6;3 5 7)
010b
q)2 5 6 within (1 2 6;3 5 7)
111b
q)(`a`b!1 9) within 0 5
a| 1
b| 0
/ empty: no flags.
q)(0#0) within 1 5
`boolean$()
/ nested: to any depth.
q)(1 9;3) within 2 5
00b
1b
q)1 within 1 2 3
'length
q)`a within 1 2
'type
