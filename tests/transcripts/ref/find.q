/ The first place of an item.
/ source: ref/find            status: documented
q)10 20 30?20
1
q)10 20 30?99
3
q)10 20 30?30 10 7
2 0 3
q)`a`b?`b
1
q)"abc"?"cab"
2 0 1
q)0N 1?0N
0
q)(`a`b`c!1 2 3)?2
`b
q)(`a`b!1 2)?9
`
q)([]a:1 2;b:3 4)?`a`b!2 4
1
q)([]a:1 2;b:3 4)?([]a:2 7;b:4 7)
1 2
/ empty: nothing is there.
q)(0#0)?5
0
q)()?`a
0
q)1 2 3?0#0
`long$()
/ nested: lists among lists; or the shape of the right side.
q)(1 2;3 4)?3 4
1
q)("ab";"cd")?("cd";"zz")
1 2
q)10 20 30?(10 30;20 7)
0 2
1 3
q)10 20 30?(20;10 30)
'type
q)1 2 3?`a
'type
/ A list of one-item lists is rows of a table of one column; so they are keys of a keyed table.
q)([]k:`a`b`c)?(enlist`b;enlist`z)
1 3
q)exec v from([k:`a`b`c]v:1 2 3)(enlist`b;enlist`z)
2 0N
q)exec v from([k:`a`b`c]v:1 2 3)flip enlist`c`a
3 1
q)exec v from([a:1 2;b:`x`y]v:10 20)((2;`y);(1;`x);(3;`z))
20 10 0N
/ rows of a table: a list of lists is a list of rows, as where a keyed table is indexed
q)t:([]a:1 2 3;b:`x`y`z)
q)t?((3;`z);(1;`x);(1;`z))
2 0 3
q)t?(2;`y)
1
q)([]a:1 2;b:3 4)?(2 4;1 3)
1 0
q)([]a:1 2 3)?enlist each 3 1
2 0
q)([k:1 2]v:3 4)(enlist 2;enlist 1)
v
-
4
3
q)([k:1 2;j:3 4]v:5 6)(2 4;1 4)
v
-
6

q)([k:1 2]v:3 4)([]k:2 1h)
v
-
4
3
q)([k:1 2]v:3 4)([]k:`a`b)
'type
q)([]a:("ab";"cd");b:`x`y)?("cd";`y)
1
q)([]a:("ab";"cd");b:`x`y)?(("cd";`y);("ab";`y))
1 2
q)t?`b`a!(`y;2)
1
q)t?(2;"y")
'type
