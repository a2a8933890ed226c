/ Lambdas of arithmetic, choices and loops that are applied to many atoms, by programs that know the types. What they answer is
/ what the code answers, which `apart` asks.
/ source: ref/maps, ref/accumulators, basics/control            status: inferred
q)apart:{[f;x;y]f[x;y]}
q)try:{.[x;y;{`$x}]}
q)n:100
q)numbers:n#/:(00101b;0 3 -7 0N 0W -0Wh;4 0 -9 2147483647 0N 0W -0Wi;12 -5 0 0N 0W -0W 7 100;0 1.5 -2.25 0n 0w -0we;2 0 -0.5 0n 0w -0w 1e-20 1e300 3.25)
q)others:n#/:(2024.02.29 1970.01.01 0Nd;2024.02.29D12:00 0Np 1970.01.01D00:00:00.000000001;12:00:00.000 00:00:00.001 0Nt;`a`b``c;"abc xy")
q)pairs:raze(numbers,others){(x;y)}/:\:numbers,others
q)fs:({$[x>y;x;y]};{$[null x;y;x<y;x+1;x=y;neg x;x*y]};{r:0;while[r<5&0|y;r+:1;x:x+r];x};{do[3;x:1+x%2];$[x&0<y;floor x;x]};{r:x-y;$[r>=1;r;r<>0;abs y;ceiling x]})
q)fs,:({$[x;(x mod 3)+y div 2;0]};{$[y;(x xexp 2)&sqrt abs y;x xlog y]};{if[x<y;:not[x]|y=0];signum[y]^x};{$[x<=y;2 xbar x+y;`big]};{$[x=`a;`first;y]})
q){all{try[x';y]~try[apart[x]';y]}[x]each pairs}each fs
1111111111b
q){all{try[x\;y]~try[apart[x]\;y]}[x]each pairs[;1]}each fs
1111111111b
q){all{try[x\;(first y 0;y 1)]~try[apart[x]\;(first y 0;y 1)]}[x]each pairs}each fs
1111111111b
q){all{try[x[first y 0]';1_y]~try[{x[y;z]}[x;first y 0]';1_y]}[x]each pairs}each fs
1111111111b
q){all{try[x':;1_y]~try[apart[x]':;1_y]}[x]each pairs}each fs
1111111111b
/ types that change on the way, and what is no arithmetic on atoms
q)-8#{$[y>44;x+0.5;x+y]}\[0;til 50]
903
946
990
990.5
991f
991.5
992f
992.5
q)-3#{$[x<40;x*2;"abc"]}each til 42
78
"abc"
"abc"
q)-4#{if[x>40;:x%2];x}each til 44
40
20.5
21f
21.5
q){$[y>44;'"stop";x+y]}\[0;til 50]
'stop
  [1]  {$[y>44;'"stop";x+y]}
               ^
  [0]  {$[y>44;'"stop";x+y]}\[0;til 50]
                            ^
q){$[y>44;`a;x+y]}\[0;til 50]
0
1
3
6
10
15
21
28
36
45
55
66
78
91
105
120
136
153
171
190
210
231
..
q){x+y}\[0;0#0]
q){$[x;x+y;y]}\[();til 3]
'type
  [1]  {$[x;x+y;y]}
          ^
  [0]  {$[x;x+y;y]}\[();til 3]
                   ^
  a condition must be a numeric atom; all x and any x make one of a list
/ what was assigned is as it was in the next call
q){r:0;while[r<3;r+:1;x:x+r;y:r];x+y}[12]each 40#1
21 21 21 21 21 21 21 21 21 21 21 21 21 21 21 21 21 21 21 21 21 21 21 21 21 21..
q){y:x+y;x:y;x}'[40#2;40#1 2 3]
3 4 5 3 4 5 3 4 5 3 4 5 3 4 5 3 4 5 3 4 5 3 4 5 3 4 5 3 4 5 3 4 5 3 4 5 3 4 5 3
/ loops
q){$[x<200;x+1;x]}/[0]
200
q)count{$[x<200;x+1;x]}\[0]
201
q){x<1000}{x*2}\1
1 2 4 8 16 32 64 128 256 512 1024
q)50{x+1+x mod 3}/1
76
/ globals, which the test sets here, and views
q)g:1;r:{g+:1;x<100}{x+g}/0;(r;g)
104 15
q)v::g*2
q){x+y*v}/[0;til 100]
148500
q)g:1.5
q){x+y*v}/[0;til 100]
14850f
/ eight arguments
q)-12#{[a;b;c;d;e;f;g;h]$[a>b;c+d;e+f*g-h]}'[til 50;25;1;2;3;til 50;2;1]
3 3 3 3 3 3 3 3 3 3 3 3
/ The debugger may set globals on the way.
q)g:1
q)f:{$[x=45;x+`a;x+g]}
q)sum f each til 50
'type
  [1]  f:{$[x=45;x+`a;x+g]}
                  ^
  + of types -7h (long) and -11h (symbol)
q))g:1000
q)):7
5232
