/ Publishing to subscribers. They call .u.sub and define upd and .u.end; we call .u.pub and .u.finish.
if[not`tick in key`;system"l tick/lib.q"]
\d .u

/ Tables, and for each the subscribers: (handle;symbols), where ` means all symbols.
t:`$()
w:(`$())!()

/ Everything in the root that begins with time and sym is published.
init:{
  t::tables`.;
  if[count bad:t where 98h<>type each get each t;'"is keyed: ",", "sv string bad];
  if[count bad:t where not(2#/:cols each t)~\:`time`sym;'"begins with no time and sym: ",", "sv string bad];
  / Days are partitions, which have one.
  if[count bad:t where`date in/:cols each t;'"the column date is a partition's own: ",", "sv string bad];
  .tick.untype each t;
  w::t!count[t]#enlist();}

/ Subscribes the caller to one table, or with ` to all, for some symbols, or with ` for all. The answer is the name and
/ an empty table, or a list of these. A second subscription to a table takes the place of the first.
sub:{[table;syms]
  if[table~`;:sub[;syms]each t];
  if[not $[-11h=type table;table in t;0b];'table];
  if[not(()~syms)|(k=11h)|(k:abs type syms)within 20 76h;'"subscriptions are for symbols"];
  if[not .z.w in 0i,key .z.W;'"only clients of q can subscribe"];
  unsub[table;.z.w];
  .tick.say"subscribed to ",string[table],": ",.tick.sender[];
  w[table],:enlist(.z.w;$[syms~`;syms;distinct(),syms]);
  (table;@[.tick.emptied table;`sym;`g#])}

unsub:{[table;h] if[count w table;w[table]:w[table]where not h=w[table][;0]];}

/ Sends rows to the subscribers of a table. Those that want the same get the same message, made once.
pub:{[table;rows]
  if[(0=count w table)|0=count rows;:(::)];
  groups:w[table][;0]group w[table][;1];
  {[table;rows;syms;h] .[deal;(table;rows;syms;h);{[h;e] dismiss[;e]each h}h]}[table;rows]'[key groups;value groups];}
deal:{[table;rows;syms;h]
  / A table may have a column of any name, also of ours.
  if[not syms~`;rows:rows where rows[`sym]in syms];
  if[count rows;cast[h;(`upd;table;rows)]];}

/ Broadcasts a message. One that has just gone would fail it for all, so then each gets its own. What is for this process itself may
/ fail as it likes.
cast:{[h;x]
  if[count far:h except 0i;@[-25!;(far;x);{[h;x;e]{[x;h] @[neg h;x;dismiss h]}[x]each h}[far;x]]];
  if[0i in h;.tick.try[{0 x};x;::]];}

/ Publishes what the tables hold. They are empty before anybody is sent anything: a row is published once, whatever fails.
release:{
  rows:get each t;
  {@[`.;x;:;.tick.emptied x]}each t;
  pub'[t;rows];}

/ Closes a subscriber that could not be sent something: it finds all that it lacks in the log. What this process takes itself
/ goes on.
dismiss:{[h;e]
  .tick.complain"handle ",string[h]," is not sent what it subscribed to: ",e;
  if[h=0i;:(::)];
  unsub[;h]each t;
  @[hclose;h;::];}

/ Tells every subscriber, once, that a day is over.
finish:{[day] if[count h:distinct raze w[;;0];cast[h;(`.u.end;day)]];}

.tick.closing,:{[h]
  if[h in raze w[;;0];.tick.say"a subscriber has gone: handle ",string h];
  unsub[;h]each t;}
\d .
