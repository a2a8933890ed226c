/ Backtraces of what runs, and of what was trapped.
/ source: ref/dotq, basics/debug            status: documented
q)f:{{.Q.bt[];x*2}x+1}
q)f 4
  [2]  f@:{.Q.bt[];x*2}
           ^
  [1]  f:{{.Q.bt[];x*2}x+1}
          ^
  [0]  f 4
       ^
10
q)f each 1
  [2]  f@:{.Q.bt[];x*2}
           ^
  [1]  f:{{.Q.bt[];x*2}x+1}
          ^
  [0]  f each 1
         ^
4
q)g:{`hello+x}
q).Q.trp[g;2;{2@"error: ",x,"\nbacktrace:\n",.Q.sbt y;-1}]
error: type
backtrace:
  [2]  g:{`hello+x}
                ^
  [1]  (.Q.trp)
  [0]  .Q.trp[g;2;{2@"error: ",x,"\nbacktrace:\n",.Q.sbt y;-1}]
       ^
-1
q).Q.trpd[{x+y};(1;`2);{2"error: ",x,"\nbacktrace:\n",.Q.sbt y;-1}]
error: type
backtrace:
  [2]  {x+y}
         ^
  [1]  (.Q.trpd)
  [0]  .Q.trpd[{x+y};(1;`2);{2"error: ",x,"\nbacktrace:\n",.Q.sbt y;-1}]
       ^
-1
q)count .Q.trp[{$[x>0;.z.s x-1;'"deep"]};5;{y}]
8
q).Q.trp[parse;"2+2;+2";{1@.Q.sbt 2#y}];
  [2]  2+2;+2
           ^
  [1]  (.Q.trp)
/ Tools take a backtrace apart: a level is (code;(name;file;line;text);place;number), and the trap is found by its code.
/ source: ref/dotq            status: inferred
q)b:.Q.trp[{1+value x};"2+`a";{y}]
q)3#b[;1;3]
"2+`a"
"{1+value x}"
"(.Q.trp)"
q)flip 2_'b
1 3 -1 2
3 2 1  0
q)where .Q.trp~/:first each first each b
,2
q)b[0;1;3]:"+`a";b[0;2]-:1
q)1@.Q.sbt 1#b;
  [3]  +`a
       ^
/ What value says of a function's origin.
/ source: ref/value            status: documented
q)h:{x}
q)-4#value h
"..h"
""
-1
"{x}"
q).n.k:{{y}[1;x]}
q)(-4#value .n.k)0
".n.k"
q)first -4#value{x}
q)`:origin.q 0:("";"inn:{x}";"";"out:{";"  {x}x}");
q)\l origin.q
q)(-3#value out)1
4
q)"origin.q"~-8#(-3#value out)0
1b
/ Empty lines and comments within a function count, and empty lines are kept (observed in programs whose strings have them).
q)`:lines.q 0:("text:\"a";"";"  b\"";"fails:{";"";"/ a comment";"  w:x;";"  w+`a}");
q)\l lines.q
q)text
"a\n\n  b"
q)fails
{


  w:x;
  w+`a}
q).Q.trp[fails;1;{.Q.sbt[1#y]like"*/lines.q:8: fails:*"}]
1b
/ What is being evaluated, as libraries take it apart.
/ source: jasraj/kdb-common, finos/kdb, hmn24/qtest            status: observed
q)`:where.q 0:("at:{(.Q.btx .Q.Ll`)[;1]}";"";"from:{";"  r:at[];";"  r}";"loaded:at[][;3]";"said:from[]");
q)\l where.q
q)said[0 1;0 2 3]
"at"   1 "{(.Q.btx .Q.Ll`)[;1]}"   
"from" 3 "{\n  r:at[];\n  r}"      
q)all said[0 1;1]like"*/where.q"
1b
q)said[2;2 3]
7
"said:from[]"
q)loaded like"\\l */where.q"
0010b
q){x~.Q.btx x}.Q.Ll[]
1b
q).Q.btx 1 2
'type
q)-105!({x+y};1 2;::)
3
q)-105!({x+y};(1;`a);{x," ",string count y})
"type 2"
q)-105!({x};1)
'type
/ Each level has its own number where scripts load others.
q)`:one.q 0:enlist"\\l two.q";`:two.q 0:("";"\\l three.q");`:three.q 0:enlist"1+`a";
q)b:.Q.trp[system;"l one.q";{y}]
q)b[0 2 4 6;1;3]
"1+`a"
"\\l three.q"
"\\l two.q"
"(.Q.trp)"
q)b[;3]
7 6 5 4 3 2 1 0
q)b[2 4;1;2]
2 1
/ What runs in reval lies above what asked for it.
q)reval(value;"1+`a")
'type
  [1]  1+`a
        ^
  [0]  reval(value;"1+`a")
       ^
  + of types -7h (long) and -11h (symbol)
q){reval(g;x)}0
'type
  [2]  g:{`hello+x}
                ^
  [1]  {reval(g;x)}
        ^
  [0]  {reval(g;x)}0
       ^
  + of types -11h (symbol) and -7h (long)
/ The line before the one that failed is shown, too, and the one after; the caret is under its own.
/ source: moazim1993/Kdb-ML-Big-Data-Notes (chapter 5), KxSystems/pykx (documentation)            status: observed
q)`:three.q 0:("f:{[x;y]";"  a:x+y;";"  b:a*2;";"  b+`z;";"  b}";"g:{x+`a;";" 2}");
q)\l three.q
q)f[1;2]
'type
  [1]  three.q:4: f:
  b:a*2;
  b+`z;
   ^
  b}
  [0]  f[1;2]
       ^
q)f[`a;2]
'type
  [1]  three.q:2: f:{[x;y]
  a:x+y;
     ^
  b:a*2;
  [0]  f[`a;2]
       ^
q)g 1
'type
  [1]  three.q:6: g:{x+`a;
                      ^
 2}
  [0]  g 1
       ^
q)h:{$[x=0;'"end";.z.s x-1]}
q)first"\n"vs .Q.trp[h;8;{.Q.sbt y}]
"  [10] h:{$[x=0;'\"end\";.z.s x-1]}"
q)s:.Q.s{x+1+2+3+4+5+6+7+8+9+10+11+12+13+14+15+16+17+18+19+20+21+22+23+24+25+26+27+28+29+30}
q)count s
80
q)-3#s
"..\n"
