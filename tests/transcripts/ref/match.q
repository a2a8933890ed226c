/ The same, to the type.
/ source: ref/match            status: documented
q)1~1
1b
q)1~1f
0b
q)1 2~1 2
1b
q)1 2~1 2i
0b
q)0n~0n
1b
q)0N~0n
0b
q)(1+1e-15)~1f
1b
q)`a`b~`a`b
1b
q)(`a`b!1 2)~`b`a!2 1
0b
q)([]a:1 2)~([]a:1 2)
1b
q)1~enlist 1
0b
q)(`s#1 2)~1 2
1b
q){x+1}~{x+1}
1b
q){x+1}~{x + 1}
0b
/ empty: by type.
q)()~()
1b
q)()~0#0
0b
q)""~0#`
0b
/ nested: to any depth.
q)(1 2;(`a;"b"))~(1 2;(`a;"b"))
1b
q)(1 2;3)~(1 2;3i)
0b
q)~[1;2;3]
'rank
