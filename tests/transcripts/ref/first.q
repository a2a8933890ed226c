/ The first and the last item.
/ source: ref/first            status: documented
q)first 10 20 30
10
q)last 10 20 30
30
q)first "abc"
"a"
q)last `a`b
`b
q)first 5
5
q)first `a`b!1 2
1
q)last ([]a:1 2;b:3 4)
a| 2
b| 4
q)first ([k:1 2]v:3 4)
v| 3
/ empty: the null of the type.
q)first 0#0
0N
q)last 0#`
`
q)first ""
" "
q)first 0#2024.01.01
0Nd
q)first ()
q)first 0#([]a:1 2)
a|
/ nested: items stay whole.
q)first (1 2;3)
1 2
q)last (1;"ab")
"ab"
q)first each (1 2;3 4)
1 3
q)first[1;2]
'rank
