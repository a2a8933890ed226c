/ What runs between two calls may set what they read; what nobody uses may fail; a condition is a number.
/ source: ref/accumulators (While), basics/control, ref/cond            status: inferred
q)lim:1000
q)f:{lim-::1;x+1}
q)f/[{x<lim};0]
500
q)@[{{`a+x;x}each x};til 100;{x}]
"type"
q)g:{$[x;1;2]}
q)@[{g each x};(70#1),`q`r;{x}]
"type"
q)@[{i:0;c:1b;n:0;while[i<200;if[c;n+:1];i+:1;if[i=100;c:`a]];n};0;{x}]
"type"
q)1 rotate(3;`a`b!1 2)
`a`b!1 2
3
q)count each(0#1;uj/[3#enlist([]a:1 2)])
0 6
q)(`a`b!`b`a)xcol([]a:1 2;b:3 4;c:5 6)
b a c
-----
1 3 5
2 4 6
q)raze{1!x}each(([]k:1 2;v:3 4);([]k:2 3;v:5 6))
k| v
-| -
1| 3
2| 5
3| 6
q)d:`s#1 1 2!10 20 30
q)(d 1;d[1];d@1)
20 20 20
