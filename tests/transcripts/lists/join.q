/ Join, enlist, raze, flip, reverse, rotate, cross.
/ source: ref/join, ref/enlist, ref/raze, ref/flip, ref/reverse, ref/rotate, ref/cross            status: documented
q)1,2
1 2
q)1 2,3
1 2 3
q)1 2,3 4
1 2 3 4
q)1,`a
1
`a
q)1,1.5
1
1.5
q)(),1
,1
q)1 2,()
1 2
q)(),()
q)"ab","cd"
"abcd"
q)"a",`b
"a"
`b
q)(`a`b!1 2),`b`c!3 4
a| 1
b| 3
c| 4
q)([]a:1 2),([]a:3 4)
a
-
1
2
3
4
q)([]a:1 2),`a!3
'type
q)([]a:1 2),(enlist`a)!enlist 3
a
-
1
2
3
q)([k:1 2]v:3 4),([k:2 3]v:5 6)
k| v
-| -
1| 3
2| 5
3| 6
q)([]a:1 2),'([]b:3 4)
a b
---
1 3
2 4
q)1 2,'3 4
1 3
2 4
q)([]a:1 2),([]b:3 4)
'mismatch
q)/ a column that is a table takes dictionaries of other keys, and is a list of dictionaries then
q)(([]s:1 2;v:(`a`b!1 2;`a`b!3 4)),([]s:1;v:enlist`z`y!5 6))`v
`a`b!1 2
`a`b!3 4
`z`y!5 6
q)type(raze(([]v:(`a`b!1 2;`a`b!3 4));([]v:enlist`a`b!5 6)))`v
98h
q)enlist 1
,1
q)enlist 1 2
1 2
q)enlist`a
,`a
q)enlist"abc"
"abc"
q)count enlist"abc"
1
q)enlist[1;2;3]
1 2 3
q)enlist[1;`a]
1
`a
q)type enlist(`a`b!1 2)
98h
q)raze (1 2;3 4 5)
1 2 3 4 5
q)raze (1;2 3)
1 2 3
q)raze ("ab";"c";"def")
"abcdef"
q)raze 5
,5
q)raze ()
q)raze 1 2 3
1 2 3
q)raze ((1;2 3);4)
1
2 3
4
q)raze `a`b!(1 2;3 4)
1 2 3 4
q)raze (`a`b!1 2;`c`d!3 4)
a| 1
b| 2
c| 3
d| 4
q)raze (([]a:1 2);([]a:3 4))
a
-
1
2
3
4
q)flip (1 2 3;4 5 6)
1 4
2 5
3 6
q)flip (1 2;3)
1 3
2 3
q)flip `a`b!(1 2;3 4)
a b
---
1 3
2 4
q)flip ([]a:1 2;b:3 4)
a| 1 2
b| 3 4
q)flip (1 2;3 4 5)
'length
q)flip 1 2 3
'rank
q)flip enlist 1 2 3
1
2
3
q)reverse 1 2 3
3 2 1
q)reverse "abc"
"cba"
q)reverse 5
5
q)reverse ()
q)reverse `a`b!1 2
b| 2
a| 1
q)reverse ([]a:1 2)
a
-
2
1
q)reverse (1 2;3)
3
1 2
q)2 rotate 1 2 3 4 5
3 4 5 1 2
q)-1 rotate 1 2 3
3 1 2
q)7 rotate 1 2 3
2 3 1
q)1 rotate ()
q)1 rotate "abc"
"bca"
q)1 rotate ([]a:1 2 3)
a
-
2
3
1
q)1 2 cross `a`b
1 `a
1 `b
2 `a
2 `b
q)1 2 cross 3 4
1 3
1 4
2 3
2 4
q)"ab" cross "c"
"ac"
"bc"
q)([]a:1 2)cross([]b:`x`y)
a b
---
1 x
1 y
2 x
2 y
/ Join along a vector joins it whole.
q)((),/til 3;0,/2 3;`a,/(1 2;3);"x",/("yz";"w");(,/)`s#1 2)
0 1 2
0 2 3
(`a;1;2;3)
"xyzw"
1 2
q)attr(,/)`s#1 2 3
`
q)((,/)enlist 5;0,/();(),/enlist();(),/(`a`b!1 2;`b`c!3 4))
,5
0
()
`a`b`c!1 3 4
