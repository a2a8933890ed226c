/ Many strings sorted, grouped and found: as few are.
/ source: ref/asc, ref/distinct, ref/group, ref/find   status: inferred
q)u:{x,y}'[3000#("";"a";"common start";"common start of many";"b\000");3000#string til 7]
q)i:iasc u;(u i)~asc u
1b
q)(attr asc u;attr u;asc[i]~til 3000)
`s
`
1b
q)all{$[x~y;1b;x~first asc(x;y)]}'[-1_u i;1_u i]
1b
q)d:distinct u
q)(asc each group[u]d)~group[u]d
1b
q)(i~raze group[u]distinct asc u;idesc[u]~raze group[u]distinct desc u;desc[u]~u idesc u)
111b
q)(count d;count each 3#group u;5#distinct u)
35
(,"0";"a1";"common start2")!86 86 86
(,"0";"a1";"common start2";"common start of many3";"b\0004")
q)(distinct u)~{x where(til count x)=x?x}u
1b
q)(u?u)~(first each group u)u
1b
q)u?("a1";"none";"")
1 3000 3000
q)(count each group u)~d!{"j"$sum x~\:y}[u]each d
1b
q)(first each group u;last each group u)~(d!u?d;d!2999-reverse[u]?d)
1b
q)(sum each(til 3000)group u)~sum each group u
1b
q)u[3 -1 3000 0 0N]
"common start of many3"
""
""
,"0"
""
q)(asc u,`a)~asc`a,u
1b
