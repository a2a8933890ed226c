/ Expressions under a condition.
/ source: ref/if            status: documented
q)a:1
q)if[a<5;a:10;b:a+1]
q)a,b
10 11
q)if[0;a:99]
q)a
10
q)if[0N;a:20]
q)a
20
q)if[0f;a:0]
q)a
20
q)f:{if[x<0;:`negative];`fine}
q)f each -1 1
`negative`fine
q)(if[1;2])~(::)
1b
/ nested: a condition within another.
q)if[1;if[0;a:1];a+:5]
q)a
25
/ empty: a list is no condition.
q)if[();a:0]
'type
q)if[`a;a:0]
'type
q)if[1 0;a:0]
'type
q)a
25
