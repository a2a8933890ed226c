/ Empty nested columns as written before V3.6, and records loaded chunk by chunk.
/ source: ref/dotq            status: documented
q).Q.Xf["C";`:empty]
`:empty
q)get`:empty
q)count get`:empty
0
q).Q.Cf`:chars
`:chars
q)read1`:chars
0xfe205700000000000000000000000000
q).Q.Xf[`symbol;`:no]
'type
q).Q.Xf["C";3]
'type
q)`:src 1:raze raze{reverse each 0x0 vs/:x}each flip(1 2 3 4 5i;10 20 30 40 50i)
`:src
q)hcount`:src
40
q).Q.M:2
q).Q.dsftg[(`:db;2000.10.02;`trade);(`:src;8;0);`size`price;("ii";4 4);{@[x;`price;%;10]}]
`:db/2000.10.02/trade/
q)get`:db/2000.10.02/trade
size price
----------
2    2
3    3
4    4
5    5
q).Q.dsftg[(`:db;2000.10.03;`trade);(`:src;8;-16);`size`price;("ii";4 4);{x}]
`:db/2000.10.03/trade/
q)get`:db/2000.10.03/trade
size price
----------
2    20
3    30
