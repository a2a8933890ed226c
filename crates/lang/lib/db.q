/ Maintenance of databases: columns and tables added, deleted, renamed, copied, cast, changed, put in order.
/   db:use`quarry.db
/   db.addcol[`:/data/taq;`trade;`venue;`XNYS]
/ The first argument is the root of a database. All its partitions, in every segment, are worked on by the threads
/ that -s gave. What is asked for is checked before anything is changed. A partition changes whole or not at all, and
/ files of other columns are not touched. A run that was stopped is run again, or ended with finish. The answer is
/ the directories that changed. A database that is open does not see the changes before \l . loads it again.

/ --- Columns

/ A new column with one value in every row. Symbols are enumerated over the file sym of the root.
addcol:{[db;t;c;x]
  d:begin[db:root db;t];
  newName[db;c];
  if[not abs[type x]in til 20;'"a default is an atom or a list"];
  o:order peach d;
  clash[c;d;c in/:o;kind first enumless enlist x];
  x:enumerated[db]enlist x;
  run[add1[c;x]]d}
add1:{[c;x;d]
  if[c in o:order d;:0b];
  .Q.const[file[d;c];rows d;x];
  setOrder[d;o,c]}

/ A column less.
deletecol:{[db;t;c]
  d:begin[db;t];
  o:order peach d;
  if[not any c in/:o;if[not count raze files each file[;c]each d;'unknown[t;c]]];
  if[any o~\:enlist c;'"a table keeps at least one column: ",string c];
  run[delete1 c]d}
delete1:{[c;d]
  f:files file[d;c];
  if[not(c in o:order d)|count f;:0b];
  if[c in o;setOrder[d;o except c]];
  hdel each f;
  1b}

/ A column under another name.
renamecol:{[db;t;a;b]
  d:begin[db;t];
  newName[db;b];
  o:order each d;
  if[not any a in/:o;if[not all[b in/:o]&0<count raze files each file[;a]each d;'unknown[t;a]]];
  if[any both:(a in/:o)&b in/:o;'taken[b;first d where both]];
  if[any none:not(a in/:o)|b in/:o;'unknown[first d where none;a]];
  run[rename1[a;b]]d}
rename1:{[a;b;d]
  r:a in o:order d;
  if[r;
    .Q.ln[file[d;a];file[d;b]];
    setOrder[d;@[o;o?a;:;b]]];
  hdel each files file[d;a];
  r}

/ A column again, under another name.
copycol:{[db;t;a;b]
  d:begin[db;t];
  newName[db;b];
  o:hasAll[t;a]d;
  clash[b;d;b in/:o]kind get file[first d;a];
  run[copy1[a;b]]d}
copy1:{[a;b;d]
  if[b in o:order d;:0b];
  -19!(file[d;a];file[d;b]),how file[d;a];
  setOrder[d;o,b]}

/ The columns named come first, in this order.
reordercols:{[db;t;names]
  d:begin[db;t];
  names,:();
  if[not names~distinct names;'"a name comes twice"];
  hasAll[t;;d]each names;
  run[reorder1 names]d}
reorder1:{[names;d]
  new:names,o except names:names inter o:order d;
  $[new~o;0b;setOrder[d;new]]}

/ Columns that a good partition has and others lack, added with nulls.
fixtable:{[db;t;good]
  d:begin[db;t];
  c:order good:root good;
  run[fix1[c;nullOf each get each file[good]each c]]d except good}
fix1:{[c;x;d]
  o:order d;
  if[not count i:where not c in o;:0b];
  n:rows d;
  {[d;n;c;x].Q.const[file[d;c];n;enlist x]}[d;n]'[c i;x i];
  setOrder[d;o,c i]}
/ A general list, in memory or in a file?
isNested:{(type x)in 0 77h}
nullOf:{$[isNested x;$[count x;0#first x;()];first 0#x]}

/ --- Values of a column

/ A function applied to the whole column of each partition.
fncol:{[db;t;c;f] change[db;t;c;f;call[`fncol;(t;c;f)];::]}

