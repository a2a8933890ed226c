/ Columns as lists and dictionaries.
/ source: ref/exec            status: documented
q)t:([]s:`a`b`a;q:1 2 3;p:1.5 2.5 3.5)
q)exec q from t
1 2 3
q)exec s,q from t
s| a b a
q| 1 2 3
q)exec total:sum q from t
total| 6
q)exec sum q by s from t
a| 4
b| 2
q)exec q by s from t
a| 1 3
b| ,2
q)exec sum q by s:s from t
s|
-| -
a| 4
b| 2
q)exec from t
s| `a
q| 3
p| 3.5
q)exec distinct s from t
`a`b
q)exec last q from t where p<3
2
q)exec (q;s) from t
1 2 3
a b a
q)exec first s,n:count i from t
s| `a
n| 3
/ empty: no rows.
q)exec q from 0#t
`long$()
q)exec sum q from t where q>99
0
/ nested: columns of lists.
q)exec l from ([]l:(1 2;3))
1 2
3
q)exec count each l from ([]l:(1 2;3 4 5))
2 3
q)exec nosuch from t
'nosuch
q)exec from 5
'type
q)exec q by q from t
1| 1
2| 2
3| 3
q)exec count i by s,q from t
s q|
---| -
a 1| 1
a 3| 1
b 2| 1
/ Of groups with names a dictionary from a list to a table, as the page says: its keys are items, also when it is changed
/ and searched (ml/clust/utils.q of KxSystems/ml relies on it).
q)r:exec x:sum q,n:count i by s from ([]s:`a`b`a;q:1 2 3)
q)r
 | x n
-| ---
a| 4 2
b| 2 1
q)(`#key r;type value r)
`a`b
98h
q)r`a
x| 4
n| 2
q)key`a _ r
,`b
q){x`x}each r
a| 4
b| 2
q)r?`x`n!2 1
`b
q)exec x:q,n:q by s from 0#([]s:`a`b;q:1 2)
| x n
| ---
