/ Assignment, indexed assignment, compound assignment, functional amend, traps.
/ source: ref/assign, ref/amend, ref/apply            status: documented
q)a:1
q)a
1
q)a+:5
q)a
6
q)a-:2;a
4
q)a*:3;a
12
q)a%:4;a
3f
q)l:1 2 3
q)l[1]:20
q)l
1 20 3
q)l[0 2]:5 6
q)l
5 20 6
q)l[1]+:1
q)l
5 21 6
q)l[]:0
q)l
0 0 0
q)l,:7
q)l
0 0 0 7
q)l[0]:1.5
'type
q)l[0]:`a
'type
q)m:(1 2;3 4)
q)m[0;1]:9
q)m
1 9
3 4
q)m[;0]:7 8
q)m
7 9
8 4
q)m[1]:5 6
q)m
7 9
5 6
q)m[;1]+:10
q)m
7 19
5 16
q)d:`a`b!1 2
q)d[`c]:3
q)d
a| 1
b| 2
c| 3
q)d[`a]*:10
q)d`a
10
q)t:([]x:1 2;y:3 4)
q)t[`x]:5 6
q)t
x y
---
5 3
6 4
q)t[0;`y]:30
q)t
x y
----
5 30
6 4
q)t[`z]:7 8
q)cols t
`x`y`z
q)b:c:5
q)b+c
10
q)(p;q0):1 2
q)p
1
q)x:10;y:x+1;y
11
q)@[1 2 3;1;:;9]
1 9 3
q)@[1 2 3;0 2;+;10]
11 2 13
q)@[1 2 3;0 0;+;1]
3 2 3
q)@[1 2 3;1;neg]
1 -2 3
q)@[1 2 3;0 1;:;7 8]
7 8 3
q)v:1 2 3
q)@[`v;1;:;20]
`v
q)v
1 20 3
q)@[`v;0 1;+;1];v
2 21 3
q).[(1 2;3 4);0 1;:;9]
1 9
3 4
q).[(1 2;3 4);(::;1);+;10]
1 12
3 14
q).[(1 2;3 4);enlist 0;:;5 6]
5 6
3 4
q).[1 2 3;();neg]
-1 -2 -3
q).[`v;enlist 2;:;0];v
2 21 0
q)@[`a`b!1 2;`b;*;10]
a| 1
b| 20
q).[`a`b!(1 2;3 4);(`b;0);:;9]
a| 1 2
b| 9 4
q)@[([]a:1 2);`a;+;1]
a
-
2
3
q)@[1 2 3;0;:;`a]
'type
q)@[neg;`a;`caught]
`caught
q)@[neg;5;`caught]
-5
q)@[{'`boom};0;{"got ",x}]
"got boom"
q)@[{1+x};`a;{x}]
"type"
q).[+;(1;2);`err]
3
q).[+;(1;`a);`err]
`err
q).[{x+y};(1 2;1 2 3);{x}]
"length"
q).[{x};1 2;{x}]
"rank"
q)@[value;"1+`a";`bad]
`bad
q)@[value;"nosuchname";{x}]
"nosuchname"
q).Q.trp[{x+1};`a;{[e;b] e}]
"type"
q)@[1 2 3;1]
2
q)@[(1 2;3 4);1]
3 4
q).[(1 2;3 4);1 0]
3
q)nested:`a`b!(1 2 3;`x`y!4 5)
q)nested[`b;`y]:50
q)nested[`b;`y]
50
q)nested[`a;1]+:100
q)nested`a
1 102 3
q)e:()
q)e,:1
q)e
,1
q)s:"abc"
q)s[1]:"X"
q)s
"aXc"
q)s,:"def"
q)s
"aXcdef"
q)g:1 2 3
q)h:g
q)h[0]:100
q)g
1 2 3
q)h
100 2 3
q)f:{[z]z[0]:9;z}
q)f g
9 2 3
q)g
1 2 3
q)/ integers take the type of the integers that they are set in (inferred from programs that rely on it)
q)w:1 2 3
q)w[0 1]:7 8i
q)w
7 8 3
q)w[0]:1i
q)w[0 1]:1 2f
'type
q)w:1 2i
q)w[0 1]:3 4
q)w
3 4i
q)w[0]:0N;w[1]:0W;w
0N 0Wi
q)/ those that are too large are not cut
q)w[1]:70000000000
'type
q)w[0 1]:1 70000
q)@[1 2h;0;:;32768]
'type
q)s:1 2i;s[0]:-0W;s
-0W 2i
q)/ rows join a list that is not empty as dictionaries
q)e:enlist()!()
q)e,:enlist`a`b!1 2
q)e,:enlist`a`b!3 4
q)type each e
99 99 99h
q)(1;`x),([]a:1 2)
1
`x
(,`a)!,1
(,`a)!,2
q)(),([]a:1 2)
a
-
1
2
q)/ inside another list integers take the type of their vector (inferred)
q)m:(1 2i;3 4i)
q)m[1;0]:9
q)m
1 2
9 4
q)m[1;0]:9f
'type
q)m[1;1]+:5i
q)m 1
9 9i
/ What `z,:y` answers is let go of where nobody asks: the next one finds a sole owner and appends in place.
q){z:1 2;z,:3;-16!z}[0;0;0]
1i
q){z:1 2;do[3;z,:3];-16!z}[0;0;0]
1i
q){z:1 2;y:z,:3;-16!z}[0;0;0]
2i
q)/ an empty vector of integers takes the width of what comes (inferred); () appends nothing
q)z:`int$()
q)z,:5
q)z,:6
q)z
5 6
q)z:(1 2;3 4)
q)z,:()
q)z
1 2
3 4
/ A function is no place, except as a key.
q)@[1 2;{x};neg]
'type
q).[1 2;({x};1);neg]
'type
q)@[(neg;abs)!1 2;neg;:;5]
-: | 5
abs| 2
/ An operator with an identity counts from it under a new key.
/ source: inferred from programs that count by table name in an empty dictionary
q)n:(`symbol$())!0#0
q)n[`trade]+:3
q)n[`trade]+:4
q)n[`quote]-:1
q)n
trade| 7
quote| -1
q)n[`a`trade]+:10 20
q)n
trade| 27
quote| -1
a    | 10
q)m:()!()
q)m[`x]+:1.5
q)m
x| 1.5
q)w:`a`b!1 2i
q)w[`c]|:7i
q)w
a| 1
b| 2
c| 7
q)@[`a`b!1 2;`z;*;5]
a| 1
b| 2
z| 5
q)s:([d:`$()]rows:0#0;bytes:0#0)
q)s[`p1]+:(10;800)
q)s[`p1]+:(1;80)
q)s
d | rows bytes
--| ----------
p1| 11   880
/ A list goes into a list of lists as one item; empty lists inside say nothing of how deep that nests (ref/join, and as
/ TorQ uses it).
q)l:enlist 1 2 3
q)l,:4 5
q)l
1 2 3
4 5
q)l,:(6 7;8 9)
q)l
1 2 3
4 5
6 7
8 9
q)l:enlist enlist""
q)l,:enlist"abc"
q)l,:enlist"de"
q)l
,""
"abc"
"de"
q)("abc";"d")in\:l
10b
q)l:enlist""
q)l,:"abc"
q)l
""
"abc"
q)l:("ab";"cde")
q)l,:enlist""
q)l,:enlist"f"
q)l,:"g"
q)l
"ab"
"cde"
""
,"f"
"g"
/ a cell of a table is told by the name of its column.
q)ct:([]a:1 2;b:3 4)
q)ct[0;0]:5
'type
  a column is told by its name
q).[ct;0 1;+]
'type
q)ct[`z;0]:5
'length
q)ct[0;::]:7
q)ct[1;`a`b]:8 9
q)ct
a b
---
7 7
8 9
q)kt:([k:`a`b]v:1 2)
q)kt[`z]:()
'length
  one row is needed
q)kt
k| v
-| -
a| 1
b| 2
/ many places at once are as place by place: a place named twice is changed twice
q)@[10#0;1 2 3 1 2 3 1 2 3;+;til 9]
0 9 12 15 0 0 0 0 0 0
q)v:10#1.5
q)v[9 8 7 6 5 4 3 2 1]*:til 9
q)v
1.5 12 10.5 9 7.5 6 4.5 3 1.5 0
q)v[9 8 7 6 5 4 3 2 10]+:1
'length
q)c:`a`b`c!0 0 0
q)c[`a`b`a`a`b`a`c`a`a]+:1
q)c
a| 6
b| 2
c| 1
/ A functional amend of an undefined variable starts from the identity of its operator, as `x+:y` does; under Each, too
/ (wp/rt-tick).
q).[`fresh1;();+;1 2]
`fresh1
q)fresh1
1 2
q).[`fresh2;();,';1 2]
`fresh2
q)fresh2
1
2
q).[`fresh3;();,'';select p by s from([]s:`a`b`a;p:1 2 3)]
`fresh3
q).[`fresh3;();,'';select p by s from([]s:`a`c;p:4 5)]
`fresh3
q)fresh3
s| p
-| -----
a| 1 3 4
b| ,2
c| ,5
q).[`fresh4;();,'';0#fresh3]
`fresh4
q)fresh4~0#fresh3
1b
q).[`fresh5;();{x+y};1 2]
'fresh5
/ Under a key that is not there `^:` puts what it is given.
q)l:enlist[`]!enlist(::)
q)l[`a]^:([m:`x`y]b:1 2)
q)l[`a]^:([m:`y`z]b:0N 4)
q)l`a
m| b
-| -
x| 1
y| 2
z| 4
/ Places may be integers of any width (wp/signal-processing).
q)w:10#1.5
q)w[`int$9 8 7 6 5 4 3 2 1]*:til 9
q)w
1.5 12 10.5 9 7.5 6 4.5 3 1.5 0
q)w[0 0 0 0 0 1 1 1 1 1h]+:1
q)w
6.5 17 10.5 9 7.5 6 4.5 3 1.5 0
q)w[0 1 2 3 4 5 6 7 8 10i]+:1
'length
q)w[0 1 2 3 4 5 6 7 8 0Ni]+:1
'length
q)m:(10#0f;10#1f)
q)m:.[m;(0 1;`int$til 8);+;(8#1f;8#2f)]
q)m
1 1 1 1 1 1 1 1 0 0
3 3 3 3 3 3 3 3 1 1
/ A function that amends a variable finds it there.
q)seen:1 2 3
q)@[`seen;1;{x+sum seen}]
`seen
q)seen
1 8 3
q)@[`seen;0 0;{x+first seen}]
`seen
q)seen
4 8 3
q).[`seen;();{x,count seen}]
`seen
q)seen
4 8 3 3
q)seen:`a`b!1 2
q)@[`seen;`a;{seen[`b]:7;x+10}]
`seen
q)seen
a| 11
b| 7
/ What fails at one of several places changes none of them.
q)part:(1;2;"a";`z)
q)@[`part;0 1 3;neg]
'type
q)part
1
2
"a"
`z
q)part:1 2 3
q)@[`part;0 1 7;+;1]
'length
q)part
1 2 3
q)part:(1 2;3 4;`a)
q)part[0 1 2;0]+:1
'type
q)part
1 2
3 4
`a
q)part:`a`b!1 2
q)@[`part;`a`c`d;{$[null x;'new;x+1]}]
'new
q)part
a| 1
b| 2
q){part:1 2 3;r:@[{x[0 1 7]+:1;x};part;`];(r;part)}[]
`
1 2 3
q)/ an empty dictionary takes several new keys as it takes one (observed in a program)
q)@[()!();`a`b;+;1 2]
a| 1
b| 2
q).[(enlist`m)!enlist()!();(`m;`a`b);+;5]
m| `a`b!5 5
q)d:()!();d[`a`b]+:1;d[`b`c]+:1;d
a| 1
b| 2
c| 1
q)d:()!();d["ab"]+:1;d
"ab"| 1
/ What fails leaves the value as it was: nested indexes, indexes that come twice, lists that became vectors meanwhile, new keys.
/ source: ref/amend (errors); the rest inferred
q)v:(1 2;3 4)
q)v[enlist enlist 0;0 9]:1
'length
q)v[enlist 0 1;0 1]:`a
'type
q)v[(0 1;2 0)]:1
'length
q).[v;(enlist enlist 0;0 9);:;1]
'length
q)v
1 2
3 4
q)v:(1 2 3;"abc";`a`b`c)
q).[`v;enlist 0 0 1;+;(1;`a;2)]
'type
q)v~(1 2 3;"abc";`a`b`c)
1b
q)d:`a`b!(`x`y!1 2;3 4)
q)d[`a`b;`a`b]:5
'type
q)d
a| `x`y!1 2
b| 3 4
q)v:((1 2;3 4);(5 6;7 8))
q).[`v;(1;2 0;::);{x+y};5]
'length
q).[`v;(1;2;::);{x+y};5]
'length
q)v[(0 1;2 0);0 1]:`a
'length
q)v
1 2 3 4
5 6 7 8
/ A dictionary goes to each row of a column; of a keyed table each row has its own.
q)t:([]s:`a`b;p:1 2)
q)t[`p]:`a`b!1 2
q)t[`k]:([x:1 2]y:3 4)
q)t,t
s p        k       
-------------------
a `a`b!1 2 (,`y)!,3
b `a`b!1 2 (,`y)!,4
a `a`b!1 2 (,`y)!,3
b `a`b!1 2 (,`y)!,4
q)t[`k]:([x:1 2 3]y:3 4 5)
'length
q)u:update x:([s:`a`b]n:1 2) from ([]p:1 2)
q)u,u
p x       
----------
1 (,`n)!,1
2 (,`n)!,2
1 (,`n)!,1
2 (,`n)!,2
/ Neither does a key that does not fit leave its value.
q)w:([k:`$()]v:`long$())
q)w[enlist 0]:5
'type
q)w[([]k:1 2)]:5
'type
q)count each(key w;value w)
0 0
q)w upsert(`a;3)
k| v
-| -
a| 3
/ All of an atom, by name.
q)za:5
q)@[`za;::;+;1]
`za
q)@[`za;();+;1]
`za
q)za
7
q)@[`za;::;:;`s]
`za
q)za
`s
/ Places in lists are done one after the other, by name as by value: ref/amend, "accumulated when repeated".
q)@[1 2 3;(0 0;0 1);2*]
8 4 3
q)g:1 2 3
q)@[`g;(0 0;0 1);2*]
`g
q)g
8 4 3
q)g:1 2 3
q)@[`g;(0 0;0 1);{x+y};10];g
31 12 3
q)g:1 2 3
q)@[`g;(0 1;1 0);count];g
1 1 3
q)g:(1 2;3 4)
q).[`g;((0 0;0 1);1);2*];g
1 16
3 8
q)g:`a`b`c!1 2 3
q)@[`g;(`a`a;`b`a);{x+y};1];g
a| 4
b| 3
c| 3
q)g:1 2 3
q)@[`g;([]a:0 0);2*];g
4 2 3
q)@[`g;();2*];g
4 2 3
/ No function is called on what is not there, by value or by name. An index too many is an error of one word.
q)f:{calls+:1;x+y};calls:0;m:(1 2;3 4);t:([]a:1 2)
q).[m;(5;0);f;1]
'length
q).[m;(0 1;5);f;1]
'length
q)@[m;7;f;1]
'length
q)@[m;0N;f;1]
'length
q).[`m;(5;0);f;1]
'length
q)@[t;7;f;1]
'length
q)@[`t;7;f;1]
'length
q)m[5 6]+:1
'length
q)calls
0
q)m:enlist 1 2
q)m[5;0]+:1
'length
  [0]  m[5;0]+:1
             ^
  no item 5 to assign to