/ A column cast: the type is what $ takes on its left.
castcol:{[db;t;c;ty] change[db;t;c;ty$;call[`castcol;(t;c;ty)];::]}

/ An attribute set, or taken off with the null symbol.
setattrcol:{[db;t;c;a] change[db;t;c;a#;call[`setattrcol;(t;c;a)];a]}
clearattrcol:setattrcol[;;;`]

/ The rest of a change of values that was stopped while it was being put in place.
finish:{[db]
  if[()~key j:journal db:root db;:`symbol$()];
  run[place1 get[j]`column]get[j]`places;
  d:get[j]`places;
  hdel j;
  d}

/ The new columns of all partitions are written beside the old ones first. Then a journal says that they are to take
/ their places: from there on a run can only go forward.
change:{[db;t;c;f;what;a]
  if[what~@[{get[x]`call};journal db:root db;::];:finish db];
  d:begin[db;t];
  hasAll[t;c]d;
  old:get each file[;c]each d;
  r:inside[db;domains old;stage[db;c;f;a];d];
  d:d where r;
  if[count d;journal[db]set`call`column`places!(what;c;d)];
  finish db}
stage:{[db;c;f;a;d]
  g:symbolic[db;c;f]d;
  r:.[{(0b;attempt[x]y)};(stage1[c;g;a];d);{(1b;x)}];
  bad:$[r 0;r 1;failure[d]r 1];
  if[count bad;hdel each raze files each file[;staged c]each d;'bad];
  r[1][;1]}
stage1:{[c;f;a;d]
  p:file[d;c];
  was:attr old:get p;
  new:applied[f]old;
  if[11h=type first enumless new;'"symbols in this partition and not in the first"];
  if[same[old;was;new];:0b];
  (file[d;staged c],how p)set new;
  if[not null a;if[not a~attr get file[d;staged c];'string[a],"# is not kept in files of this type"]];
  1b}
place1:{[c;d]
  if[r:(not()~key s:file[d;staged c])|underWay[d;c];.Q.mv[s;file[d;c]]];
  r}
applied:{[f;x]
  if[not(type r:f x)within 0 97h;'"the function must answer a list"];
  if[count[r]<>count x;'"the function must answer as many items as it gets"];
  r}
/ Is a column, that had an attribute, as it was? To make a list sorted changes the list itself.
same:{[x;a;y]$[type[x]<>type y;0b;a<>attr y;0b;x~y]}
staged:{`$string[x],"$"}
/ Are a column's files taking their places? The note beside it says so; one that is empty says nothing.
underWay:{[d;c]0<@[hcount;file[d]`$".",string[c],".pending";0]}

/ A function whose symbols are enumerated: over what all partitions have, found in a first pass.
symbolic:{[db;c;f;d]
  one:(d where 0<rows each d),d;
  r:@[{(1b;applied[x]get y)}f;file[first one;c];{(0b;x)}];
  if[not r 0;'failure[one]enlist r];
  if[not 11h=type first enumless r 1;:f];
  s:distinct raze{[c;f;d]distinct raze(),f get file[d;c]}[c;f]peach d;
  enumerated[db]s;
  places[get file[db;`sym];f]}
