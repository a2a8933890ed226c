/ Index: at any depth, out of range gives the null of the first item.
/ source: ref/apply, basics/syntax            status: documented
q)l:10 20 30
q)l 1
20
q)l[0 2]
10 30
q)l 5
0N
q)l -1
0N
q)l[]
10 20 30
q)l (0 1;2)
10 20
30
q)"abc"9
" "
q)`a`b 7
`
q)m:(1 2 3;4 5 6)
q)m[1;2]
6
q)m[;1]
2 5
q)m[0]
1 2 3
q)m[0 1;0 2]
1 3
4 6
q)m . 1 0
4
q)m[1][1]
5
q)m[0;]
1 2 3
q)d:`a`b`c!1 2 3
q)d`b
2
q)d`b`z
2 0N
q)d[`a`c]
1 3
q)d`zz
0N
q)t:([]a:1 2 3;b:`x`y`z)
q)t 1
a| 2
b| `y
q)t`a
1 2 3
q)t[`b;2]
`z
q)t[0 2]
a b
---
1 x
3 z
q)t[1;`a]
2
q)t`a`b
1 2 3
x y z
q)k:([s:`p`q]v:5 6)
q)k`q
v| 6
q)k[`p;`v]
5
q)k`none
v| 
q)l 1.0
'type
q)l`a
'type
q)@[l;1]
20
q).[m;0 1]
2
q)(1;`a;"s")2
"s"
q)(1 2;"ab")[1;0]
"a"
q)l[0 1]:7
q)l
7 7 30
q)m[1;0]:99
q)m
1  2 3
99 5 6
/ Of a general list: what stands for none of its first item. Strings in a list are empty ones, as many as there are.
q)("abc";"de")9
""
q)(("abc";"de");enlist"f")9
""
""
q)((1 2;`a);3)9
`long$()
`
q).Q.s1(enlist enlist"A";1)9
",\"\""
q)(();1)9
q)(`a`b!(("x";"yz");()))`c
" "
""
