/ Enumerations and foreign keys.
/ source: ref/enumerate, ref/enum-extend, basics/enumerations            status: documented
q)d:`a`b`c
q)e:`d$`b`a`b
q)e
`d$`b`a`b
q)type e
20h
q)value e
`b`a`b
q)key e
`d
q)e=`b
101b
q)`d$`z
'cast
q)`d?`z`a
`d$`z`a
q)d
`a`b`c`z
q)e[0]
`d$`b
q)type e 0
-20h
q)e,`d$`c
`d$`b`a`b`c
q)e?`a
1
q)distinct e
`d$`b`a
q)p:([id:`x`y]city:`here`there)
q)s:([]item:`p$`y`x`y;qty:1 2 3)
q)s
item qty
--------
y    1
x    2
y    3
q)select item.city,qty from s
city  qty
---------
there 1
here  2
there 3
q)fkeys s
item| p
q)meta s
c   | t f a
----| -----
item| s p
qty | j
q)`p$`nosuch
'cast
q)select from s where item.city=`there
item qty
--------
y    1
y    3
q)grown:()
q)`grown?`a`b`a
`grown$`a`b`a
q)grown
`a`b
q)/ an enumeration as an index counts into its domain
q)letters:`a`b`c
q)10 20 30[`letters$`b`c`a]
20 30 10
q)(10;20 30;40)`letters$`b
20 30
q)./[(1 2 3;4 5 6);((`letters$`a;`letters$`b);(`letters$`b;`letters$`c));:;10 20]
1 10 3 
4 5  20
q)l:10 20 30
q)l[`letters$`c`a]:1 2
q)l
2 20 1
/ A link is compared as the numbers it holds, also when its table comes after it.
q)a:`later!0 1 2;later:([]val:10 20 30);a=0
100b
/ Items that do not fit are refused, whatever they are enumerated over.
q)kt:([k:1 2 3]v:`x`y`z);s:`a`b;s,:`kt$1
'type
q)s
`a`b
q)f:`kt$1 2;f,:(1 2;3)
'type
q)f,:3 1;f,:2;f
`kt$1 2 3 1 2
q)t:([]s:`a`b;v:1 2);t,:(`kt$1;5)
'type
q)t:([]f:`kt$1 2;a:1 2);t,:([]f:(1 2;1 2);a:3 4)
'type
q)t,:([]f:1 2;a:3 4);t
f a
---
1 1
2 2
1 3
2 4
/ A keyed table that foreign keys lead to goes on growing.
q)`kt upsert(4;`w);kt[5;`v]:`u;t,:(5;6);t,:(4;7);exec f.v from t
`x`y`x`y`u`w
/ What an enumeration with an attribute stands for has it too: ref/enum-extend, stackoverflow.com/questions/77298257.
q)tone:`a`b`c
q)`tone?`g#`a`c`a
`g#`tone$`g#`a`c`a
q)`p#`tone$`a`a`b
`p#`tone$`p#`a`a`b
q)-3!(`s#`tone$`a`b;`u#`tone$`b`a)
"(`s#`tone$`s#`a`b;`u#`tone$`u#`b`a)"
q)`tone$`a`b
`tone$`a`b
