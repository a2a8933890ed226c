/ Functional select, exec, update, delete; parse.
/ source: basics/funsql, ref/parse, ref/eval            status: documented
q)t:([]s:`a`b`a;p:1 2 3)
q)?[t;();0b;()]
s p
---
a 1
b 2
a 3
q)?[t;enlist(=;`s;enlist`a);0b;()]
s p
---
a 1
a 3
q)?[t;();0b;(enlist`x)!enlist(sum;`p)]
x
-
6
q)?[t;();(enlist`s)!enlist`s;(enlist`p)!enlist(max;`p)]
s| p
-| -
a| 3
b| 2
q)?[t;();();`p]
1 2 3
q)?[t;();`s;`p]
a| 1 3
b| ,2
q)?[t;();();(sum;`p)]
6
q)?[t;();1b;(enlist`s)!enlist`s]
s
-
a
b
q)?[t;();0b;();2]
s p
---
a 1
b 2
q)![t;();0b;(enlist`p)!enlist(*;10;`p)]
s p
----
a 10
b 20
a 30
q)![t;enlist(=;`s;enlist`a);0b;(enlist`p)!enlist 0]
s p
---
a 0
b 2
a 0
q)![t;();0b;enlist`p]
s
-
a
b
a
q)![t;enlist(=;`p;2);0b;0#`]
s p
---
a 1
a 3
q)parse"1+2"
+
1
2
q)parse"a:1"
:
`a
1
q)parse"select p from t"
?
`t
()
0b
(,`p)!,`p
q)parse"select from t where s=`a"
?
`t
,,(=;`s;,`a)
0b
()
q)parse"delete p from t"
!
`t
()
0b
,,`p
q)parse"f[1;2]"
`f
1
2
q)parse"x"
`x
q)parse"`x"
,`x
q)eval parse"1+2"
3
q)eval (+;1;2)
3
q)eval (max;1 5 3)
5
q)eval (neg;(+;1;2))
-3
q)eval 5
5
q)value"2*3"
6
q)value(+;1;2)
3
q)value(`t;0)
s| `a
p| 1
q)value`t
s p
---
a 1
b 2
a 3
q)reval parse"1+1"
2
q)eval parse"exec sum p from t"
6
q)parse"{x+1}2"
{x+1}
2
q)parse"1 2 3"
1 2 3
q)parse"a[1]"
`a
1
q)parse"\"ab\""
"ab"
/ Expressions nest as deeply as those that are parsed; a constant may be what it likes.
q)deep:{(+;x;`a)}/[2000;`a]
q)?[([]a:1 2);();0b;(enlist`a)!enlist deep]
'stack
q)?[([]a:1 2);enlist(<;deep;1);0b;()]
'stack
q)![([]a:1 2);();0b;(enlist`a)!enlist deep]
'stack
q)?[([]a:1 2);0 1;deep]
'stack
q)count ?[([]a:1 2);();();enlist enlist/[2000;1]]
1
/ Tables and dictionaries on disk, by their path, are written again.
/ source: basics/qsql            status: documented
q)`:upd/t/ set([]a:1 2 3;b:3 4 5)
`:upd/t/
q)update c:b*2 from`:upd/t
`:upd/t
q)get`:upd/t
a b c 
------
1 3 6 
2 4 8 
3 5 10
q)delete b from`:upd/t/
`:upd/t/
q)delete from`:upd/t where a=2
`:upd/t
q)update c:0 from`:upd/t where a=3
`:upd/t
q)get`:upd/t
a c
---
1 6
3 0
q)update s:`x from`:upd/t
'type
q)`:upd/k set([a:1 2]b:3 4)
`:upd/k
q)update b:9 from`:upd/k where a=2
`:upd/k
q)get`:upd/k
a| b
-| -
1| 3
2| 9
q)`:upd/d set`a`b!1 2
`:upd/d
q)update c:3 from`:upd/d
`:upd/d
q)get`:upd/d
a| 1
b| 2
c| 3
/ The limit and the order of exec: of rows, or of the groups' entries. Source: basics/funsql.
q)t:([]s:`a`b`a`b`c;p:1 2 3 4 5)
q)?[t;();();`p;2]
1 2
q)?[t;();();`p;2;(>:;`p)]
5 4
q)?[t;();();();2]
s| `b
p| 2
q)?[t;();`s;`p;1]
a| 1 3
q)?[t;();();(sum;`p);-2]
9
/ A dictionary whose entries differ in count has no groups.
q)select p by q from `q`p!(1 2 3 4;1 1 2)
'length
q)exec p by q from `q`p!(1 2 3 4;1 1 2)
'length
/ A key of no column has nulls for each row.
q)([s:`a`b]p:1 2)[;`v]
s| 
-| 
a| 
b| 
/ Several columns to group by make one row; what is no column is a function or dictionary that is applied.
q)-3!?[([]a:1 2 3;p:4 5 6);();`a`p;`a`b!`a`p]
"(+(,`)!,,`)!+`a`b!(,1 2 3;,4 5 6)"
q)?[([]b:`symbol$();c:`float$());();`c`c;`a`b!`c`b]
| a b
| ---
|    
q)t:([]n:`x`y`x;p:1 2 3)
q)f:{x};d:`x`y!`u`v
q)exec p by f n from t
x| 1 3
y| ,2
q)exec p by d[n] from t
u| 1 3
v| ,2
q)exec p by nosuch n from t
'nosuch
q)?[t;();`n`p;(sum;`p)]
| 6
