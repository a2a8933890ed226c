/ Saving a day as a partition of a database: all of it is there or nothing. Files are written in the folder saving$ of the
/ database, or of the disk that par.txt has for the day, and put in place by renaming. What ends with a dollar is passed over by `\l`.
\d .tick

/ The database's folder as a file symbol, and what is in it that is no part of it.
db:`:hdb
aside:{[what] under[db;`$string[what],"$"]}
under:{[folder;x] hsym`$"/"sv enlist[1_string folder],string(),x}

/ The folders that hold days: the database, or those that its par.txt lists.
segments:{(use`quarry.db)[`segments]db}
partition:{[d] first` vs .Q.par[db;d;`t]}
/ Where a day is written first, on the same disk.
staging:{[d] under[first` vs partition d;`$"saving$"]}

/ One process at a time saves days there: two would take each other's tables for the whole day.
claimDb:{claim[aside`saver;"saves days in ",(1_string db)," already; another wants its own -db",$[role~"rdb";", or -nosave";""]]}

/ The days that are saved, and the last of them up to today, null if none is. A later one was saved while the clock was wrong.
days:{raze{d where(d:(),key x)like"????.??.??"}each segments[]}
saved:{
  d:"D"$string days[];
  if[count wrong:d where d>.z.D;complain"the database has days to come, and goes on with those until today: "," "sv string asc wrong];
  $[count d:d except wrong;max d;0Nd]}

/ The first day to save: the one after that. All there is a log of, when there is no database yet.
unsaved:{$[null last_;-0Wd;1+last_]}

/ Symbols as the database's enumeration.
enum:{[x] $[(11h=type x)|$[0h=type x;any 11h=type each x;0b];.Q.en[db;([]x:x)]`x;x]}

/ Writes a column, compressed as .z.zd says of its name.
put:{[folder;c;x]
  how:@[get;`.z.zd;()];
  if[99h=type how;how:$[any(c;`)in key how;how$[c in key how;c;`];()]];
  $[count how;(under[folder;c],how)set x;under[folder;c]set x];}

/ Writes a table of the day: sorted by sym, which is parted and comes first, a column at a time. `column c` gives a column.
write:{[d;table;names;column]
  dir:under[staging d;d,table];
  order:iasc s:column`sym;
  {[dir;order;column;c] put[dir;c]$[c=`sym;`p#;::]enum column[c]order}[dir;order;column]each names;
  under[dir;`.d]set`sym,names except`sym;
  count s}

/ The last day that is saved, as the gateway asks for it.
last_:0Nd

/ Puts the day that has been written in place. A partition that is there already is not touched.
place_:{[d]
  if[not()~key to:partition d;'"a partition ",string[d]," is there already"];
  / The system renames only into a folder that is there.
  makedir first` vs to;
  rename[under[staging d;d];to];
  last_::d;
  / The day is saved, though earlier ones may lack a table until the next is.
  try[.Q.chk;db;::];}

/ Removes a folder and everything in it.
remove:{[f] if[11h=type k:key f;.z.s each under[f]each k];if[not()~key f;hdel f];}

/ The databases that are told of new days, and those that could not be told yet.
untold:`$()
linkHdbs:{
  names:linkAll[`hdb;enlist"5012"];
  greet[names]::{[name;h] if[name in untold;untold::untold except name;neg[h]"\\l ."]}each names;
  names}

/ Tells them that there is a new day.
reload:{[names] {if[not send[x;"\\l ."];untold,:x;say"no ",string[x]," to tell; it is told when it is back"]}each names;}
\d .
