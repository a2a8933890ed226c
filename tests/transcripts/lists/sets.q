/ distinct, union, inter, except, group, differ.
/ source: ref/distinct, ref/union, ref/inter, ref/except, ref/group, ref/differ            status: documented
q)distinct 3 1 3 2 1
3 1 2
q)distinct "mississippi"
"misp"
q)distinct `b`a`b
`b`a
q)distinct (1 2;3;1 2)
1 2
3
q)distinct ()
q)distinct ([]a:1 1 2;b:3 3 4)
a b
---
1 3
2 4
q)distinct 0n 1 0n
0n 1
q)1 2 3 union 2 4
1 2 3 4
q)`a`b union `b`c
`a`b`c
q)1 1 2 union 2 3
1 2 3
q)"ab" union "bc"
"abc"
q)([]a:1 2)union([]a:2 3)
a
-
1
2
3
q)1 3 4 inter 4 1 9
1 4
q)1 1 2 inter 1
1 1
q)`a`b inter `c
`symbol$()
q)([]a:1 2 3)inter([]a:2 3 4)
a
-
2
3
q)(`a`b!1 2)inter`b`c!2 3
,2
q)1 2 3 2 except 2
1 3
q)`a`b`c except `b`z
`a`c
q)1 2 except ()
1 2
q)"hello" except "l"
"heo"
q)([]a:1 2 3)except([]a:enlist 2)
a
-
1
3
q)group 1 2 1 3
1| 0 2
2| ,1
3| ,3
q)group "aba"
a| 0 2
b| ,1
q)group `x`y`x
x| 0 2
y| ,1
q)group (1 2;3;1 2)
1 2| 0 2
3  | ,1
q)group `a`b`c!1 2 1
1| `a`c
2| ,`b
q)count each group `x`y`x
x| 2
y| 1
q)differ 1 1 2 2 1
10101b
q)differ "aab"
101b
q)differ (1 2;1 2;3)
101b
q)differ 0#0
`boolean$()
q)differ ([]a:1 1 2)
101b
