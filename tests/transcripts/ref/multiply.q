/ Products.
/ source: ref/multiply            status: documented
q)2*3 4
6 8
q)2*0N
0N
q)3h*4i
12i
q)1b*5
5
q)0w*0
0n
q)2*1.5 0n
3 0n
q)2*00:10
00:20
q)0x02*0x03
6i
q)(`a`b!2 3)*`b`c!10 20
a| 2
b| 30
c| 20
q)([]a:2 3)*2
a
-
4
6
/ empty: the type of the result stays.
q)(0#0)*2
`long$()
q)type (0#0)*2.
9h
/ nested: to any depth.
q)(1;(2 3;4))*10
10
(20 30;40)
q)1 2*1 2 3
'length
q)1*`a
'type
