/ Columns of a directory as a table.
/ source: ref/flip-splayed            status: documented
q)`:dir/ set ([]a:1 2 3;b:1.5 2.5 3.5)
`:dir/
q)t:flip `a`b!`:dir/
q)t
a b
-----
1 1.5
2 2.5
3 3.5
q)exec sum a from t
6
q)flip `b`a!`:dir/
b   a
-----
1.5 1
2.5 2
3.5 3
q)count flip (enlist`a)!`:dir/
3
q)select from t where a>1
a b
-----
2 2.5
3 3.5
q)type t
98h
/ nested: a column of lists.
q)`:nest/ set ([]l:(1 2;3 4 5))
`:nest/
q)flip (enlist`l)!`:nest/
l
-----
1 2
3 4 5
/ empty: no rows.
q)`:none/ set 0#([]a:1 2)
`:none/
q)flip (enlist`a)!`:none/
a
-
q)flip (enlist`nosuch)!1 2
'length
