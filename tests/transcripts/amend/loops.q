/ What loops change in place, many times: items of vectors, of lists of vectors and of dictionaries, and numbers.
/ source: basics/syntax (indexed assignment), ref/amend, ref/assign   status: inferred
q){a:4#0;i:0;do[4;a[i]:i*i;i+:1];a}[]
0 1 4 9
q){a:4#0;i:0;do[4;a[i]+:i;a[i]*:3;i+:1];a}[]
0 3 6 9
q){a:4#0n;i:0;do[4;a[i]:0.5*i;a[i]-:1;i+:1];a}[]
-1 -0.5 0 0.5
q){a:4#0b;a[2]:1b;a[3]|:1b;a[2]&:0b;a}[]
0001b
q){a:3#2000.01.01D;i:0;do[3;a[i]+:i*1D;i+:1];a}[]
2000.01.01D00:00:00.000000000 2000.01.02D00:00:00.000000000 2000.01.03D00:00:..
q){a:1 0N 3;a[1]+:1;a[0]^:7;a[1]^:7;a}[]
7 7 3
q){a:1 2 3;a[1]+:0.5;a}[]
'type
q){a:1 2 3;a[1]:0.5;a}[]
'type
q){a:1 2 3;a[1]%:2;a}[]
'type
q){a:1 2 3f;a[1]+:1;a}[]
1 3 3f
q){a:1 2 3;a[3]:0;a}[]
'length
q){a:1 2 3;a[-1]+:1;a}[]
'length
q){a:1 2 3;a[0N]+:1;a}[]
'length
q){a:1 2 3;a[1]+:`a;a}[]
'type
q){a:1 2 3;b:a;a[1]+:10;(a;b)}[]
1 12 3
1 2  3
q){a:1 2 3;b:a[1]+:10;c:a[0]:5;(a;b;c)}[]
5 12 3
12
5
q){a:`s#1 2 3;a[1]+:10;attr a}[]
`
q){a:(1 2 3;4 5 6);a[1;2]:0;a[0;0]+:10;a}[]
11 2 3
4  5 0
q){a:3 4#0;i:0;do[3;a[i;i]:1;i+:1];a}[]
1 0 0 0
0 1 0 0
0 0 1 0
q){a:50 2#0;b:a;i:0;do[50;a[i;1]:i;i+:1];(49#b)~49#50 2#0}[]
1b
q){a:50 2#0;i:0;do[50;a[i;1]:i;i+:1];(-2#a;sum sum a)}[]
(0 48;0 49)
1225
q){a:50 2#0;a[49;1]+a[50;0]}[]
0N
q){a:50 2#til 100;(a[3;1];a[3;2];a[-1;0];a[0N;0])}[]
7 0N 0N 0N
q){a:(1 2 3;`a`b;"xy");a[1;0]:`c;a[2;1]:"z";a[0;2]:0;a}[]
1 2 0
`c`b
"xz"
q){a:(1 2;3 4);a[0;0]:1.5;a}[]
'type
q){a:(1 2;3 4);a[0;2]:1;a}[]
'length
q){d:`a`b!1 2;d[`b]:5;d[`a]+:10;d}[]
a| 11
b| 5 
q){d:`a`b!1 2;d[`c]:5;d[`d]+:1;d}[]
a| 1
b| 2
c| 5
d| 1
q){d:`a`b!1 2;e:d;d[`b]+:1;(d;e)}[]
a b
---
1 3
1 2
q){d:`a`b!1 2;v:value d;d[`b]+:1;(value d;v)}[]
1 3
1 2
q){d:`a`b!1 2;d[`b]+:0.5;d}[]
'type
q){d:`a`b`a!1 2 3;d[`a]+:10;d`a}[]
11
q){d:`a`b!(1 2;3 4);d[`b]+:1;d[`a]:7;d}[]
a| 7  
b| 4 5
q){d:`s#`a`c!1 2;(d`b;d`c;d`A)}[]
1 2 0N
q){d:`a`b!1 2;(d`a;d`z;d`a`b;d[`b])}[]
1
0N
1 2
2
q){d:1 2!3 4;d[1]+:1;(d 1;d 0;d)}[]
4
0N
1 2!4 4
q){a:0#0;do[3;a,:1];a,:2.5;a}[]
'type
q){a:0#0;i:0;do[40;a,:i;i+:1];b:a;a,:1;(count a;count b)}[]
41 40
q){a:();do[3;a,:1];a}[]
1 1 1
q){a:1 2;a,:`x;a}[]
'type
q){a:`s#1 2;a,:3;attr a}[]
`s
q){a:"ab";do[2;a,:"c"];a}[]
"abcc"
q){a:1 2 3;(a,:4),a,:5}[]
1 2 3 5 4 1 2 3 5
/ Globals, with their views.
q).g.s:0;{do[3;.g.s+:2];.g.s}[]
6
q){.g.s+:0.5;.g.s}[]
6.5
q){.g.s-:0.5;.g.s|:100f;.g.s}[]
100f
q)gs:1
q)v::10*gs
q){gs+:1}[];v
20
q){gs+:1;gs*:2;gs}[]
6
q)v
60
q)ga:3#0
q)w::sum ga
q)w
0
q){ga[1]:5;ga[2]+:7;ga}[]
0 5 7
q)w
12
q)gb:ga;{ga[0]:1}[];gb
0 5 7
q)gd:`a`b!1 2
q)x1::gd`b
q)x1
2
q){gd[`b]+:1;gd[`b]}[]
3
q)x1
3
q){[x]gs::x;gs+:1;gs}each 1 2 3
2 3 4
q)log1:();.z.vs:{log1,:enlist(x;y)}
q){gs+:1;ga[1]:0;ga[1]+:2}[];
q)\x .z.vs
q)log1 where(first each log1)in`gs`ga
`gs ()
`ga ,1
`ga ,1
q)(ga;gs)
1 2 7
5
/ Numbers of all types.
q){[a;b](a+b;a-b;a*b;a%b;a|b;a&b;a^b;a<b;a=b;a mod b;a div b;b xbar a)}'[(1b;0x05;3h;4i;5;1.5e;2.5);(1b;0x02;2h;2i;2;0.5e;0.5)]
2i 0i 1i    1f  1b   1b   1b   0b 1b 0i 1i 1i 
7i 3i 10i   2.5 0x05 0x02 0x02 0b 0b 1i 2i 4i 
5i 1i 6i    1.5 3h   2h   2h   0b 0b 1i 1i 2i 
6i 2i 8i    2f  4i   2i   2i   0b 0b 0i 2i 4i 
7  3  10    2.5 5    2    2    0b 0b 1  2  4  
2e 1e 0.75e 3f  1.5e 0.5e 0.5e 0b 0b 0f 3f 1.5
3f 2f 1.25  5f  2.5  0.5  0.5  0b 0b 0f 5f 2.5
q){(x=y;x<>y;x<y;x<=y;x>y)}'[(`a;`b;"a";2000.01.02;12:00;0Wd);(`a;`a;"b";2000.01.01D;12:00:00;0Nd)]
10010b
01001b
01110b
01001b
10010b
01001b
q){x+y}'[(2000.01.01;12:00;2000.01.01D);(1;0D01;12:00)]
2000.01.02
0D13:00:00.000000000
2000.01.01D12:00:00.000000000
q){(x mod y;x div y;x%y)}'[7 -7 7 0N 7;2 2 -2 2 0]
1  3  3.5 
1  -4 -3.5
-1 -4 -3.5
0N 0N 0n  
0N 0N 0w  
q){(x mod y;x div y)}'[7.5 -7.5;2 2]
1.5 3 
0.5 -4
q){(neg x;abs x;signum x;not x;null x;sqrt x)}each(2h;-3i;0N;2.5;-1.5e)
-2h  2h   1i  0b 0b 1.414214
3i   3i   -1i 0b 0b 0n      
0N   0N   -1i 0b 1b 0n      
-2.5 2.5  1i  0b 0b 1.581139
1.5e 1.5e -1i 0b 0b 0n      
q){(neg x;x%0;0^x)}each(0N;0n;0Nh)
0N  0n 0
       0
