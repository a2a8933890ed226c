/ Gateway: one query over the day in memory and the days on disk.
/   q tick gw [-rdb 5011 …] [-hdb 5012 …] [-p 5014] [-timeout 60]
/ Clients, which need not know where a day is, call
/   h(".gw.rows";`trade;`AAPL`IBM;from;to)   rows between two timestamps, of some symbols or all (`), with their date
/   h(".gw.run";f;x;join)                    f x on an RDB and on an HDB, and join[rdb's answer;hdb's]
/ A synchronous call is answered when both have: others are served meanwhile. An asynchronous one is answered by an asynchronous
/ message, which h[] waits for. Of several RDBs or HDBs the least busy is asked.
\l tick/lib.q
\d .gw

rdbs:.tick.linkAll[`rdb;enlist"5011"]
hdbs:.tick.linkAll[`hdb;enlist"5012"]
patience:1000000000*.tick.arg[`timeout;60]

/ Queries that wait: who asked and whether synchronously, since when, the handle that has the question, and its plan: what the RDB
/ has told, what makes the question to the HDB of that, and how the answers become one.
waiting:([id:`long$()]client:`int$();sync:`boolean$();since:`timespan$();at:`int$();plan:())
id:0
sync:0b
/ Handles of processes that did not answer their last question in time.
late:`int$()
.z.ps:{.gw.sync:0b;.tick.message x}

/ A synchronous message whose value is that of one query is answered when that is. What else it does with it would come too early.
.z.pg:{[x]
  .gw.sync:1b;
  before:.gw.id;
  forget:{[before] delete from`.gw.waiting where id>before;};
  r:@[value;x;{[forget;before;e] forget before;'e}[forget;before]];
  if[before=.gw.id;:r];
  if[r~(`.gw.waiting;1+before);:-30!(::)];
  forget before;
  '"nyi: the answer of .gw.rows or .gw.run comes later, so a message can only be the call"}

/ Begins a query: `first_` is (function;arguments) for an RDB; then[answer] gives the same for an HDB, join the answer of both.
ask:{[first_;then;join]
  if[not .z.w in key .z.W;'"only clients of q are answered"];
  if[not any .tick.here rdbs;'"no RDB at hand"];
  if[not any .tick.here hdbs;'"no HDB at hand"];
  id+:1;
  waiting,:(id;.z.w;sync;.tick.clock[];0Ni;(::;then;join));
  put[id;rdbs;first_];
  (`.gw.waiting;id)}

/ Puts a question to the least busy of some processes; to one that is late only if all are.
put:{[id;names;question]
  h:.tick.handle names where .tick.here names;
  if[0=count h;:fail[id;"no process at hand"]];
  if[count prompt:h except late;h:prompt];
  busy:0^(count each group exec at from waiting)h;
  h:h busy?min busy;
  waiting[id;`at]:h;
  neg[h]({[id;f;x] neg[.z.w](`.gw.answer;id;@[{(1b;x . y)}f;x;{(0b;x)}])};id),question;}

/ What the processes send back. Answers to queries given up meanwhile are dropped.
answer:{[id;x]
  late::late except .z.w;
  if[not id in key[waiting]`id;:(::)];
  if[not first x;:fail[id;x 1]];
  plan:waiting[id;`plan];
  toHdb:not plan[1]~(::);
  if[toHdb;waiting[id;`plan]:(x 1;::;plan 2)];
  next_:.[{(1b;x . y)};$[toHdb;(plan 1;1_x);(plan 2;(plan 0;x 1))];{(0b;x)}];
  $[not first next_;fail[id;next_ 1];toHdb;put[id;hdbs;next_ 1];give[id;0b;next_ 1]];}

/ Gives a client its answer, or its error, if it is still there.
give:{[n;failed;x]
  q:waiting n;
  delete from`.gw.waiting where id=n;
  if[not q[`client]in key .z.W;:(::)];
  $[q`sync;-30!(q`client;failed;x);neg[q`client]$[failed;(`error;x);x]];}
fail:give[;1b]

/ The next client may get the number of one that has gone, but not its answers.
.tick.closing,:{delete from`.gw.waiting where client=x;.gw.late:.gw.late except x}
.tick.closing,:{.gw.fail[;"the process that was asked has gone"]each exec id from .gw.waiting where at=x}
.tick.every[1000;{
  expired:select id,at from .gw.waiting where .gw.patience<.tick.clock[]-since;
  .gw.late:distinct .gw.late,expired`at;
  .gw.fail[;"timeout"]each expired`id}]

/ --- What clients call

/ An HDB without a day has nothing to add.
run:{[f;x;join]
  onHdb:{[f;x] $[count tables`.;(f x;1b);(::;0b)]};
  ask[(f;enlist x);{[q;answer]q}(onHdb;(f;x));{[join;r;h] $[h 1;join[r;h 0];r]}join]}

/ The RDB says which day it has, and the last that it saved; so the HDB gives only days before, and opens that one if it has not yet.
rows:{[table;syms;from;to]
  ask[(ofRdb;(table;syms;from;to));
    {[table;syms;from;to;r] (ofHdb;(table;syms;from;to;r 0;r 1))}[table;syms;from;to];
    / Columns that the database lacks are null there.
    {[r;h] $[0=count h;r 2;c xcols((c inter cols h)#h)uj(c:cols r 2)#r 2]}]}

/ These run there, and so use nothing of ours.
ofRdb:{[table;syms;from;to]
  day:@[get;`.tick.day;.z.D];
  at:$[meta[table][`time;`t]in"ntuv";(+;day;($;enlist`timespan;`time));`time];
  c:enlist(within;at;(from;to));
  if[not syms~`;c:(enlist(in;`sym;enlist(),syms)),c];
  / A write-down RDB has most of its rows on disk.
  plain:{flip{$[type[x]within 20 76h;value x;x]}each flip x};
  x:?[$[`whole in key`.tick;plain .tick.whole[table;syms];table];c;0b;()];
  (day;@[get;`.tick.last_;0Nd];(cols[x]except`date)xcols![x;();0b;enlist[`date]!enlist day])}
ofHdb:{[table;syms;from;to;day;last_]
  if[not null last_;if[not last_ in @[get;`date;()];system"l ."]];
  if[not table in tables`.;:()];
  at:$[meta[table][`time;`t]in"ntuv";(+;`date;($;enlist`timespan;`time));`time];
  c:((within;`date;(`date$from;(`date$to)&day-1));(within;at;(from;to)));
  if[not syms~`;c:(1#c),(enlist(in;`sym;enlist(),syms)),1_c];
  update value sym from ?[table;c;0b;()]}
\d .

.tick.listen 5014
