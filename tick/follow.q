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

/ The day; rows held and, in a replay, to be passed over, by table; the tables and symbols wanted.
day:0Nd
held:skip:(`$())!`long$()
wanted:`$()
syms:`
replaying:0b

/ Follows the tickerplant at a place: tables (` for all) for syms (` for all).
follow:{[place;ts;s]
  wanted::ts;
  syms::s;
  link[`tickerplant;place;join];}

/ Follows as the command line says: -tp, -tables and -syms.
followAsked:{
  named:{$[has x;`$flags x;`]};
  follow[first places[`tp;enlist"5010"];named`tables;named`syms];}

/ What the tickerplant is asked: subscriptions first, then where its log stands. One message, so that nothing comes between.
/ It is a function of public names, and goes for every tickerplant that has them.
ask:{[ts;syms] s:.u.sub[;syms]each ts;(s;.u.i;.u.L;.u.d)}

join:{[h]
  r:h(ask;$[wanted~`;h".u.t";(),wanted];syms);
  schemas:r 0;
  {if[not x[0]in tables`.;x[0]set @[x 1;`sym;`g#]]}each schemas;
  wanted::schemas[;0];
  file:$[-11h=type r 2;r 2;`];
  if[null day;ready[];start[file;r 3]];
  catchup[file;r 3];
  replay[file;r 1];}

/ The first day to work on.
start:{[file;today]
  past:earlier[file;today];
  day::$[null begun;today;count past:past where past>=begun;min past;today];
  held::(wanted!count[wanted]#0),kept day;}

/ Days that have ended while we were away: the rest of each from its log, then its end.
catchup:{[file;today]
  {[file;d]
    say"catching up with ",string d;
    day::d;
    replay[f;first -11!(-2;f:dated[file;d])];
    dayOver d}[file]each past where day<=past:earlier[file;today];
  / What we hold without a log of it is of our day. A day without either is no day.
  if[(day<today)&any 0<held;dayOver day];
  day::today;}

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
  replaying::1b;
  started:.z.p;
  / A message that fails ends the replay, where the trap of .z.ps would go on behind it.
  trap:.z.ps;
  .z.ps:value;
  e:@[{-11!x;""};(n;file);::];
  .z.ps:trap;
  replaying::0b;
  if[count e;'e];
  if[any 0<skip;
    complain"the log lacks rows that we hold: ",", "sv{string[y]," of ",string x}'[k;skip k:where 0<skip];
    held-:skip];
  say"replayed ",string[n]," messages of ",(1_string file)," in ",string`time$.z.p-started;}

/ Rows as a table: they come as one from the tickerplant, and as columns or one row from the log.
rows:{[table;x] $[98h=type x;x;0>type first x;enlist(cols table)!x;flip(cols table)!x]}

upd:{[table;x]
  if[not table in wanted;:(::)];
  x:rows[table;x];
  if[replaying;
    if[not syms~`;x:select from x where sym in syms];
    n:count[x]&skip table;
    skip[table]-:n;
    x:n _x];
  if[0=count x;:(::)];
  e:.Q.trp[{take . x;""};(table;x);{[e;trace] if[not passes e;fault["";e;trace]];e}];
  if[passes e;'e];
  / They are counted as held, so that the next replay passes over them, too.
  if[count e;complain string[count x]," rows of ",string[table]," cannot be taken and are left out: ",e];
  held[table]+:count x;}

/ Is this an error that may be over later: no memory, or no room on a disk?
passes:{[e] (e~"wsfull")|e like"*OS reports*"}

/ Rows as they come. What cannot be taken (no memory, say) is taken from the log when it can be: the tickerplant is left, and joined anew.
live:{[table;x]
  if[replaying;:upd[table;x]];
  if[not try[{[x] upd . x;1b};(table;x);0b];
    say"rows of ",string[table]," were not taken; the log has them";
    leave`tickerplant];}

/ A day is over: once, however often it is told.
dayOver:{[d]
  if[d<day;:(::)];
  finish d;
  held[key held]::0;
  day::d+1;}

/ A day that cannot be finished (the disk is full, say) is tried again: the tickerplant is left, and whoever joins it anew
/ catches up with that day first. No row of the next day is taken before.
ended:{[d]
  if[not try[{[d] dayOver d;1b};d;0b];
    say"the end of ",string[d]," is tried again, and no rows are taken until then";
    :leave`tickerplant];
  / The next day is the tickerplant's: it may have slept over some.
  try[{day::day|handle[`tickerplant]".u.d"};::;::];}
\d .

upd:{[table;x] .tick.live[table;x]}
.u.end:{[d] .tick.ended d}