0Nh 0n 0
/ Dictionaries with keys that are numbers, and with many names.
q){d:(`long$())!`long$();{[d;k]d[k]+:1;d}/[d;3 1 3 3 1]}[]
3| 3
1| 2
q)cnt:(`long$())!`long$();{cnt[x]+:1}each 50 7 50 50 7 0N;cnt
50| 3
7 | 2
  | 1
q){d:(til 100)!100#0;i:0;do[300;d[i mod 7]+:i;i+:1];(7#d;sum d;d 500)}[]
0 1 2 3 4 5 6!6321 6364 6407 6450 6493 6536 6279
44850
0N
q){d:(`$string til 100)!100#0.5;d[`77]+:1;d[`5]:2f;(d`77;d`5;d`4;d`none)}[]
1.5 2 0.5 0n
q){d:1 2 1!10 20 30;d[1]+:5;d}[]
1| 15
2| 20
1| 30
q){d:0 1 2f!1 2 3;(d 1;@[{x[1]+:1;x};d;{x}])}[]
'type
q){d:1 2 3i!1 2 3;(d 1;d 1i)}[]
1 1
q){d:(`u#til 50)!50#1;d[9]+:1;(attr key d;d 9)}[]
`u
2
q){d:`s#1 5 9!1 2 3;(d 1;d 2;d 9;d 0)}[]
1 1 3 0N
q){d:(1 2;3)!4 5;(d 3;d(1;2))}[]
0N 4
q){d:1 2!(1 2;3 4);d[2]+:10;d}[]
1| 1  2 
2| 13 14
q){d:1 2!("ab";"cd");d[2]}[]
"cd"
q)(`a`b!1 2)`b
2
q)(([]k:1 2)!([]v:3 4))1
v| 3
q){d:`a`b!1 2;d[`c]*:5;d[`d]|:6;d[`e]-:7;d[`f]^:8;d[`g]%:2;d}[]
'type
q){d:`a`b!1 2f;d[`c]*:5f;d[`d]&:6f;d[`e]-:7f;d[`f]%:8f;d[`a]%:2f;d}[]
a| 0.5  
b| 2    
c| 5    
d| 6    
e| -7   
f| 0.125
q){d:`a`b!1 2;e:d;d[`c]:3;d[`c]+:1;(d;e)}[]
`a`b`c!1 2 4
`a`b!1 2
q){d:`a`b!1 2;k:key d;v:value d;d[`c]:3;(count k;count v;d)}[]
2
2
`a`b`c!1 2 3
q){d:`a`b!1 2;d[`c]:0.5;d}[]
'type
q){d:`a`b!1 2;d[3]:5;d}[]
'type
q){d:()!();d[`c]:3;d[`c]+:1;d[`d]+:1;d}[]
c| 4
d| 1
q){d:(`u#`a`b)!1 2;d[`c]:3;d[`a]+:1;(attr key d;d)}[]
`u
`u#`a`b`c!2 2 3
q){d:(`s#1 3)!1 2;d[5]:3;d[4]:9;(attr key d;d)}[]
`
1 3 5 4!1 2 3 9
q){d:(`long$())!`float$();i:0;do[1000;d[i mod 300]+:0.5;i+:1];(count d;sum d;d 299;attr key d)}[]
300
500f
1.5
`
q){d:1 2!`s#3 4;d[1]+:0;d[5]:6;attr value d}[]
`
/ A column of a matrix is changed at once, as it is row by row; others who hold the matrix see nothing of it.
q)m:12 4#til 48
q)b:m
q)m[;1]+:100
q)m[2+til 10;0]*:2
q)m[;2]-:til 12
q)m~flip(b[;0]*1 1,10#2;b[;1]+100;b[;2]-til 12;b[;3])
1b
q)b~12 4#til 48
1b
q)c:m
q)m[;1]+:1.5
'type
q)m[;9]+:1
'length
q)m[;1]+:til 11
'length
q)m[3+til 10;1]+:1
'length
q)m~c
1b
q)m[10#3;1]+:1
q)(m[3;1]-c[3;1];m[0 1 2,4+til 8]~c[0 1 2,4+til 8])
10
1b
q){x[;1]+:1;x}[m][;1]~1+m[;1]
1b
q)r:(1 2 3;4 5 6 7;8 9),10#enlist 1 2
q)r[;1]-:1
q)r[;1]
1 4 8 1 1 1 1 1 1 1 1 1 1
/ What fails at a later place leaves all as it was, also where the items were about to be a vector.
q)t:(1 2;3 4)
q)@[`t;0 1 99;first]
'length
q)t
1 2
3 4
q)@[`t;0 1 1;{$[x~3;'late;first x]}]
'late
q)d:`a`b!(1 2;3 4)
q)@[`d;`a`b`a;{$[x~1;'late;first x]}]
'late
q)T:([]a:(1 2;3 4))
q).[`T;(0 1 99;`a);first]
'length
q)(t;d;T)~((1 2;3 4);`a`b!(1 2;3 4);([]a:(1 2;3 4)))
1b
/ Items of long lists of strings, and of short vectors, that become longer and shorter: some, and many more.
q)l:string til 100
q)held:l
q)l[5]:"abcdef"
q)l[7],:"x"
q)l[0]:""
q)l[99 3]:("longer";"st")
q)l[8;0]:"y"
q)l 4 5 6 7 0 99 3 8
,"4"
"abcdef"
,"6"
"7x"
""
"longer"
"st"
,"y"
q)held~string til 100
1b
q)v:flip(til 100;til 100)
q)held:v
q)v[5]:1 2 3
q)v[7],:9
q)v[0]:0#0
q)v[99 3]:(1 2 3 4;enlist 5)
q)v[8;1]:88
q)v 4 5 6 7 0 99 3 8
4 4
1 2 3
6 6
7 7 9
`long$()
1 2 3 4
,5
8 88
q)held~flip(til 100;til 100)
1b
q)v[6]:"other"
q)v[9]:1 2f
q)v 5 6 9
1 2 3
"other"
1 2f
q)w:(string til 100;flip(til 100;til 100);100#enlist 0 1h)
q){[k]w[0;k mod 100]:(k mod 13)#"ab";w[1;k mod 100]:til k mod 7;w[2;k mod 100;k mod 2]+:1h}each til 20000;
q)w[0]~{(x mod 13)#"ab"}each 19900+til 100
1b
q)w[1]~{til x mod 7}each 19900+til 100
1b
q)w[2]~100#(200 1h;0 201h)
1b
q)u:([k:til 100]s:string til 100)
q)`u upsert(5;"abcdef")
`u
q)u[([]k:7 8);`s]:("";"xy")
q)exec s from u where k within 4 9
,"4"
"abcdef"
,"6"
""
"xy"
,"9"
q)update s:("long one";enlist"z")from`u where k in 6 9
`u
q)exec s from u where k within 4 9
,"4"
"abcdef"
"long one"
""
"xy"
,"z"
q)b:x:til 5
q)@[;;:;7]/[x;0 1]
7 7 2 3 4
q).[;;+;1]/[(x;x);(0 1;1 2)]
0 2 2 3 4
0 1 3 3 4
q),/[x;(1h;"a")]
0
1
2
3
4
1h
"a"
q)('[{@[x;0;+;1]};{x[y]:7;x}])/[x;1 2]
2 7 7 3 4
q){x[y]:z;x}[;;7]/[x;2 3]
0 1 7 7 4
q)upsert/[([]a:x);(6;enlist[`a]!enlist 7)]`a
0 1 2 3 4 6 7
q).[{@[;;:;7]/[x;y]};(x;1 9);::]
"length"
q)@[;;,;1]\[(x;"ab");0 0]
0 1 2 3 4 1   "ab"
0 1 2 3 4 1 1 "ab"
q)x~b
1b
/ A key that is not found alone, an atom among lists, is there once, however deep the dictionary lies.
q)X:enlist(1 2;3 4)!5 6;Y:([]c:X);Z:enlist[`z]!X
q).[`X;(0;(0 1;0));1+];.[`X;(0;(0 1;0));1+]
`X
q).[`Y;(0;`c;(0 1;0));1+];.[`Y;(`c;0;(0 1;0));1+]
`Y
q).[`Z;(`z;(0 1;0));1+];.[`Z;(`z;(0 1;0));1+]
`Z
q)(X 0;Y[0;`c];Z`z)
(1 2;3 4;0 1;0)!5 6 0N 0N
(1 2;3 4;0 1;0)!5 6 0N 0N
(1 2;3 4;0 1;0)!5 6 0N 0N
q).[`X;(0;(0 1;8;0));{$[null x;'`no;1+x]}]
'no
q)X 0
1 2| 5
3 4| 6
0 1| 
0  | 
