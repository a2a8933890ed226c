/ The names of columns that are written without one.
/ source: basics/qsql, ref/xbar, ref/avg            status: documented
q)t:([]c1:`a`b`c;c2:10 20 30;c3:1.1 2.2 3.3)
q)select c1,c1,2*c2,c2+c3,string c3 from t
c1 c11 x  c2   c3   
--------------------
a  a   20 11.1 "1.1"
b  b   40 22.2 "2.2"
c  c   60 33.3 "3.3"
q)select i,c1 from t
x c1
----
0 a 
1 b 
2 c 
q)cols select 10 xbar c2,c2 wavg c3,(c2,'4) from t
`c2`c3`x
q)cols select sum c3 by 10 xbar c2 from t
`c2`c3
q)c1:1 2 3
q)cols([]c1+1;t`c2;3 4 5)
`c1`x`x1
q)([0;1;2])
x | 0
x1| 1
x2| 2
q)d:([a:101;b:])
q)d 102
a| 101
b| 102
q)([k1:;k2:])[1;"a"]
k1| 1  
k2| "a"
q)/ a comparison with a constant on the left is named by what is on the right (inferred)
q)cols select c2>1,"j"$`a=c1,1<c2+c3,c2*0.5<c3 from t
`c2`c1`c21`c22
/ A dot behind a bracket and before a keyword applies; before a name in a namespace it is that name's.
/ source: learn/python/examples/dict
q)(!).flip((`a;1);(`b;2))
a| 1
b| 2
q){x+y}.flip(1 2;3 4)
3 7
q)(-1).j.j 1 2
[1,2]
-1
q).zz.til:3
q)(2+).zz.til
5
