/ Following a tickerplant without losing or doubling a row: subscribe, replay the log to where the subscription begins, go on.
/ When the tickerplant comes back, what was missed is taken from its log: the rows of each table we hold are the first ones
/ of the log, so that many are passed over. What a role sets in .tick before it calls follow:
/   take[table;rows]   what is done with rows
/   finish[day]        what is done when a day is over
/   kept[day]          how many rows of each table are here already (a dictionary), when we start
/   ready[]            what is done when the tables are there, before the first row
/   begun              the first day that is not finished, null to begin with the tickerplant's day
\d .tick

take:{[table;rows] table insert rows}
finish:{[day] }
kept:{[day] (`$())!`long$()}
begun:0Nd
ready:{}

/ The day; rows held and, in a replay, to be passed over, by table; the tables and symbols asked for, the tables there are, and the
/ symbols that come.
day:0Nd
held:skip:(`$())!`long$()
tables_:`
wanted:`$()
syms:coming:`
replaying:0b
/ How many times the day's log had been cut as far as we know, and as we are told; messages replayed so far, and after how many of
/ them the rows we hold are no longer those of the log, because it was cut since: null, mostly.
cuts:told:passed:0
upto:0N
/ While a day that has ended is replayed: rows left out, by table.
past:0b
refused:(`$())!`long$()

/ Follows the tickerplant at a place: tables (` for all) for syms (` for all).
follow:{[place;ts;s]
  tables_::ts;
  syms::s;
  link[`tickerplant;place;join];}

