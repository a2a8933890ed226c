/ Members of .Q.
/ source: ref/dotq            status: documented
q).Q.a
"abcdefghijklmnopqrstuvwxyz"
q).Q.n
"0123456789"
q).Q.f[2;3.14159]
"3.14"
q).Q.f[2;953847749315.1147]
"953847749315.11"
q).Q.f[3;953847749315.1147]
"953847749315.115"
q).Q.fmt[8;3]3.14159
"   3.142"
q).Q.addmonths[2024.01.31;1]
2024.03.02
q).Q.s1 `a`b!1 2
"`a`b!1 2"
q).Q.s ([]a:1 2)
"a\n-\n1\n2\n"
q).Q.dd[`:dir;`file]
`:dir/file
q).Q.id `$"a b-c"
`abc
q).Q.qt each (([]a:1 2);1 2)
10b
q).Q.ty each (1 2;"ab";`a`b;1.5 2)
"jcsf"
q).Q.ty each (1;"a";`a;1b;.z.p)
"JCSBP"
q).Q.fu[{x*x}]2 2 3
4 4 9
q).Q.fc[{x+1}]1 2 3
2 3 4
q).Q.fc[neg;til 11]
0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -10
q)til[7]~.Q.fc[{exec a from x}]([]a:til 7)
1b
q).Q.x10 7
"AAAAAAAAAH"
q).Q.btoa "abc"
"YWJj"
q).Q.en[`:.;([]s:`p`q`p;n:1 2 3)]
s n
---
p 1
q 2
p 3
q)sym
`p`q
q)(cols t)!.Q.ty each value flip t:([]a:1 2;b:`x`y)
a| j
b| s
/ empty: no rows, no text.
q).Q.s ()
""
q).Q.btoa ""
""
/ nested: values of any kind as one line.
q).Q.s1 (1 2;(`a;"b");())
"(1 2;(`a;\"b\");())"
q).Q.ty (1 2;3 4)
"J"
q).Q.x10 `a
'type
q).Q.nosuch
'.Q.nosuch
/ .Q.S: the lines that a console of a size shows, of a table from a row on (wp/permissions, jshinonome/vscode-q)
q).Q.S[10 9;0;til 10]
"0 1 2 .."
q).Q.S[6 20;0;([]a:til 10)]
,"a"
,"-"
,"0"
".."
q).Q.S[25 80;8;([]a:til 10)]
,"a"
,"-"
,"8"
,"9"
q).Q.S[25 80;1;([a:1 2]b:3 4)]
"a| b"
"-| -"
"2| 4"
q).Q.S[25 80;0j;`a`b!1 2]
"a| 1"
"b| 2"
q).Q.S[5;0;1]
'type
/ .Q.s2: the lines that show a value, none cut (observed in programs)
q).Q.s2 ([]a:1 2;b:("x";"yz"))
"a b   "
"------"
"1 \"x\" "
"2 \"yz\""
q)count .Q.s2([]til 100)
102
q)count last .Q.s2 enlist til 100
289
q)-1 .Q.s2`a`b!1 2;
a| 1
b| 2
q).Q.s2 5
,"5"
q).Q.s2`sym
"sym"
/ Without decimals there is a point all the same. Source: Version1/haq-paq (format.q).
q).Q.f[0;17049208]
"17049208."
q).Q.f[0]each 0.4 -2.7 12.3
"0."
"-3."
"12."
