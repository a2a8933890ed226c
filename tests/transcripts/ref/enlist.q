/ A list of one, or of what is given.
/ source: ref/enlist            status: documented
q)enlist 5
,5
q)enlist `a
,`a
q)enlist "c"
,"c"
q)enlist[1;2.5;`a]
1
2.5
`a
q)enlist[1;2;3]
1 2 3
q)count enlist[0;1;2;3;4;5;6;7;8;9]
10
q)first enlist 7
7
q)enlist `a`b!1 2
a b
---
1 2
q)type enlist `a`b!1 2
98h
/ empty: one empty item.
q)count enlist ()
1
q)count enlist 0#0
1
q)enlist ""
""
/ nested: one level more.
q)enlist 1 2
1 2
q)count enlist (1 2;3)
1
q)enlist[1 2;3]
1 2
3
q)type each (enlist 1 2;enlist 2024.01.01)
0 14h
q)enlist 1+`a
'type
