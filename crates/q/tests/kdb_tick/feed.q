/ Sends numbered rows to a tickerplant, and remembers which of them it is sure of: those sent before it answered.
/   q feed.q PORT
port:first .z.x
h:0Ni
n:0
sure:sent:0#0

.z.pc:{if[x=h;gone[]]}
gone:{h::0Ni;sent::0#0}
here:{if[null h;h::@[hopen;(`$":localhost:",port;500);0Ni]];not null h}

send:{
  m:1+rand 20;
  rows:(m?`A`B`C`D`E;n+til m;m?100f);
  n::n+m;
  .[{neg[h](".u.upd";x;y)};(`trade;rows);::];
  .[{neg[h](".u.upd";x;y)};(`quote;rows,enlist m?100f);::];
  sent::sent,rows 1;
  if[0=rand 5;settle[]];}

/ A tickerplant that goes away takes with it what it has not logged.
settle:{if[@[{h"";1b};::;0b];sure::sure,sent;sent::0#0];}

.z.ts:{if[here[];send[]]}
\t 5
