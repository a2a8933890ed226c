/ .z.vs is told which variable of the root was set, and where.
/ source: ref/dotz            status: documented
q).z.vs:{0N!(x;y;value x)}
q)m:(1 2;3 4)
(`m;();(1 2;3 4))
q)m[1;1]:0
(`m;1 1;(1 2;3 0))
q)n:3
(`n;();3)
q)n+:1
(`n;();4)
q)t:([]a:1 2)
(`t;();+(,`a)!,1 2)
q)`t insert 3;
(`t;();+(,`a)!,1 2 3)
q)`q1 set 5;
(`q1;();5)
q)(u;v):1 2
(`u;();1)
(`v;();2)
/ Neither local variables nor other namespaces; nor what the handler itself sets.
q){w:x}1;
q).other.a:1
q).z.vs:{last1::(x;y)}
q)k:1
q)last1
`k
()
q).z.vs:{[x;y]'"no"}
q)k:2
'no
q)k
2
q)\x .z.vs
q)k:3
