/ Nulls replaced: by an atom, item by item, by what came before.
/ source: ref/fill            status: documented
q)0^1 0N 3
1 0 3
q)10 20 30^1 0N 3
1 20 3
q)`x^`a``b
`a`x`b
q)"-"^"a b"
"a-b"
q)1.5^0N
1.5
q)0^0n 2
0 2f
q)5^0N
5
q)0N^0N
0N
q)2000.01.01^0Nd
2000.01.01
q)fills 1 0N 0N 4 0N
1 1 1 4 4
q)fills 0N 1
0N 1
q)fills `a``b`
`a`a`b`b
q)0^`a`b!1 0N
a| 1
b| 0
q)0^([]a:1 0N;b:0N 2)
a b
---
1 0
0 2
q)fills ([]a:1 0N;b:0N 2)
a b
---
1
1 2
/ empty: nothing to fill.
q)0^0#0N
`long$()
q)fills 0#0
`long$()
q)fills ()
/ nested: to any depth.
q)0^(1 0N;0N)
1 0
0
q)1 2^1 0N 3
'length
q)0^`a
'type