q).[();40#enlist 1 2;+;1]
'length
q)m:enlist();.[`m;(enlist 0),40#enlist 1 2;{x+y};1]
'length
q).[([]a:(();()));(0 1;`a),40#enlist 1 2;+;1]
'length
q)m:1 2 3;.[m;(0 1;0);{x+y};5]
'type
q).[`m;(0 1;0);{x+y};5]
'type
q)/ what is no place is not changed, and nothing has become another
q)g:`a`b!(3 4;5 6);{x}g[`c;;0]+:1
1
q)g
a| 3 4
b| 5 6
c| `long$()
q){d:`a`b!(3 4;5 6);(d[`a;0]+:1;d[`c;;0]+:1)}[]
4 1
/ `::` means all rows also where it is a key among others.
q)x:(::;0)!([]b:1 2)
q)@[x;::;2*]
  | b
--| -
::| 2
0 | 4
q).[x;((::;0);`b);+;1]
  | b
--| -
::| 2
0 | 4
/ A list that is a key is one place, also where the keys are lists of several types.
q)d:((1;`a);(2;`b))!1 2
q)d[(1;`a)]+:5
q)d[((1;`a);(2;`b))]+:10
q)d
1 `a| 16
2 `b| 12
q)@[`d;(2;`b);{x,y};3]
'type
q)/ a vector of keys among a general list of them means several places, as a list does
q)x:(`a;1;`b)!(1 2;3 4;5 6)
q)x[`a`b],:9
q)x
`a| 1 2 9
1 | 3 4
`b| 5 6 9
q)@[x;`a`b;reverse]
`a| 9 2 1
1 | 3 4
`b| 9 6 5
q)x[`a`b;0]+:10
q)x
`a| 11 2 9
1 | 3 4
`b| 15 6 9
q)@[`x;`a`b;{count[x],x}]
`x
q)x
`a| 3 11 2 9
1 | 3 4
`b| 3 15 6 9
q)x[`a`new],:7
q)x
`a  | 3 11 2 9 7
1   | 3 4
`b  | 3 15 6 9
`new| ,7
q)x:(`a;1;`b)!(1;2;3)
q)x[`a`b]+:5 6
q)x
`a| 6
1 | 2
`b| 9
q)/ keys that are there are places of the values: also lists, what comes twice, and rows
q)d:(flip(til 3000;3000#`a))!3000#enlist 1 2
q)k:key d
q)d[k;0]+:1
q)d[k,k],:9
q)d (2999;`a)
2 2 9 9
q)d[k;1]:til 3000
q)d (2999;`a)
2 2999 9 9
q)d[k;0]:enlist[`x],1_til 3000
'type
q)distinct first each value d
,2
q)d[k,enlist(0;`b);5]:0
'length
q)count d
3000
q)d[k,enlist(0;`b)],:5
q)(count d;d(0;`b);distinct last each value d)
3001
,5
,5
q)e:(d;d)
q)@[{e[0 1;k;0]:(count[k]#0;(1_count[k]#0),`x)};::;{x}]
"type"
q)e~(d;d)
1b
q)d:((1;`a);(2;`b))!([]p:1 2;q:`x`y)
q)d[key d;`p]+:5
q)d
    | p q
----| ---
1 `a| 6 x
2 `b| 7 y
q)d[((2;`b);(2;`b));`p],:7
'type
q)d[key d],:(`p`q!(3;`z);`p`q!(4;5))
'type
q)d
    | p q
----| ---
1 `a| 6 x
2 `b| 7 y
q)d[((2;`b);(1;`a));`q]:`w`v
q)d[key d;`new]:1 2
'mismatch
q)d
    | p q
----| ---
1 `a| 6 v
2 `b| 7 w
/ Records of one kind lie as a table, where :: leads to what the keys lead to.
q)m:`p`q!(`b`a!(`x`y!1 2;3);`b`a!(`x`y!5 6;5))
q).[m;(::;`b);sum]~.[m;(`p`q;`b);sum]
1b
q)e:m;e[;`b]:`u`v;e
 | b a
-| ---
p| u 3
q| v 5
q)st:`s1`s2!2#enlist`pos`par!(0;`fast`slow!5 20)
q).[st;(::;`par);{x,enlist[`n]!enlist 1}]
  | pos par                
