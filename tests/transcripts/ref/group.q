/ Where each item occurs.
/ source: ref/group            status: documented
q)group `a`b`a
a| 0 2
b| ,1
q)group "mississippi"
m| ,0
i| 1 4 7 10
s| 2 3 5 6
p| 8 9
q)group 0N 1 0N
 | 0 2
1| ,1
q)count each group 1 1 2
1| 2
2| 1
q)group `x`y`z!1 2 1
1| `x`z
2| ,`y
q)group ([]a:1 1 2;b:`x`x`y)
a b|
---| ---
1 x| 0 1
2 y| ,2
q)key group 3 1 3 2
3 1 2
/ empty: no groups.
q)count group 0#0
0
q)group ()
/ nested: lists are compared whole.
q)group (1 2;3;1 2)
1 2| 0 2
3  | ,1
q)group ("ab";"c";"ab")
"ab"| 0 2
"c" | ,1
q)group[1;2]
'rank
q)group 5
'type
