/ Items of both.
/ source: ref/join            status: documented
q)1 2,3
1 2 3
q)1,2
1 2
q)"ab","c"
"abc"
q)1,`a
1
`a
q)1 2,"a"
1
2
"a"
q)1 2,3 4f
1
2
3f
4f
q)(`a`b!1 2),`b`c!20 30
a| 1
b| 20
c| 30
q)([]a:1 2),([]a:3 4)
a
-
1
2
3
4
q)([]a:1 2),`a!3
'type
q)([k:1 2]v:`x`y),([k:2 3]v:`q`z)
k| v
-| -
1| x
2| q
3| z
q)([]a:1 2),'([]b:3 4)
a b
---
1 3
2 4
q)([]a:1 2;b:5 6),'([]b:3 4;c:`x`y)
a b c
-----
1 3 x
2 4 y
q)meta(0#([]a:1 2)),'0#([]b:`x`y)
c| t f a
-| -----
a| j
b| s
q)([]a:1 2),'([]b:3 4 5)
'length
q)x:1 2
q)x,:3
q)x
1 2 3
q)x,:`a
'type
/ empty: the other side.
q)(),1
,1
q)1 2,()
1 2
q)type (0#0),`a
11h
/ Of two empty lists the one with a type stays.
q)(0#`),()
`symbol$()
q)(),0#`
`symbol$()
q)raze(0#0;())
`long$()
q)raze(();0#0;())
`long$()
/ nested: items of both, not deeper.
q)(1 2;3),4
1 2
3
4
q)(1 2;3),enlist 4 5
1 2
3
4 5
q)(1 2;3 4),'5 6
1 2 5
3 4 6
q)1 2,'3 4 5
'length
q)([]a:1 2),([]b:3 4)
'mismatch
/ beside a general list a dictionary is an item, a table its rows
q)(1;`x),`a`b!3 4
1
`x
`a`b!3 4
q)([]a:1 2),(`x;5)
(,`a)!,1
(,`a)!,2
`x
5
q)([]a:1 2),5
'type
q)(`a`b!3 4),1
'type
q)x:1 2
q)x,:`a`b!1 2
'type
/ A keyed table without rows keeps its columns in order.
q)([k:0#0]a:0#0;b:0#0),([k:1 2]b:1 2;a:3 4)
k| a b
-| ---
1| 3 1
2| 4 2
