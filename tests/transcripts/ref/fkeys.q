/ Columns that are foreign keys, and their tables.
/ source: ref/fkeys            status: documented
q)city:([id:`x`y]name:("here";"there"))
q)t:([]c:`city$`x`y`x;n:1 2 3)
q)fkeys t
c| city
q)fkeys `t
c| city
q)exec c.name from t
"here"
"there"
"here"
q)p:([k:1 2]v:`a`b)
q)update q:`p$1 2 1 from `t
`t
q)fkeys t
c| city
q| p
q)fkeys 1!t
c| city
q| p
/ empty: no such columns, no rows.
q)count fkeys ([]a:1 2)
0
q)fkeys 0#t
c| city
q| p
/ nested: columns of lists are none.
q)count fkeys ([]a:(1 2;3))
0
q)`p$3
'cast
q)fkeys[1;2]
'rank
/ what is put into the column must be a key of the table
q)`t insert (`y;4;2)
,3
q)`t insert (`z;4;2)
'cast
q)`t insert (`x;4;3)
'cast
q)`t insert (`x`y;5 6;2 1)
4 5
q)t,:(`y;7;1)
q)t,:(`y;7;9)
'cast
q)select n,q.v from t where q in 2
n v
---
2 b
4 b
5 b
/ keys that are not symbols order, find and join as what they stand for
q)p:([k:30 10 20]v:1 2 3)
q)e:`p$20 30 10 30
q)asc e
`s#`p$`s#10 20 30 30
q)iasc e
2 0 1 3
q)e?10 30
2 1
q)e in 10 20
1010b
q)10 20?e
1 2 0 2
q)e,40
20 30 10 30 40
q)e,:40
'cast
q)e,:10
q)e[0]:10
q)e
`p$10 30 10 30 10
q)-9!-8!e
10 30 10 30 10
/ several key columns: rows are enumerated, and shown as positions
q)g:([a:`x`y;b:1 2]v:10 20)
q)u:([]s:`x`y`x;f:`g$((`x;1);(`y;2);(`x;1)))
q)meta u
c| t f a
-| -----
s| s    
f| j g  
q)select s,f.v,f.b from u
s v  b
------
x 10 1
y 20 2
x 10 1
q)`u insert (`y;`g$(`y;2))
,3
q)`u insert (`y;`g$(`y;3))
'cast
q)`u upsert (`x;(`x;1))
`u
q)u,:(`y;(`y;2))
q)`long$u`f
0 1 0 1 0 1
q)value u`f
0 1 0 1 0 1
q)asc u`f
`s#`g!0 0 0 1 1 1
q)-9!-8!u`f
0 1 0 1 0 1
q)`g$()
`g$()
q)`g$`x
'length
