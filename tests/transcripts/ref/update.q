/ Columns changed and added.
/ source: ref/update            status: documented
q)t:([]s:`a`b`a;n:1 2 3)
q)update n:10*n from t
s n
----
a 10
b 20
a 30
q)update m:n+1 from t where n>1
s n m
-----
a 1
b 2 3
a 3 4
q)update total:sum n by s from t
s n total
---------
a 1 4
b 2 2
a 3 4
q)update c:`x from t
s n c
-----
a 1 x
b 2 x
a 3 x
q)update n:n+0.5 from t
s n
-----
a 1.5
b 2.5
a 3.5
q)update n:0 from `t where s=`a
`t
q)t
s n
---
a 0
b 2
a 0
q)update v:v+1 from ([k:`x`y]v:1 2)
k| v
-| -
x| 2
y| 3
q)update a:9 from `a`b!1 2
a| 9
b| 2
/ empty: no rows.
q)update m:n from 0#t
s n m
-----
q)update n:5 from t where n>99
s n
---
a 0
b 2
a 0
/ nested: a column of lists.
q)update l:(1 2;3;"x") from t
s n l
-------
a 0 1 2
b 2 3
a 0 "x"
q)update l:n by s from t
s n l
-----
a 0 0
b 2 2
a 0 0
q)update n:1 2 from t
'length
q)update n:nosuch from t
'nosuch
q)update n:1.5 from t where s=`a
'type
/ The type of a column does not depend on how many rows a where phrase finds.
q)update n:1.5 from t where n>-1
'type
q)exec n from update n:7h from t where n>-1
7 7 7
q)exec n from update n:1.5 from(0#t)where n>-1
`long$()
q)exec n from update n:1.5 from t
1.5 1.5 1.5
/ without a select phrase nothing changes.
q)update from t
s n
---
a 0
b 2
a 0
q)update by s from t where n>1
s n
---
a 0
b 2
a 0
q)update from `a`b!1 2
a| 1
b| 2
q)update a:9 by b from `a`b!1 2
'type
/ no groups: uniform functions still give a type (kb/corporate-actions)
q)exec t from meta update f:reverse v,g:prds 1+v,h:max v by k from([]k:0#`;v:0#0.)
"sffff"
q)exec t from meta update f:{reverse x}v by k from([]k:0#`;v:0#0.)
"sf "

/ An update whose expressions change the table that it changes would lose one of both.
/ source: basics/errors (noamend)      status: documented for every global; ours lets others change
q)t:([]a:1 2 3)
q)update b:{`t set ([]z:til 2);x}[a] from `t
'noamend
q)t
z
-
0
1
q)n:`a`b
q)t:([]a:1 2 3)
q)update b:{`n?`d;`n?`d}[] from `t
`t
q)t
a b
---
1 d
2 d
3 d
