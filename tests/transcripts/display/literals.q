/ How values of every type are written and shown.
/ source: basics/datatypes            status: documented
q)1
1
q)1 2 3
1 2 3
q)1h
1h
q)1 2h
1 2h
q)1i
1i
q)1 2i
1 2i
q)1j
1
q)1.5
1.5
q)1f
1f
q)1 2f
1 2f
q)1 2.5
1 2.5
q)1e
1e
q)1.5e
1.5e
q)1 2e
1 2e
q)1b
1b
q)101b
101b
q)0x2a
0x2a
q)0x0102
0x0102
q)"a"
"a"
q)"abc"
"abc"
q)""
""
q)enlist"a"
,"a"
q)`a
`a
q)`
`
q)`a`b
`a`b
q)`a``b
`a``b
q)0N
0N
q)0Nh
0Nh
q)0Ni
0Ni
q)0n
0n
q)0Ne
0Ne
q)0W
0W
q)0w
0w
q)-0w
-0w
q)0N 1
0N 1
q)0n 1
0n 1
q)1 0W
1 0W
q)0x
`byte$()
q)()
q)`symbol$()
`symbol$()
q)"\t\n\\\""
"\t\n\\\""
q)"\001"
"\001"
q)"\303\251"
"\303\251"
q)1e10
1e+10
q)123456789.0
1.234568e+08
q)1234567.0
1234567f
q)0.00001
1e-05
q)0.0001
0.0001
q)100000f
100000f
q)1e100
1e+100
q)3.14159265
3.141593
q)1 1.5 100000000
1 1.5 1e+08
q)2024.01.02
2024.01.02
q)2024.01m
2024.01m
q)12:34
12:34
q)12:34:56
12:34:56
q)12:34:56.789
12:34:56.789
q)2024.01.02D03:04:05.006007008
2024.01.02D03:04:05.006007008
q)2024.01.02T03:04:05.006
2024.01.02T03:04:05.006
q)0D01:02:03.004005006
0D01:02:03.004005006
q)2024.01.01 2024.01.02
2024.01.01 2024.01.02
q)0Ng
00000000-0000-0000-0000-000000000000
q)enlist 1
,1
q)enlist`a
,`a
q)enlist 1.5
,1.5
q)enlist 1b
,1b
q)enlist 1f
,1f
q)(1;2 3)
1
2 3
q)(1;`a;"s";1.5)
1
`a
"s"
1.5
q)("ab";"cd")
"ab"
"cd"
q)enlist(1;`a)
1 `a
q)(1 2;3 4)
1 2
3 4
q)(1 20;300 4)
1   20
300 4
q)((1;2 3);4)
(1;2 3)
4
q)(1;(2;(3;4 5)))
1
(2;(3;4 5))
q)(();1)
()
1
q)(`a;`b`c)
`a
`b`c
q)1 2!3 4
1| 3
2| 4
q)`a`bb!1 2
a | 1
bb| 2
q)`a`b!(1;`c)
a| 1
b| `c
q)(1 2;3)!`x`y
1 2| x
3  | y
q)("ab";"c")!1 2
"ab"| 1
"c" | 2
q)(`symbol$())!()
q)()!()
q)type each (1b;0Ng;0x00;1h;1i;1;1e;1f;"a";`a)
-1 -2 -4 -5 -6 -7 -8 -9 -10 -11h
q)type each (2024.01.01D;2024.01m;2024.01.01;2024.01.01T;0D;12:00;12:00:00;12:00:00.000)
-12 -13 -14 -15 -16 -17 -18 -19h
q)type each (();"";`a`b;1 2)
0 10 11 7h
q)type each ({x};+;neg;{x+y}1;+/;'[neg;neg];::)
100 102 101 104 107 105 101h
q)type (`a`b!1 2)
99h
q)type ([]a:1 2)
98h
q)type ()
0h
q)type (1;`a)
0h
q)-3!1 2 3
"1 2 3"
q)-3!`a`b!1 2
"`a`b!1 2"
q)-3!([]a:1 2)
"+(,`a)!,1 2"
q)-3!"abc"
"\"abc\""
q)-3!(1;`a;"s")
"(1;`a;\"s\")"
q)-3!()
"()"
q)-3!enlist 1
",1"
q)-3!0#`
"`symbol$()"
q).Q.s 1 2
"1 2\n"
q).Q.s1 (1;`a)
"(1;`a)"
q)0N!5
5
5
q)0N!"ab";
"ab"
q)show 1 2
1 2
q)show `a`b!1 2
a| 1
b| 2
q)-1"text";
text
q)-1("ab";"cd");
ab
cd
q)-3!'((`s#1 2)!3 4;`s#1 2!3 4;(`u#`a`b)!1 2;(`s#enlist 1)!enlist 2)
"`s#1 2!3 4"
"`s#`s#1 2!3 4"
"`u#`a`b!1 2"
"(`s#,1)!,2"
q)(0Nc;type 0Nc;null 0Nc)
" "
-10h
1b
q)/ other letters and digits behind a backslash mean nothing, and marks themselves. Source: KxSystems/kx-skills (q), basics/application
q)"\x41"
'char
q)"a\/b\*"
"a/b*"
q)"\7"
'char
q)value"\"abc\\"
'"
