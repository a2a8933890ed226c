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
