/ Tables that groups answer are lists of rows.
/ source: basics/qsql (update), ref/fby
q)T:([]s:`a`b`a;d:([]x:1 3 5;y:2 4 6))
q)T~update d:d by s from T
1b
q)update n:{([]a:x)}v by s from([]s:`a`b`a;v:1 2 3)
s v n       
------------
a 1 (,`a)!,1
b 2 (,`a)!,2
a 3 (,`a)!,3
q)(reverse;T`d)fby T`s
x y
---
5 6
3 4
1 2
q)@[{update n:{([]a:1 2 3)}v by s from x};([]s:`a`b`a;v:1 2 3);::]
"length"
/ A column of dictionaries is no column of lists.
q)@[ungroup;([]s:`a`b;d:(`x`y!1 2;`x`z!3 4));::]
"type"
q)ungroup([]s:`a`b;d:2#enlist([]x:1 2))
s d       
----------
a (,`x)!,1
a (,`x)!,2
b (,`x)!,1
b (,`x)!,2
