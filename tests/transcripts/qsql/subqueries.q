/ A query within the phrases of another: it reads its own columns, then the local variables of the function around both.
/ source: basics/qsql, wp/data-loaders, wp/query-routing            status: documented
q)w:([]sym:`a`b`c;n:1 2 3;v:10 20 30)
q)u:([]sym:`a`b`b;k:1 2 3)
q){[y] select from w where sym in exec sym from u where k=y}2
sym n v
--------
b   2 20
q){[x] update v:x`v from w where sym in (exec sym from u where k=x`k)}`v`k!5 1
sym n v
--------
a   1 5
b   2 20
c   3 30
q){[y] delete from w where sym in exec sym from u where k=y}3
sym n v
--------
a   1 10
c   3 30
/ In the select phrase, and two deep.
q){[y] select n,x:sum exec k from u where k>y from w}1
n x
---
1 5
2 5
3 5
q){[y] exec n from w where sym in exec sym from u where k in exec k from u where k>y}1
,2
q){[y] exec first exec k from u where k>y from w}2
3
/ The local variable is a table, or the name of one.
q){[y;t] exec n from w where sym in exec sym from t where k=y}[2;u]
,2
q){[y;t] exec n from w where sym in exec sym from t where k=y}[2;`u]
,2
/ A column comes before a local variable.
q){[k] exec n from w where sym in exec sym from u where k=2}9
,2
q){[y] exec n from w where sym in exec sym from select[y] from u where k<9}1
,1
q){[y] exec n from w where sym in exec sym from (update k:k*y from u) where k>4}2
,2
/ What is no column of the inner table is not looked for among those of the outer one.
q){[y] select from w where sym in exec sym from u where v=y}2
'v
/ A lambda in the phrases has local variables of its own.
q){[y] exec {exec first k from u where sym=x}each sym from w where n<y}3
1 2
q){[y] exec {exec first k from u where sym=x,k<y}each sym from w where n<y}3
'y
/ empty
q){[y] select from w where sym in exec sym from u where k=y}0N
sym n v
-------
/ Where is a function in the columns of a query whose rows another one selects.
q)t:([]x:1 2 3;y:`a`b`c)
q)update z:x from select x:5 6 7 first where 011b from t
x z
---
6 6
q)select from select x,z:0 7 first where 011b from t where x>1
x z
---
2 7
3 7
