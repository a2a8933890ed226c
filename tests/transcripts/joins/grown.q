/ What is joined to a variable, or to an item of one, and assigned to it again: others that hold it keep what they have.
/ source: ref/join, ref/assign            status: inferred
q)g:{x,y}
q)a:1 2 3
q)g[a;4]
1 2 3 4
q)a
1 2 3
q)f:{s:x;t:s;s:s,5;(s;t;x)}
q)f 1 2
1 2 5
1 2
1 2
q)h:{s:();i:0;while[i<4;s:s,enlist(i;`a);i+:1];s}
q)h[]
0 `a
1 `a
2 `a
3 `a
q)h[]
0 `a
1 `a
2 `a
3 `a
q){x,enlist y}/[();1 2 3]
1 2 3
q){x,enlist(y;`b)}/[();til 3]
0 `b
1 `b
2 `b
q){x,y}/[();(1;2f;`c)]
1
2f
`c
q){x,enlist y}/[("ab";"cd");("x";"yz")]
"ab"
"cd"
"x"
"yz"
q)s:1 2
q)s:s,s
q)s
1 2 1 2
q)s:s,1.5
q)s
1
2
1
2
1.5
q)s:1 2
q)k:{s::s,x;s}
q)k 3
1 2 3
q)k each 4 5
1 2 3 4
1 2 3 4 5
q)s
1 2 3 4 5
q)t:s
q)s:s,6
q)(s;t)
1 2 3 4 5 6
1 2 3 4 5
q)b:`s#1 2 3
q)attr b:b,4
`
q)b
1 2 3 4
q)d:`a`b!1 2
q)d:d,`b`c!3 4
q)d
a| 1
b| 3
c| 4
q)u:([]a:1 2)
q)u:u,([]a:3 4)
q)u
a
-
1
2
3
4
q)u:u,`x
'type
q)u
a
-
1
2
3
4
q)s:()
q)s:s,1
q)s
,1
q)s:s,`a
q)s:s,()
q)s:s,(0#0)
q)s
1
`a
q)s:("ab";"cd")
q)s:s,"x"
q)s
"ab"
"cd"
"x"
q)s:s,enlist"yz"
q)s
"ab"
"cd"
"x"
"yz"
q)v:s
q)v:v,enlist"q"
q)count each(s;v)
4 5
q)s:2#enlist`a`b!1 2
q)s:s,enlist`a`b!3 4
q)s
a b
---
1 2
1 2
3 4
q)s:s,`a`b!5 6
q)count s
4
q)w::1+sum r
q)r:1 2
q)w
4
q)r:r,3
q)w
7
q)e:`p`q
q)s:`e$`p`q
q)s:s,`e$`p
q)s
`e$`p`q`p
q)s:s,`z
q)s
`p`q`p`z
q)undefd:undefd,1
'undefd
q){q1:q1,1}[]
,1
q)m:(1 2;3)
q)m:m,(4 5;`a)
q)m
1 2
3
4 5
`a
q)m:m,m
q)count m
8
q)kt:([k:`a`b]v:(1 2;3 4);n:`g#5 6)
q)kt[`a;`v],:7 8
q)kt[`b;`v;0]:9
q)kt
k| v       n
-| ---------
a| 1 2 7 8 5
b| 9 4     6
q)attr(value kt)`n
`g
q)kt[`c;`v],:1
q)kt
k| v       n
-| ---------
a| 1 2 7 8 5
b| 9 4     6
c| ,1       
q)kt[`a;`v]:`x
q)kt[`a;`n]+:10
q)kt
k| v   n 
-| ------
a| `x  15
b| 9 4 6 
c| ,1    
q)kt[`a;`nosuch]:1
'mismatch
q)dd:`a`b!(`p`q!(1 2;3);`p`q!(4;5 6))
q)dd[`a;`p],:9
q)dd
 | p     q  
-| ---------
a| 1 2 9 3  
b| 4     5 6
q)ll:(1 2;3;"ab")
q)ll[0],:3
q)ll[1],:4
q)ll[2],:"c"
q)ll
1 2 3
3 4
"abc"
q)mm:ll
q)mm[0],:99
q)(ll 0;mm 0)
1 2 3
1 2 3 99
q)ll[0],:`x
'type
q)ll 0
1 2 3
q)ld:`a`b!(([]x:1 2);5)
q)ld[`a],:([]x:3 4)
q)ld`a
x
-
1
2
3
4
q)ld[`a],:`x
'type
q)count ld`a
4
q)E0:`$()
q)(`E0?)each`a`b`a`c
`E0$`a`b`a`c
q)E0
`a`b`c
q)`E0?`z`a`y
`E0$`z`a`y
q)E0
`a`b`c`z`y
q)`E0?1 2
'type
q)E0
`a`b`c`z`y
q)z:`E0$`z`c
q)E1:E0
q)`E0?`new
`E0$`new
q)(count E0;count E1)
6 5
