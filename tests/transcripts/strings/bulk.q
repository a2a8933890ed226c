/ Strings that come in bulk are held together in one buffer, which nothing shows.
/ source: ref/string, ref/vs, ref/index, ref/amend, basics/datatypes    status: documented
q)s:string `ab`c`ab,`
q)s
"ab"
,"c"
"ab"
""
q)type s
0h
q)type each s
10 10 10 10h
q)count each s
2 1 2 0
q)s 1
,"c"
q)s 3 1 9
""
,"c"
""
q)s[0;1]
"b"
q)s[;0]
"aca "
q)-1_s
"ab"
,"c"
"ab"
q)reverse[s]~s 3 2 1 0
1b
q)-22!s
43
q)s~-9!-8!s
1b
q)upper s
"AB"
,"C"
"AB"
""
q)s like "a*"
1010b
q)s?enlist"c"
1
q)s?("";"zz";"ab")
3 4 0
q)(enlist"c";"zz")in s
10b
q)distinct s
"ab"
,"c"
""
q)group s
"ab"| 0 2
,"c"| ,1
""  | ,3
q)iasc s
3 0 2 1
q)desc s
,"c"
"ab"
"ab"
""
q)`$s
`ab`c`ab`
q)"J"$string 10 0N 30
10 0N 30
q)raze s
"abcab"
q)"," sv s
"ab,c,ab,"
q)" "vs"a  b"
,"a"
""
,"b"
q)trim " "vs"a"
,"a"
q)trim string`$(" a";"b ";" ")
,"a"
,"b"
""
q)s="ab"
'length
q)s=\:"a"
10b
,0b
10b
`boolean$()
q)null s
00b
,0b
00b
`boolean$()
q)s,enlist"new"
"ab"
,"c"
"ab"
""
"new"
q)s,"new"
"ab"
,"c"
"ab"
""
"n"
"e"
"w"
q)s,:enlist"z"
q)s,:string 1 2
q)s
"ab"
,"c"
"ab"
""
,"z"
,"1"
,"2"
q)s[1]:"changed"
q)s 0 1
"ab"
"changed"
q)s[1;0]:"C"
q)s 1
"Changed"
q)s[2]:7
q)2#2_s
7
""
q)t:([]k:1 2 3;v:string`x`yy`x)
q)select from t where v like"x"
k v
------
1 ,"x"
3 ,"x"
q)select n:count i by v from t
v   | n
----| -
,"x"| 2
"yy"| 1
q)`t insert(4;"zz")
,3
q)t
k v
------
1 ,"x"
2 "yy"
3 ,"x"
4 "zz"
q)exec v from t where v~\:"yy"
"yy"
q)string()
q)count string`long$()
0
q)differ string 1 1 2
101b
q)string["ab"],string 1b
,"a"
,"b"
"1"
q)4$string`ab`c
"ab  "
"c   "
q)-2$string`abc`c
"bc"
" c"
/ Enumerations have the text of what they stand for; a position beyond the domain is a null.
q)dom:`ibm`msft
q)string`dom!1 0 5 0N
"msft"
"ibm"
""
""
q)string`nosuchdomain!1 0
,"1"
,"0"
q)codes:10 20 30
q)string`codes!1 0 5
"20"
"10"
""
q).j.j([]a:`dom!1 0 5)
"[{\"a\":\"msft\"},{\"a\":\"ibm\"},{\"a\":\"\"}]"
/ Characters that come of many strings are strings again.
q)t:40#("";enlist"a";"b c";"de f")
q)4#"0"^t
""
,"a"
"b0c"
"de0f"
q)one:{$[1b;x[y;z];`]}
q)("0"^t;"c"|t;t&"c";t&'"xyzabcde"til[40]mod 8)~(one[^;"0"]each t;one[|;"c"]each t;one[&;;"c"]each t;one[&]'[t;"xyzabcde"til[40]mod 8])
1b
q)("0"^t;"c"|t;t&"c";null t;t in"ab";"ab"?t)~({$[1b;"0"^x;`]}each t;{$[1b;"c"|x;`]}each t;{$[1b;x&"c";`]}each t;{$[1b;null x;`]}each t;{$[1b;x in"ab";`]}each t;{$[1b;"ab"?x;`]}each t)
1b
q)(neg t)~{$[1b;neg x;`]}each t
1b
/ Their characters at positions, and what is left of them.
q)at:{$[1b;x y;`]}
q)(t[;0 2 9 -1];t@\:0 2 9 -1;t@\:`long$();t@'where each t<>" ")~(at[;0 2 9 -1]each t;at[;0 2 9 -1]each t;at[;`long$()]each t;at'[t;where each t<>" "])
1b
q)({x where x<>" "}each t;{x[0 1],x[3 2]}each t)~({$[1b;x where x<>" ";`]}each t;{$[1b;x[0 1],x[3 2];`]}each t)
1b
q)t@'39#enlist 0 1
'length
q)(t,enlist 1 2)[;0 1]~at[;0 1]each t,enlist 1 2
1b
q)()[;0 1]
q)drops:{$[1b;x except y;`]}
q)keeps:{$[1b;x inter y;`]}
q)(t except\:" ";t except\:"ab";t inter\:"";t except'"abcd"til[40]mod 4;t inter'reverse t;t except'reverse t)~(drops[;" "]each t;drops[;"ab"]each t;keeps[;""]each t;drops'[t;"abcd"til[40]mod 4];keeps'[t;reverse t];drops'[t;reverse t])
1b
q)(distinct each t,'t;distinct each string 1000+til 40)~({$[1b;distinct x;`]}each t,'t;{$[1b;distinct x;`]}each string 1000+til 40)
1b
q)t except\:1 2
'type
q)d:"abc"!"xyz"
q)4#d t
""
,"x"
"y z"
"    "
q)(d t;d@/:t;("abc"!til 3)t)~({$[1b;d x;`]}each t;{$[1b;d x;`]}each t;{$[1b;("abc"!til 3)x;`]}each t)
1b
/ Lists made of each.
q)2#{"-"sv(x;y)}'[t;reverse t]
"-de f"
"a-b c"
q)n:til 40
q)pair:{$[1b;(x;y);`]}
q)({(x;y)}'[t;reverse t];{(x;y)}'[n;reverse n];{(x;y)}'[t;n];{(x;y)}["ab"]each t;{(x;1)}each n;{(x;`a)}each n)~(pair'[t;reverse t];pair'[n;reverse n];pair'[t;n];pair["ab"]each t;pair[;1]each n;pair[;`a]each n)
1b
q)({sum(x;y;2)}'[n;n];{(x;y)}'[40#`dom?`a`b;40#`dom?`b];{" "sv(x;"is";y)}'[t;t])~({$[1b;sum(x;y;2);`]}'[n;n];pair'[40#`dom?`a`b;40#`dom?`b];{$[1b;" "sv(x;"is";y);`]}'[t;t])
1b