/ Follows as the command line says: -tp, -tables and -syms.
followAsked:{
  named:{$[has x;`$flags x;`]};
  follow[first places[`tp;enlist"5010"];named`tables;named`syms];}

join:{[h]
  r:h(ask;$[tables_~`;h".u.t";(),tables_];syms);
  if[null r 3;'"it follows no tickerplant itself yet"];
  {if[not x[0]in tables`.;make . x]}each r 0;
  wanted::distinct wanted,r[0;;0];
  coming::common[syms;r 4];
  file:$[-11h=type r 2;r 2;`];
  / Of several cuts the first has left the least.
  upto::$[day=r 3;first`long$cuts _ r 5;0N];
  told::count r 5;
  if[null day;ready[];start[file;r 3]];
  held::(wanted!count[wanted]#0),held;
  catchup[file;r 3;r 0];
  replay[file;r 1];
  cuts::told;}

make:{[table;empty] table set @[empty;`sym;`g#];untype table;}

/ The first day to work on.
start:{[file;today]
  past:earlier[file;today];
  day::$[null begun;today;count past:past where past>=begun;min past;today];
  held::(wanted!count[wanted]#0),kept day;}

/ Days that have ended while we were away: the rest of each from its log, then its end. Tables may have had other columns then, so
/ that those of a log's first rows are taken. A day of which most rows do not fit even so stays in its log.
catchup:{[file;today;schemas]
  {[file;schemas;d]
    say"catching up with ",string d;
    day::d;
    refused::0*held;
    past::1b;
    f:dated[file;d];
    n:good f;
    e:@[{replay . x;""};(f;0^n);::];
    past::0b;
    if[count e;'e];
    wrong:$[null n;"is no log";any held<2*refused;"has mostly rows that do not fit the tables: it needs the schema of that day";""];
    $[count wrong;
      [complain string[d]," is not saved: ",(1_string f)," ",wrong;
        held[key held]::0;
        day::d+1];
      dayOver d];
    {make . x}each schemas;
    ready[]}[file;schemas]each days where day<=days:earlier[file;today];
  if[(day>today)&any 0<held;'"its day is ",string[today],", and rows of ",string[day]," are held"];
  / What we hold without a log of it is of our day. A day without either is no day.
  if[(day<today)&any 0<held;dayOver day];
  day::today;}

/ How many messages of the log of a day that has ended can be replayed, null if it is no log; what is damaged is told.
good:{[file]
  / Power went before its header was there.
  if[8>size:hcount file;:0];
  n:@[{-11!(-2;x)};file;{[e] if[passes e;'e];0N}];
  if[0>type n;:n];
  complain"log ",(1_string file)," is damaged after ",string[n 0]," messages: the ",string[size-n 1]," bytes behind them are left out";
  n 0}

/ Logs are named by their day.
dated:{[file;d] hsym`$(-10_1_string file),string d}
earlier:{[file;today]
  if[null file;:`date$()];
  path:` vs file;
  stem:-10_string path 1;
  names:string n where(n:(),key path 0)like stem,"????.??.??";
  asc d where today>d:"D"$(count stem)_/:names}

/ Takes n messages of a log, less the rows that we hold.
replay:{[file;n]
  if[null file;:(::)];
  if[()~key file;'"no log ",(1_string file)," here, and so no replay"];
  skip::held;
  passed::0;
  replaying::1b;
  started:clock[];
  / A message that fails ends the replay, where the trap of .z.ps would go on behind it.
  trap:.z.ps;
  .z.ps:value;
  e:@[-11!;(n;file);::];
  .z.ps:trap;
  replaying::0b;
  if[10h=type e;'e];
  lacking[];
  if[e<n;complain(1_string file)," has ",string[e]," of the ",string[n]," messages that it should have: it is not what the tickerplant writes to"];
  say"replayed ",string[e]," messages of ",(1_string file)," in ",string`time$clock[]-started;}

/ Of the rows that we hold the log has no more.
lacking:{
  if[any 0<skip;
    complain"the log lacks rows that we hold: ",", "sv{string[y]," of ",string x}'[k;skip k:where 0<skip];
    held-:skip;
    skip::0*skip];}

/ The next message of a replay.
message_:{if[upto=passed;lacking[];cuts::told];passed+:1;}

/ Rows as a table: they come as one from the tickerplant, and as columns or one row from the log.
rows:{[table;x]
  if[98h=type x;:x];
  / Columns that were added since are the last.
  c:cols table;
  if[past|replaying;c:(count[x]&count c)#c];
  x:$[0>type first x;enlist c!x;flip c!x];
  / Those of today have none of them yet.
  $[past|count[c]=count cols table;x;(0#get table)uj x]}

/ An empty table gets the columns of the first rows of a day that has ended.
suit:{[table;x]
  if[0<held table;:(::)];
  t:type each flip 0#get table;
  if[not $[key[t]~cols x;all(0=value t)|value[t]=type each value flip x;0b];make[table;0#x]];}

upd:{[table;x]
  if[not table in wanted;:(::)];
  n:count $[98h=type x;x;(),first x];
  x:.[rows;(table;x);::];
  if[10h=type x;if[replaying;n-:s:n&skip table;skip[table]-:s];leftOut[table;n];:tellLeft[table;x]];
  if[replaying;
    if[not coming~`;x:x where x[`sym]in coming];
    n:count[x]&skip table;
    skip[table]-:n;
    x:n _x];
  if[0=count x;:(::)];
  if[past;suit[table;x]];
  if[""~e:offer[table;x];:(::)];
  / Of rows that cannot be taken together some can by themselves: it does not matter which came in one message.
  $[1=count x;leftOut[table;1];{[table;row] if[count offer[table;row];leftOut[table;1]]}[table]each{x enlist y}[x]each til count x];
  tellLeft[table;e];}

/ Takes rows: the error, empty for none.
offer:{[table;x]
  e:.Q.trp[{take . x;""};(table;x);{[e;trace] if[not passes e;fault["";e;trace]];e}];
  if[passes e;'e];
  if[""~e;held[table]+:count x];
  e}

/ Rows left out since that was told, and when: once a minute for each table.
leftOuts:(0#`)!0#0
toldLeft:(0#`)!0#0Nn
/ Rows that cannot be taken count as held, so that the next replay passes over them, too.
leftOut:{[table;n]
  leftOuts[table]+:n;
  if[past;refused[table]+:n];
  held[table]+:n;}
tellLeft:{[table;e]
  if[(0<leftOuts table)&not clock[]<0D00:01+toldLeft table;
    complain string[leftOuts table]," rows of ",string[table]," cannot be taken and are left out: ",e;
    toldLeft[table]:clock[];leftOuts[table]:0];}

/ Is this an error that may be over later: no memory, or no room on a disk?
passes:{[e] (e~"wsfull")|e like"*OS reports*"}

/ Rows as they come. What cannot be taken (no memory, say) is taken from the log when it can be: the tickerplant is left, and joined anew.
live:{[table;x]
  if[replaying;:upd[table;x]];
  if[asking;:meanwhile,:enlist(live;table;x)];
  if[not try[{[x] upd . x;1b};(table;x);0b];
    say"rows of ",string[table]," were not taken; the log has them";
    leave`tickerplant];}

/ Is the tickerplant being asked, and what has come meanwhile.
asking:0b
meanwhile:()

/ A day is over: once, however often it is told.
dayOver:{[d]
  if[d<day;:(::)];
  finish d;
  held[key held]::0;
  cuts::0;
  day::d+1;}

/ A day that cannot be finished (the disk is full, say) is tried again: the tickerplant is left, and whoever joins it anew
/ catches up with that day first. No row of the next day is taken before.
ended:{[d]
  if[asking;:meanwhile,:enlist(ended;d)];
  if[not try[{[d] dayOver d;1b};d;0b];
    say"the end of ",string[d]," is tried again, and no rows are taken until then";
    :leave`tickerplant];
  / The next day is the tickerplant's: it may have slept over some. What comes before the answer is of that day.
  asking::1b;
  known:try[{day::day|handle[`tickerplant]".u.d";1b};::;0b];
  asking::0b;
  came:meanwhile;
  meanwhile::();
  / Without an answer, what came is in the log of a day that is not known yet.
  $[known;value each came;count came;leave`tickerplant;::];}
\d .

upd:{[table;x] if[.tick.replaying;.tick.message_[]];.tick.live[table;x]}
.u.end:{[d] .tick.ended d}
