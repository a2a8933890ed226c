/ Match: same type, same shape, same values; never fails. Attributes do not count.
/ source: ref/match            status: documented
q)1~1
1b
q)1~1.0
0b
q)1 2 3~1 2 3
1b
q)1 2 3~(1;2;3)
1b
q)"a"~enlist"a"
0b
q)`a~"a"
0b
q)()~()
1b
q)()~0#0
0b
q)(0#0)~0#0i
0b
q)0n~0n
1b
q)(`s#1 2 3)~1 2 3
1b
q)(`a`b!1 2)~`a`b!1 2
1b
q)(`a`b!1 2)~`b`a!2 1
0b
q)([]x:1 2)~([]x:1 2)
1b
q)([]x:1 2)~([]y:1 2)
0b
q)([k:1 2]v:3 4)~([k:1 2]v:3 4)
1b
q)1.0~1+1e-14
1b
q){x+1}~{x+1}
1b
q){x+1}~{x+2}
0b
q)(+)~(+)
1b
q)(1;`a;"s")~(1;`a;"s")
1b
q)(1;`a;"s")~(1;`a;"t")
0b
q)not 1~2
1b
q)2000.01.01~0
0b
q)(1 2;3 4)~flip(1 3;2 4)
1b
