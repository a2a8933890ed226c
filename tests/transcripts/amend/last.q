/ What a function answers is made of its variable where that lies; nobody else's value changes, and what fails changes nothing.
/ source: ref/amend, ref/upsert, ref/join, ref/accumulators            status: documented
q)a:1 2 3
q)f:{@[x;y;+;10]}
q)f[a;1]
1 12 3
q)a
1 2 3
q)f/[a;0 0 2]
21 2 13
q)f\[a;0 0 2]
11 2 3
21 2 3
21 2 13
q)a
1 2 3
q)f[`a;0]
`a
q)a
11 2 3
q)f[5;0]
15
q)f[`x`y!1 2;`y]
x| 1
y| 12
q){@[x;y;+;`a]}[1 2;0 1]
'type
  [1]  {@[x;y;+;`a]}
        ^
q))x
1 2
q))\
q){.[x;(0;`x);,;y]}[([]x:1 2);0]
'type
  [1]  {.[x;(0;`x);,;y]}
        ^
q))x
x
-
1
2
q))\
q)f[();0]
'length
  [1]  f:{@[x;y;+;10]}
          ^
q))\
q)g:{.[x;y;:;z]}
q)m:(1 2;3 4)
q)g[m;0 1;9]
1 9
3 4
q)g[m;(::;1);7 8]
1 7
3 8
q)g[m;();9]
9
q)m
1 2
3 4
q)g/[m;(0 0;1 1);-1 -2]
-1 2
3  -2
q){.[x;(y;0);,;z]}[(enlist 1 2;enlist 3 4);0;5]
1 2 5
3 4
q)t:([]a:1 2;b:`x`y)
q)u:{x upsert y}
q)u/[t;((3;`z);`a`b!(4;`w))]
a b
---
1 x
2 y
3 z
4 w
q){x,y}/[t;(`a`b!(3;`z);([]a:4 5;b:`v`w))]
a b
---
1 x
2 y
3 z
4 v
5 w
q)t
a b
---
1 x
2 y
q)u/[1!t;((2;`q);(3;`r))]
a| b
-| -
1| x
2| q
3| r
q){x,y}/[1!t;(([a:2 3]b:`q`r);([a:1#1]b:1#`s))]
a| b
-| -
1| s
2| q
3| r
q)t:t upsert (3;`z)
q)t:t,`a`b!(4;`w)
q)t:@[t;`a;neg]
q)t:.[t;(0 1;`a);:;7 8]
q)t
a  b
----
7  x
8  y
-3 z
-4 w
q)d:`p`q!1 2
q)e:d
q)d:@[d;`p`r;:;5 6]
q)d:d,`s`p!7 8
q)d:d upsert `q`u!0 1
q)d
p| 8
q| 0
r| 6
s| 7
u| 1
q)e
p| 1
q| 2
q)d:@[d;`q;+;`x]
'type
q)d`q
0
q)show (d:@[d;`q;:;3];d`q)
`p`q`r`s`u!8 3 6 7 1
0
q){s:x;x:@[x;0;:;y];(s;x)}[1 2;9]
1 2
9 2
q){x:@[x;0;:;x];x}(1 2;3 4)
1 2 3 4
3   4
q){x:.[x;(0;0);:;x 1];x}[((1;`a);3 4)]
3 4 `a
3   4
q)attr {@[x;0;:;y]}[`s#1 2 3;0]
`
q)attr {x,y}[`s#1 2 3;4]
`
/ `::` among the indexes means all values of a dictionary, also where it is a key.
q)d:(::;`a)!(1 2;3 4)
q)d[;0]:5
q)d
::| 5 2
`a| 5 4
q)d[::;1]+:10
q)d
::| 5 12
`a| 5 14
q)@[`d;::;{x+1}]
`d
q)d
::| 6 13
`a| 6 15
q).[d;(::;0);+;1 2]
::| 7 13
`a| 8 15
