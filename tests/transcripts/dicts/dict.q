/ Dictionaries: making, looking up, amending, operators between them.
/ source: ref/dict, ref/key, basics/dictsandtables            status: documented
q)d:`a`b`c!1 2 3
q)d
a| 1
b| 2
c| 3
q)key d
`a`b`c
q)value d
1 2 3
q)d`b
2
q)d`nope
0N
q)d[`a]:10
q)d`a
10
q)d[`z]:26
q)d
a| 10
b| 2
c| 3
z| 26
q)d[`a`b]+:1
q)d
a| 11
b| 3
c| 3
z| 26
q)count d
4
q)`a in key d
1b
q)d?3
`b
q)where d=3
`b`c
q)d _`z
a| 11
b| 3
c| 3
q)`a`b!1 2 3
'length
q)1 2!`a`b
1| a
2| b
q)("ab";"cd")!1 2
"ab"| 1
"cd"| 2
q)(`a`b!1 2)~`a`b!1 2
1b
q)(enlist`a)!enlist 1 2
a| 1 2
q)key 1 2!3 4
1 2
q)(1 2!3 4)+(2 3!10 20)
1| 3
2| 14
3| 20
q)(`a`b!1 2)|`b`c!5 6
a| 1
b| 5
c| 6
q)neg `a`b!1 -2
a| -1
b| 2
q)sum `a`b!1 2
3
q)max `a`b!1 2
2
q)reverse `a`b!1 2
b| 2
a| 1
q)first `a`b!1 2
1
q)asc `a`b!2 1
b| 1
a| 2
q)2#`a`b`c!1 2 3
a| 1
b| 2
q)`c`a#`a`b`c!1 2 3
c| 3
a| 1
q)`a`z#`a`b!1 2
a| 1
z|
q)(`a`b!1 2),`b`c!20 30
a| 1
b| 20
c| 30
q){x*2}each `a`b!1 2
a| 2
b| 4
q)d2:`x`y!(1 2;`p`q!3 4)
q)d2[`y;`q]
4
q)d2[`x;1]
2
q)d2 . `y`p
3
q)d2[`y;`p]:30
q)d2`y
p| 30
q| 4
q)key`x`y!1 2
`x`y
q)group 1 1 2
1| 0 1
2| ,2
q)([a:1;b:2])
a| 1
b| 2
q)([a:1;b:`x])
a| 1
b| `x
q)key ([a:1;b:2])
`a`b
q)flip `a`b!(1 2;3 4)
a b
---
1 3
2 4
q)type `a`b!1 2
99h
q)`s#`a`b!1 2
a| 1
b| 2
q)(0#`)!0#0
q)()!()
q)e:()!()
q)e[`a]:1
q)e
a| 1
q)all `a`b!11b
1b
q)not `a`b!01b
a| 1
b| 0
q)d3:1 2 3!`a`b`c
q)d3 2
`b
q)d3 2 9
`b`
q)string `a`b!1 2
a| ,"1"
b| ,"2"
q)@[`a`b!1 2;`a;+;10]
a| 11
b| 2
q)@[`a`b!1 2;`c;:;5]
a| 1
b| 2
c| 5
q)where `a`b`c!1 0 2
`a`c`c
q)`a`b!()
a|
b|
q)flip`a`b!()
a b
---
q)`a`b!0#0
'length
q)/ none of a dictionary without entries keeps the type of its values (wp/intraday-writedown)
q)limits:enlist[`]!enlist(0#`)!0#0N
q)type limits[`quote;`a]
-7h
q)2000^limits[`quote;`a`b]
2000 2000
/ A null key is one key, wherever its bits come from.
q)(enlist[0n]!enlist 1)+enlist[0%0]!enlist 2
| 3
q)([k:0n 1]v:1 2)+([k:(0%0;2f)]v:10 20)
k| v
-| --
 | 11
1| 2
2| 20
/ Keys of enumerations and of symbols are one list of symbols.
q)sym:`a`b
q)key((`sym$`a`b)!1 2)+`b`c!3 4
`a`b`c
/ Of several new keys none is added when one does not fit.
q)d:`a`b!1 2
q)d[`c`d]:(3;`x)
'type
q)d
a| 1
b| 2
/ Many dictionaries are razed at once: the last value of a key, where the key is first.
q)raze(`a`b!1 2;(0#`)!();`b`c!("x";4);(enlist`a)!enlist 5 6)
a| 5 6
b| "x"
c| 4
q)sym:`a`b
q)raze((`sym$`a`b)!10 20;`b`a!1 2)
a| 2
b| 1
/ Tables without columns go through messages and files.
q)x:(delete a from ([]a:1 2);select by a from ([]a:1 2 1))
q){x~-9!-8!x}each x
11b
q){`:sides set x;x~get`:sides}each x
11b
/ Keys and values are lists or tables. source: ref/dict
q)(`a`b!1 2)!3 4
'type
q)1 2!`a`b!3 4
'type
q)select x by y:`a`b!x from([]x:1 2)
'type
/ Of no entries the type stays.
q)type each value each(((0#0f)!0#0i)+(0#0f)!0#0i;((0#`)!0#0i)+(0#`)!0#0i)
6 6h
/ Entries of which one does not fit leave a dictionary as it was.
q)d:1 2!3 4;d,:(5;`x)!1 2
'type
q)d
1| 3
2| 4
q)d:`a`b!(`x`y!1 2;`x`y!3 4);d,:`c`d!(`x`y!5 6;`x`y!(7;`no))
'type
q)d
 | x y
-| ---
a| 1 2
b| 3 4
/ A variable that holds its own name is no table.
q)a:`a;0!a
'type
q)/ a key that comes again is not looked up (jglara/aoc-2024-q, day22)
q)(`a`b!1 2)+`b`b`c`c!10 20 5 7
a| 1
b| 12
c| 5
q)([k:1 2]v:1 2)+([k:2 2 3]v:10 20 30)
k| v
-| --
1| 1
2| 12
3| 30
