/ Joins.
/ source: ref/lj, ref/ij, ref/uj, ref/ej, ref/pj, ref/aj, ref/asof, ref/wj, basics/joins            status: documented
q)t:([]s:`a`b`c;v:1 2 3)
q)k:([s:`a`c]w:10 30)
q)t lj k
s v w
------
a 1 10
b 2
c 3 30
q)t ij k
s v w
------
a 1 10
c 3 30
q)t lj ([s:`a`b]v:100 200)
s v
-----
a 100
b 200
c 3
q)t lj ([s:`a`b]v:100 0N)
s v
-----
a 100
b
c 3
q)t ljf ([s:`a`b]v:100 0N)
s v
-----
a 100
b 2
c 3
q)t pj ([s:`a`b]v:100 200)
s v
-----
a 101
b 202
c 3
q)t uj ([]s:`d`e;w:4 5)
s v w
-----
a 1
b 2
c 3
d   4
e   5
q)(1!t) uj ([s:`a`z]v:9 8)
s| v
-| -
a| 9
b| 2
c| 3
z| 8
q)ej[`s;t;([]s:`a`a`c;x:7 8 9)]
s v x
-----
a 1 7
a 1 8
c 3 9
q)tr:([]s:`x`y`x;time:10:00 10:01 10:05;p:1 2 3)
q)qt:([]s:`x`x`y;time:09:59 10:03 10:01;b:100 101 200)
q)aj[`s`time;tr;qt]
s time  p b
-------------
x 10:00 1 100
y 10:01 2 200
x 10:05 3 101
q)aj0[`s`time;tr;qt]
s time  p b
-------------
x 09:59 1 100
y 10:01 2 200
x 10:03 3 101
q)aj[`s`time;([]s:`x`z;time:09:00 12:00;p:1 2);qt]
s time  p b
-----------
x 09:00 1
z 12:00 2
q)qt asof `s`time!(`x;10:04)
b| 101
q)t lj ([]s:`a`b;w:1 2)
'type
q)t,'([]w:5 6 7)
s v w
-----
a 1 5
b 2 6
c 3 7
q)t lj 2!([]s:`a`b;v:1 9;w:5 6)
s v w
-----
a 1 5
b 2
c 3
q)t ij ([s:`z`y]w:1 2)
s v w
-----
q)(1!t) lj k
s| v w
-| ----
a| 1 10
b| 2
c| 3 30
q)(1!t) ij k
s| v w
-| ----
a| 1 10
c| 3 30
q)aj[`time;([]time:10:00 11:00);([]time:09:00 10:30;v:1 2)]
time  v
-------
10:00 1
11:00 2
q)wt:([]s:`x`x;time:10:00 10:10)
q)wq:([]s:`x`x`x`x;time:09:58 10:01 10:09 10:12;b:1 2 3 4)
q)wj1[-1 2+\:wt`time;`s`time;wt;(wq;(sum;`b))]
s time  b
---------
x 10:00 2
x 10:10 7
q)wj[-1 2+\:wt`time;`s`time;wt;(wq;(sum;`b))]
s time  b
---------
x 10:00 3
x 10:10 7
/ A grouped column: only the groups that are asked for are looked at. Source: ref/aj, for tables in memory.
q)gq:([]s:`g#`b`a`b``a;time:1 2 3 4 5;v:10 20 30 40 50)
q)gt:([]s:`b`a`nosuch`b``a`b;time:2 5 9 3 4 1 0)
q)exec v from aj[`s`time;gt;gq]
10 50 0N 30 40 0N 0N
q)exec v from aj[`s`time;gt;update`#s from gq]
10 50 0N 30 40 0N 0N
q)exec time from aj0[`s`time;gt;gq]
1 5 9 3 4 1 0
q)gs:`b`a`
q)exec v from aj[`s`time;update`gs$s from gt 0 1 3 4;gq]
10 50 30 40
q)exec v from aj[`s`time;gt;update`g#`gs$s from gq]
10 50 0N 30 40 0N 0N
q)aj[`s`time;0#gt;gq]
s time v
--------
q)exec v from aj[`s`time;gt;gq,([]s:`nosuch`b;time:8 9;v:60 70)]
10 50 60 30 40 0N 0N
q)exec v from wj[(-1 0)+\:gt`time;`s`time;gt;(gq;(sum;`v))]
10 70 0 40 40 0 0
/ A step table gives what it gives when it is indexed.
/ source: kb/temporal-data, ref/lj, ref/pj            status: documented
q)ph:`s#([name:`Bill`John`John;date:2000.01.01 2000.01.01 2000.06.10]phone:4444 5555 4444)
q)([]name:`John`John`John`Kate;date:2000.06.09+til 4)lj ph
name date       phone
---------------------
John 2000.06.09 5555 
John 2000.06.10 4444 
John 2000.06.11 4444 
Kate 2000.06.12      
q)([]k:2 4 0;v:10 10 10)pj`s#([k:1 3 5]v:1 2 3)
k v 
----
2 11
4 12
0 10
q)([]k:`b`a`z)lj`s#([k:`a`c]v:1 2)
k v
---
b 1
a 1
z 2
q)(0#([]k:2 4))lj`s#([k:1 3]v:1 2)
k v
---
/ The last column of an as-of join may be enumerated: its values are in order.
q)sym:`z`a`m`n`b
q)t:([]y:`a`b`m`n`z;x:1 101 2 100 0)
q)aj[`y;([]y:`b`n);t]
y x
-----
b 101
n 100
q)e:update`sym$y from t
q)aj[`y;([]y:`sym$`b`n);e]
y x
-----
b 101
n 100
q)e asof([]y:`sym$`b`n)
x
---
101
100
/ A keyed table and a table that has its key columns: by the keys.
/ source: CillianReilly/AOC (2023, 17), poetiq/poetiq            status: inferred
q)t:([a:1 2;b:3 4]c:5 6)
q).[`t;();&;([]a:1 9;b:3 9;c:1 9)]
`t
q)t
a b| c
---| -
1 3| 1
2 4| 6
9 9| 9
q)t+:([]b:3 9;a:1 9;c:10 20)
q)t
a b| c
---| --
1 3| 11
2 4| 6
9 9| 29
q)([]b:1#4;a:1#2;c:1#1)-t
a b| c
---| ---
2 4| -5
1 3| -11
9 9| -29
q)t+([]c:1 2 3)
a b| c
---| --
1 3| 12
2 4| 8
9 9| 32
