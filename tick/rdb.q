/ RDB: the day's rows in memory, for queries; at the end of the day they are saved as a partition of the database.
/   q tick rdb [-tp 5010] [-hdb 5012] [-db hdb] [-p 5011] [-tables T …] [-syms S …] [-nosave]
/              [-m FOLDER -domain T … | T.COLUMN …] [-measure]
/ -tp and -hdb are places (5010, host:5010, host:5010:user:password); -db is the database's folder; -nosave saves nothing.
/ -domain keeps tables or columns in the memory that -m backs. -measure notes how late rows come, for the monitor.
\l tick/lib.q
\l tick/follow.q
\l tick/save.q
\d .tick

db:hsym`$arg[`db;"hdb"]
nosave:has`nosave
if[not nosave;claimDb[]]
last_:saved[]
hdbs:linkHdbs[]
begun:$[nosave;0Nd;unsaved[]]

/ --- Memory of another domain

/ Tables and columns that are to be in .m.
domain:$[has`domain;{`$"."vs x}each flags`domain;()]
if[count[domain]&not any .z.X~\:"-m";stop"-domain needs -m FOLDER"]

/ Columns of a table, all if none are named, are made anew in .m; what is appended to them then stays there.
move:{[table;c]
  c:$[count c;c;cols table];
  (` sv`.m,table)set?[table;();0b;c!c];
  table set get[table],'.m table;
  ![`.m;();0b;enlist table];}
moveAll:{{move[x 0;1_x]}each domain where domain[;0]in tables`.}

/ --- Rows and days

/ How late the rows of a message are when they can be asked for: the first and the last of them, in nanoseconds.
late:([]time:`timespan$();tbl:`$();rows:`long$();oldest:`long$();newest:`long$())
measure:{[table;rows]
  now:$[16h=type at:rows`time;.z.N;.z.P];
  late,:(`timespan$now;table;count rows;`long$now-first at;`long$now-last at);}

take:$[has`measure;{[table;rows] table insert rows;if[not replaying;measure[table;rows]]};insert]

finish:{[d]
  started:clock[];
  n:{$[nosave;count get y;write[x;y;cols y;{get[x]y}y]]}[d]each wanted;
  if[not nosave;place_ d;reload hdbs];
  say"end of ",string[d],", ",(", "sv(string wanted),'": ",/:string n)," in ",string`time$clock[]-started;
  {x set @[emptied x;`sym;`g#]}each wanted;
  late::0#late;
  moveAll[];}

ready:moveAll
\d .

.tick.listen 5011
.tick.followAsked[]
