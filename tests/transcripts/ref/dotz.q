/ What the system tells.
/ source: ref/dotz            status: documented
q)type .z.p
-12h
q)type each (.z.P;.z.z;.z.Z;.z.d;.z.D;.z.n;.z.N;.z.t;.z.T)
-12 -15 -15 -14 -14 -16 -16 -19 -19h
q).z.d=`date$.z.p
1b
q).z.K
4.1
q)type .z.k
-14h
q)type .z.i
-6h
q)type .z.h
-11h
q)type .z.u
-11h
q)type .z.o
-11h
q)f:{$[x<2;1;x*.z.s x-1]}
q)f 5
120
q)g:{.z.s}
q)g[]~g
1b
q).z.ps:{x}
q).z.ps
{x}
q)\x .z.ps
q)a:5
q)b::a+1
q)b
6
q).z.b
a| b
/ empty: no arguments, nobody called.
q).z.x
q).z.w
0i
/ nested: inside a function, a list of them.
q)count {(.z.p;.z.d)}[]
2
q).z.nosuch
'.z.nosuch
