/ string, lower, upper, trim, vs, sv, pad.
/ source: ref/string, ref/lower, ref/trim, ref/vs, ref/sv, ref/pad            status: documented
q)string 42
"42"
q)string `abc
"abc"
q)string 1 20 300
,"1"
"20"
"300"
q)string 1.5
"1.5"
q)string 1b
,"1"
q)string "abc"
,"a"
,"b"
,"c"
q)string 0N
""
q)string `
""
q)string 2024.01.02
"2024.01.02"
q)string `a`bc
,"a"
"bc"
q)string (1;`a)
,"1"
,"a"
q)string ()
q)string `a`b!1 2
a| ,"1"
b| ,"2"
q)string {x+1}
"{x+1}"
q)string (+)
,"+"
q)string 0x0a
"0a"
q)string 1e10
"1e+10"
q)string 0D01:00
"0D01:00:00.000000000"
q)lower "HeLLo"
"hello"
q)upper "HeLLo"
"HELLO"
q)lower `ABC
`abc
q)upper `a`b
`A`B
q)upper ("ab";"cd")
"AB"
"CD"
q)upper "a"
"A"
q)lower `a`b!("AB";"CD")
a| "ab"
b| "cd"
q)lower 1
'type
q)upper ""
""
q)trim "  ab  "
"ab"
q)ltrim "  ab  "
"ab  "
q)rtrim "  ab  "
"  ab"
q)trim ("  a";"b ")
,"a"
,"b"
q)trim ""
""
q)trim "   "
""
q)trim "a  b"
"a  b"
q)"," vs "a,b,c"
,"a"
,"b"
,"c"
q)"," vs "ab"
"ab"
q)count "," vs "ab"
1
q)", " vs "a, bc, d"
,"a"
"bc"
,"d"
q)` vs `a.b.c
`a`b`c
q)` vs "ab\ncd"
"ab"
"cd"
q)` vs `:dir/sub/file
`:dir/sub`file
q)10 vs 1234
1 2 3 4
q)2 vs 10
1 0 1 0
q)24 60 60 vs 3661
1 1 1
q)0b vs 5h
0000000000000101b
q)0x0 vs 258i
0x00000102
q)"," sv ("ab";"c";"d")
"ab,c,d"
q)"" sv ("ab";"c")
"abc"
q)", " sv ("ab";"c")
"ab, c"
q)` sv ("ab";"cd")
"ab\ncd\n"
q)` sv `a`b`c
`a.b.c
q)` sv `:dir`file
`:dir/file
q)10 sv 1 2 3 4
1234
q)2 sv 1 0 1
5
q)24 60 60 sv 1 1 1
3661
q)0x0 sv 0x00000102
258i
q)0b sv 0000000000000101b
5h
q)5$"ab"
"ab   "
q)-5$"ab"
"   ab"
q)2$"abc"
"ab"
q)-2$"abc"
"bc"
q)3$("a";"bcde")
"a  "
"bcd"
q)md5 "quarry"
0x611bfc3fa70a65e5a2b5e40de0f2a153
q)md5 ""
0xd41d8cd98f00b204e9800998ecf8427e
q)md5 `a
'type
q)0x40 vs 130
0x00000000000000000202
q)0x24 vs 35 36
0x000000000000000000000023
0x000000000000000000000100
q)count 0x02 vs 1
62
q)` vs'(`:/mnt;`:/mnt/a;`:mnt)
:     mnt
:/mnt a  
:     mnt
q).h.cd([]l:(12;`abc;"str";2024.01.01;1 2))
,"l"
"12"
"abc"
"str"
"2024.01.01"
"1 2"
