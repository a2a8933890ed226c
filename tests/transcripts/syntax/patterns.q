/ Patterns on the left of assignments, in parameters and in the pattern conditional (4.1).
/ source: basics/pattern            status: documented
q)(b;c):2 3
q)b
2
q)c
3
q)(b;c):2 3 4
'length
q)(1;d):1 5
q)d
5
q)(1;d):2 6
'match
q)d
5
q)r:(b;:1+):1 2
q)r
1 3
q)([four:e]):`one`four!1 4
q)e
4
q)([one:;four:e]):`one`four!1 5
q)e
5
q)(1 2!(one;two)):1 2 3!"abc"
q)two
"b"
q)(k!v):1 2!"ab"
q)v
"ab"
q)([]cc:e):([]aa:1 2;cc:5 6)
q)e
5 6
q)(h:`j):3
q)(h:`j):3f
'type
q)((b;c):`F):3 4f
q)c
4f
q)f:{[(a;b);c]a+b+c}
q)f[1 2;3]
6
q)g:{[x;]x}
q)g[3;4]
3
q)c2f:{[x:{$[x<0;'"too cold";x]}]32+1.8*x}
q)c2f 20
68f
q)c2f -4.5
'too cold
q):[1i;r:`f;"float";r:`i;"int";"other"]
"int"
q)r
1i
q):["a";r:`f;"float";"other"]
"other"
q){(p;q):x;p-q}5 3
2
q){([b:w]):x;w}`a`b!1 2
2
/ Filters and indexes see locals; an index assigns a part; nothing is assigned when a part does not match.
q)addv:{([v:(;:x+;:(x*10)+)]):y}
q)addv[10;([k:`hello;v:1 2 3])]
k| `hello
v| 1 12 103
q)g:{v:1 2 3;(v[0];w):x;v,w}
q)g 10 20
10 2 3 20
q){k:5;(a:k+;b:k*):x;a,b}1 2
6 10
q){[a:{x+1};b:a+]b}[1;10]
12
q)a:1 2 3
q)(a[1]):4
q)a
1 4 3
q)t:`x`y!(1 2;3)
q)(t[`x;0];t.y):100 200
q)t
x| 100 2
y| 200
q)(a[0];7):5 6
'match
q)a
1 4 3
q)(a;(b;c)):(1;2 3)
q)a,b,c
1 2 3
q)(1b;;x):(1b;`anything;1 2 3)
q)x
1 2 3
q)(a;b):([]colA:1 2;colB:3 4)
q)b
colA| 2
colB| 4
q)([k1:f]cc:e):([k1:7 8]aa:1 2;bb:3 4;cc:5 6)
q)f
7 8
q)(flip([m;n])):([]m:1 2;n:3 4)
q)n
3 4
q)(flip([m;n])):`m`n!(1 2;3 4)
'type
q)(a!):1 2!3 4
q)a
1 2
q)(a:`x`y!10 20):`y
q)a
20
q){[([a;b])]a*b}([b:3;a:4])
12
q)c2f each 10 20
50 68f
q)(.z.ts;a):({x};2)
q).z.ts
{x}
q)\x .z.ts
q)(a;b):1
'length
q)(name:`s;age:`h):(`homer;38h)
q)(name:`s;age:`h):(`marge;36.5)
'type
q)name
`homer
q)parse"(a;b):1 2"
:
(enlist;`a;`b)
1 2
q)eval parse"(m;n):7 8"
7 8
q)m
7
q)([a:101;b:])each`AA`BB
a   b
------
101 AA
101 BB
q)([k1:;k2:])[1;"a"]
k1| 1
k2| "a"
q)([0;1;2])
x | 0
x1| 1
x2| 2
/ Names of a parameter's pattern are local.
q)h:{[x:`j]$[x<2;x;.z.s[x-1]+.z.s x-2]}
q)h each til 8
0 1 1 2 3 5 8 13
q)pp:1;qq:2
q){[(pp;qq)]pp,qq}3 4
3 4
q)pp,qq
1 2
q){[([pp;qq]);rr]{[([]a:pp)]pp,rr}[([]a:1 2)]}[([pp:3;qq:4])]5
'rr
q){[(pp;rest)]$[count rest;pp+.z.s rest;pp]}(1;(2;(3;())))
6
q)at:1 2 3
q).p.f:{(at[0];other):30 40;at}
q)\d .foo
q.foo).p.f[]
30 2 3
q.foo)\d .
/ Nothing is assigned either when something cannot be put where the pattern says.
q)v:1 2 3;w:0
q)(w;v[9]):7 8
'length
q)(v[0];v[`x]):7 8
'type
q)(w;v[0]):(5;`x)
'type
q)(v;v[0];v[9]):(5 6;7;8)
'length
q)v,w
1 2 3 0
q){a:1 2 3;b:0;@[{(v[0 1];w;v[9]):(5 6;7;8)};0;::];(a;b;v;w)}[]
1 2 3
0
1 2 3
0
q)(new;.newspace.x;v[9]):1 2 3
'length
q)`new in key`.
0b
q)`newspace in key`
0b
q)old::w+1
q)old
1
q)(old;v[9]):7 8
'length
q)w:20
q)old
21
q)dd:`a`b!1 2
q)(dd[`c];dd[`a];v[`x]):7 8 9
'type
q)dd
a| 1
b| 2
q).p.a:1
q)(.p.a;.p[`b];v[9]):7 8 9
'length
q)(.p.a;`b in key .p)
1
0b
