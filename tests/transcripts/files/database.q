/ Partitioned databases: written with .Q.dpft, opened with \l, queried.
/ source: kb/partition, ref/dotq, basics/syscmds            status: documented
q)trade:([]time:09:30 09:31 09:32;sym:`b`a`b;price:1 2 3f)
q).Q.dpft[`:db;2024.01.01;`sym;`trade]
`trade
q)trade:([]time:09:30 09:31;sym:`c`a;price:10 20f)
q).Q.dpft[`:db;2024.01.02;`sym;`trade]
`trade
q)\l db
q)date
2024.01.01 2024.01.02
q)tables`.
,`trade
q)count trade
5
q)cols trade
`date`sym`time`price
q)meta trade
c    | t f a
-----| -----
date | d
sym  | s   p
time | u
price| f
q)select from trade where date=2024.01.01
date       sym time  price
--------------------------
2024.01.01 a   09:31 2
2024.01.01 b   09:30 1
2024.01.01 b   09:32 3
q)select from trade where date=2024.01.02,sym=`c
date       sym time  price
--------------------------
2024.01.02 c   09:30 10
q)select sum price by date from trade
date      | price
----------| -----
2024.01.01| 6
2024.01.02| 30
q)select n:count i,avg price by sym from trade
sym| n price
---| -------
a  | 2 11
b  | 2 2
c  | 1 10
q)exec max price from trade
20f
q)select last price by sym from trade where date>2024.01.01
sym| price
---| -----
a  | 20
c  | 10
q)select from trade where date=2025.01.01
date sym time price
-------------------
q)count select from trade where date in date
5
q).Q.pf
`date
q).Q.pv
2024.01.01 2024.01.02
q).Q.pt
,`trade
q).Q.cn trade
3 2
q).Q.qp trade
1b
q).Q.ind[trade;0 3]
date       sym time  price
--------------------------
2024.01.01 a   09:31 2
2024.01.02 a   09:31 20
q)select from trade where price>5
date       sym time  price
--------------------------
2024.01.02 a   09:31 20
2024.01.02 c   09:30 10
q)trade
date       sym time  price
--------------------------
2024.01.01 a   09:31 2
2024.01.01 b   09:30 1
2024.01.01 b   09:32 3
2024.01.02 a   09:31 20
2024.01.02 c   09:30 10
q)select med price from trade
price
-----
3
q)select price wavg price by date from trade where sym=`b
date      | price
----------| -----
2024.01.01| 2.5
q)sym
`b`a`c
q)select vwap:price wavg price,total:sum price from trade
vwap     total
--------------
14.27778 36
q)update price:0f from trade
'par
q)delete from trade
'par
q)neg trade
'par
q)next trade
'par
q)raze trade
'par
q)trade,trade
'par
q)1_trade
'par
q)1!trade
'par
q)count each trade
'par
q){x,y}prior trade
'par
q)(trade;trade)~enlist[trade],enlist trade
1b
q)trade+1
'par
q)string trade
'par
q).[trade;(0;`price);:;1f]
'par
q)select from flip enlist[`a]!`nosuch
'nosuch
/ A database is loaded into the root, whatever the current namespace. source: ref/dotq, `.Q.l`
q)delete date,sym from `.
`.
q)\d .foo
q.foo)\l .
q.foo)\d .
q)(key`.foo;`date`sym`trade in key`.;count select from trade where date=2024.01.01,sym=`b)
()
111b
2
