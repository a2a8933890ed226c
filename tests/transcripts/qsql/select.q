/ select, exec, update, delete.
/ source: ref/select, ref/exec, ref/update, ref/delete, basics/qsql            status: documented
q)t:([]s:`a`b`a`c`b;p:10 20 30 40 50;q:1 2 3 4 5)
q)select from t
s p  q
------
a 10 1
b 20 2
a 30 3
c 40 4
b 50 5
q)select s,p from t
s p
----
a 10
b 20
a 30
c 40
b 50
q)select p from t where s=`a
p
--
10
30
q)select from t where p>20,q<5
s p  q
------
a 30 3
c 40 4
q)select from t where s in`a`c
s p  q
------
a 10 1
a 30 3
c 40 4
q)select total:sum p from t
total
-----
150
q)select sum p,avg q from t
p   q
-----
150 3
q)select sum p by s from t
s| p
-| --
a| 40
b| 70
c| 40
q)select n:count i by s from t
s| n
-| -
a| 2
b| 2
c| 1
q)select p by s from t
s| p
-| -----
a| 10 30
b| 20 50
c| ,40
q)select max p,min q by s from t where p<45
s| p  q
-| ----
a| 30 1
b| 20 2
c| 40 4
q)select by s from t
s| p  q
-| ----
a| 30 3
b| 50 5
c| 40 4
q)select sum p by big:p>25 from t
big| p
---| ---
0  | 30
1  | 120
q)select sum p by s,odd:1=q mod 2 from t
s odd| p
-----| --
a 1  | 40
b 0  | 20
b 1  | 50
c 0  | 40
q)select r:p*q from t
r
---
10
40
90
160
250
q)select p+q from t
p
--
11
22
33
44
55
q)select 2*p from t
x
---
20
40
60
80
100
q)select distinct s from t
s
-
a
b
c
q)select[2] from t
s p  q
------
a 10 1
b 20 2
q)select[-1] from t
s p  q
------
b 50 5
q)select[1 2] from t
s p  q
------
b 20 2
a 30 3
q)select[>p] from t
s p  q
------
b 50 5
c 40 4
a 30 3
b 20 2
a 10 1
q)select[2;<q] s from t
s
-
a
b
q)select i from t where s=`b
x
-
1
4
q)select from t where i<2
s p  q
------
a 10 1
b 20 2
q)select from t where p=max p
s p  q
------
b 50 5
q)select from t where p=(max;p) fby s
s p  q
------
a 30 3
c 40 4
b 50 5
q)select from t where q>(avg;q) fby s
s p  q
------
a 30 3
b 50 5
q)exec p from t
10 20 30 40 50
q)exec s,p from t where q<3
s| a  b
p| 10 20
q)exec sum p from t
150
q)exec p by s from t
a| 10 30
b| 20 50
c| ,40
q)exec sum p by s from t
a| 40
b| 70
c| 40
q)exec a:sum p,b:max q from t
a| 150
b| 5
q)exec distinct s from t
`a`b`c
q)exec first p from t where s=`c
40
q)exec p!q from t
10| 1
20| 2
30| 3
40| 4
50| 5
q)update p:0 from t where s=`a
s p  q
------
a 0  1
b 20 2
a 0  3
c 40 4
b 50 5
q)update r:p*2 from t
s p  q r
----------
a 10 1 20
b 20 2 40
a 30 3 60
c 40 4 80
b 50 5 100
q)update m:max p by s from t
s p  q m
---------
a 10 1 30
b 20 2 50
a 30 3 30
c 40 4 40
b 50 5 50
q)update n:1 from t where s=`c
s p  q n
--------
a 10 1
b 20 2
a 30 3
c 40 4 1
b 50 5
q)delete p from t
s q
---
a 1
b 2
a 3
c 4
b 5
q)delete from t where s=`b
s p  q
------
a 10 1
a 30 3
c 40 4
q)delete p,q from t
s
-
a
b
a
c
b
q)t2:t
q)update p:p+1 from `t2
`t2
q)exec p from t2
11 21 31 41 51
q)delete from `t2 where q>2
`t2
q)count t2
2
q)k:([s:`a`b]v:1 2)
q)select from k where v>1
s| v
-| -
b| 2
q)select v from k
v
-
1
2
q)update v:v*10 from k
s| v
-| --
a| 10
b| 20
q)exec v from k
1 2
q)delete from k where s=`a
s| v
-| -
b| 2
q)select from t where nosuch>1
'nosuch
q)select nosuch from t
'nosuch
q)select from nosuch
'nosuch
q)select from t where s=`zzz
s p q
-----
q)select sum p from t where s=`zzz
p
-
0
q)select sum p by s from t where s=`zzz
s| p
-| -
q)select first p,last q by s from t
s| p  q
-| ----
a| 10 3
b| 20 5
c| 40 4
q)lim:25
q)select from t where p>lim
s p  q
------
a 30 3
c 40 4
b 50 5
q)f:{[x]select from t where q=x}
q)f 4
s p  q
------
c 40 4
q){[tbl;c]exec sum p from tbl where s=c}[t;`b]
70
q)select p:wavg[q;p]by s from t
s| p
-| --------
a| 25
b| 41.42857
c| 40
q)select s,d:deltas p from t
s d
----
a 10
b 10
a 10
c 10
b 10
q)select sums p by s from t
s| p
-| -----
a| 10 40
b| 20 70
c| ,40
q)count select from t where s<>`a
3
q)select from t where not s=`a
s p  q
------
b 20 2
c 40 4
b 50 5
q)select from t where (s=`a)|q=5
s p  q
------
a 10 1
a 30 3
b 50 5
q)select a:p,b:p from t where q=1
a  b
-----
10 10
q)select count i from t
x
-
5
q)select by s,q from t where s=`a
s q| p
---| --
a 1| 10
a 3| 30
q)select {x*2}p from t where q<3
p
--
20
40
q)select p from t where s=`a,p>(avg p)
p
--
30
q)exec s from t where p=max p
,`b
q)select avg p,dev p from t
p  p1
-----------
30 14.14214
q)/ a cast of a condition
q)select "j"$a=1,`float$a within 1 2 from([]a:1 2 3)
a x
---
1 1
0 1
0 0
/ The first constraint is evaluated on a table without rows, too, so that a wrong one is told (as TorQ uses it).
q)select from([]a:`symbol$();b:`long$())where nosuch in`x`y
'nosuch
q)?[([]a:`symbol$());enlist(=;`nosuch;1);0b;()]
'nosuch
q)select from([]a:`symbol$();b:`long$())where a in`x,b>3
a b
---
q)count select from([]a:();b:())where a like"x*"
0
q)select from([]a:1 2)where a>5,nosuch=1
a
-
/ Dictionaries as items of a column: those with the same keys are a table, which goes into a list item by item (as TorQ uses it).
q)t:([]a:1 2 3;d:(()!();()!();()!()))
q)f:{`x`y!(x;enlist x)}
q)t:update d:f each a from t where a in 2 3
q)t`d
()!()
`x`y!(2;,2)
`x`y!(3;,3)
q)t:update d:f each a from t
q)type t`d
98h
q)t:update d:enlist(enlist`z)!enlist 1 from t where a=2
q)t`d
`x`y!(1;,1)
(,`z)!,1
`x`y!(3;,3)
q)update d:f each a from t where a=1,0b
a d
-------------
1 `x`y!(1;,1)
2 (,`z)!,1
3 `x`y!(3;,3)
q)update a:f each a from t where a=1
'type
/ With groups, `distinct` is of the first column's items (kb/programming-examples, wp/disaster-floods).
q)d:([]a:1 1 2 2;b:`x`x`x`y;c:1 2 3 4)
q)select distinct a by b from d
b| a
-| ---
x| 1 2
y| ,2
q)select distinct neg a,sum c by b from d
b| a     c
-| -------
x| -1 -2 6
y| ,-2   4
q)select distinct a by b from 0#d
b| a
-| -
/ In expressions `i` is the number of the row, also where a column is called so (wp/machine-learning).
q)ti:([]k:`a`b`c;i:30 10 20)
q)select from ti where i in 1 2
k i
----
b 10
c 20
q)exec i from ti where k in`a`c
0 2
q)select from ti where i=10
k i
---
q)exec k from(update`s#i from`i xasc ti)where i=2
,`a
q)delete i from ti
k
-
a
b
c
/ A local variable called i does not hide the numbers of rows, nor those of a query within another one.
q)t:([]file:`a`a`b;x:1 2 3)
q){i:5;exec count i by file from t}[]
a| 2
b| 1
q){i:5;exec {x} i by file from t}[]
a| 0 1
b| ,2
q){i:5;update c:(raze value exec 2+til count i by file from t) from t}[]
file x c
--------
a    1 2
a    2 3
b    3 2
/ In groups, too, a list that a group has conforms with the group's rows or is an error.
q)nested:([]g:`x`x`y`y;h:1 2 3 4;n:(1 2;3 4;5 6;7 8))
q)select h+sum n by g from nested
g| h    
-| -----
x| 5  8 
y| 15 18
q)select n+sum n by g from nested
g| n          
-| -----------
x| 5 6   9 10 
y| 17 18 21 22
q)select h+sum n by g from nested,1#nested
'length
/ The sum of products with an atom is no float.
q)exec h wsum 2 by g from nested
x| 6
y| 14
q)exec 2 wsum h from nested
20
q)exec h wsum h by g from nested
x| 5
y| 25
/ Aggregates alone make one row, also of columns of lists, as they do from a partitioned table.
/ source: basics/qsql            status: documented
q)t:([]s:`a`b;str:("foo";"bar");l:(1 2 3;4 5 6))
q)select last s,last str,sum l from t
s str   l    
-------------
b "bar" 5 7 9
q)select first l from t
l    
-----
1 2 3
q)count select count i from t
1
q)select first l from 0#t
l
-
q)exec last str from t
"bar"
q)select c:first each l from t
c
-
1
4
q)select last str by s from t
s| str  
-| -----
a| "foo"
b| "bar"
/ Floats are compared with tolerance, whatever attribute they have. source: basics/precision
q)t:([]f:0.1 0.2 0.3,(0.1+0.2),0.5)
q){exec i from x where f=0.3}each(t;update`p#f from t;update`g#f from t;update`s#f from t)
2 3
2 3
2 3
2 3
/ A dictionary as a table, and a record whose key leads on. Source: psaris.github.io (event processing).
q)d:`x`y!(1 2;3 4)
q)select from d where x>1
x y
---
2 4
q)count select from `x`y!1 3 where x>1
0
q)kk:([k:`a`b]v:10 20)
q)select x,k.v from `x`k!(1;`kk$`b)
x| 1
v| 20
q)select from `x`k!(1;`kk$`b)where k.v=20
x k
---
1 b
