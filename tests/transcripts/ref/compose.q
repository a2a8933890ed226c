/ A unary on the answer of another.
/ source: ref/compose            status: documented
q)f:('[{x*2};{x+y}])
q)f[1;2]
6
q)f[1 2;3]
8 10
q)f[1;]5
12
q)'[neg;+][2;3]
-5
q)type f
105h
q)('[;])over(neg;abs;-)
-abs-
q)(('[;])over(neg;abs;-))[2;5]
-3
q)'[count;{[a;b;c]a,b,c}][1;2;3 4]
4
/ empty: as the functions have it.
q)f[0#0;1]
`long$()
/ nested: as the functions have it.
q)f[(1 2;3);1]
4 6
8
q)f'[1 2;3 4]
8 12
q)(f\)1 2 3
1 6 18
q)f[1;`a]
'type
q)f[1;2;3]
'rank
