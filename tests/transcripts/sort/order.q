/ asc, desc, iasc, idesc, rank, xrank, and the attributes they set.
/ source: ref/asc, ref/desc, ref/rank, ref/xrank            status: documented
q)asc 3 1 2
`s#1 2 3
q)asc "banana"
`s#"aaabnn"
q)asc `c`a`b
`s#`a`b`c
q)asc 2 0N 1
`s#0N 1 2
q)asc ()
q)asc 0#0
`s#`long$()
q)asc 5
'rank
q)asc `a`b`c!3 1 2
b| 1
c| 2
a| 3
q)asc ([]a:3 1 2;b:`x`y`z)
a b
---
1 y
2 z
3 x
q)asc (2;`a;1)
1
2
`a
q)desc 3 1 2
3 2 1
q)desc "cab"
"cba"
q)desc `a`b!1 2
b| 2
a| 1
q)desc 1 0N 2
2 1 0N
q)desc ([]a:1 3 2)
a
-
3
2
1
q)iasc 30 10 20
1 2 0
q)idesc 30 10 20
0 2 1
q)iasc 1 1 0
2 0 1
q)idesc 1 1 0
0 1 2
q)iasc `b`a
1 0
q)iasc ()
`long$()
q)iasc `a`b`c!3 1 2
`b`c`a
q)iasc 5
'rank
q)iasc (1 2;0 5;1 1)
1 2 0
q)rank 30 10 20
2 0 1
q)rank 2 2 1
1 2 0
q)rank "cab"
2 0 1
q)3 xrank 5 1 4 2 3 0
2 0 2 1 1 0
q)4 xrank til 8
0 0 1 1 2 2 3 3
q)2 xrank 10 30 20 40
0 1 0 1
q)attr asc 2 1
`s
q)attr desc 2 1
`
q)asc 0x0301
`s#0x0103
q)asc 2024.02.01 2024.01.01
`s#2024.01.01 2024.02.01
q)asc 1.5 0n -0w
`s#0n -0w 1.5
q)asc 10b
`s#01b
/ What is sorted stays so when items are seen once, and as the keys of a group: the public solutions of
/ gyorokpeter/puzzle_solutions print kdb+'s answers (aoc/2023/day18, aoc/2019/day4, aoc/2025/day8).
q)distinct asc 3 1 2 1 3
`s#1 2 3
q)distinct each asc each(7 0 0;1 1;0#0)
`s#0 7
`s#,1
`s#`long$()
q)(distinct`s#"112";key group`s#1 1 2;attr distinct 1 1 2;attr key group 1 1 2)
`s#"12"
`s#1 2
`
`
q)-3!group`s#"111112"
"`s#\"12\"!(0 1 2 3 4;,5)"
q)-3!distinct asc(2 4;1 3;2 4)
"`s#(1 3;2 4)"
q)(attr distinct`p#1 1 2;attr distinct`g#1 1 2;attr distinct`s#0#`)
```s
/ a column of lists is marked, too, by the sort (aoc/2018/day15)
q)-3!`pos xasc([]u:"GE";pos:(2 4;1 3))
"+`u`pos!(\"EG\";`s#(1 3;2 4))"
q)-3!`w xasc([]w:(enlist"b";"ab";"aa"))
"+(,`w)!,`s#(\"aa\";\"ab\";,\"b\")"
/ many texts are searched for in their order: the same places as one by one. source: ref/bin   status: inferred
q)x:asc(200?`3),`a`b,`; y:(150?`3),`a`b``zzzz
q)(x bin y;x binr y;string[x]bin string y;string[x]binr string y)~(x bin/:y;x binr/:y;string[x]bin/:string y;string[x]binr/:string y)
1b
q)(x bin y)~string[x]bin string y
1b
q)(`b`a`c bin 100#y;("b";"a";"c")bin string y;()bin string y;()binr string y)~(`b`a`c bin/:100#y;("b";"a";"c")bin/:string y;()bin/:string y;()binr/:string y)
1b
