/ Difference, item by item.
/ source: ref/not-equal            status: documented
q)1<>2
1b
q)1 2 3<>1 5 3
010b
q)0N<>0N
0b
q)0n<>0N
0b
q)1<>1f
0b
q)"abc"<>"axc"
010b
q)`a`b<>`a
01b
q)(`a`b!1 2)<>`a`b!1 3
a| 0
b| 1
q)([]a:1 2)<>2
a
-
1
0
/ empty: no flags.
q)(0#0)<>1
`boolean$()
/ nested: to any depth.
q)(1 2;3)<>(1 5;3)
01b
0b
q)1 2<>1 2 3
'length
q)`a<>1
'type
