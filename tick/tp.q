/ Tickerplant: logs what feeds send and publishes it.
/   q tick tp [SCHEMA [FOLDER]] [-p 5010] [-t MS] [-name NAME]
/ SCHEMA is a script that makes empty tables (tick/schema.q), FOLDER where logs go (here). Without -t each message is published
/ as it comes; with it rows are kept and published together every MS milliseconds. The log of a day is FOLDER/NAMEyyyy.mm.dd.
/ Feeds send (".u.upd";table;columns), with or without the column time; subscribers call .u.sub and define upd and .u.end.
\l tick/lib.q
\l tick/pub.q
system"l ",$[count .tick.words;.tick.words 0;"tick/schema.q"]

\d .u
/ Milliseconds between publications, 0 for none; where logs go and how they are named.
batch:.tick.period
folder:(),$[1<count .tick.words;.tick.words 1;"."]
/ Who replays a log may run elsewhere: its path is whole.
if[not"/"=first folder;folder:system["cd"],$[folder~enlist".";"";"/",folder]]
name:.tick.arg[`name;"tick"]
/ The day; messages published and logged; the log's file and handle.
d:.z.D
i:j:0
L:`
l:0Ni
/ How many messages were left of the day's log each time it was damaged: who was there before may hold more.
cuts:`long$()

/ --- The log

/ The day to begin with: today, or the day after if its log is there, for then today has ended, and the clock was set back since.
first_:{
  at:string n where(n:(),key hsym`$folder)like name,"????.??.??";
  days:"D"$(count name)_/:at;
  if[count wrong:days where days>1+.z.D;
    .tick.complain"there are logs of days to come, which are not looked at: "," "sv string asc wrong];
  $[(1+.z.D)in days;1+.z.D;.z.D]}

/ Opens the log of a day and counts what it holds; the one that was open is closed then. One with a damaged end is cut to what is
/ good, for what is written behind the damage could never be read; the whole is kept beside it.
open:{[day]
  file:hsym`$folder,"/",name,string day;
  if[()~key file;.[file;();:;()]];
  / Of a file that ends within its header (power went) nothing is good.
  n:$[8>hcount file;0 0;-11!(-2;file)];
  if[0<=type n;repair[file]. n];
  cuts::`long${$[8>hcount x;0;first -11!(-2;x)]}each wholes file;
  new:hopen file;
  if[not null l;hclose l];
  L::file;
  l::new;
  i::j::first n;
  .tick.say"log ",(1_string L)," holds ",string[j]," messages";}

/ Where the whole of a damaged log is kept, and those that are.
whole:{[file;n]`$string[file],".damaged",$[n;string n;""]}
wholes:{[file]
  at:` vs file;
  ` sv'at[0],'names where(names:key at 0)like string[at 1],".damaged*"}

/ Copies what is good, a few megabytes at a time, and puts it in place by renaming.
repair:{[file;n;size]
  to:whole[file](1+)/[{not()~key whole[x;y]}file;0];
  .tick.complain"log ",(1_string file)," is damaged after ",string[n]," messages: the ",string[hcount[file]-size],
    " bytes behind them are left out, and the whole is kept as ",1_string to;
  good:hsym`$(1_string file),".good";
  if[not()~key good;hdel good];
  if[0=size;.[good;();:;()]];
  h:hopen good;
  {[file;h;size;at] h read1(file;at;4194304&size-at)}[file;h;size]each 4194304*til ceiling size%4194304;
  hclose h;
  .tick.rename[file;to];
  .tick.rename[good;file];}

/ --- Updates

/ The type of each column by table, 0 for lists that hold anything; what the enumerated ones are enumerated over, by table and column.
kinds:domains:(`$())!()

/ A message as columns of the table's types: a row becomes columns, and what has no time gets ours. What does not fit is refused here,
/ where its sender can be told, and so never reaches the log.
shape:{[table;x]
  if[not table in t;'"no table ",string table];
  if[98h=type x;x:value flip(cols table)#x];
  if[0>type first x;x:enlist each x];
  want:kinds table;
  given:count x;
  if[any 0>type each x;'string[table],": a single value among columns"];
  if[not want[0]=type first x;x:enlist[count[first x]#$[16h=want 0;.z.N;want[0]$.z.P]],x];
  if[not count[x]=count want;'string[table]," has ",string[count want]," columns, of which the first may be left out, not ",string given];
  / Messages bring enumerations as symbols.
  named:(want within 20 76h)&11h=type each x;
  if[count bad:distinct raze{x where not x in get y}'[x where named;domains[table]where named];
    'string[table],": ",(", "sv string bad)," not in the domain of an enumerated column"];
  if[not all named|(want=0h)|want=type each x;'string[table]," has types ",(.Q.t want),", not ",.Q.t abs type each x];
  if[1<count distinct count each x;'string[table],": columns of different lengths"];
  x}

/ What feeds call.
upd:{[table;x]
  if[d<.z.D;endofday[]];
  x:shape[table;x];
  l enlist(`upd;table;x);
  j+:1;
  $[batch;keep[table;x];[i::j;pub[table;flip(cols table)!x]]];}

/ Keeps rows until they are published. Where a column without a type has got one from rows before them, which they do not fit, or
/ where memory is short, those are published first. What cannot be kept even then subscribers find in the log.
keep:{[table;x]
  put:{[table;x] .[{x insert y;""};(table;x);::]}[table];
  if[""~put x;:(::)];
  i::j-1;
  release[];
  if[count e:put x;
    i::j;
    dismiss[;e]each distinct w[table][;0]];}

/ Publishes what has come since the last time.
flush:{i::j;release[];}

/ --- The end of the day

/ The next day's log is begun, then subscribers hear of the day's end, after its last rows. Where no log can be begun the day does
/ not end: rows are refused, and the timer tries again.
endofday:{
  if[batch;flush[]];
  old:d;
  n:j;
  open new:1+d|.z.D-1;
  d::new;
  .tick.say"end of ",string[old],", ",string[n]," messages";
  finish old;}
\d .

.u.init[]
.u.kinds:.u.t!{type each value flip value x}each .u.t
.u.domains:.u.t!{{$[type[x]within 20 76h;key x;`]}each value flip value x}each .u.t
.tick.listen 5010
.tick.claim[hsym`$.u.folder,"/",.u.name,".owner";"writes the logs ",.u.folder,"/",.u.name," already; another wants its own folder or -name"]
.u.d:.u.first_[]
.u.open .u.d
if[.u.batch;.tick.every[.u.batch;.u.flush]]
.tick.every[100;{if[.u.d<.z.D;.u.endofday[]]}]
