/ Loops that turn often: what their variables are, whatever types come and go, and where an error leaves them.
/ source: ref/do, ref/while, ref/if, basics/control, basics/syntax (indexed assignment)   status: inferred
q){s:0;i:0;do[100;s+:i;i+:1];s,i}[]
4950 100
q){s:0;i:0;while[i<100;s+:i*i;i+:1];s,i}[]
328350 100
q){s:0;do[100;s+:0.5];s}[]
50f
q){s:0;i:0;do[100;i+:1;if[i=60;s+:0.5];s+:1];s}[]
100.5
q){s:0;i:0;do[100;i+:1;s:$[i<50;i;i<70;i%2;`x]];s}[]
`x
q){s:0;i:0;do[100;i+:1;s:$[i<50;i;i<99;2000.01.01+i;"c"]];s}[]
"c"
q){t:();i:0;do[100;i+:1;t:i];t}[]
100
q){i:0;do[100;i+:1;if[i=70;:`found,i]];0}[]
`found
70
q){i:0;do[100;i+:1;if[i=70;'"at ",string i]];0}[]
'at 70
q){i:0;r:();do[100;i+:1;if[0=i mod 30;r,:enlist(i;`x)]];r}[]
30 `x
60 `x
90 `x
q){n:0;do[50;do[4;n+:1];n-:1];n}[]
150
q){i:0;n:0;while[i<20;j:0;while[j<i;n+:i>j+3;j+:1];i+:1];n}[]
136
q){do[100;x+:1];x}[0N]
0N
q){do[100;x+:1i];x}[5h]
105i
q){do[100;x*:2];x}[1]
0N
q){do[100;x|:-0w];x}[0n]
-0w
q){a:10#0;i:0;do[100;a[i mod 10]+:i;i+:1];a}[]
450 460 470 480 490 500 510 520 530 540
q){a:10#0;i:0;do[100;a[i]:i;i+:1];a}[]
'length
q)@[{a:10#0;i:0;do[100;a[i]:i;i+:1];a};0;{x}]
"length"
q){a:10#0;b:a;i:0;do[100;a[i mod 10]:i;i+:1];(a;b)}[]
90 91 92 93 94 95 96 97 98 99
0  0  0  0  0  0  0  0  0  0 
q){a:til 10;i:0;s:0;do[50;s+:a[i];i+:1];s}[]
0N
q){a:til 10;i:0;s:0;do[50;s+:0^a i;i+:1];s}[]
45
q){a:til 10;i:0;do[50;a,:i;i+:1];(count a;last a)}[]
60 49
q){a:til 10;i:0;do[50;if[count[a]<=i;a,:0N];a[i]:i-2;i+:1];(count a;last a;a 9)}[]
50 47 7
q){a:til 10;i:0;do[50;a,:$[i<40;i;0.5];i+:1];a}[]
'type
q){a:`s#til 5;i:4;do[50;i+:1;a,:i];(attr a;count a)}[]
`s
55
q){a:`s#til 5;i:0;do[50;a[i mod 5]:9-i mod 3;i+:1];(attr a;a)}[]
`
9 8 7 9 8
q){a:`u#til 5;i:0;do[50;a[i mod 5]:i;i+:1];a}[]
45 46 47 48 49
q){a:"hello";i:0;do[50;a[i mod 5]:"abcdefg"i mod 7;i+:1];a}[]
"defga"
q){a:`a`b`c;i:0;do[50;a[i mod 3]:a[(i+1)mod 3];i+:1];(a;a 5)}[]
`b`c`c
`
q){a:1010b;i:0;n:0;do[50;n+:a i mod 4;a[i mod 4]:i<30;i+:1];(n;a)}[]
32
0000b
q){a:3#2000.01.01;i:0;do[50;a[i mod 3]+:1;i+:1];a}[]
2000.01.18 2000.01.18 2000.01.17
q){a:3#0D;i:0;do[50;a[i mod 3]+:0D00:00:01;i+:1];a}[]
0D00:00:17.000000000 0D00:00:17.000000000 0D00:00:16.000000000
q){a:3#0x00;i:0;do[50;a[i mod 3]:0x07;i+:1];a}[]
0x070707
q){a:1 2 3;b:a;do[50;b:a;a[0]+:1];(a;b)}[]
51 2 3
50 2 3
q){a:1 2 3;r:();do[3;r,:enlist a;a[0]+:1];do[50;a[1]+:1];(r;a)}[]
1 2 3 2 2 3 3 2 3
4     52    3    
q){a:1 2 3;x:0;do[50;x:a[1]:x+1];(a;x)}[]
1 50 3
50
q){a:1 2 3;x:0;do[50;x:a[1]+:2];(a;x)}[]
1 102 3
102
q){a:1 2 3;i:0;do[50;i+:1;if[i=40;a:0.5*a];a[0]+:1];a}[]
31 1 1.5
q){a:1 2 3;i:0;do[50;i+:1;a:$[i<40;a;i]];a}[]
50
q){x:5;do[50;x:x,1];count x}[]
51
q){a:1 2 3;do[50;s:count a;a,:s];a 52}[]
52
q){i:0;do[50;i+:1;j:i;k:j+1;i:k-1];(i;j;k)}[]
50 50 51
q){x:1.5;i:0;do[50;x:sqrt 1+x*x;i+:1];"j"$x*x}[]
52
q){x:`a;n:0;do[50;n+:x=`a;x:$[x=`a;`b;`a]];n}[]
25
q){x:"a";n:0;do[50;n+:x<"b";x:$[x="a";"b";"a"]];n}[]
25
q){f:{x+1};i:0;do[50;i:f i];i}[]
50
q){f:{$[x>20;0.5*x;x+1]};i:0;do[50;i:f i];i}[]
16.125
q){f:{if[x>20;'`big];x+1};i:0;do[50;i:f i];i}[]
'big
q)@[{f:{if[x>20;'`big];x+1};i:0;do[50;i:f i];i};0;{x}]
"big"
q){f:{x+1};i:0;do[50;i:f i;if[i=30;f:{x+2}]];i}[]
70
q){f:{[a;b]c:a*b;d:c-a;d};i:1;do[50;i:1+f[i;2]mod 7];i}[]
2
q)g1:{x+1};g2:{g1[x]+g1 x};{i:0;do[50;i:(g2 i)mod 100];i}[]
46
q)g1:{x+1};{i:0;do[50;i:g1 i;if[i=30;g1::{x+5}]];i}[]
130
q)fac:{$[x<2;1;x*fac x-1]};{s:0;i:0;do[50;s+:fac i mod 10;i+:1];s}[]
2045570
q)gv:10 20 30;gk:2;{s:0;i:0;do[50;s+:gk*gv i mod 3;i+:1];s}[]
1980
q)gv:10 20 30;{s:0;i:0;do[50;s+:gv i mod 3;i+:1;if[i=40;gv::0 0 0]];s}[]
790
q)gs:0;{do[50;gs+:1];gs}[];gs
50
q)gs:0;gi:0;do[50;gs+:gi;gi+:1];gs,gi
1225 50
q)gs:0;do[50;gs+:0.5];gs
25f
q)ga:5#0;gi:0;do[50;ga[gi mod 5]+:gi;gi+:1];ga
225 235 245 255 265
q)ga:5#0;gb:ga;gi:0;do[50;ga[gi mod 5]+:gi;gi+:1];(ga;gb)
225 235 245 255 265
0   0   0   0   0  
q)ga:5#0;gi:0;do[50;ga,:gi;gi+:1];count ga
55
q)ga:5#0;gi:0;do[50;ga:ga,gi;gi+:1];(count ga;last ga)
55 49
q){do[x;x-:1];x}[100]
0
q){n:3;do[n;n+:1];n}[]
6
q)i:0;do[0N;i+:1];i
0
q)i:0;do[-5;i+:1];i
0
q)do[`a;1]
'type
q){do[2.5;1]}[]
'type
q){while[x;x-:1];x}[100]
0
q){while[x;x-:0.5];x}[10f]
0f
q){while[x<`b;x:`c];x}[`a]
`c
q){i:0;while[1b;i+:1;if[i>200;:i]]}[]
201
q){(x;y;{x+y}[x;y])}'[til 3;til 3]
0 0 0
1 1 2
2 2 4
q){i:0;s:0;do[100;s+:{[v;k]v[k]*2}[1 2 3;i mod 3];i+:1];s}[]
398
q)v:1 2 3;{i:0;s:0;do[100;s+:{v[x]*2}[i mod 3];i+:1];s}[]
398
q)(::)each{i:0;do[100;i+:x];i}each 1 2 3
100 200 300
q){[n]a:n#0;i:0;do[n;a[n-1+i]:i;i+:1];a}each 3 40 2
2 1 0
39 38 37 36 35 34 33 32 31 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14..
1 0
q){i:0;do[100;i+:1;show:i];show}[]
'assign

/ Dictionaries: keys that are there, new ones, and what a dictionary is shared with.
q)d:(`long$())!`long$();i:0;while[i<1000;d[(i*7919)mod 300]+:1;i+:1];(count d;sum d;d 7919 mod 300;type d)
300
1000
4
99h
q){d:`a`b!1 2f;i:0;k:`a`b`c;while[i<300;d[k i mod 3]+:0.5;i+:1];d}[]
a| 51
b| 52
c| 50
q){d:`a`b!1 2;i:0;while[i<300;d[`b]|:i;d[`c]|:7-i;i+:1];d}[]
a| 1  
b| 299
c| 7  
q){d:`a`b!1 2;i:0;while[i<300;d[`b]-:i;d[`c]-:i;i+:1];d}[]
a| 1     
b| -44848
c| -44850
q){d:(enlist 0.0)!enlist -0.0;i:0;while[i<100;d[0.5]+:-0.0;i+:1];reciprocal d 0.5}[]
-0w
q){d:(til 5)!5#0;e:d;i:0;while[i<100;d[i mod 7]+:i;i+:1];(d;e)}[]
0 1 2 3 4 5 6!735 750 665 679 693 707 721
0 1 2 3 4!0 0 0 0 0
q){k:til 5;d:k!5#0;i:0;while[i<100;d[i mod 7]+:i;i+:1];(k;d)}[]
0 1 2 3 4
0 1 2 3 4 5 6!735 750 665 679 693 707 721
q){v:5#0;d:(til 5)!v;i:0;while[i<100;d[i mod 7]+:i;i+:1];(v;d)}[]
0 0 0 0 0
0 1 2 3 4 5 6!735 750 665 679 693 707 721
q){d:(til 5)!5#0;s:0;i:0;while[i<200;s+:0^d i;d[i mod 9]:i;i+:1];(s;d;count d)}[]
0
0 1 2 3 4 5 6 7 8!198 199 191 192 193 194 195 196 197
9
q){d:`s#(10*til 5)!til 5;s:0;i:0;while[i<60;s+:0^d i;i+:1];s}[]
140
q){d:(`u#til 5)!til 5;s:0;i:0;while[i<60;s+:0^d i;d[i]:1;i+:1];(s;count d;attr key d)}[]
10
60
`u
q){d:(til 5)!til 5;i:0;while[i<60;d[i]:$[i>50;`x;i];i+:1];d 49 50}[]
'type
q){d:1 2!3 4;i:0;while[i<60;if[i>55;d[`x]:1];d[1]+:i;i+:1];d}[]
'type
q){d:()!();i:0;while[i<60;d[i mod 4]:i;i+:1];d}[]
0| 56
1| 57
2| 58
3| 59
q){d:((1000003*til 400)mod 999983)!400#1;n:0;i:0;while[i<3000;n+:d i;d[i*i]:1;i+:1];(count d;null n)}[]
3391
1b
q)d:`a`b!1 2;{i:0;while[i<100;d[`a]+:i;i+:1];d}[]
a| 4951
b| 2   
q){d:x;i:0;while[i<100;d[1]+:1;i+:1];x~d}[1 2!3 4]
0b
q){d:0D00:00:01 0D00:00:02!3 4;i:0;while[i<100;d[0D00:00:01]+:1;d[0D00:00:03]*:2;i+:1];d}[]
0D00:00:01.000000000| 103
0D00:00:02.000000000| 4  
0D00:00:03.000000000|    
q){d:"ab"!3 4;s:"abcab";i:0;while[i<100;d[s i mod 5]+:1;i+:1];d}[]
a| 43
b| 44
c| 20
q){d:1 2!10b;n:0;i:0;while[i<100;n+:d 1+i mod 3;d[i]:i>50;i+:1];(n;d 50 51 99)}[]
1
011b