places:{[s;f;x]$[11h=type r:f x;keep[attr r]`sym!s?r;isNested r;{`sym!x?y}[s]each r;r]}
keep:{$[x in`u`p`g;x#y;y]}

/ --- Tables

/ A table without rows in every partition that lacks it.
addtable:{[db;t;x]
  idle db:root db;
  newName[db;t];
  if[98h<>type x;'"a simple table is needed"];
  if[not count p:parts db;'"no partition: ",string db];
  d:` sv'p,\:t;
  if[any bad:not cols[x]~/:order each h:d where there each d;'taken[t;first h where bad]];
  if[count[h]=count d;'taken[t;db]];
  run[table1 inside[db;`sym;.Q.en db;0#x]]d}
table1:{[x;d]
  if[there d;:0b];
  if[count old:key n:`$string[d],"$";hdel each` sv'n,'old];
  (` sv n,`)set x;
  .Q.mv[n;d];
  1b}

/ A table under another name.
rentable:{[db;a;b]
  idle db:root db;
  newName[db;b];
  p:$[there file[db;a];enlist db;parts db];
  if[not any h:there each` sv'p,\:a;'"no table ",string[a],": ",string db];
  if[any bad:h&g:there each` sv'p,\:b;'taken[b;first p where bad]];
  if[count bad:lacking[p;h|g];'"no table ",string[a],": ",string first bad];
  run[table2[a;b]]p where h}
table2:{[a;b;p].Q.mv[file[p;a];file[p;b]];1b}

/ --- To look

/ The columns of a table: those of the last partition, and what only others have.
listcols:{[db;t] distinct raze order each reverse dirs[root db;t]}

/ Where a column is, with its type, attribute and rows.
findcol:{[db;t;c]
  d:dirs[root db;t];
  ([]path:d;found:c in/:order each d),'find1[c]peach d}
find1:{[c;d]
  if[not c in order d;:`t`a`n!(" ";`;0N)];
  x:get file[d;c];
  `t`a`n!(.Q.ty x;attr x;count x)}

/ --- Told while it runs

/ A function of what is done, of how much, and the directory done last; :: for none. It runs on the main thread.
watch:{[f] told::f;}
told:(::)
/ A line for each step: for watch.
line:{[done;total;d] -1 string[done]," of ",string[total],"  ",1_string d;}

/ A function of each directory, on all threads. All are tried; the first failure is told at the end. The answer is
/ the directories where it says 1b.
run:{[f;d]
  r:attempt[f]d;
  if[count bad:failure[d]r;'bad];
  d where r[;1]}
attempt:{[f;d]
  f:{[f;d]@[{(1b;x y)}f;d;{(0b;x)}]}f;
  if[told~(::);:f peach d];
  n:4*1|system"s";
  r:();
  while[count[r]<count d;
    r,:f peach n sublist count[r]_d;
    told[count r;count d;d -1+count r]];
  r}
failure:{[d;r]
  if[not count i:where not r[;0];:""];
  r[first i;1],": ",(1_string d first i),$[1<count i;" and ",string[-1+count i]," more";""]}

/ --- Where things are

root:{$[not -11h=type x;'`type;"/"=last s:string x:hsym x;$[2<count s;`$-1_s;x];x]}
file:{` sv x,y}
journal:{file[x;`$"maintenance$"]}
order:{get file[x;`.d]}
setOrder:{[d;names]file[d;`.d]set names;1b}
rows:{.Q.rows file[x;first order x]}
there:{not()~key file[x;`.d]}
/ The files of a column: its own, and those beside it that a nested one has.
files:{f where not()~/:key each f:`$string[x],/:("";"#";"##")}
/ How a file is compressed, as set takes it.
how:{$[count s:-21!x;"j"$s`logicalBlockSize`algorithm`zipLevel;0 0 0]}

/ The directories that hold partitions: those that par.txt lists, or the root.
segments:{[db]
  db:root db;
  if[not`par.txt in key db;:enlist db];
  l:{(neg sum mins reverse x in"/ \r")_x}each read0 file[db;`par.txt];
  {hsym`$$["/"=first y;y;(1_string x),"/",y]}[db]each l where 0<count each l}
/ What a directory is named by: 0 a date, 1 a month, 2 a number.
field:{
  $[x like"[0-9][0-9][0-9][0-9].[0-9][0-9].[0-9][0-9]";0;
    x like"[0-9][0-9][0-9][0-9].[0-9][0-9]";1;
    count[x]&all x in .Q.n;2;0N]}
/ The partitions, of all segments.
parts:{[db]
  p:raze{` sv'x,/:key x}each segments db;
  f:field each name each p;
  p where(not null f)&f=min f}
name:{last"/"vs string x}
/ Where a table lies. A value of the partitions that has it in no segment is an error.
dirs:{[db;t]
  if[there file[db;t];:enlist file[db;t]];
  h:there each d:` sv'(p:parts db),\:t;
  if[not any h;'"no table ",string[t],": ",string db];
  if[count bad:lacking[p;h];'"no table ",string[t],", which .Q.chk would add: ",string first bad];
  d where h}
/ Partitions whose value has a table in no segment.
lacking:{[p;h]p where not n in(n:name each p)where h}

/ --- Checks

begin:{[db;t] idle db:root db;dirs[db;t]}
idle:{[db] if[not()~key j:journal db;'"stopped, and to be ended by finish: ",get[j]`call]}
newName:{[db;c]
  if[not -11h=type c;'`type];
  fields:`date`month`year`int`i;
  if[(c in fields,.Q.res,key`.q)|not c~.Q.id c;'"no name for a column or table: ",string c]}
hasAll:{[t;c;d]
  if[any bad:not c in/:o:order each d;'unknown[first d where bad;c]];
  o}
unknown:{[t;c]"no column ",string[c],": ",string t}
taken:{[c;d]"there already, ",string[c],": ",string d}
/ A column that is there must be of the type to be added, as a run that was stopped left it.
clash:{[c;d;h;ty]
  if[all h;'taken[c;first d]];
  if[any bad:not ty=kind each first each enumless each get each file[;c]each d where h;'taken[c;first(d where h)where bad]]}
/ The number of a type: that of symbols where they are enumerated, that of lists where they are in a file.
kind:{$[20h=t:abs type x;11h;77h=t;0h;t]}
call:{[f;a]string[f],.Q.s1 a}

/ --- Symbols

/ Symbols enumerated over the file sym of the root; the variable sym stays what it was.
enumerated:{[db;x]
  if[not 11h=type first enumless x;:x];
  inside[db;();{[f;x]$[isNested x;f?'x;f?x]}file[db;`sym];x]}
/ A list in a list: symbols where there are any.
enumless:{$[isNested x;$[any 11h=type each x;enlist`symbol$();enlist x];enlist x]}
/ The domains of columns.
domains:{distinct raze{$[20h=type x;key x;isNested x;$[count x;.z.s first x;()];()]}each x}
/ A function of an argument while domains are those of a database. Afterwards the root's variables are as before.
inside:{[db;names;f;x]
  names:distinct`sym,names;
  had:names in key`.;
  old:get[`.]names where had;
  {@[`.;y;:;get file[x;y]]}[db]each names where not()~/:key each file[db]each names;
  r:@[{(1b;x y)}f;x;{(0b;x)}];
  {@[`.;x;:;y]}'[names where had;old];
  {if[x in key`.;![`.;();0b;enlist x]]}each names where not had;
  $[r 0;r 1;'r 1]}

export:([addcol;deletecol;renamecol;copycol;reordercols;fixtable;fncol;castcol;setattrcol;clearattrcol;finish;addtable;rentable;listcols;findcol;segments;watch;line])
