/ like, ss, ssr.
/ source: ref/like, ref/ss, basics/regex            status: documented
q)"quarry" like "qu*"
1b
q)"quarry" like "q?arry"
1b
q)"quarry" like "*r"
0b
q)`quarry like "*rry"
1b
q)("ab";"cb";"ad") like "a*"
101b
q)`ab`cb like "?b"
11b
q)"cat" like "[bc]at"
1b
q)"hat" like "[bc]at"
0b
q)"hat" like "[^bc]at"
1b
q)"a5" like "a[0-9]"
1b
q)"a*b" like "a[*]b"
1b
q)"" like "*"
1b
q)"" like ""
1b
q)"a" like "a"
1b
q)"abc" like "abcd"
0b
q)`a`b!("xy";"zy")
a| "xy"
b| "zy"
q)(`a`b!("xy";"zy"))like"x*"
a| 1
b| 0
q)1 like "1"
'type
q)"banana" ss "an"
1 3
q)"banana" ss "x"
`long$()
q)"banana" ss "[bn]a"
0 2 4
q)"a.b.c" ss "."
1 3
q)"" ss "a"
`long$()
q)ssr["banana";"an";"-"]
"b--a"
q)ssr["banana";"a";"xyz"]
"bxyznxyznxyz"
q)ssr["banana";"q";"z"]
"banana"
q)ssr["a?c";"[?]";"b"]
"abc"
q)ssr["hello";"l";upper]
"heLLo"
q)ssr["abc";enlist"?";"x"]
"xxx"
q)"a man, a plan" like "*a*plan*"
1b
q)`one`two`three like "*o*e"
100b
q)(`one;`two`three) like "*o*"
'type
q)("one";("two";"three")) like "*o*"
'type
q)(`one;"two";"x") like "*o"
010b
q)(`a`b!("one";`two)) like "t*"
a| 0
b| 1
q)ssr["a";"a";"b"]
'type
