/ Write-down RDB: keeps few rows in memory and writes the others to disk during the day.
/ So a day needs not fit in memory. At its end what was written is sorted into a partition, a column at a time.
/   q tick wdb [-tp 5010] [-hdb 5012] [-db hdb] [-p 5015] [-rows 1000000] [-tables T …]
/ Rows go to DB/intraday$/DAY/TABLE/1, 2, … once there are -rows of a table. A piece is there wholly or not at all, so after a crash
/ the rows on disk are again the first of the log, and the rest is replayed.
\l tick/lib.q
\l tick/follow.q
\l tick/save.q
\d .tick

db:hsym`$arg[`db;"hdb"]
claimDb[]
last_:saved[]
hdbs:linkHdbs[]
most:arg[`rows;1000000]
begun:unsaved[]
/ Pieces of days that are saved were left by one that was killed then.
{remove under[aside`intraday;x]}each d where(d:(),key aside`intraday)in days[]

/ --- Pieces

folder:{[d;table] under[aside`intraday;d,table]}
pieces:{[d;table] asc`long$"J"$string n where(n:(),key folder[d;table])like"[0-9]*"}
piece:{[d;table;n] under[folder[d;table];n]}

/ How many rows of each table are on disk.
kept:{[d]
  if[count key s:under[db;`sym];`sym set get s];
  t:(),key under[aside`intraday;d];
  t!{[d;t] sum 0,{count get under[x;`sym]}each piece[d;t]each pieces[d;t]}[d]each t}

/ Writes what is in memory as one more piece of the day.
down:{[table]
  if[0=count rows:get table;:(::)];
  n:1+0|max pieces[day;table];
  new:under[folder[day;table];`new];
  remove new;
  {[new;rows;c] put[new;c]enum rows c}[new;rows]each c:cols rows;
  under[new;`.d]set c;
  rename[new;piece[day;table;n]];
  table set @[emptied table;`sym;`g#];}

/ Rows that cannot be written yet stay in memory.
take:{[table;rows] table insert rows;if[most<=count get table;try[down;table;::]]}

/ --- The end of the day

/ A column of a piece, which has none where that was added to the table since.
pieceOf:{[empty;c;p] $[()~key under[p;c];enum(count get under[p;`sym])#empty;get under[p;c]]}
/ A column of the whole day: the pieces' in their order, or an empty one.
column:{[d;table;c] $[count p:pieces[d;table];raze pieceOf[(0#get table)c;c]each piece[d;table]each p;(0#get table)c]}

finish:{[d]
  started:clock[];
  down each wanted;
  n:{write[x;y;cols y;column[x;y]]}[d]each wanted;
  place_ d;
  reload hdbs;
  try[remove;under[aside`intraday;d];::];
  say"end of ",string[d],", ",(", "sv(string wanted),'": ",/:string n)," in ",string`time$clock[]-started;}

/ Every row of the day so far, from disk and memory, of a table and symbols (` for all).
whole:{[table;syms]
  rows:{[syms;x] $[syms~`;x;?[x;enlist(in;`sym;enlist(),syms);0b;()]]}[syms];
  all_:{[table;p] flip c!{[table;p;c] pieceOf[(0#get table)c;c;p]}[table;p]each c:cols table}[table];
  raze(rows each all_ each piece[day;table]each pieces[day;table]),enlist rows flip enum each flip get table}
\d .

.tick.listen 5015
.tick.followAsked[]
