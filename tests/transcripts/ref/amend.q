/ Items replaced or changed in a copy, or in a global by its name.
/ source: ref/amend            status: documented
q)@[1 2 3;0 2;+;10 20]
11 2 23
q)@[1 2 3;1;neg]
1 -2 3
q)@[1 2 3;0 0;+;1]
3 2 3
q).[(1 2;3 4);(0;1);:;9]
1 9
3 4
q).[(1 2;3 4);(::;0);+;10]
11 2
13 4
q).[1 2;();,;3]
1 2 3
q)@[`a`b!1 2;`c;:;3]
a| 1
b| 2
c| 3
q)@[([]a:1 2;b:3 4);`a;+;1]
a b
---
2 3
3 4
q).[([]a:1 2;b:3 4);(1;`b);:;9]
a b
---
1 3
2 9
q)@[([]a:1 2;b:3 4);1;:;`a`b!7 8]
a b
---
1 3
7 8
q)l:1 2 3
q)@[`l;1;*;10]
`l
q)l
1 20 3
q).[`l;enlist 0;:;7]
`l
q)l
7 20 3
/ empty: nothing selected, nothing changed.
q)@[1 2 3;0#0;+;1]
1 2 3
q).[(1 2;3 4);(0#0;0);:;9]
1 2
3 4
/ nested: at depth, each path on its own.
q).[((1 2;3 4);5 6);0 1 0;:;9]
1 2 9 4
5   6
q)@[(1 2;3 4);0 1;,;(7;8 9)]
1 2 7
3 4 8 9
q)@[(1;`a;"s");1;:;2.5]
1
2.5
"s"
q)@[1 2 3;5;:;0]
'length
q)@[1 2 3;0 1;:;7 8 9]
'length
q)@[1 2 3;0;:;`a]
'type
/ An atom is changed as a whole.
q)@[5.5;0;neg]
-5.5
q)@["a";::;upper]
"A"
q)@[5;0;+;3]
8
q).[5;();neg]
-5
q)@[1 2 3;`a;:;1]
'type
q)@[1 2 3;0N;:;1]
'length
/ In files only items of plain vectors are changed.
q)`:v set til 5
`:v
q)@[`:v;1 2;:;10 20]
`:v
q)get`:v
0 10 20 3 4
q)`:e set `dom?`a`b
`:e
q)@[`:e;0;:;`b]
'type/attr error amending file e
q)`:s set `s#til 5
`:s
q)@[`:s;0;:;1]
'type/attr error amending file s
q)`:n set (1 2;3)
`:n
q)@[`:n;0;:;1]
'type/attr error amending file n
/ beside a row there must be columns
q)t:([]a:1 2;b:3 4)
q)t[0;`zz]:5
'length
q)t[0;1]:5
'type
q).[t;(0;1.5);:;5]
'type
q)t[`zz;0]:5
'length
q)t[1;]:5 6
q)t[0;`a`b]:7 8
q)t
a b
---
7 8
5 6
q).[t;(::;`b);:;0 1]
a b
---
7 0
5 1
/ Tables: a row and a column, or all of them.
q).[([]a:1 2;b:3 4);(0;::);:;9 8]
a b
---
9 8
2 4
q).[([]a:1 2;b:3 4);(::;`b);+;10]
a b 
----
1 13
2 14
q).[([]a:1 2;b:3 4);0 1;:;5]
'type
q).[([]a:1 2;b:3 4);(neg;`a);:;5]
'type
