/ Says what is there of the changes of work.q: a line for each kind, its number and the numbers of the changes.
/   q look.q -at folder
at:hsym`$first(.Q.opt .z.x)`at
file:{` sv at,x}
told:{[k;x] s:" "sv string k,x;-1 s;}
/ Each number has all its rows.
whole:{[n;x]g:count each group x;if[not all n=g;'"torn: ",.Q.s1 where not n=g];key g}
there:{not()~key x}
same:{[t]
  if[not all t[`text]~'"text ",/:string t`n;'"texts"];
  if[not all(t[`sym]=`$"s",/:string t[`n]mod 50);'"symbols"];
  if[not all t[`more]~'{(`$"k",string x;x)}each t`n;'"dictionaries"];
  t`n}
one:{$[1=count d:distinct x;first d;'"mixed: ",.Q.s1 d]}
if[there file`db`sym;load file`db`sym]
if[there f:file`v;told[0]whole[1000]get f]
if[there f:file`t;told[1]whole[50]same get f]
if[there f:file`z;told[2]whole[700]get f]
if[there f:file`m;told[4]one get[f][;1]]
if[there f:file`log;seen:(::);told[5]{.z.ps:{got,:x 1};got::`long$();-11!(x;y);system"x .z.ps";got}[first -11!(-2;f);f]]
if[there f:file`db`sym;if[not s~distinct s:get f;'"a name twice"];told[6]"J"$4_'string s where s like"only*"]
if[there f:file`l;told[7]whole[3]"J"$5_'get f]
if[there f:file`p;told[10]one same get f]
/ The database, as people open it.
if[there file`db`par;
  system"l ",1_string file`db;
  told[3]raze{x:exec n from trade where date=x;if[not count[x]in 9,30+x[0]mod 7;'"rows"];one x}each .Q.pv;
  / Maintenance: every partition is whole, whichever columns it has.
  {if[9<>count t:get .Q.par[`:.;x;`fixed];'"rows"];one each flip[t]`n`text}each .Q.pv;
  if[`quote in tables[];told[8]whole[40]same select from quote]]
exit 0
