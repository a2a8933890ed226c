/ Saving a day as a partition of a database: all of it is there or nothing. Files are written in the folder DB.saving
/ beside the database and put in place by renaming.
\d .tick

/ The database's folder as a file symbol, and the folders beside it.
db:`:hdb
beside:{[what] hsym`$(1_string db),".",string what}
under:{[folder;x] hsym`$"/"sv enlist[1_string folder],string(),x}

/ The last day that is saved, null if none is.
saved:{max"D"$string d where(d:(),key db)like"????.??.??"}

/ The first day to save: the one after that. All there is a log of, when there is no database yet.
unsaved:{$[null d:saved[];-0Wd;1+d]}

/ Makes a folder and those around it, for the system renames only into one that is there.
makedir:{[folder] if[()~key folder;system"mkdir -p '",(1_string folder),"'"];}

/ Symbols as the database's enumeration.
enum:{[x] $[11h=type x;.Q.en[db;([]x:x)]`x;x]}

/ Writes a table of the day: sorted by sym, which is parted and comes first, a column at a time. `column c` gives a column.
write:{[d;table;names;column]
  dir:under[beside`saving;d,table];
  order:iasc s:column`sym;
  {[dir;order;column;c] under[dir;c]set $[c=`sym;`p#;::]enum column[c]order}[dir;order;column]each names;
  under[dir;`.d]set`sym,names except`sym;
  count s}

/ The last day that is saved, as the gateway asks for it.
last_:0Nd

/ Puts the day that has been written in place. A partition that is there already is not touched.
place_:{[d]
  if[not()~key under[db;d];'"a partition ",string[d]," is there already"];
  makedir db;
  rename[under[beside`saving;d];under[db;d]];
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
