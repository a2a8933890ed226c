/ Lists that grow item by item, and what is sought in them: an answer does not depend on when they were packed, nor on what was learned.
/ source: ref/join, ref/find, ref/in, basics/dictsandtables (upsert)   status: inferred
q)v:enlist 0 0;{if[not(x;x)in v;v,:enlist(x;x)]}each 400#til 200;count v
200
q)(v~flip 2#enlist til 200;v?(150 150;3 3;7 8;199 199);v?150 150)
1b
150 3 200 199
150
q)w:v;v[3]:7 8;(v?(150 150;3 3;7 8);v?7 8;v?3 3;w?3 3;w?7 8)
150 200 3
3
200
3
200
q)v,:enlist 3 3;v,:enlist 1 2 3;v,:enlist"abc";v,:`x;(v?3 3;v?1 2 3;v?"abc";v?enlist`x;count v;-3#v)
200
201
202
204
204
(1 2 3;"abc";`x)
q)d:(enlist 0 0)!enlist 0;{d[enlist(x;neg x)]+:x}each 300#til 100;(count d;d 99 -99;d(5 -5;1 1;0 0);sum value d)
100
297
15 0N 0
14850
q)d[enlist 5 -5]:1;d:(enlist 7 -7)_d;(count d;d 5 -5;d 7 -7;d 99 -99;key[d]7)
99
1
0N
297
8 -8
q)s:enlist"";{if[not(string x)in s;s,:enlist string x]}each 400#til 200;(count s;s?(string 150 0),("";"200"),string 1 199;s?"199")
201
151 1 0 201 2 200
200
q)s[1]:enlist"x";s[2]:"longer";(s?(string 0;enlist"x";"longer";string 1);s?string 0;s?enlist"x")
201 1 2 201
201
1
q)u:`u#s;(u?"199";u?"nosuch";u?enlist"199";("198";enlist"z")in u;attr u)
200
201
,200
10b
`u
q)k:([a:();b:`long$()]v:`long$());{`k upsert(string x mod 50;x mod 7;x)}each til 700;count k
350
q)exec v from k flip`a`b!flip((string 3;3);(string 3;4);("49";6))
353 403 699
q)k:([a:();b:()]v:`long$());{`k upsert(string x mod 50;string x mod 7;x)}each til 700;count k
350
q)exec v from k flip`a`b!flip(("10";string 6);("10";string 9);("49";string 6))
510 0N 699
