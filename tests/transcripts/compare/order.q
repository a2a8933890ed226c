/ Less, greater, at most, at least; and / or as lesser and greater.
/ source: ref/less-than, ref/greater-than, ref/lesser, ref/greater            status: documented
q)1<2
1b
q)2 3 4<3
100b
q)2 3 4<=3
110b
q)2 3 4>3
001b
q)2 3 4>=3
011b
q)0N<-0W
1b
q)0n<0N
0b
q)0N<0
1b
q)`a<`b
1b
q)`b`a<`a`b
01b
q)"a"<"b"
1b
q)"abc"<"b"
100b
q)2024.01.01<2024.01.02
1b
q)12:00<12:00:01
1b
q)1<`a
'type
q)1 2<1 2 3
'length
q)(`a`b!1 2)<2
a| 1
b| 0
q)([]x:1 2 3)>1
x
-
0
1
1
q)(1;2 3)<2
1b
00b
q)3&5
3
q)3|5
5
q)1 5 2&3
1 3 2
q)1 5 2|3
3 5 3
q)0N&1
0N
q)0N|1
1
q)1b&0b
0b
q)1b|0b
1b
q)1 and 2
1
q)1 or 2
2
q)2024.01.01&2024.02.01
2024.01.01
q)"a"|"b"
"b"
q)1h&2
1
q)2.5&2
2f
q)1 2&1 2 3
'length
q)`a&`b
'type
q)(`a`b!1 5)&3
a| 1
b| 3
q)(1 5;2)|3
3 5
3
q)101b and 110b
100b
q)not 1b
0b
q)not 0 1 2
100b
q)not 0N
0b
q)not "a"
0b
q)not ()
q)not (0;1 0)
1b
01b
q)not `a`b!0 1
a| 1
b| 0
q)not `a
'type
