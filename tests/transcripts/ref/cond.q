/ One of several expressions.
/ source: ref/cond            status: documented
q)$[1;`yes;`no]
`yes
q)$[0;`a;1;`b;`c]
`b
q)$[0;`a;0;`b;`c]
`c
q)$[0N;1;2]
1
q)$[0f;1;2]
2
q)$[0D;1;2]
2
q)$["\000";1;2]
2
q)$[0;`a;1;`b]
`b
q)$[0;`a;0;`b]~(::)
1b
q)$[1;7;undefined]
7
q){$[x>0;1;x<0;-1;0]}each 3 0 -9
1 0 -1
/ nested: a condition within another.
q)$[1;$[0;`a;`b];`c]
`b
/ empty: a list is no condition.
q)$[();1;2]
'type
q)$[1 0;1;2]
'type
q)$[`a;1;2]
'type
q)$[0n;1;2]
1
q)$[`a;1;2]
'type
q)$[enlist 1b;1;2]
'type
q)$[0;1;0;2;3]
3
