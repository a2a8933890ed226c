/ Multiply and divide.
/ source: ref/multiply, ref/divide            status: documented
q)3*4
12
q)1 2 3*2
2 4 6
q)2*0N
0N
q)2h*3h
6i
q)1b*1b
1i
q)0x02*0x03
6i
q)1.5*2
3f
q)2e*3
6e
q)2*00:30
01:00
q)3*0D01
0D03:00:00.000000000
q)2*2 3!4 5
2| 8
3| 10
q)1 2*1 2 3
'length
q)`a*2
'type
q)type 2*2f
-9h
q)type 2i*2
-7h
q)7%2
3.5
q)6%3
2f
q)type 6%3
-9h
q)1%0
0w
q)-1%0
-0w
q)0%0
0n
q)1 2 4%2
0.5 1 2
q)10%0N
0n
q)1%0 1 2
0w 1 0.5
q)(1 2;4)%2
0.5 1
2f
q)1%3
0.3333333
q)2%3
0.6666667
q)(`a`b!2 4)%2
a| 1
b| 2
q)([]x:2 4)%2
x
-
1
2
q)12%`a
'type
q)type 1h%2h
-9h
q)type 1e%2
-9h
q)"a"%2
48.5
q)1b%0b
0w
q)10:00%05:00
2f
q)reciprocal 4
0.25
q)reciprocal 0 1 2
0w 1 0.5
q)reciprocal 0N
0n
q)reciprocal 0w
0f
q)reciprocal `a`b!1 4
a| 1
b| 0.25
q)reciprocal `a
'type
q)type reciprocal 1b
-9h
