/ What fails half way leaves everything as it was, and what does not fail changes all of it.
/ source: ref/amend, ref/assign, ref/join; errors leave variables as they were (ours)            status: inferred
q)t:([]a:(1 2;3 4);b:("xy";"z"))
q)@[{t[0 1 2]~:x};1;{x}]
"length"
q)t
a   b   
--------
1 2 "xy"
3 4 "z" 
q).[@;(`t;0 1 2;{@[x;`a;first]});{x}]
"length"
q)t
a   b   
--------
1 2 "xy"
3 4 "z" 
q)d:1 2 3!4 5 6
q)@[{d[(::;0)]&:x};(1;`a);{x}]
"type"
q)d
1| 4
2| 5
3| 6
q)/ a table within a table, whose other column is named like one of its own
q)t:([]a:([]a:1 2);b:3 4)
q)@[{.[`t;(`a;`b`a);{$[x~1 2;'`boom;1 1]}]};0;{x}]
"boom"
q)t~([]a:([]a:1 2);b:3 4)
1b
q)t:([]a:1 2 3;b:1 2 3)
q)@[{t[0 1]:(10 20;1 2 3)};::;{x}]
"length"
q)t
a b
---
1 1
2 2
3 3
q)k:([k:1 2]v:1 2;w:`a`b)
q)@[{k[1 3]:x};([]v:(5;`a);w:`q`r);{x}]
"type"
q)k
k| v w
-| ---
1| 1 a
2| 2 b
q)/ values of several types take what fits a list, whatever they are in between
q)d:`a`b!(1;`x)
q)d[`b`c]:(2;"s")
q)d
a| 1
b| 2
c| "s"
q)d:`a`b`c`d!("c";"c";"c";3)
q)d,:`d`a!("c";1)
q)d
a| 1
b| "c"
c| "c"
d| "c"
q)d:()!()
q)d[`a`b`a]:(1;`x;2f)
q)d
a| 2f
b| `x
q)/ a table has a row for each key
q)d:`a`b!(1;`x)
q)d[`c`a]:([]q:1 2)
q)d
a| (,`q)!,2
b| `x
c| (,`q)!,1
q)/ what a function sets meanwhile stays
q).n.a:1;.n.b:2;.n.c:3
q)@[`.n;`a`b;{.n.c::x;x+10}]
`.n
q).n.a,.n.b,.n.c
11 12 2
q)/ an attribute that was learned of a shared vector is not that of one that grows
q)y:2 cut v:til 1000
q)v~asc v
1b
q)y,:enlist -1 -7
q)attr raze y
`
q)(raze y)?-7
1001
/ Joins to several places, columns of records and dictionaries without entries are as they were, too.
q)X:til each 1 2 3;@[{X[0 9],:7};0;::];X
,0
0 1
0 1 2
q)X:`a`b!(1 2;3 4);@[{.[`X;enlist`a`zz;,;(1;`q)]};0;::];X
a| 1 2
b| 3 4
q)X:([]a:(1 2;3 4);b:5 6);@[{X[0 9;`a],:5};0;::];X
a   b
-----
1 2 5
3 4 6
q)D:`m`z!(([]a:1 2;b:(2;`x));0);@[{.[`D;(`m;0 1 2);{`a`b!7 8}]};0;::];D`m
a b 
----
1 2 
2 `x
q)e:()!();@[{e[`a`b]+:x};(1;`z);::];e[1 2]:3 4;e
1| 3
2| 4
q).nn.b:1 2;@[{@[`.nn;`new`b;,;x]};(1;`z);::];key`.nn
``b
/ Several places within several: of each is kept how many items it had.
q)M:((1 2;3 4);(5 6;`a`b))
q)@[{M[0 1;0 1],:x};9;::]
"type"
q)M
1 2 3 4
5 6 a b
q)@[{M[;],:x};9;::]
"type"
q)@[{M[;0 0 1],:x};9;::]
"type"
q)@[{.[`M;(0 1;0 1);,;x]};9;::]
"type"
q)M
1 2 3 4
5 6 a b
q)T:([]a:(1 2;3 4);b:(5 6;`a`b))
q)@[{T[0 1;`a`b],:x};9;::]
"type"
q)T
a   b  
-------
1 2 5 6
3 4 a b
q)D:`p`q!(`a`b!(`s#1 2;3 4);`a`b!(5 6;`x`y))
q)@[{D[`p`q;`a`b],:x};9;::]
"type"
q)D
 | a   b  
-| -------
p| 1 2 3 4
q| 5 6 x y
q)attr D[`p]`a
`s
q)d:(::;0)!(1 2;`a`b)
q)@[{d[],:x};9;::]
"type"
q)e:`a`b!(d;d);@[{e[`a`b;],:x};9;::];e[`b]0
`a`b
q).nn.a:((1 2;3 4);(5 6;7 8));.nn.b:((1 2;3 4);(5 6;`a`b))
q)@[{.[`.nn;(`a`b;0 1;0 1);,;x]};9;::]
"type"
q)(.nn.a;.nn.b)
1 2 3 4 5 6 7 8
1 2 3 4 5 6 a b
/ A view that a failed change was to make a variable of is the view that it was.
q)a:til 3
q)v::a+1
q)@[{@[`v;9;:;1]};0;::]
"length"
q)@[{@[`v;0 9;{x+1}]};0;::]
"length"
q)@[{update z:1 from`v};0;::]
"type"
q)a:10 20 30;v
11 21 31
q)b:`x;w::sum v
q)@[{@[`.;`v`b;+;x]};1;::]
"type"
q)@[{@[`.;`v`b;:;x]};1 2 3;::]
"length"
q)@[{@[`.;`w`b;{w;x+y};x]};1;::]
"type"
q)views`
`s#`v`w
q)a:1 2;(v;w)
2 3
5
q)new::1+a
q)@[{@[`.;`new`b;+;x]};1;::]
"type"
q)new
2 3
/ Members of a namespace that were changed before the one that failed.
q)x:`s#1 2 3;y:([]a:1 2);d:`a`b!1 2
q)@[{@[`.;`x`y;,;x]};(0;([]b:1 2));::]
"mismatch"
q)(attr x;x~1 2 3;y~([]a:1 2))
`s
1b
1b
q)@[{@[`.;`x`v`d`y;,;x]};(4;0;enlist[`c]!enlist 3;([]b:1 2));::]
"mismatch"
q)(type x;x~1 2 3;d)
7h
1b
`a`b!1 2
q)@[{.[`.;(`x`y;0);:;x]};(5;`q);::]
"type"
q)x~1 2 3
1b
q)x:1 2 3;@[`.;`x`x;,;(4;5 6)]
`.
q)x
1 2 3 4 5 6
q)/ a column that was a table is one again, also one within it
q)t:([]a:1 3;c:([]a:1 3;c:([]z:1 2)))
q).[`t;enlist([]a:1 2);#:]
'length
q)(type t`c;type t[`c]`c)
98 98h
q)@[`t;0 1;{$[3=x`a;'`boom;1]}]
'boom
q)(type t`c;type t[`c]`c)
98 98h
q)t
a c                
-------------------
1 `a`c!(1;(,`z)!,1)
3 `a`c!(3;(,`z)!,2)
q)d:`k`l!t
q)@[`d;`k`l;{$[3=x`a;'`boom;1]}]
'boom
q)type value[d]`c
98h
q)/ a record that does not fit a table in a column changes no other column
q)t:([]a:1 2;c:([]a:1 3))
q)t[0]:(5;(enlist`a)!enlist`x)
'type
q)t
a c       
----------
1 (,`a)!,1
2 (,`a)!,3
q)/ a key that was not there is gone again, also where a table would have been under it
q)d:`a`b!(([]s:1 2;p:([]x:3 4));7)
q).[`d;(`new;`s);{'`boom}]
'boom
q)d[`a`new;`s]+:(1;`x)
'type
q)d
a| +`s`p!(1 2;+(,`x)!,3 4)
b| 7
q)/ all of several, within several
q)x:(1 2 3.;([]a:0#0);5)
q).[`x;((::;0);`d);,;`p`q!7 8]
'type
q)x
1 2 3f
+(,`a)!,`long$()
5
q)/ a key that says all is one of all
q)d:`a`b!((::;0)!(1 2;3 4);(::;0)!(5 6;`a`b))
q)d[`a`b;],:9
'type
q)d
a| (::;0)!(1 2;3 4)
b| (::;0)!(5 6;`a`b)
q).nn.a:d`a;.nn.b:d`b;.[`.nn;(`a`b;::);,;9]
'type
q).nn.a
::| 1 2
0 | 3 4
q)/ a column that was not there is gone again, also one among rows, and a key in a cell
q)t:([]p:([]q:([]a:1 2)))
q).[`t;(`b;enlist -1);{x}]
'length
q)cols t
,`p
q)t:([]a:0#0;b:0#0)
q)t[(`a;`new;0)]+:1
'length
q)t
a b
---
q)t:([]p:2#enlist(0#`)!([]a:0#0))
q).[`t;(1;`p;`new);{`a}]
'type
q)t`p
(`symbol$())!+(,`a)!,`long$()
(`symbol$())!+(,`a)!,`long$()
q)/ all of a dictionary's values among others, also where values are tables
q)d:(`b;0)!(enlist`a;`a`b)
q)d[(::;`b;`a)]:(0n;2000.01.02;0b)
'type
q)d
`b| ,`a
0 | `a`b
q)d:`a`b!(([]b:enlist 0#`);()!())
q)d[;0;`b]:(1;`a)
'type
q)d
a| +(,`b)!,,`symbol$()
b| ()!()
q)/ an item that would fit a vector as another type is what it was
q)y:1 2;x:(1h;2000.01.02)
q)(x[0 1];y[0]):(4 7;`bad)
'type
q)x
1h
2000.01.02
q)d:`a`b!([]s:("ab";"cd");n:(1h;`a))
q)(d[`a`b];y[0]):(0N;`bad)
'type
q)d
 | s    n 
-| -------
a| "ab" 1h
b| "cd" `a
q)/ keys that a table's rows are not
q)d:(0#0)!0#0
q)d[([]k:1 2)]:(enlist`b;enlist 2000.01.03)
'type
q)count d
0
q)/ columns of the table that a dictionary has for values
q)d:(1#`e)!([]b:([]p:1#1b))
q)d[`new`new;`new2;1#`p],:(1#0h;1#2000.01.01)
'type
q)d
 | b        
-| ---------
e| (,`p)!,1b
q)d:([p:1#2]a:([]b:1#`a;s:1#1.))
q)d[([]p:1#2);`new;`s]:9 9 9f
'length
q)d
p| a           
-| ------------
2| `b`s!(`a;1f)
q)/ entries under keys that stand for several, and new ones among others
q)x:(`a;1)!(1;`b)
q)x[(`a`b;0)]:(`a;1)
'type
q)x
`a| 1
1 | `b
q)@[`x;(1 2;0N);:;(1;`z)]
'type
q)x
`a| 1
1 | `b
q)x:`a`b!(1;`q)
q)x[(`c`d;`a`b;`e)]:(`c;`z;1)
'type
q)x
a| 1
b| `q
q)x:`a`b!(1;`q)
q)x[(`b`new;`a`c)]:(5;6 7 8)
'length
q)x[(`new`c;`d`e)]:(5;6 7 8)
'length
q)x
a| 1
b| `q
q)/ a list of values that would be of one type half way takes the others, too
q)x:`a`b`c!(1;`q;`q)
q)x[`d`a`b]:(`z;`z;1)
q)x
a| `z
b| 1
c| `q
d| `z
q)t:([k:1 2]v:(3;`a))
q)t[([]k:3 1 2)]:([]v:(`z;`z;1))
q)t
k| v 
-| --
1| `z
2| 1 
3| `z
q)/ keys that fit no domain, or are too large for the keys
q)dom:`a`b`c
q)t:([k:`dom$`a`b]v:3 4)
q)t[([]k:`c`new)]:([]v:5 6)
'cast
q)t
k| v
-| -
a| 3
b| 4
q)x:1 2i!(1;`q)
q)x[(1h;3i;900000000000)]:(`z;`z;1)
'type
q)x
1| 1
2| `q
q)x:("ab";"c")!(1;`z)
q)x[(0;`a`e;"c")]:(();`p`q!9 9;2)
q)x
"ab"        | 1
"c"         | `z
(0;`a`e;"c")| (();`p`q!9 9;2)
q)/ a join takes keys as they are
q)x:(`a;1)!(1;`b)
q)x,:(1 2;0N)!(1;`z)
q)x
`a | 1
1  | `b
1 2| 1
0N | `z
q)x,:(`a;0N;1)!(`p;1;`q)
q)x
`a | `p
1  | `q
1 2| 1
0N | 1
q)x:`a`b!1 2
q)x,:(`a`b;`c`d)!10 20
q)x,:("ab";"cd")!10 20
q)x
`a  | 1
`b  | 2
`a`b| 10
`c`d| 20
"ab"| 10
"cd"| 20
q)x:([]k:1 2 3)!(5 6;5 6;3 4)
q)x,:(2 3;0N)!(1;`a)
q)x
(,`k)!,1| 5 6
(,`k)!,2| 5 6
(,`k)!,3| 3 4
2 3     | 1
0N      | `a
q)x:("ab";"c";1)!1 2 3
q)x,:("ab";"c";"d";"d")!10 20 30 40
q)x
"ab"| 10
"c" | 20
1   | 3
"d" | 40
q)x:("ab";"c")!([]p:1 2)
q)x,:("d";"c";"d")!([]p:3 4 5)
q)x
    | p
