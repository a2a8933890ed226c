/ Keyed tables of several key columns into which rows come one by one: the same as all at once.
/ source: ref/upsert, ref/insert, kb/programming-idioms (keyed tables)   status: inferred
q)r:([]s:900#`a`b`c`d`e;e:(til 900)mod 60;p:1.5*til 900;n:til 900)
q)k:([s:0#`;e:0#0]p:0#0.;n:0#0)
q)all{`k upsert x;1b}each r
1b
q)count k
60
q)k~k upsert r
1b
q)k~(2!0#r)upsert r
1b
q)k~select last p,last n by s,e from r
0b
q)(`s`e xasc k)~select last p,last n by s,e from r
1b
q)k[(`b;1)]
p| 1261.5
n| 841   
q)k[(`b;2)]
p| 0n
n| 0N
q)all{(value k x`s`e)~last each value exec p,n from r where s=x`s,e=x`e}each 60#r
1b
/ Batches, with rows that are new among them.
q)b:20 cut([]s:400#`a`b`z;e:(til 400)mod 70;p:neg 1.*til 400;n:til 400)
q)j:k;{`j upsert x}each b;
q)j~k upsert raze b
1b
q)count j
246
q)(count k;k~2!0!k)
60
1b
/ A key that changes is found under its new name, and under that alone.
q)t:0!j
q)all not null(t?4#t)=0
1b
q)t[3;`s]:`new
q)(t?enlist`s`e`p`n!(`new;3;t[3]`p;t[3]`n))~enlist 3
1b
q)u:2!t
q){`u upsert x}each 400#0!j;
q)count u
247
q)u[(`new;3)]~j[(`d;3)]
1b
q)u[(`d;3)]~j[(`d;3)]
1b
/ Copies that grow apart.
q)a:j;c:j
q)`a upsert(`left;1;0.;0);`c upsert(`right;1;0.;0);
q)(a[(`left;1)]`n;a[(`right;1)]`n;c[(`left;1)]`n;c[(`right;1)]`n)
0 0N 0N 0
q)(count each(a;c;j);a~c)
247 247 246
0b
/ Rows deleted are not found any more, and those behind them are where they are.
q)delete from`a where s=`a;
q)all null a[(`a;0)]
1b
q)(0!a)[`p]~a[select s,e from a]`p
1b
q)delete from`a where i>50;`a upsert(`again;1;7.;7);
q)(0!a)[`p]~a[select s,e from a]`p
1b
q)last a
p| 7f
n| 7 
/ Three keys, one of them float, with nulls among them.
q)f:3!([]x:600#0n 1 2;y:(til 600)div 3;z:600#"ab";v:til 600)
q){`f upsert x}each 0!update v:neg v from f;
q)(exec v from f)~neg til 600
1b
q)`f upsert(0n;0;"a";77);
q)(f[(0n;0;"a")]`v;f[(1.;0;"a")]`v;f[(1.;0;"b")]`v)
77 0N -1
/ empty
q)e:0#j;e[(`a;1)]
p| 0n
n| 0N
q){`e upsert x}each 0#0!j;
q)count e
0
/ Of another type.
q)j[(1;`a)]
'type
q)`j upsert(`a;`b;1.;1)
'type
q)count j
246
