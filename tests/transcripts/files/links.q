/ Links into partitioned tables, and foreign keys of several columns.
/ source: kb/linking-columns, wp/foreign-keys            status: documented
q)a:([]id:101 102 103;v:1.5 2.5 3.5;time:10:00 11:00 12:00)
q)b:([]link:`a!a[`id]?103 101 101 999;n:10 20 30 40;s:`x`y`x`y)
q)`:db/2024.01.01/a/ set a
`:db/2024.01.01/a/
q)`:db/2024.01.01/b/ set .Q.en[`:db]b
`:db/2024.01.01/b/
q)a:([]id:104 105;v:4.5 5.5;time:14:00 15:00)
q)b:([]link:`a!1 0;n:50 60;s:`x)
q)`:db/2024.01.02/a/ set a
`:db/2024.01.02/a/
q)`:db/2024.01.02/b/ set .Q.en[`:db]b
`:db/2024.01.02/b/
/ empty: no rows on a day.
q)`:db/2024.01.03/a/ set 0#a
`:db/2024.01.03/a/
q)`:db/2024.01.03/b/ set .Q.en[`:db]0#b
`:db/2024.01.03/b/
q)\l db
/ Positions are rows of the same partition; beyond the last they are null.
q)select date,n,link.v from b
date       n  v
-----------------
2024.01.01 10 3.5
2024.01.01 20 1.5
2024.01.01 30 1.5
2024.01.01 40
2024.01.02 50 5.5
2024.01.02 60 4.5
q)select n,link.time.hh from b where date=2024.01.01,link.v>1
n  hh
-----
10 12
20 10
30 10
q)select from b where link.v>3
date       link n  s
--------------------
2024.01.01 2    10 x
2024.01.02 1    50 x
2024.01.02 0    60 x
q)select sum n by link.v from b
v  | n
---| --
   | 40
1.5| 50
3.5| 10
4.5| 60
5.5| 50
q)select max link.v,sum n by s from b
s| v   n
-| -------
x| 5.5 150
y| 1.5 60
q)select {x+1}link.v by date,s from b where n<>40
date       s| v
------------| -------
2024.01.01 x| 4.5 2.5
2024.01.01 y| ,2.5
2024.01.02 x| 6.5 5.5
q)select[2;>link.v] from b
date       link n  s
--------------------
2024.01.02 1    50 x
2024.01.02 0    60 x
q)select[1;>link.v] from b where date=2024.01.01
date       link n  s
--------------------
2024.01.01 2    10 x
q)exec link.v from b where date=2024.01.02
5.5 4.5
q)count each(select link.v from b where date=2024.01.03;select link.v from b where date=2030.01.01)
0 0
q)select link.nosuch from b
'nosuch
/ Only a partitioned table has links into one.
q)select link.v from select from b
'par
q)select link.v from([]link:`a!0 1)
'par
/ What a link has of itself are row numbers.
q)exec link from select link:value link from b
2 0 0 3 1 0
/ A foreign key of several columns: rows, or a table of keys.
q)k:([s:`a`b`c;x:1 2 3i]v:10 20 30)
q)f:`k$`b`a,'2 1i
q)f
`k!1 0
q)f~`k$([]s:`b`a;x:2 1i)
1b
q)`k$(`c;3i)
`k!2
q)`k$(`c;4i)
'cast
q)`k$1#`c
'length
q)`k$((`a;1i);1#`b)
'length
q)t:([]n:1 2;f:f)
q)select n,f.v,f.s from t
n v  s
------
1 20 b
2 10 a
q)`t insert(3;`k$(`c;3i))
,2
q)meta t
c| t f a
-| -----
n| j
f| j k
q)value exec f from t
1 0 2
q)-9!-8!exec f from t
1 0 2
q)u:([]n:0#0;f:`k$())
q)`u insert(3;`k$(`c;3i))
,0
q)exec f.v from u
,30
