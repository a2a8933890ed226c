/ More than, and at least.
/ source: ref/greater-than            status: documented
q)3>2
1b
q)1 2 3>2
001b
q)1 2 3>=2
011b
q)1>0N
1b
q)0N>=0N
1b
q)-0w>0n
1b
q)`b>`a
1b
q)"b">"a"
1b
q)1.5>1
1b
q)2024.01.02>2024.01.01D12:00:00
1b
q)(`a`b!1 3)>2
a| 0
b| 1
q)([]a:1 3)>=3
a
-
0
1
/ empty: no flags.
q)(0#0)>1
`boolean$()
/ nested: to any depth.
q)(1 3;2)>2
01b
0b
q)1 2>1 2 3
'length
q)`a>1
'type