--| -----------------------
s1| 0   `fast`slow`n!5 20 1
s2| 0   `fast`slow`n!5 20 1
/ Numbers at a place of lists and dictionaries of several types, one after the other; by name the same. source: ref/amend   status: inferred
q)f:{[s;q;p]s[`pos]+:q;s[`cash]-:q*p;s}
q)f/[`pos`cash`last!(0;0f;`);1 2 3;1.5 2 3]
pos | 6
cash| -14.5
last| `
q){[s;q;p]s[0]+:q;s[1]-:q*p;s}/[(0;0f;"x");1 2 3;1.5 2 3]
6
-14.5
"x"
q)s:(1;2f;`a); t:s; s[0]+:1; s[0]:`b; s[1]:7f; s[1]+:1; (s;t)
`b 8f `a
1  2f `a
q)v:til 5; w:v; @[`v;2;+;10]; @[`v;0;:;7]; @[`v;1;:;7f]; (v;w)
'type
q)(v;w)
7 1 12 3 4
0 1 2  3 4
q)d:`a`b!(1;2f); @[`d;`a;+;1]; @[`d;`a;:;`x]; @[`d;`b;*;2]; d
a| `x
b| 4f
q)m:(1 2;3 4f;`x`y!5 6); .[`m;0 1;+;1]; .[`m;(1;0);:;9f]; .[`m;(2;`y);*;2]; m
1 3
9 4f
`x`y!5 12
q)x:`s#1 2 3; @[`x;0;+;5]; (x;attr x)
6 2 3
`
q)b:til 3
q)a::b+1
q)@[`b;1;+;5]; a
1 7 3
q)@[`a;1;+;1]; (a;b)
1 8 3
0 6 2
q)reval(@;enlist`v;0;+;1)
'noupdate
