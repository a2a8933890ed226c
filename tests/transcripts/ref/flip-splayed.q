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
/ A table that is splayed shows its directory to -3! and flip, a changed one its columns.
q)flip t
`a`b!`:dir/
q)-3!t
"+`a`b!`:dir/"
q)-3!1_t
"+`a`b!(2 3;2.5 3.5)"
q)-3!update a:0 from t
"+`a`b!(0 0 0;1.5 2.5 3.5)"
q)u:t;u[0;`a]:9;-3!u
"+`a`b!(9 2 3;1.5 2.5 3.5)"
q)t~get`:dir/
1b
q)flip[flip t]~t
1b
q)(-9!-8!t)~t
1b
q)t cols t
1   2   3
1.5 2.5 3.5
q).Q.qp t
0b
q)csv 0:t
"a,b"
"1,1.5"
"2,2.5"
"3,3.5"
q).h.cd t
"a,b"
"1,1.5"
"2,2.5"
"3,3.5"
q)first .h.xd t
"<R>"
q)([]a;b):t;a
1 2 3
q).Q.V t
a| 1   2   3
b| 1.5 2.5 3.5
q)select from flip(enlist`a)!`:nowhere/
'nowhere/a. OS reports: No such file or directory
q)\l dir
`dir
q)-3!dir
"+`a`b!`:dir/"
q)`:db/s/ set ([]c:10 20)
`:db/s/
q)\l db
q).Q.s1 s
"+(,`c)!`:./s/"
q)flip s
(,`c)!`:./s/
q)exec sum c from s
30
/ An open splayed table is not changed in place (kb/splayed-tables, basics/errors).
q)`:spl/ set([]a:1 2 3;b:4 5 6)
`:spl/
q)\l spl
`spl
q)delete a from spl
b
-
4
5
6
q)delete a from `spl
'splay
q)update a:0 from `spl
'splay
q)insert[`spl;(1;2)]
'splay
q)spl:update c:7 from spl
q)delete a from `spl
`spl
q)spl
b c
---
4 7
5 7
6 7
/ Its dictionary is sent and written as it is.
q)f:flip`a`b!`:spl/;(-9!-8!flip f)~flip f
1b
