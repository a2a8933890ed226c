/ Repeat a number of times.
/ source: ref/do            status: documented
q)n:0
q)do[3;n+:2]
q)n
6
q)do[0;n:100]
q)n
6
q)do[2;a:n;n:a*2]
q)n
24
q){r:1;do[x;r*:2];r}10
1024
/ nested: a loop in a loop.
q)c:0
q)do[3;do[4;c+:1]]
q)c
12
/ empty: a list is no count.
q)do[();c:0]
'type
q)c
12
q)do[`a;c:0]
'type
