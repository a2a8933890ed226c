/ Names, items and assignment through an operator.
/ source: ref/assign            status: documented
q)(a:5)+1
6
q)a+:2
q)a
7
q)1+a*:2
15
q)l:1 2 3
q)l[1]:9
q)l
1 9 3
q)l[0 2]:7 8
q)l
7 9 8
q)l[1]-:10
q)l
7 -1 8
q)l,:4
q)l
7 -1 8 4
q)l[9]:0
'length
q)l[0]:1.5
'type
q)l[0 1]:1 2 3
'length
q)d:`a`b!1 2
q)d[`c]:3
q)d
a| 1
b| 2
c| 3
q)d[`c`a]+:10
q)d
a| 11
b| 2
c| 13
/ empty: the first item decides what it becomes.
q)e:()
q)e,:1
q)e
,1
q)e[0#0]:5
q)e
,1
/ nested: a list for each level.
q)m:(1 2;3 4)
q)m[1;0]:9
q)m
1 2
9 4
q)m[;1]+:10
q)m
1 12
9 14
q)m[0]:`x`y
q)m
x y
9 14
q)g:(1;2.5;`a)
q)g[1 2]:2 3
q)g
1 2 3
q)t:([]a:1 2;b:3 4)
q)t[0;`b]:7
q)t
a b
---
1 7
2 4
q)fresh+:1
q)fresh
1
q)f:(:)
q)f[a;4]
4

/ An operator before a double colon: what the operator and one colon do to a global. Source: programs
q)n:1
q){n+::1}[]
q)n
2
q){n:10;n+::1;n}[]
11
q)n
2
q)v:1 2 3
q){v[1],::x}[5]
'type
q){v[1]*::x}[5];v
1 10 3
/ The value of an assignment through an operator is what the items have become.
q)a:til 5
q)1+a[2]+:5
8
q)1+a[0 0]+:1 2
4 4
q)a
3 1 7 3 4
q){a:til 5;1+a[2]*:5}[]
11
q)d:`x`y!1 2
q)1+d[`z]+:3
4
/ With brackets, too.
q)n:5
q)+:[n;1]
q)n
6
q)+:[a[1];10]
q)a
3 11 7 3 4
q)neg[n;1]
'rank
q)csv:5
'assign
q)in:5
'assign
q)m:1 2
q)m[`x]:1
'type
q)m[0N]:1
'length
q)m[0]:1 2
'type
/ What assigns to a global or to items answers nothing as the last of a function, unless it is returned. Source: learn/views;
/ observed: quintanar401/dbg, mkst (2020 day 14)
q)a:1
q){a::a+x}each 1 2 3
::
::
::
q)a
7
q){x[1]:20}1 2 3
q){:x[1]:20}1 2 3
20
q){.tst.g:100}[]
q){:a::x}5
5
q){x:5}1
5
q){$[x;a::6;7]}1b
6