----| -
"ab"| 1
"c" | 4
"d" | 5
q)/ and lists for the rows of a dictionary as rows
q)d:`a`b!([]x:1 2;y:3 4)
q)d,:`c`b!((5;6);(7;8))
q)d
 | x y
-| ---
a| 1 3
b| 7 8
c| 5 6
q)/ what is joined to rows, of tables, of keyed ones and of those in columns
q)t:([]a:1 2;b:`x`y)
q)t[0 1],:(`a`b!(9;`z);`a`b!(`q;`z))
'type
q)t
a b
---
1 x
2 y
q).[`t;enlist(1;`a);,;([]a:5 6;b:`u`w)]
'type
q)t
a b
---
1 x
2 y
q)t:([]a:1 2;b:(1 2;3 4))
q)t[1 2],:`a`b!(9;`z)
'length
q)t
a b  
-----
1 1 2
2 3 4
q)t:([k:`a`b]c:([]p:1 2;q:`x`y))
q)t[([]k:`a`b);`c],:(`p`q!(9;`z);`p`q!(`q;`z))
'type
q)t
k| c          
-| -----------
a| `p`q!(1;`x)
b| `p`q!(2;`y)
q)t[([]k:`a`b)],:((1#`c)!enlist`p`q!(9;`z);(1#`c)!enlist 1)
'type
q)t
k| c          
-| -----------
a| `p`q!(1;`x)
b| `p`q!(2;`y)
q)d:`u`v!(t;([]a:1 2;b:`x`y))
q)d[`v;0 1],:(`a`b!(9;`z);`a`b!(`q;`z))
'type
q)d`v
a b
---
1 x
2 y
q)t:([]a:1 2;c:([]p:1 2;q:`x`y))
q)t[0 1;`c],:(`p`q!(9;`z);`p`q!(`q;`z))
'type
q)t
a c          
-------------
1 `p`q!(1;`x)
2 `p`q!(2;`y)
q)t[`c;0 1],:(`p`q!(9;`z);1 2)
'type
q)t
a c          
-------------
1 `p`q!(1;`x)
2 `p`q!(2;`y)
q)type t`c
98h
q)t[`c;0 1],:(`p`q!(9;`z);`p`q!(8;`w))
q)t
a c          
-------------
1 `p`q!(9;`z)
2 `p`q!(8;`w)
q)/ keys that lead elsewhere alone than among others: one that nests deeper than the first, an atom among lists
q)z:(`a;1 2)!1 2;x:(z;z)
q)x[0 1;(`a;1 2)]:(5;7 8 9)
'length
q)x~(z;z)
1b
q)(x[0 1;(`a;1 2)];x[0;`b]):((5 6;7 8);`bad)
'type
q)x~(z;z)
1b
q)z:(`a;"a")!1 2;x:(z;z)
q)x[0 1;(1;(0;`a);1.5)]+:(1;`e)
'type
q)x~(z;z)
1b
q)z:(`a;"a")!([]p:("ab";"cd");q:8 8);x:(z;z)
q)x[0 1;(1;(0;`a))]+:(0;())
'length
q)x~(z;z)
1b
q)z:("ab";"c")!([]p:("ab";"cd");q:8 9);x:`u`v!(z;z)
q)x[`u`v;("ab";"c")]:((1 2;1 2);(1;`a))
'type
q)x~`u`v!(z;z)
1b
q)/ what would be a table, were all of its items records
q)z:((1;`a);(2;`b))!("ab";"cd");x:(z;z)
q)x[0 1;((1;`a);(2;`b))]:(2#enlist`p`q!7 8;`x`y`z)
'length
q)x~(z;z)
1b
q)t:([]a:(1 2;1 2);b:(3 4;3 4))
q)t[0 1 2;`a`b]:("xy";"zw";1 2)
'length
q)t
a   b  
-------
1 2 3 4
1 2 3 4
/ Keys that are sought together stay where they are while a function changes what is there, one after the other.
q)d:((1;`a);(2;`b))!enlist each 1 2;@[`d;((1;`a);(3;`c);(3;`c);(2;`b));{x,count d}]
`d
q)d
1 `a| 1 2
2 `b| 2 3
3 `c| 2 3
q)@[`d;((1;`a);(3;`c);(4;`d));{if[4=count x;'`boom];x,0}]
`d
q)d
1 `a| 1 2 0
2 `b| 2 3
3 `c| 2 3 0
4 `d| ,0
q)@[`d;((4;`d);(5;`e);(5;`e);(1;`a));{$[3=count x;'`boom;x,7]}]
'boom
q)d
1 `a| 1 2 0
2 `b| 2 3
3 `c| 2 3 0
4 `d| ,0
q)/ the function itself may move them
q)d:((1;`a);(2;`b))!1 2
q)@[`d;((1;`a);(2;`b);(3;`c));{if[x=1;d::reverse d];10+0^x}]
`d
q)d
2 `b| 12
1 `a| 11
3 `c| 10
q)@[`d;((4;`d);(4;`d));{d[(5;`e)]:0;x,1}]
'type
q)/ many new ones, some of them twice
q)d:((1;`a);(2;`b))!1 2
q)d[((3;`c);(1;`a);(3;`c);(4;`d))]+:1 2 3 4
q)d
1 `a| 3
2 `b| 2
3 `c| 4
4 `d| 4
q)d[((5;`e);(6;`f);(5;`e))]+:(1;2;`z)
'type
q)count d
4
/ Items come back as they were, also where what was made of the others would take another.
q)L:(1;2i);@[`L;0 1 0;{$[x=5;'`no;5]}]
'no
q)L
1
2i
q)d:`a`b!(1;2h);@[`d;`a`b`c;{$[null x;'`no;5]}]
'no
q)d
a| 1
b| 2h
q)k:([a:1 2]p:3 4);L:(k;1 2);L[0 1;0 1]:(1;`a)
'type
q)L~(k;1 2)
1b
q)L:(k;1 2);L[0 1;1 2]:(1;`a)
'length
q)L~(k;1 2)
1b
q)/ an item of an enumeration over another domain
q)s1:`a`b`c;s2:`c`b`a;L:(`s1$`a;`s2$`b);d:`x`y!L;t:([]c:L)
q)@[`L;0 1;{$[x~`s2$`b;'`no;`s2$`a]}]
'no
q)@[`d;`x`y;{$[x~`s2$`b;'`no;`s2$`a]}]
'no
q)(t[0;`c];y[9]):(`s2$`a;1)
'length
q)L
`s1$`a
`s2$`b
q)(L~value d;L~t`c)
11b
q)/ the place that failed, of which a part is not there
q)X:(`a`b!1 2;`c`d!3 4)
q)(X[2 0;`k];y):(5;1)
'length
q)(y;X[2 0 1;`a]):(5;1)
'length
q)X
`a`b!1 2
`c`d!3 4
q)y
1 2
q)/ and one that is set, and told of, before what is told fails
q).z.vs:{[x;y]if[x~`X;'`told]}
q)(y;X[0]):(5;1)
'told
q)(y;X[9]):(5;1)
'length
q)\x .z.vs
q)(X 0;y)
`a`b!1 2
1 2
q)/ a dictionary that stands for its values among keys of any type
q)d:(1;`a)!("x";1);(d[`a`b!1 2];y[7]):(5;1)
'length
q)d
1 | "x"
`a| 1
q)/ the attribute of keys
q)attr each{d::(x#`a`b)!1 2;@[{@[`d;x;{$[null x;3;`x]}]};y;::];key d}'[`u`g`p`u`g`p;(3#`a),3#enlist`c`a]
`u`g`p`u`g`p
q)attr each{d::(x#`a`b)!1 2;.[{@[`d;x;:;y]};(`c;`x);::];.[{@[`d;x;+;y]};(`c`a;(1;`x));::];key d}each`u`g`p
`u`g`p
