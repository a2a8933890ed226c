/ Monitor: asks an RDB and a tickerplant how they are, and writes the answers to the console and to a CSV file.
/   q tick mon [-rdb 5011] [-tp 5010] [-every 2000] [-csv monitor.csv] [-sym AAPL] [-seconds N]
/ Latencies need an RDB started with -measure: from a row's time to when a query of the RDB would see it. A line has
/   trades quotes      rows in memory
/   tradems quotems    worst latency since the line before, and quote99 the 99th percentile, in milliseconds
/   barms quotebarms   the same of bars, with the way through the aggregation engine
/   ajms ajrows        an as-of join of one symbol's trades with its quotes: time and rows
/   usedmb heapmb      memory of the RDB in use and held; domainmb that of its second domain; machine the part of the machine's memory in use
/   queued behind      bytes waiting for subscribers of the tickerplant, and messages logged that are not published yet
/ With -seconds it ends with a summary, in the file too.
\l tick/lib.q
/ Runs at the RDB: a function of the root, for its names mean what they mean there.
.mon.rdb:{[since;s]
  n:{$[x in tables`.;count get x;0]}each`trade`quote;
  l:@[get;`.tick.late;([]time:`timespan$();tbl:`$();rows:`long$();oldest:`long$())];
  l:select from l where time>since;
  worst:{[l;t]$[count x:exec oldest from l where tbl=t;1e-6*max x;0n]}[l]each`trade`quote`tradebar`quotebar;
  q:`oldest xasc select rows,oldest from l where tbl=`quote;
  p:$[count q;1e-6*q[`oldest]sums[q`rows]binr ceiling 0.99*sum q`rows;0n];
  start:.z.p;
  both:all`trade`quote in tables`.;
  j:$[both;count aj[`sym`time;?[`trade;enlist(=;`sym;enlist s);0b;c!c:`sym`time`price`size];select sym,time,bid,ask from quote];0];
  ms:1e-6*`long$.z.p-start;
  m:.Q.w[];
  (max since,l`time;n,worst[0 1],p,worst[2 3],ms,j,("f"$m`used`heap)%1048576)}

\d .mon

file:.tick.arg[`csv;"monitor.csv"]
watched:.tick.arg[`sym;`AAPL]
/ The last line, how many there were, and of each measure the worst, the sum and how often it was known.
now:()
lines:0
worst:total:known:()

/ Runs at the tickerplant.
tp:{(sum raze value .z.W;.u.j-.u.i)}

/ The part of the machine's memory that is in use, where the system tells.
machine:{if[()~key`:/proc/meminfo;:0n];x:"J"$first each" "vs/:trim last each":"vs/:read0`:/proc/meminfo;1-x[2]%x 0}

names:`time`trades`quotes`tradems`quotems`quote99`barms`quotebarms`ajms`ajrows`usedmb`heapmb`machine`queued`behind
since:-0Wn

/ What a process answers, or `other` where it is not there, or goes before it has answered.
ask:{[name;x;other]
  if[not .tick.here name;:other];
  @[h;x;{[h;other;e]if[h in key .z.W;'e];other}[h:.tick.handle name;other]]}

line:{
  r:ask[`rdb;(rdb;since;watched);(since;11#0n)];
  since::r 0;
  t:ask[`tp;(tp;::);0n 0n];
  / Floats all: what cannot be asked for is null.
  new:names!.z.P,"f"$r[1],machine[],t;
  if[0=lines;say names];
  x:(names except`time)#new;
  $[lines;
    [worst|:x;total+:0f^x;known+:not null x];
    [worst::x;total::0f^x;known::not null x]];
  lines+:1;
  now::new;
  say value new;
  note new;}

show_:{$[-12h=type x;string`second$x;null[x]|x in -0w 0w;"-";x=floor x;string`long$x;.Q.f[2;x]]}
say:{-1" "sv{((0|x-count y)#" "),y}'[8|count each string names;$[11h=type x;string x;show_ each x]];}
note:{[x] h:hopen f:hsym`$file;neg[h]$[0=hcount f;csv 0:enlist x;1_csv 0:enlist x];hclose h;}

/ The worst of the whole time, and of latencies the mean of the lines.
end:{
  if[0=lines;.tick.stop"nothing was measured"];
  said:{", "sv{string[x]," ",show_ y}'[key x;value x]};
  -1"worst: ",said worst;
  -1"mean:  ",said total%known;
  exit 0}
\d .

.tick.link[`rdb;first .tick.places[`rdb;enlist"5011"];{}]
.tick.link[`tp;first .tick.places[`tp;enlist"5010"];{}]
.tick.every[.tick.arg[`every;2000];{.mon.line[]}]
if[.tick.has`seconds;.mon.until:.tick.clock[]+1000000000*.tick.arg[`seconds;60];.tick.every[100;{if[.tick.clock[]>.mon.until;.mon.end[]]}]]
