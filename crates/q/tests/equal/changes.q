/ Lists, tables and dictionaries change step by step, with attributes and other owners, beside the same without: they stay
/ the same, the attributes stay true, other owners see nothing, a change that fails leaves no trace, and a query answers the
/ same.

/ Is an attribute what it says?
true:{[x]
  y:`#x;
  $[`s=a:attr x;y~y iasc y;a=`u;y~distinct y;a=`p;y~(0#y),raze y value group y;a=`g;(group x)~group y;1b]}
alltrue:{$[98h=type x;all true each value flip x;true x]}

/ A value as text that makes it anew.
bytes:{"(-9!",.Q.s1[-8!x],")"}

/ Changes of the list X of a type.
listchanges:(
  {[c]"X,:",bytes vector[c;pick 0 1 2 5]};
  {[c]"X,:",bytes first vector[c;1]};
  {[c]"X[",string[rand 1|count X],"]:",bytes first vector[c;1]};
  {[c]i:(rand 4)?1|count X;"X[",bytes[i],"]:",bytes vector[c;count i]};
  {[c]"X:@[X;",bytes[(rand 4)?1|count X],";:;",bytes[first vector[c;1]],"]"};
  {[c]"X:X where X<>",bytes first vector[c;1]};
  {[c]"X:",bytes[vector[c;pick 1 2 5]],",X"};
  {[c]"X:raze(X;",bytes[vector[c;pick 1 2 5]],")"};
  {[c]"X:",string[rand 1|count X],pick[("_X";" rotate X")]};
  {[c]"X:X _ ",string rand 1|count X};
  {[c]pick("X:1_X";"X:-1_X";"X:reverse X";"X:asc X";"X:desc X";"X:distinct X";"X:5#X";"X:X,X";"X:X iasc X")})

few1:`a`b`c`d
table:{[n]([]k:n?few1;j:n?10;t:asc n?0D01;s:n?`x`y`z;f:n?1.;n:n?(0#0;1 2;0N 3 4);w:strings n)}
sometable:{table pick 1 1 2 3}

/ More items of a list.
more:{[c;n]vector[c;n]}

/ Changes that fail after a part of them could be done.
failing:(
  {[c]"X[",bytes[(rand 3)?1|count X],",",string[count X],"]:",bytes more[c;1]};
  {[c]"X[0 1,",string[rand 3],"]:",bytes more[c;2]};
  {[c]"X:@[X;0 1 0;{$[X~X;'`no;x]};1 2 3]"};
  {[c]"@[`X;0 1 2;{$[x~X 1;'`no;last X]}]"};
  {[c]".[`X;(0 1;",string[rand 4],");{'`no}]"};
  {[c]"X[0 1]:(X 0;`nosuch`pair)"};
  {[c]"X[(0;",string[1+rand 9],");0]:(1;\"a\";`b)"};
  {[c]"X,:{'x}`no"})

tablechanges:(
  {[c]"X,:",bytes sometable[]};
  {[c]"X,:",bytes first sometable[]};
  {[c]"`X insert ",bytes sometable[]};
  {[c]"`X insert ",bytes value first sometable[]};
  {[c]"`X upsert ",bytes sometable[]};
  {[c]"X:X upsert ",bytes first sometable[]};
  {[c]"update j:j+1 from `X where k=`",string pick few1};
  {[c]"delete from `X where k=`",string pick few1};
  {[c]"X[",string[rand 1|count X],";`j]:99"};
  {[c]pick("update f:2*f,s:`q from `X where j>5";"X:`k xasc X";"`t xasc `X";"X:`j xdesc X";"X[`s]:reverse X`s")};
  {[c]pick("X:-2_X";"X:2_X";"X:distinct X";"X:X,X";"X:select from X where j<9";"X:update k:`a from X where i=0")})

tablefailing:(
  {[c]"X,:([]k:`a`b;j:`x`y)"};
  {[c]"X,:flip cols[X]!",bytes[value flip table 2],"[;0],'`a"};
  {[c]"`X insert(`a;`x;0D;`x;1.;0#0;\"s\")"};
  {[c]"`X upsert update s:1 from ",bytes table 2};
  {[c]"X[0 1;`j]:(1;`x)"};
  {[c]"X[",bytes[rand 3],";`j`s]:1 2"};
  {[c]"update j:til 99 from `X where k=`a"};
  {[c]"update j:j+1,s:{'x}`no from `X"};
  {[c]"@[`X;`j`s;{$[11h=type x;'`no;x+1]}]"};
  {[c]".[`X;(0 0;`j`s);:;(1 2;`a 2)]"};
  {[c]"X[`j]:til 99"};
  {[c]"X[`j`s]:(X`j;til 99)"};
  {[c]"X[`new`j]:(X`k;til 99)"};
  {[c]"delete nosuch from `X"})

listquestions:("X?Y";"Y in X";"group X";"distinct X";"where X=first Y";"where X in Y";"asc X";"count X")
tablequestions:("select sum j,last f by k from X";"select from X where k=`a";"select from X where s in`x`q,t>0D00:10";
  "exec j by s from X";"select count i by k,s from X";"aj[`k`t;X;`t xasc X]";"select from X where k in`a`b,j=max j";
  "distinct X`k";"select last j by t from X";"`k xgroup X";"X lj`k xkey select last f by k from X";"X?2#X")

/ One step of X, which may have attributes and other owners, and of Z, which is made anew each time; then a question.
/ What is wrong, or "".
step:{[changes;questions;c]
  s:pick[changes]c;
  history,:enlist s;
  kept:$[rand 2;X;0];
  before:-8!normal kept;
  start:-8!normal X;
  Z::-9!-8!normal Z;
  a:evaluated s;
  b:evaluated ssr[s;"X";"Z"];
  Y::$[98h=type Z;();more[c;5],5 sublist Z];
  q:pick questions;
  x:evaluated q;
  y:evaluated ssr[q;"X";"Z"];
  answers,:enlist(q;x);
  $[a[0]<>b 0;"one fails";
    not exact[X;Z];"they differ";
    not alltrue X;"an attribute is wrong";
    not before~-8!normal kept;"another owner sees it";
    a[0]and not start~-8!normal X;"one that fails leaves a trace";
    not agree[exact;x;y];"an answer differs: ",q;
    ""]}

life:{[changes;questions;c;start]
  X::-9!-8!start;
  if[rand 2;X::$[98h=type X;flip attributed each flip X;attributed X]];
  Z::start;
  history::enlist told X;
  n:0;
  while[8>n+:1;
    wrong:step[changes;questions;c];
    if[count wrong;failed[wrong;history,told each(X;Z)];n:8]];}

try:{[]
  c:pick types;
  life[listchanges;listquestions;c;vector[c;size[]]];
  life[listchanges,failing;listquestions;c;vector[c;size[]]];
  life[tablechanges;tablequestions;c;table size[]];
  life[tablechanges,tablefailing;tablequestions;c;table size[]];}
