/ Changes files for ever, one change after another, each with a number; says the number when the change is done.
/   q work.q -at folder -from number
arg:.Q.opt .z.x
at:hsym`$first arg`at
file:{` sv at,x}
db:file`db
m:use`quarry.db
domain:file`db`sym
rows:{[i;n].Q.en[db;([]sym:n#`$"s",string i mod 50;n:n#i;text:n#enlist"text ",string i;
  more:n#enlist(`$"k",string i;i))]}

/ What a process that was killed left of a log is cut off.
mend:{[l]
  if[()~key l;l set()];
  if[1<count c:-11!(-2;l);l 1:read1(l;0;last c)]}
mend journal:file`log
h:hopen journal
day:{2024.01.01+(x div 12)mod 4}
/ The partitions that maintenance works on are there from the start.
if[()~key file`db`par;
  {trade::fixed::([]sym:9#`a;n:9#-1;text:9#enlist"text");.Q.dpft[db;day x;`sym]each`trade`fixed;(` sv .Q.par[db;day x;`quote],`)set 0#rows[x;1]}each 12*til 4;
  file[`db`par]set 1b]
m.finish db;

kinds:(
  {file[`v]upsert 1000#x};
  {file[`t`]upsert rows[x;50]};
  {$[()~key c:file`z;(c;12;2;6)set 700#x;c upsert 700#x]};
  {trade::([]sym:(30+x mod 7)?`3;n:x;text:(30+x mod 7)#enlist"text");.Q.dpft[db;day x;`sym;`trade]};
  {file[`m]set(20+x mod 5)#enlist(`$"k",string x;x)};
  {h enlist(`seen;x)};
  {domain?`$"only",string x};
  {file[`l]upsert 3#enlist"line ",string x};
  {(` sv .Q.par[db;day x;`quote],`)upsert rows[x;40]};
  {c:m.listcols[db;`fixed];$[`extra in c;m.deletecol[db;`fixed;`extra];m.addcol[db;`fixed;`extra;x]]};
  {file[`p`]set update`p#sym from`sym xasc rows[x;60]};
  {$[(x div 12)mod 2;m.fncol[db;`fixed;`n;1+];m.fncol[db;`fixed;`text;{x,\:"+"}]]})
k:"J"$first arg`from
-1"ready";
while[1b;(kinds k mod count kinds)k;-1 string k;k+:1]
