/ Scan and Over: converge, do, while, fold; what empty lists give.
/ source: ref/accumulators            status: documented
q)(+\)1 2 3
1 3 6
q)5+\1 2 3
6 8 11
q)3{x,x}\1
1
1 1
1 1 1 1
1 1 1 1 1 1 1 1
q)0{x+1}/5
5
q)0{x+1}\5
,5
q){x<50}{x*3}\1
1 3 9 27 81
q)(1 0 3 2\)0
0 1
q)d:`a`b`c!`b`c`c
q)(d\)`a
`a`b`c
q)2 d/`a
`c
q){x+y*z}\[1;2 3;10 20]
21 81
q){x+y*z}/[1;2 3;10 20]
81
q){x+y}/[1 2;3 4 5]
13 14
/ empty: what is known of the operator decides.
q)(*/)0#0
1
q)(+/)0#0f
0f
q)(,/)()
q)({x+2*y}/)0#0
q)7{x+y}/0#0
7
q)`foo{x+y}/()
`foo
q)(+\)0#0
`long$()
q)({x+y}\)0#0
q)type 1 0 3h/[til 0]
5h
/ nested: items are whole lists.
q)(+\)(1 2;3 4)
1 2
4 6
q)(+/)((1 2;3);(4;5 6))
5 6
8 9
q)(+/)`a`b!(1 2;3 4)
4 6
q)(+\)`a`b!(1 2;3 4)
a| 1 2
b| 4 6
q)(+/)([]a:1 2;b:3 4)
a| 3
b| 7
q)(+/)(1;`x)
'type
q){x+y+z}\[0;1 2 3;4 5]
'length
q){x+y}/[1;2;3]
'rank
/ A list of floats is no list to index: each total times its factor plus the next item.
q)a:1000f
q)b:1 2 3 4f
q)c:5 6 7 8f
q)a b\c
1005 2016 6055 24228f
q)a 2f\c
2005 4016 8039 16086f
q)10 20(0.5)\1 2
6 11 
5 7.5
q)a 2f\1f
2001f
q)a b\0 1
'length
q)a b\0#0f
'length
q)(5 6f)b\c
10  11 
26  28 
85  91 
348 372
q)a b\`x
'type
