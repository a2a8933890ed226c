/ Tables: columns, keys, order, rename, insert, upsert, meta, grouping.
/ source: ref/cols, ref/keys, ref/meta, ref/insert, ref/upsert, ref/asc, ref/xgroup, ref/ungroup            status: documented
q)t:([]s:`b`a`b;v:1 2 3)
q)cols t
`s`v
q)count t
3
q)meta t
c| t f a
-| -----
s| s
v| j
q)meta ([]a:("ab";"c");b:(1 2;3 4);c:(1;`x))
c| t f a
-| -----
a| C
b| J
c|
q)keys t
`symbol$()
q)k:`s xkey ([]s:`a`b;v:1 2)
q)k
s| v
-| -
a| 1
b| 2
q)keys k
,`s
q)cols k
`s`v
q)0!k
s v
---
a 1
b 2
q)1!([]s:`a`b;v:1 2)
s| v
-| -
a| 1
b| 2
q)2!([]a:1 2;b:3 4;c:5 6)
a b| c
---| -
1 3| 5
2 4| 6
q)() xkey k
s v
---
a 1
b 2
q)`s xasc t
s v
---
a 2
b 1
b 3
q)attr exec s from `s xasc t
`s
q)`v xdesc t
s v
---
b 3
a 2
b 1
q)`s`v xasc ([]s:`b`a`a;v:1 3 2)
s v
---
a 2
a 3
b 1
q)`s xasc `t
`t
q)t
s v
---
a 2
b 1
b 3
q)`x`y xcol t
x y
---
a 2
b 1
b 3
q)`x xcol t
x v
---
a 2
b 1
b 3
q)((enlist`v)!enlist`w)xcol t
s w
---
a 2
b 1
b 3
q)`v xcols t
v s
---
2 a
1 b
3 b
q)`t insert (`c;9)
,3
q)t
s v
---
a 2
b 1
b 3
c 9
q)`t insert (`d`e;7 8)
4 5
q)count t
6
q)`t insert ([]s:`f`g;v:0 0)
6 7
q)`t insert (`x;"a")
'type
q)`t insert (1;2;3)
'length
q)t,:(`z;99)
q)last t
s| `z
v| 99
q)kt:([id:1 2]v:`a`b)
q)`kt insert (3;`c)
,2
q)`kt insert (1;`z)
'insert
q)kt upsert (1;`z)
id| v
--| -
1 | z
2 | b
3 | c
q)`kt upsert (9;`q)
`kt
q)kt 9
v| q
q)`kt upsert ([id:1 10]v:`aa`bb)
`kt
q)kt
id| v
--| --
1 | aa
2 | b
3 | c
9 | q
10| bb
/ Columns that are lacking stay as they are in rows that are there, and are null in new ones (timestored/qstudio, keyed
/ tables); keys cannot lack.
q)et:([e:`kx`ms`ms;l:`NY`NY`LN]size:10 2000 1000;area:.9 15.1 11.2)
q)et upsert([e:`kx`ms`ms;l:`NY`TK`TK]size:9 11 12)
e  l | size area
-----| ---------
kx NY| 9    0.9 
ms NY| 2000 15.1
ms LN| 1000 11.2
ms TK| 12       
q)et upsert([]area:1 2.;l:`NY`TK;e:`kx`ms)
e  l | size area
-----| ---------
kx NY| 10   1   
ms NY| 2000 15.1
ms LN| 1000 11.2
ms TK|      2   
q)`et upsert`e`l`size!(`kx;`NY;0N)
`et
q)et
e  l | size area
-----| ---------
kx NY|      0.9 
ms NY| 2000 15.1
ms LN| 1000 11.2
q)et upsert([e:`kx`ms]size:9 12)
'mismatch
q)et upsert([]e:`kx`ms;size:9 12)
'l
q)et upsert`l`size!(`NY;3)
'e
q)et upsert 0#([]e:`kx`ms;size:9 12)
'l
q)delete et from`.
`.
q)([]a:1 2)upsert enlist 3
a
-
1
2
3
q)([]a:1 2)upsert enlist[`a]!enlist 3
a
-
1
2
3
q)u:([]s:`a`b`a;v:1 2 3)
q)`s xgroup u
s| v
-| ---
a| 1 3
b| ,2
q)ungroup `s xgroup u
s v
---
a 1
a 3
b 2
q)ungroup ([]a:1 2;b:(3 4;enlist 5))
a b
---
1 3
1 4
2 5
q)u`v
1 2 3
q)u[1]
s| `b
v| 2
q)u 0 2
s v
---
a 1
a 3
q)tables`.
`k`kt`t`u
q)type k
99h
q)flip u
s| a b a
v| 1 2 3
q)distinct ([]a:1 1 2)
a
-
1
2
q)([]a:1 2;b:3)
a b
---
1 3
2 3
q)([]a:1 2;b:1 2 3)
'length
q)([]1 2;3 4)
x x1
----
1 3
2 4
q)a:1 2;b:3 4
q)([]a;b)
a b
---
1 3
2 4
q)([]a;c:b+1)
a c
---
1 4
2 5
q)([]til 2;10 20)
x x1
----
0 10
1 20
q)value first u
`a
1
q)key k
s
-
a
b
q)value k
v
-
1
2
q)k[`a]
v| 1
q)k[`a;`v]
1
q)k ([]s:`b`a)
v
-
2
1
q)k,([s:`b`c]v:20 30)
s| v
-| --
a| 1
b| 20
c| 30
q)delete from `u where s=`a
`u
q)u
s v
---
b 2
q)0#u
s v
---
q)`a`b!(1 2;3 4)
a| 1 2
b| 3 4
q)count fkeys u
0
q)/ integer columns take integers of any width (kb/logging)
q)trade:([]time:`time$();sym:`symbol$();price:`float$();size:`int$())
q)`trade insert(09:30:00.000;`a;10.75;100)
,0
q)`trade upsert(09:30:01.000;`b;11.5;200)
`trade
q)trade,:(09:30:02.000;`c;12.;300h)
q)`trade insert(09:30:03.000 09:30:04.000;`a`b;1 2.;5 6)
3 4
q)trade`size
100 200 300 5 6i
q)`trade insert(09:30:00.000;`a;10;100)
'type
q)k:([s:`a`b]n:1 2i)
q)`k upsert(`b;7)
`k
q)k,:([s:`c`d]n:8 9)
q)exec n from k
1 7 8 9i
q)/ so they do where a row is set (wp/query-routing)
q)k:([s:`a`b]n:1 2i;m:3 4h)
q)k[`a]:5 6
q)k[`b;`n`m]:(7;0N)
q)k[`c;`n]:8
q)k
s| n m
-| ---
a| 5 6
b| 7
c| 8
q)meta k
c| t f a
-| -----
s| s
n| i
m| h
q)k[`a;`n]:1f
'type
/ The key of a row is of the type of the key column.
q)([k:`a`b]v:1 2)[0]
'type
q)([k:`a`b]v:1 2)`z
v|  
q)([k:1 2]v:1 2)2i
v| 2
q)([k:1 2]v:1 2)1f
'type
/ A table without columns stays one.
q)t:delete a from([]a:1 2)
q)raze(cols reverse t;cols neg t;cols t+1)
`symbol$()
/ A column may be given with two colons (wp/columnar-database).
q){1!([]sym:key x;price::value x)}`a`b!1 2f
sym| price
---| -----
a  | 1    
b  | 2    
