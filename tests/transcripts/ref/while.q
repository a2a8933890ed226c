/ Repeat under a condition.
/ source: ref/while            status: documented
q)n:1
q)while[n<100;n*:2]
q)n
128
q)while[0;n:0]
q)n
128
q)s:0;i:0
q)while[i<5;s+:i;i+:1]
q)s,i
10 5
q){r:();while[x>0;r,:x;x-:1];r}3
3 2 1
/ nested: a loop in a loop.
q)i:0;c:0
q)while[i<3;j:0;while[j<4;c+:1;j+:1];i+:1]
q)c
12
/ empty: a list is no condition.
q)while[();n:0]
'type
q)while[`a;n:0]
'type
q)n
128
