/ As changes.q, of lists of strings and short vectors that grow item by item. What is sought is where a walk finds it.

/ Some of a kind.
kinds:`strings`pairs`syms`shorts`mixed
some:{[k;n]
  $[k=`strings;strings n;
    k=`pairs;flip 2#enlist n?60;
    k=`syms;n?(`a`b;`b`a;enlist`a;`a`b`c;``);
    k=`shorts;n?(1 2;3 4 5;enlist 7;0N 1;2 1);
    n?("ab";1 2;"";`a`b;2 1;"abc")]}

more:some

nestedchanges:failing,(
  {[k]"{X,:enlist x}each ",bytes some[k]pick 1 5 40};
  {[k]"X,:",bytes some[k]pick 1 2 40};
  {[k]"X:X,",bytes some[k]pick 1 2};
  {[k]"{if[not any X~\\:x;X,:enlist x]}each ",bytes some[k]40};
  {[k]"X[",string[rand 1|count X],"]:",bytes first some[k]1};
  {[k]i:(rand 4)?1|count X;"X[",bytes[i],"]:",bytes some[k]count i};
  {[k]"X[",string[rand 1|count X],";0]:first first X"};
  {[k]"X:X _ ",string rand 1|count X};
  {[k]pick("X:1_X";"X:-3_X";"X:reverse X";"X:distinct X";"X:70#X";"X:X,5#X";"X:`u#distinct X")})
nestedquestions:("X except X 0 1";"X inter 5#X";"group X";"distinct X";"X?X 3 1";"X in 2_X";"(X!til count X)X 0 1")

/ Where a walk finds what is sought, one and several.
walk:{[x;y]$[any m:x~\:y;first where m;count x]}
islawful:{[k]
  y:some[k]pick 1 3 40;
  all((walk[X]each y)~X?y;(walk[X]each y)~X?/:y)}

nestedlife:{[k]
  X::-9!-8!start:some[k]40+rand 40;
  if[rand 2;X::attributed X];
  Z::start;
  history::enlist told X;
  n:0;
  while[12>n+:1;
    wrong:step[nestedchanges;nestedquestions;k];
    if[(0=count wrong)&(0<count X)&not islawful k;wrong:"a walk finds something else"];
    if[count wrong;failed[wrong;history,told each(X;Z)];n:12]];}

try:{[]nestedlife pick kinds}
