/ Rows, columns, entries and names taken away.
/ source: ref/delete            status: documented
q)t:([]a:`x`y`z;n:1 2 3)
q)delete from t where a=`z
a n
---
x 1
y 2
q)delete n from t
a
-
x
y
z
q)cols delete a,n from update m:0 from t
,`m
q)delete from `t where n>2
`t
q)t
a n
---
x 1
y 2
q)d:`a`b`c!1 2 3
q)delete b from d
a| 1
c| 3
q)delete a,c from `d
`d
q)d
b| 2
q)delete from ([k:1 2]v:3 4) where v=3
k| v
-| -
2| 4
q)v:5
q)delete v from `.
`.
q)v
'v
q)delete v from `.
`.
/ empty: nothing to take, or all.
q)delete from t
a n
---
q)delete from 0#t where n>1
a n
---
/ nested: columns of lists.
q)delete from ([]k:1 2 3;l:(1 2;`a`b;"xyz")) where 2<count each l
k l
-----
1 1 2
2 a b
/ Columns that are not there are passed over (observed: hypertree of KX's contributed code deletes one that it makes only at times).
q)(delete nosuch from t)~t
1b
q)delete nosuch,n from ([]a:1 2;n:3 4)
a
-
1
2
q)delete from (`a`b!1 2) where a=1
'nyi
