/ Partitions by month, year and int; segments; tables that partitions lack; what .Q says of them.
/ source: ref/dotq, kb/partition, database/segment            status: documented
q)t:([]sym:`b`a`b;v:1 2 3)
q){.Q.dpft[`:mon;x;`sym;`t]}each 2024.01 2024.02m
`t`t
q){.Q.dpft[`:int;x;`sym;`t]}each 6 5
`t`t
q){.Q.dpft[`:long;x;`sym;`t]}each 7 12345678901;
q){.Q.dpft[`:yr;x;`sym;`t]}each 2023 2024i;
q)key each`:mon`:int`:long`:yr
2024.01     2024.02 sym
5           6       sym
12345678901 7       sym
2023        2024    sym
q)\l mon
q)(.Q.pf;.Q.pv;.Q.pd;.Q.PV;.Q.PD;.Q.pt)
`month
2024.01 2024.02m
`:.`:.
2024.01 2024.02m
`:.`:.
,`t
q)month
2024.01 2024.02m
q)select from t where month=2024.02m,sym=`b
month   sym v
-------------
2024.02 b   1
2024.02 b   3
q)select from t where mont=2024.02m
'mont
  neither a column nor a variable; the columns are month sym v; did you mean month?
q).Q.par[`:.;2024.02m;`t]
`:./2024.02/t
q)\cd ..
q)\l int
q)(.Q.pf;.Q.pv)
`int
5 6i
q)exec sum v by int from t
5| 6
6| 6
/ Columns as they are, under other names and more than once; beside the number of a row in its partition.
q)select w:v,int,sym,v from t where v>1
w int sym v
-----------
2 5   a   2
3 5   b   3
2 6   a   2
3 6   b   3
q)select i,v from t where sym=`b
x v
---
1 1
2 3
1 1
2 3
q)attr each value flip select sym,v from t
``
q)select sym,u:v from t where v>5
sym u
-----
/ What has to see all rows at once.
q)exec med v from t where v<3
1.5
q)select desc v,count distinct int by sym from t
sym| v       int
---| -----------
a  | 2 2     2
b  | 3 3 1 1 2
/ Wherever it is asked for, i is the number of a row in its partition.
/ source: basics/qsql            status: documented
q)exec i from t where v>1
0 2 0 2
q)exec i,v from t where sym=`b
x| 1 2 1 2
v| 1 3 1 3
q)exec v by r:i from t where v>1
r|    
-| ---
0| 2 2
2| 3 3
q)select l:last i,f:{x}[med i],m:med i by sym from t
sym| l f   m  
---| ---------
a  | 0 0   0  
b  | 2 1.5 1.5
q)exec last i by sym from t
a| 0
b| 2
q)select n:count i,m:med v by sym from t
sym| n m
---| ---
a  | 2 2
b  | 4 2
q)select n:count i,m:med v,l:last i,c:count distinct i from t
n m l c
-------
6 2 2 3
q)exec(count i;med v)from t where i>0
4
2f
q)select[3;>i]i,v from t
x v
---
2 3
2 3
1 1
q)select[3;>i]from t
int sym v
---------
5   b   3
6   b   3
5   b   1
q)select by r:i from t where v>1
r| int sym v
-| ---------
0| 6   a   2
2| 6   b   3
q)select by r:i from t where int=5,v>1
r| int sym v
-| ---------
0| 5   a   2
2| 5   b   3
q)select distinct i from t where v>1
x
-
0
2
/ A column of that name is no number.
q)\cd ..
q)u:([]i:7 8 9)
q){.Q.dpt[`:coli;x;`u]}each 1 2;
q)\l coli
q)select from u where int=2
int i
-----
2   7
2   8
2   9
q)count select[2]from u
2
q)\cd ..
q)\l int
q).Q.ind[t;0 4 5]
int sym v
---------
5   a   2
6   b   1
6   b   3
q).Q.ind[t;`long$()]
int sym v
---------
q).Q.ind[t;6]
'length
q).Q.ind[t;1 2i]
'type
q).Q.ind[([]a:1 2);0 1]
'type
q)\cd ..
q)\l long
q)(.Q.pf;int)
`int
7 12345678901
q)\cd ..
q)\l yr
q)(.Q.pf;year)
`year
2023 2024i
q)select c:count i by year from t
year| c
----| -
2023| 3
2024| 3
q)\cd ..
/ How partitions are written.
q)t:([]sym:`b`a`b;v:1 2 3)
q).Q.dpft[`:e;2024.01.01;`nosuch;`t]
'nosuch
q).Q.dpft[`:e;2024.01.01;`sym;`undefined]
'undefined
q)k:([sym:`b`a]v:1 2)
q).Q.dpft[`:e;2024.01.01;`sym;`k]
'type
q)g:([]sym:`a`b;s:("a";"bc"))
q).Q.dpft[`:e;2024.01.01;`sym;`g]
'unmappable
q)g:([]s:("ab";enlist"c");sym:`b`a;n:(`x`y;`z`w))
q).Q.dpft[`:e;2024.01.01;`sym;`g]
`g
q)get`:e/2024.01.01/g/
sym s    n  
------------
a   ,"c" z w
b   "ab" x y
q)e:0#t
q).Q.dpft[`:e;2024.01.01;`sym;`e]
`e
q)get`:e/2024.01.01/e/
sym v
-----
q).Q.dpts[`:e;2024.01.02;`t;`dom]
`t
q)get`:e/dom
`b`a
q)get[`:e/2024.01.02/t/]`sym
`dom$`b`a`b
q).Q.dpfts[`:e;2024.01.03;`sym;`t;`dom]
`t
q).Q.dpt[`:e;2024.01.04;`t]
`t
q)exec v from get`:e/2024.01.04/t/
1 2 3
/ Segments take turns.
q)`:seg/par.txt 0:("one";"two";"three";"four");
q){.Q.dpft[`:seg;x;`sym;`t]}each 2024.01.01 2024.01.02 2024.01.03 2024.01.04;
q)u:t
q){.Q.dpft[`:seg;x;`sym;`u]}each 2024.01.02 2024.01.04;
q)w:([]sym:enlist`z;x:9)
q).Q.dpft[`:seg;2024.01.01;`sym;`w];
q)delete t,u,w from`.;
q)\l seg
q).Q.P!.Q.D
:one  | 2024.01.03
:two  | 2024.01.04
:three| 2024.01.01
:four | 2024.01.02
q).Q.PV!.Q.PD
2024.01.01| :three
2024.01.02| :four
2024.01.03| :one
2024.01.04| :two
q).Q.u
1b
q).Q.V t
date| 2024.01.01 2024.01.02 2024.01.03 2024.01.04
sym | `p#`sym$`p#`a`b`b                          
v   | 2 1 3                                      
q).Q.par[`:.;2024.01.05;`t]
`:./three/2024.01.05/t
q).Q.pt
`t`u
q).Q.pn
t| 
u| 
q).Q.cn t
3 3 3 3
q).Q.pn
t| 3 3 3 3
u| ()     
q).Q.pv!flip enlist[`t]#.Q.pn
          | t
