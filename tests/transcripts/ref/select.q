/ Rows and columns, by groups.
/ source: ref/select            status: documented
q)t:([]s:`a`b`a`c;n:1 2 3 4;p:1.5 2.5 3.5 4.5)
q)select from t where n>2
s n p
-------
a 3 3.5
c 4 4.5
q)select s,d:2*n from t where s in `a`b
s d
---
a 2
b 4
a 6
q)select sum n by s from t
s| n
-| -
a| 4
b| 2
c| 4
q)select n,m:max p by s from t where p<4
s| n   m
-| -------
a| 1 3 3.5
b| ,2  2.5
q)select by s from t
s| n p
-| -----
a| 3 3.5
b| 2 2.5
c| 4 4.5
q)select count i by s from t
s| x
-| -
a| 2
b| 1
c| 1
q)select distinct s from t
s
-
a
b
c
q)select[2] from t
s n p
-------
a 1 1.5
b 2 2.5
q)select[2;>n] s,n from t
s n
---
c 4
a 3
q)select[1 2] n from t
n
-
2
3
q)select n by big:n>2 from t
big| n
---| ---
0  | 1 2
1  | 3 4
q)select from t where n>1,p<4,s<>`b
s n p
-------
a 3 3.5
/ empty: no rows.
q)select from t where n>99
s n p
-----
q)select sum n by s from t where n>99
s| n
-| -
/ nested: columns of lists.
q)select s,c:count each l from update l:(1 2;3;();4 5 6)from t
s c
---
a 2
b 1
a 0
c 3
q)select nosuch from t
'nosuch
q)select from t where s+1
'type
/ Cond is for functions, not for columns.
q)select $[1b;s;n]from t
'rank
q)select from t where s like $[1b;"a*";"b*"]
'rank
q)exec sum $[1b;n;0]by s from t
'rank
q)exec {$[x;"yes";"no"]}each s=`a from t
"yes"
"no"
"yes"
"no"
/ Of a dictionary select gives a dictionary, whose entries need not be of one count (trees of ml/clust/utils.q in
/ KxSystems/ml; basics/qsql: the result is a table or dictionary).
q)node:`leaf`self`idxs!(0b;3;til 4)
q)select leaf:1b,self,below:self+1+(0;2),none:0#0,idxs from node
leaf | 1b
self | 3
below| 4 6
none | `long$()
idxs | 0 1 2 3
q)enlist[select self,idxs from node],select self,idxs:0#0 from node
self idxs
-------------
3    0 1 2 3
3    `long$()
q)select from node
leaf| 0b
self| 3
idxs| 0 1 2 3
q)select n:count idxs,2#idxs from node
n   | 4
idxs| 0 1
q)update n:count idxs,m:sum idxs from node
leaf| 0b
self| 3
idxs| 0 1 2 3
n   | 4
m   | 6
q)exec n:count idxs,m:sum idxs from node
n| 4
m| 6
q)exec count idxs from node
4
q)select nosuch from node
'nosuch
q)select distinct idxs from `idxs`w!(1 1 2;3 3 4)
idxs
----
1
2
/ An order and a limit of groups are those of the result, whose columns the order names; groups that tie stand as they appear.
/ source: ref/select; psaris/funq (recommend.q), arrenree/KDB-Problem-Sets
q)p:([]k:1 1 2 2 0;s:`b`a`b`c`d;v:10 20 30 45 20)
q)select[2;>v] sum v by s from p
s| v
-| --
c| 45
b| 40
q)select[>n] n:count i,sum v by s from p
s| n v
-| ----
b| 2 40
a| 1 20
c| 1 45
d| 1 20
q)select[<v] sum v by k from p
k| v
-| --
0| 20
1| 30
2| 75
q)select[1;>v] by s from p
s| k v
-| ----
c| 2 45
q)select[2;>m] m:max v by s,k from p
s k| m
---| --
c 2| 45
b 2| 30
q)?[p;();(1#`s)!1#`s;(1#`v)!enlist(sum;`v);-1;(idesc;`v)]
s| v
-| --
d| 20
q)select[>nosuch] v:sum v by k from p
'nosuch
/ An aggregate that comes first makes one row, and what comes after it is in that row.
/ source: pdubrov/q_for_mortals (select total:sum qty,qty from sp)
q)select s:sum v,v from p
s   v
------------------
125 10 20 30 45 20
q)select v,s:sum v from p
v  s
------
10 125
20 125
30 125
45 125
20 125
