/ Lists of many strings: an answer does not depend on who made the list, nor on how it is kept.
/ source: ref/assign, ref/join, ref/maps   status: inferred
q)u:{x,"_",y}'[50#("ab";"";"cde");string til 50]
q)type u
0h
q)3#u
"ab_0"
"_1"
"cde_2"
q)u~("ab";"";"cde")[til[50]mod 3],'"_",'string til 50
1b
q)(u~{x}each u;u~{x}peach u;u~(::)':[u];u~value{x}each til[50]!u;u~{y}\[();u];u~("";){x,y}/:u)
111110b
q)type each(50#enlist"ab";{"a"}each til 50;{""}each til 50;{$[x;"a";""]}each til 50;{$[x<49;"ab";`a]}each til 50;{()}each til 50)
0 10 0 0 0 0h
q)last{$[x<49;"ab";`a]}each til 50
`a
q)distinct attr each{`s#"ab"}each til 50
,`s
/ Items change in place, and others who hold the list do not see it.
q)v:u
q)v[1]:"xy"
q)v[0]:"longer than before"
q)v[2;1]:"D"
q)v[49],:"!"
q)v 0 1 2 49
"longer than before"
"xy"
"cDe_2"
"_49!"
q)u 0 1 2 49
"ab_0"
"_1"
"cde_2"
"_49"
q)v:u;v[0 1]:("zz_9";"??");v[2]:"xxxxx";v 0 1 2
"zz_9"
"??"
"xxxxx"
q)v:u;v[3]:`a;v 3 4
`a
"_4"
q)v:u;v[0;0]:1
'type
q)v~u
1b
q)v[50]:"a"
'length
q)v[0;9]:"a"
'length
q){x[1]:"AB";x[1;0]:"c";x}[u]1
"cB"
q)d:(`$string til 50)!u;d[`1;1]:"-";d[`2]:enlist"a";d`0`1`2
"ab_0"
"_-"
,"a"
/ Appends.
q)v:u;v,:enlist"new";v,:enlist"";v,:("ab";`b);count v
54
q)-5#v
"_49"
"new"
""
"ab"
`b
q)count each(u,u;u,enlist`a;u,"ab";raze 4#enlist u;raze{(x;"--")}each u)
100 51 52 200 100
q)3#raze{(x;"--")}each u
"ab_0"
"--"
"_1"
q)last raze{(x;y)}'[u;50#(`a;1)]
1
q)t:([]i:til 50;s:u)
q)`t insert(50;"hello")
,50
q)`t insert([]i:51 52;s:("ab";"xyz"))
51 52
q)`t upsert(53;`sym)
`t
q)-4#t
i  s
----------
50 "hello"
51 "ab"
52 "xyz"
53 `sym
q)(count u;t[`s]til 50)~(50;u)
1b
q)k:([i:til 50]s:u);`k upsert(7;"seven");`k upsert(99;"new");exec s from([]i:7 99 8)#k
"seven"
"new"
"cde_8"
/ What a function keeps of its items stays as it was.
q)kept:();{kept,:enlist x;count x}each 3#u;kept
"ab_0"
"_1"
"cde_2"
q){x,:"!";x}each 2#v:u
"ab_0!"
"_1!"
q)v~u
1b
q)attr each{asc x;x}each 40#("ab";"ba")
`s``s``s``s``s``s``s``s``s``s``s``s``s``s``s``s``s``s``s``s`
