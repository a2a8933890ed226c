/ Lists of many short vectors: an answer does not depend on who made the list, nor on how it is kept.
/ source: ref/cut, ref/take, ref/flip-splay, ref/maps, basics/syntax (indexing)   status: inferred
q)c:3 cut til 120
q)(type c;count c;c 1;last c)
0h
40
3 4 5
117 118 119
q)m:(til[40]mod 4)#'til 40
q)m 0 1 2 3 7
`long$()
,1
2 2
3 3 3
7 7 7
q)c~{x+til 3}each 3*til 40
1b
q)c~flip flip c
1b
q)c~40 3#til 120
1b
q)c~0N 3#til 120
1b
q)(c~(::)each c;c~(::)peach c;c~(::)':[c];c~value(til 40)!c;c~-9!-8!c;c~raze 2 cut c;c~(20#c),20_c)
1111111b
/ Vectors of other types, with attributes and with text among them.
q)distinct type each(39#c),enlist 1 2 3i
7 6h
q)distinct attr each{`s#x+0}each c
,`s
q)attr each 2#asc each reverse each c
`s`s
q)type each 2#(5 cut 200#"abcdefg"),c
10 10h
q)e:`sym?80#`a`b`c;sym
`a`b`c
q)type each 2#2 cut e
20 20h
q)last 2 cut e
`sym$`a`b
q)(2 cut e)~{x}each 2 cut e
1b
q)meta([]a:2 cut e)
c| t f a
-| -----
a| S    
/ Each of one function over all of them.
q)(count each c)~40#3
1b
q)(count each m)~40#til 4
1b
q)4#sum each m
0 1 4 9
q)4#prd each m
1 1 4 27
q)8#max each m
-0W 1 2 3 -0W 5 6 7
q)8#min each`int$m
0W 1 2 3 0W 5 6 7i
q)4#avg each m
0n 1 2 3
q)8#first each m
0N 1 2 3 0N 5 6 7
q)8#last each m
0N 1 2 3 0N 5 6 7
q)8#first each`float$m
0n 1 2 3 0n 5 6 7
q)4#all each m
1111b
q)4#any each m
0111b
q)4#reverse each m
`long$()
,1
2 2
3 3 3
q)(4#sums each m;4#deltas each m)
`long$() ,1 2 4 3 6 9
`long$() ,1 2 0 3 0 0
q)4#neg each m
`long$()
,-1
-2 -2
-3 -3 -3
q)4#med each reverse each c
1 4 7 10f
q)all each 4#null m
1000b
q)distinct sum each c=c
,3i
q)4#{x wsum x}each c
5 50 149 302f
q)4#sum each 0N,'c
3 12 21 30
/ Items.
q)c[;1]~1+3*til 40
1b
q)4#c[;0 2]
0 2 
3 5 
6 8 
9 11
q)4#c[;5]
0N 0N 0N 0N
q)4#c[;0 7]
0 
3 
6 
9 
q)c[40]
`long$()
q)c 39 40
117 118 119
`long$()
q)c[5;1]
16
q)c . 5 1
16
q)c[5 6;1 0]
16 15
19 18
q)m[3 7;1]
3 7
q)c[0 1f]
'type
q)2#c@\:1
1 4
q)2#c@\:0 1
0 1
3 4
q)c[;`a]
'type
q)first reverse c
117 118 119
q)3#1_3#'m
1 1 1
2 2 2
3 3 3
q)3#1_-2#'m
1 1
2 2
3 3
q)4#(til[40]mod 3)#'c
`long$()
,3
6 7
`long$()
q)4#(til[40]mod 3)_'c
0 1 2
4 5
,8
9 10 11
q)4#1_'m
`long$()
`long$()
,2
3 3
q)4#-1_'m
`long$()
`long$()
,2
3 3
q)(5#1)#'c
'length
q)4#`a`b#'c
'length
q)4#0N_'c




/ What is atomic.
q)(c+1)~3 cut 1+til 120
1b
q)(c+til 40)~c+'til 40
1b
q)2#c+(til 40)*1000
0    1    2   
1003 1004 1005
q)2#c*c
0 1  4 
9 16 25
q)2#c-m
'length
q)2#c%2
0   0.5 1  
1.5 2   2.5
q)2#c>1
001b
111b
q)2#neg c
0  -1 -2
-3 -4 -5
q)2#`float$c
0 1 2
3 4 5
q)2#"i"$c
0 1 2
3 4 5
q)2#string c
,"0" ,"1" ,"2"
,"3" ,"4" ,"5"
q)2#not c
100b
000b
q)c+1 2
'length
q)2#c+40#`a
'type
q)c~c+0
1b
q)c~-1_c
0b
q)(c=c)~all each c=c
0b
q)2#c in 1 4
010b
010b
q)(3 4 5;99 98 97)in c
10b
q)c?(3 4 5;99 98 97)
1 40
q)c?3 4 5
1
q)2#c within 1 3
011b
100b
q)max c
117 118 119
q)sum c
2340 2380 2420
q)sum m
'length
q)sums[c]1
3 5 7
q)avg c
58.5 59.5 60.5
q)2#0^c
0 1 2
3 4 5
q)3#(c,'100+c)
0 1 2 100 101 102
3 4 5 103 104 105
6 7 8 106 107 108
q)(c,'til 40)[1]
3 4 5 1
q)raze[c]~til 120
1b
q)count raze m
60
q)raze 40#enlist 0#`
`symbol$()
/ Items change in place, and others who hold the list do not see it.
q)v:c
q)v[1]:7 8 9
q)v[2]:`a`b
q)v[3;1]:-1
q)v[4],:0
q)5#v
0 1 2
7 8 9
`a`b
9 -1 11
12 13 14 0
q)5#c
0  1  2 
3  4  5 
6  7  8 
9  10 11
12 13 14
q)v:c;v[0;0]:1.5
'type
q)v~c
1b
q)v[40]:1 2 3
'length
q)v[0;3]:1
'length
q){x[1]:3 2 1;x}[c]1
3 2 1
q){x[1;1]+:100;x}[c]1
3 104 5
q)@[c;0 1;:;(5 5;6 6)]0 1 2
5 5
6 6
6 7 8
q)@[c;0 1;+;1]0 1 2
1 2 3
4 5 6
6 7 8
q).[c;(0 1;1);neg]0 1 2
0 -1 2
3 -4 5
6 7  8
q)@[c;::;sum]~sum each c
1b
q)v:c;v,:enlist 1 2;v,:enlist 0#0;v,:(1 2f;`b);-5#v
117 118 119
1 2
`long$()
1 2f
`b
q)v:c;v,:c;(count v;v~c,c;v~raze(c;c))
80
1b
1b
q)v:c;v,:1 2;-3#v
114 115 116
117 118 119
1 2
q)count c,enlist()
41
/ In tables.
q)t:([]s:40#`a`b`c`d;p:c;q:`float$c)
q)meta t
c| t f a
-| -----
s| s    
p| J    
q| F    
q)3#t
s p     q    
-------------
a 0 1 2 0 1 2
b 3 4 5 3 4 5
c 6 7 8 6 7 8
q)t 1
s| `b    
p| 3 4 5 
q| 3 4 5f
q)select sum each p by s from t
s| p                                    
-| -------------------------------------
a| 3  39 75  111 147 183 219 255 291 327
b| 12 48 84  120 156 192 228 264 300 336
c| 21 57 93  129 165 201 237 273 309 345
d| 30 66 102 138 174 210 246 282 318 354
q)select n:count i,first p by s from t
s| n  p      
-| ----------
a| 10 0 1  2 
b| 10 3 4  5 
c| 10 6 7  8 
d| 10 9 10 11
q)(exec p by s from t)`b
3   4   5  
15  16  17 
27  28  29 
39  40  41 
51  52  53 
63  64  65 
75  76  77 
87  88  89 
99  100 101
111 112 113
q)count each exec p by s from t
a| 10
b| 10
c| 10
d| 10
q)2#ungroup t
s p q
-----
a 0 0
a 1 1
q)(ungroup t)~([]s:40#`a`b`c`d)[where 40#3],'([]p:raze c;q:raze`float$c)
1b
q)ungroup([]a:40#`x`y;p:c;q:m)
'length
q)2#update p:2*p,r:p[;0] from t
s p      q     r
----------------
a 0 2 4  0 1 2 0
b 6 8 10 3 4 5 3
q)2#update p:reverse each p from t where s=`b
s p     q    
-------------
a 0 1 2 0 1 2
b 5 4 3 3 4 5
q)select from t where 4 in/:p
s p     q    
-------------
b 3 4 5 3 4 5
q)select from t where p~\:3 4 5
s p     q    
-------------
b 3 4 5 3 4 5
q)2#`p xdesc t
s p           q          
-------------------------
d 117 118 119 117 118 119
c 114 115 116 114 115 116
q)2#select distinct s,p from t,t
s p    
-------
a 0 1 2
b 3 4 5
q)count distinct t,t
40
q)exec p[;1] from 3#t
1 4 7
q)flip[t`p][;til 5]
0 3 6 9  12
1 4 7 10 13
2 5 8 11 14
q)`u insert t;
q)u:t;`u insert(`z;1 2 3;1 2 3f);`u upsert([]s:1#`y;p:enlist 7 7;q:enlist 0n 1);-2#u
s p     q     
--------------
z 1 2 3 1 2 3f
y 7 7   0n 1  
q)group c mod 2
0 1 0| 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38
1 0 1| 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 33 35 37 39
q)3#c group til[40]mod 2
0| 0   1   2   6   7   8   12  13  14  18  19  20  24  25  26  30  31  32  36..
1| 3   4   5   9   10  11  15  16  17  21  22  23  27  28  29  33  34  35  39..
0| 0   1   2   6   7   8   12  13  14  18  19  20  24  25  26  30  31  32  36..
q)3#count each group m
`long$()| 10
,1      | 1 
2 2     | 1 
q)distinct c mod 2
0 1 0
1 0 1
q)c~asc reverse c
1b
q)3#desc c
117 118 119
114 115 116
111 112 113
q)iasc reverse 5#c
4 3 2 1 0
q)all differ c,c
1b
q)(c except c;count c inter 3#c;count c union c)
()
3
40
q)3#(til 40)!c
0| 0 1 2
1| 3 4 5
2| 6 7 8
q)2#(`$string til 40)!c
0| 0 1 2
1| 3 4 5
q)2#flip(`a`b`c)!flip c
a b c
-----
0 1 2
3 4 5
q)-3!2#c
"(0 1 2;3 4 5)"
q).Q.s1 3#m
"(`long$();,1;2 2)"
q).j.j 2#c
"[[0,1,2],[3,4,5]]"
/ Running totals, differences, neighbours, and what is put behind each.
q)4#sums each m
`long$()
,1
2 4
3 6 9
q)4#sums each`float$m
`float$()
,1f
2 4f
3 6 9f
q)4#sums each 0N,'c
0 0 1  3 
0 3 7  12
0 6 13 21
0 9 19 30
q)4#sums each 0n,'`float$c
0 0 1  3 
0 3 7  12
0 6 13 21
0 9 19 30
q)2#sums each c>4
0 0 0
0 0 1
q)4#deltas each m
`long$()
,1
2 0
3 0 0
q)2#deltas each`float$c
0 1 1
3 1 1
q)2#deltas each 2000.01.01+c
0 1 1
3 1 1
q)2#deltas each 2000.01.01D+c
0D00:00:00.000000000 0D00:00:00.000000001 0D00:00:00.000000001
0D00:00:00.000000003 0D00:00:00.000000001 0D00:00:00.000000001
q)last deltas each(40#c),enlist 7 0N 9
7 0N 0N
q)2#deltas each e
'type
q)4#prev each m
`long$()
,0N
0N 2
0N 3 3
q)3#next each m
`long$()
,0N
2 0N
q)last prev each 2 cut e
`sym$``a
q)2#next each c>4
000b
010b
q)4#where each c>4
`long$()
,2
0 1 2
0 1 2
q)2#where each c
1 2 2
0 0 0 1 1 1 1 2 2 2 2 2
q)4#(c>4),'1b
0001b
0011b
1111b
1111b
q)4#c,\:7
0 1  2  7
3 4  5  7
6 7  8  7
9 10 11 7
q)4#7,/:m
,7
7 1
7 2 2
7 3 3 3
q)4#c,'til 40
0 1  2  0
3 4  5  1
6 7  8  2
9 10 11 3
q)4#(til 40),'m
,0
1 1
2 2 2
3 3 3 3
q)4#c,'m
0 1 2
3 4 5 1
6 7 8 2 2
9 10 11 3 3 3
q)4#c,\:1 2
0 1  2  1 2
3 4  5  1 2
6 7  8  1 2
9 10 11 1 2
q)4#(1 2),/:m
1 2
1 2 1
1 2 2 2
1 2 3 3 3
q)2#c,\:`a
0 1 2 `a
3 4 5 `a
q)2#c,'`float$c
0 1 2 0f 1f 2f
3 4 5 3f 4f 5f
q)2#(2 cut e),\:`a
a b a
c a a
q)2#c,\:"x"
0 1 2 "x"
3 4 5 "x"
q)c,'til 39
'length
q)4#2 sublist/:m
`long$()
,1
2 2
3 3
q)4#-2 sublist/:m
`long$()
,1
2 2
3 3
q)4#0N sublist/:m
`long$()
,1
2 2
3 3 3
q)2#1 1 sublist/:c
1
4
q)4#sum each c>4
0 1 3 3i
q)4#any each c>4
0111b
q)4#all each c>4
0011b
q)4#max each c>4
0111b
q)4#min each m=0
1000b
q)4#avg each c>1
0.3333333 1 1 1
q)4#sum each`byte$c
3 12 21 30i
q)(sums each c)~sums'[c]
1b
q)(asc each reverse each c;desc each c)[;1]
3 4 5
5 4 3
/ Lambdas whose primitives take all vectors at once.
q)4#{x%sum x}each m
`float$()
,1f
0.5 0.5
0.3333333 0.3333333 0.3333333
q)4#{x where x>4}each c
`long$()
,5
6 7 8
9 10 11
q)4#c where each c>4
()
,6 7 8
(0 1 2;3 4 5;6 7 8)
(0 1 2;3 4 5;6 7 8)
q)4#c@'where each c>4
`long$()
,5
6 7 8
9 10 11
q)2#c@'(til 40)mod 4
0 4
q)4#c@'m
`long$()
,4
8 8
0N 0N 0N
q)4#{x-first x}each m
`long$()
,0
0 0
0 0 0
q)4#{(max x)-min x}each c
2 2 2 2
q)4#{max[x]-min x}each m
2 0 0 0
q)4#{sum[x*y]%sum y}'[c;c]
1.666667 4.166667 7.095238 10.06667
q)4#c wavg'c
1.666667 4.166667 7.095238 10.06667
q)4#c wsum'c
5 50 149 302f
q)4#m wavg'`float$m
0n 1 2 3
q)4#(0N,'c)wavg'1,'c
1.666667 4.166667 7.095238 10.06667
q)4#m wsum'm
0 1 8 27f
q)c wavg'm
'length
q)4#{x+y}'[c;til 40]
0  1  2 
4  5  6 
8  9  10
12 13 14
q)2#{x+`a}each c
'type
q)4#{x>avg x}each c
001b
001b
001b
001b
q)4#{sum x where x>4}each c
0 5 21 30
q)4#{count x}each m
0 1 2 3
q)3#1_{(x;x)}each m
1     1    
2 2   2 2  
3 3 3 3 3 3
q)4#{x,x}each m
`long$()
1 1
2 2 2 2
3 3 3 3 3 3
q)4#{x,sum x}each m
,0
1 1
2 2 4
3 3 3 9
q)4#{reverse x}each m
`long$()
,1
2 2
3 3 3
q)4#{x 1}each m
0N 0N 2 3
q)3#1_{x[0 1]}each m
1  
2 2
3 3
q)4#{5}each c
5 5 5 5
q)4#{x}each c
0 1  2 
3 4  5 
6 7  8 
9 10 11
q)2#{x+1 2}each c
'length
q)4#{x*10 20 30}each c
0  20  60 
30 80  150
60 140 240
90 200 330
q)4#{neg x-1}each c
1  0  -1 
-2 -3 -4 
-5 -6 -7 
-8 -9 -10
q)4#{[a;b]a+b*2}'[c;2*c]
0  5  10
15 20 25
30 35 40
45 50 55
q)4#{x div 2}each c
0 0 1
1 2 2
3 3 4
4 5 5
q)4#{null x}each m
`boolean$()
,0b
00b
000b
q)2#{10 xbar x}each c
0 0 0
0 0 0
q)2#{x in 4 5}each c
000b
011b
q)2#{x within 3 4}each c
000b
110b
q)2#{"f"$x}each c
0 1 2
3 4 5
/ A vector, or a dictionary, at many short vectors of positions: nulls where there is nothing, whatever the positions are.
q)v:10*til 20
q)ix:(til[40]mod 4)#\:5 -1 30
q)4#v ix
`long$()
,50
50 0N
50 0N 0N
q)one:{$[1b;x y;`]}
q)same:{[x;ix](x ix;x@/:ix;{x y}[x]each ix)~3#enlist one[x]each ix}
q)same[v]each(ix;`int$ix;`short$ix;ix=5;string til 40;40#enlist"";40#enlist`long$();(30#ix),enlist 3)
11111111b
q)v[2 cut ix]~one[v]''[2 cut ix]
1b
q)same[;ix]each(`s#v;`a`b`c;"abcdefgh";20#0Ng;1 0n 2;`boolean$v;0#v)
1111111b
q)({v x}each ix;{v[x]+1}each ix;{v x}each til 40)~(one[v]each ix;1+one[v]each ix;one[v]each til 40)
1b
q)dom:`a`b`c
q)same[`dom$`b`c`a;ix]
1b
q)same[v]ix:(til[40]mod 4)#\:`dom$`c`a
1b
q)v(40#enlist 1 2),enlist 1.5
'type
q)v 40#enlist 1 2f
'type
q)v 40#enlist`float$()
'type
q)ix:(til[40]mod 3)#\:20 25
q)same[v!neg v]each(ix;asc each ix;40#enlist`long$();ix,enlist 20)
1111b
q)same[(`s#v)!neg v;ix]
1b
q)same["abc"!("x";"yz";1 2)]each(40#enlist"cab";40#enlist"";40#("ab";"";"bz"))
111b
q)("abc"!"xyz")40#enlist 1 2
'type
/ Items that are in other vectors, and those that are not.
q)c:(til[40]mod 5)#\:3 1 0N 3 1
q)drops:{$[1b;x except y;`]}
q)keeps:{$[1b;x inter y;`]}
q)seen:{$[1b;distinct x;`]}
q)5#c except\:3
`long$()
`long$()
,1
1 0N
1 0N
q)5#distinct each c
`long$()
,3
3 1
3 1 0N
3 1 0N
q)sets:{[c;y](c except\:y;c inter\:y;c except'y;c inter'y;distinct each c)~(drops[;y]each c;keeps[;y]each c;drops'[c;y];keeps'[c;y];seen each c)}
q)sets[c]each(til 40;reverse c;`long$til 40;(30#c),10#0N;40#enlist`long$())
11111b
q)f:(til[40]mod 5)#\:0n -0 0 1.5 0n
q)sets[f]each(reverse f;40#0n;40#0f)
111b
q)all sets'[(c=1;`int$c;"p"$c;`a`b`c c;40#enlist 0#0Ng);(40#1b;40#3i;40#"p"$3;40#`b;40#0Ng)]
1b
q)sets[40#enlist`dom$`c`a`c;40#`dom$`a]
1b
q)(c except\:0N;c except\:3 0N;c inter\:`long$())~(drops[;0N]each c;drops[;3 0N]each c;keeps[;`long$()]each c)
1b
q)c except\:`a
'type
q)c except'til 39
'length
q)(c except'40#1f)~drops'[c;40#1f]
1b
q)l:(90#1 2 3),(90#3),5+til 200
q)(distinct each 40#enlist l;(40#enlist l)except'40#enlist til 100)~(40#enlist distinct l;40#enlist l except til 100)
1b
/ Dot products of each two.
q)f:(til[40]mod 20)#\:1 2.5 0n 3 -4f
q)(f$'f;f mmu'f)~2#enlist{$[1b;x$y;0]}'[f;f]
1b
q)f$'reverse f
'length
