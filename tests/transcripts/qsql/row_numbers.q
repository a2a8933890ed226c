/ Constraints on row numbers: the rows that have them.
/ source: basics/qsql (virtual column i)   status: inferred
q)t:([]a:til 100;b:100#`x`y`z)
q)exec a from t where i=5
,5
q)exec a from t where 5=i
,5
q)exec a from t where i=100
`long$()
q)exec a from t where i=-1
`long$()
q)exec a from t where i<4
0 1 2 3
q)exec a from t where 4>i
0 1 2 3
q)exec a from t where i<=4
0 1 2 3 4
q)exec a from t where i>96
97 98 99
q)exec a from t where 97<=i
97 98 99
q)exec a from t where 98<i
,99
q)exec a from t where i>=98
98 99
q)count select from t where i>=0
100
q)count select from t where i<0N
0
q)count select from t where i>0N
100
q)count each(select from t where i<0W;select from t where i<=0W;select from t where i>0W;select from t where i>=-0W)
100 100 0 100
q)exec a from t where i within 10 13
10 11 12 13
q)exec a from t where i within 13 10
`long$()
q)exec a from t where i within -5 2
0 1 2
q)exec a from t where i within 98 500
98 99
q)exec a from t where i within 0N 1
0 1
q)exec a from t where i in 7 3 7 200 -1 0N
3 7
q)exec a from t where i in 7
,7
q)exec count i from t where i in til 90
90
q)exec a from t where not i in til 97
97 98 99
q)exec a from t where i<>0,i<3
1 2
q)exec a from t where b=`x,i<10
0 3 6 9
q)exec a from t where i<10,b=`x
0 3 6 9
q)exec a from t where i<10,i>7
8 9
q)exec a from t where i=5i
,5
q)exec a from t where i<2.5
0 1 2
q)exec sum a by b from t where i within 0 5
x| 3
y| 5
z| 7
q)exec a from update a:neg a from t where i within 1 2
0 -1 -2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 2..
q)count delete from t where i>=50
50
q)select[2]from t where i>=50
a  b
----
50 z
51 x
q){[n]exec a from t where i=n}42
,42
q)exec a from(update i:reverse a from t)where i=5
,5
/ empty
q)count select from(0#t)where i=0
0
q)select from([]a:0#0)where i within 0 5
a
-
/ Of another type.
q)exec a from t where i=`x
'type
q)exec a from t where i in`x`y
'type