----------| -
2024.01.01| 3
2024.01.02| 3
2024.01.03| 3
2024.01.04| 3
/ Tables that partitions lack: an error, or empty.
q)@[value;"select from u";{x like"*2024.01.01/u/sym*"}]
1b
q)w
'w
q).Q.bv[]
q).Q.vp
u| +`date`sym`v!(`date$();`sym$();`long$())
w| +`date`sym`x!(`date$();`sym$();`long$())
q)select from u
date       sym v
----------------
2024.01.02 a   2
2024.01.02 b   1
2024.01.02 b   3
2024.01.04 a   2
2024.01.04 b   1
2024.01.04 b   3
q)w
date       sym x
----------------
2024.01.01 z   9
q).Q.cn u
0 3 0 3
q).Q.ind[u;0 5]
date       sym v
----------------
2024.01.02 a   2
2024.01.04 b   3
q)exec sum v by date from u where sym=`b
2024.01.02| 4
2024.01.04| 4
/ A view of some partitions.
q).Q.view 2024.01.02 2024.01.04
q)(date;.Q.pv;.Q.pd;count .Q.PV;.Q.pn)
2024.01.02 2024.01.04
2024.01.02 2024.01.04
`:four`:two
4
`t`u`w!(();();())
q)(count t;count u;count w)
6 6 0
q).Q.view 2030.01.01
'invalid partition filter
q).Q.view 2024.01.03
q)date
,2024.01.03
q).Q.view[]
q)count t
12
q).Q.bv[`]
q)count w
1
/ Written out for good.
q)\cd ..
q).Q.chk`:seg
:seg/two/2024.01.04
:seg/one/2024.01.03
:seg/four/2024.01.02
:seg/three/2024.01.01
q)count each .Q.chk`:seg
0 0 0 0
q)\l seg
q)(count t;count u;count w)
12 6 1
q)\cd ..
/ A date in two segments.
q)`:twice/par.txt 0:("am";"pm");
q){[s;p;x](` sv`:twice,s,(`$string p),`t`)set .Q.en[`:twice]([]sym:enlist x;v:1)}'[`am`pm`am;2024.01.01 2024.01.01 2024.01.02;`a`b`c];
q)\l twice
q).Q.u
0b
q).Q.PV!.Q.PD
2024.01.01| :am
2024.01.01| :pm
2024.01.02| :am
q)select from t where date=2024.01.01
date       sym v
----------------
2024.01.01 a   1
2024.01.01 b   1
q)select f:{count x}v by date from t
date      | f
----------| -
2024.01.01| 2
2024.01.02| 1
q)select med v by date from t
date      | v
----------| -
2024.01.01| 1
2024.01.02| 1
/ An aggregate of what no row takes part in.
q)select n:sum v,one:sum neg 1,two:v wsum 2 from t
n one two
---------
3 -1  6  
q)exec two from select two:v wsum 2 by date from t
4 2
q)\cd ..
/ A partition is an atom; its directory is named as string shows it.
q).Q.par[`:mon]'[(2024.02m;7i;"a";`b);`t]
`:mon/2024.02/t`:mon/7/t`:mon/a/t`:mon/b/t
q).Q.par[`:mon;2024.01 2024.02m;`t]
'type
q).Q.dpt[`:mon;2024.01 2024.02m;`t]
'par
/ A database after a segmented one has no segments.
q)\l mon
q).Q.P
'.Q.P
q).Q.PD
`:.`:.
q)\cd ..
/ What was mapped stays as it was when files are written again, removed, and the database loaded again.
q)t:([]sym:`b`a`b;v:1 2 3;s:("xy";"";enlist"z"))
q){.Q.dpft[`:re;x;`sym;`t]}each 2024.01.01 2024.01.02;
q)\l re
q)v:exec v from t where date=2024.01.01
q)all0:select from t
q)part:get`:2024.01.01/t/
q)half:select s from t where date=2024.01.01,v>1
q)t:([]sym:10#`q`r;v:til 10;s:10#enlist"new")
q).Q.dpft[`:.;2024.01.01;`sym;`t];
q)hdel each{` sv`:2024.01.02/t,x}each key`:2024.01.02/t;
q)hdel`:2024.01.02/t;hdel`:2024.01.02;
q)\l .
q)count t
10
q)v
2 1 3
q)all0
date       sym v s   
---------------------
2024.01.01 a   2 ""  
2024.01.01 b   1 "xy"
2024.01.01 b   3 ,"z"
2024.01.02 a   2 ""  
2024.01.02 b   1 "xy"
2024.01.02 b   3 ,"z"
q)part
sym v s   
----------
a   2 ""  
b   1 "xy"
b   3 ,"z"
q)half
s   
----
""  
,"z"
q)select from t where v<2
date       sym v s    
----------------------
2024.01.01 q   0 "new"
2024.01.01 r   1 "new"
/ Threads write files, each its own.
q){(`$":out/",string x)set til x}each til 3;
q){.[`$":out/",string x;();,;x]}peach til 3
`:out/0`:out/1`:out/2
q)get each`:out/0`:out/1`:out/2
,0
0 1
0 1 2
q){(`$":out/",string[x],"/")set([]a:x#7)}peach 3 4;
q){@[`$":out/",string x;`.d;,;`b]}peach 3 4;
q)get`:out/4/.d
`a`b
/ Tables have the columns of the last partition that is seen (wp/hdb-analysis).
q)r:([]sym:`a`b;v:1 2;w:3 4)
q){.Q.dpft[`:vw;x;`sym;`r]}each 2024.01.01+til 3;
q)`:vw/2024.01.02/r/.d set`v`sym
`:vw/2024.01.02/r/.d
q)\l vw
q)cols r
`date`sym`v`w
q).Q.view 2024.01.01 2024.01.02
q)cols r
`date`v`sym
q)select from r where date=2024.01.01
date       v sym
----------------
2024.01.01 1 a
2024.01.01 2 b
q).Q.V r
date| 2024.01.01 2024.01.02
v   | 1          2
sym | a          b
q)attr .Q.V[r]`sym
`p
q).Q.V[`r]~.Q.V r
1b
q).Q.view[]
q)cols r
`date`sym`v`w
q)hdel`:2024.01.02/r/.d
`:2024.01.02/r/.d
q)@[.Q.view;2024.01.02;{x like"./2024.01.02/r/.d. OS reports: *"}]
1b
q)count select from r where date=2024.01.02
2
/ A column cut short is seen, and mended.
q)`:2024.01.03/r/v set 1#get`:2024.01.03/r/v
`:2024.01.03/r/v
q)get`:2024.01.03/r
'length
q)count each(`:2024.01.03/r)`v`w
1 2
q)(`:2024.01.03/r)[`v`w;0]
1 3
q)@[`:2024.01.03/r;`v`w;,;(1#0N;0#0)]
`:2024.01.03/r
q)(`:2024.01.03/r)`v`w
1
3 4
/ What is compared with the partition column may be a variable, though a column has its name. Source: wp/intraday-writedown.
q)\cd ..
q){(`$":bysym/",string[x],"/q/")set .Q.en[`:bysym]([]sym:2#`a`b`c x;p:2#x)}each 0 1 2;
q)\l bysym
q)sym?`b
1
q)select from q where int=sym?`b
int sym p
---------
1   b   1
1   b   1
q)exec p from q where int in sym?`b`c
1 1 2 2
q){?[`q;enlist(=;`int;(?;`sym;enlist x));0b;()]}`c
int sym p
---------
2   c   2
2   c   2
q)exec distinct p from q where int=p
0 1 2
q)p:1
q)exec distinct p from q where int=p
,1
/ Empty columns that .Q.chk writes promise nothing. Source: wp/hdb-analysis.
q)\cd ..
q)t:([]sym:`a`b;p:1 2)
q){.Q.dpft[`:filled;x;`sym;`t]}each 2024.01.02 2024.01.03;
q)`:filled/2024.01.01/u/ set .Q.en[`:filled]t;
q)count each .Q.chk`:filled
1 1 1
q)attr each get each`:filled/2024.01.01/t/sym`:filled/2024.01.02/t/sym
``p
/ An aggregate that cannot be is none of no rows, either.
q)\l filled
q)select max sym from t where p>9
'type
q)select max p by sym from t where p>9
sym| p
---| -
q)select max p from t where p>9
p
---
-0W
q)/ a column whose type differs from partition to partition is one of the wider type wherever something is computed of it
q)`:wide/2020.01.01/w/ set([]b:1 2 3i;a:1 2 3i);
q)`:wide/2020.01.02/w/ set([]b:3 4 5;a:1 2 3);
q)\l wide
q)exec distinct b from w
1 2 3 4 5
q)exec count distinct b from w
5
q)exec sum a by b from w
1| 1
2| 2
3| 4
4| 2
5| 3
q)exec last a by b from w
1| 1
2| 2
3| 1
4| 2
5| 3
q)select first a,max a by b from w
b| a a1
-| ----
1| 1 1 
2| 2 2 
3| 3 3 
4| 2 2 
5| 3 3 
q)exec sum a by date from w
2020.01.01| 6
2020.01.02| 6
q)exec b+1 from w
2 3 4 4 5 6
q)meta select distinct b,a from w
c| t f a
-| -----
b| j    
a| j    
q)\cd ..
/ A column that is stored under the name of the partition column stands in its place; constraints are on the partition.
/ source: MartinKMwai/KDB-Q (partitioned tables)            status: observed
q)system"mkdir ../stored";
q)system"cd ../stored"
q){(`$":",x,"/st/")set y}'[("2020.01.01";"2020.01.02");([]a:1 2;date:2#2020.01.02;v:3 4),/:2#enlist([]a:0#0;date:0#.z.d;v:0#0)];
q)\l .
q)cols st
`date`a`v
q)select from st where date=2020.01.01
date       a v
--------------
2020.01.02 1 3
2020.01.02 2 4
q)exec c from meta st
`date`a`v
q)select[1] from st
date       a v
--------------
2020.01.02 1 3
q)select v,date from st where v>3
v date
------------
4 2020.01.02
4 2020.01.02
q)select by date from st
date      | a v
----------| ---
2020.01.02| 2 4
q)exec distinct date from st
,2020.01.02
q)select distinct date,v from st
date       v
------------
2020.01.02 3
2020.01.02 4
q)select med v,n:count i by date from st
date      | v   n
----------| -----
2020.01.02| 3.5 4
q)exec v by date from st
2020.01.02| 3 4 3 4
q)exec v from st where date.month=2020.01m,date.dd=2
3 4
/ What meta describes is what the last partition has now: mau-mauricelim/dotfiles (tests of dbmaint).
q){(` sv`:../mt,x,`t`)set([]a:1 2;b:3 4.)}each`2020.01.01`2020.01.02;
q)\l ../mt
q)exec c from meta t
`date`a`b
q){(` sv`:.,x,`t`c)set`x`y;(` sv`:.,x,`t`.d)set`a`c}each`2020.01.01`2020.01.02;
q)meta t
c   | t f a
----| -----
date| d
a   | j
c   | s
q)cols t
`date`a`b
q)hdel each`:2020.01.01/t/b`:2020.01.02/t/b;
q)exec c from meta t
`date`a`c
q)cols .Q.V t
`date`a`c
q)\l .
q)select from t where date=2020.01.02
date       a c
--------------
2020.01.02 1 x
2020.01.02 2 y
