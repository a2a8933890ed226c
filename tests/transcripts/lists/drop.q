/ Drop, cut, remove.
/ source: ref/drop, ref/cut            status: documented
q)2_1 2 3 4
3 4
q)-1_1 2 3
1 2
q)5_1 2 3
`long$()
q)0_1 2 3
1 2 3
q)1_"hello"
"ello"
q)1_()
q)1_`a`b`c!1 2 3
b| 2
c| 3
q)-1_`a`b`c!1 2 3
a| 1
b| 2
q)`a _`a`b!1 2
b| 2
q)`a`b _`a`b`c!1 2 3
c| 3
q)(`a`b!1 2)_`a
b| 2
q)(enlist`b)_([]a:1 2;b:3 4)
a
-
1
2
q)1_([]a:1 2 3)
a
-
2
3
q)10 20 30 _1
10 30
q)10 20 30 _ 5
10 20 30
q)0 2 4_til 6
0 1
2 3
4 5
q)1 3_"abcdef"
"bc"
"def"
q)2 cut til 5
0 1
2 3
,4
q)0 3 cut "abcdef"
"abc"
"def"
q)3 cut ()
q)2 cut ([]a:1 2 3)
+(,`a)!,1 2
+(,`a)!,,3
q)0 2_`a`b`c
`a`b
,`c
q)1 1_1 2 3
`long$()
2 3
q)3 1_til 5
'domain
q)5 _ 7
'type
q)2_(1;`a;"x";2)
"x"
2
