/ Chained tickerplant: subscribes to a tickerplant and publishes to many, so that they do not burden the first.
/ Rows go on every MS milliseconds.
/   q tick chained [-tp 5010] [-p 5013] [-t 50] [-tables T …] [-syms S …]
/ Its subscribers replay the log of the first tickerplant: .u.i is as many messages of that as have been published here.
/ With -syms they are told of the symbols in .u.only, and leave those of the log out that never come here.
/ When the first comes back after an outage, subscribers are closed: they know how to catch up, and will.
\l tick/lib.q
\l tick/pub.q
\d .u
d:0Nd
i:0
L:only:`
cuts:`long$()
named:{$[.tick.has x;`$.tick.flags x;`]}

/ Who comes before it has joined a tickerplant itself is refused, and comes again.
sub_:sub
sub:{[table;syms] if[null d;'"follows no tickerplant yet"];sub_[table;syms]}

/ Makes the tables and asks where the log stands.
join:{[h]
  wanted:named`tables;
  r:h(.tick.ask;(),$[wanted~`;h".u.t";wanted];named`syms);
  again:not null d;
  {x[0]set x 1}each r 0;
  i::r 1;L::r 2;d::r 3;lost::"";only::.tick.common[named`syms;r 4];cuts::r 5;
  / Others subscribe anew to what there is now. What this process takes itself goes on.
  own:$[again;{x where 0i=x[;0]}each w;()!()];
  if[again;hclose each(distinct raze w[;;0])except 0i];
  init[];
  w,:(key[own]inter key w)#own;}

/ Publishes what has come. The tickerplant is asked how far it is first: its answer comes behind the rows that it has published.
/ It is not waited for: a day that ends meanwhile is met when it comes.
flush:{
  if[not .tick.here`tickerplant;:(::)];
  if[(""~lost)&0=sum count each get each t;:(::)];
  .tick.send[`tickerplant;({neg[.z.w](`.u.flushed;@[get;`.u.i;0])};::)];}
flushed:{[n]
  i::n;
  publish[];}

/ Rows that could not be kept, because they do not fit those before them in a column without a type, or because there is no memory,
/ subscribers find in the log, with all that came since: why, empty for none.
lost:""
publish:{
  if[count e:lost;
    lost::"";
    dismiss[;e]each distinct raze w[;;0]];
  release[];}

/ What the tickerplant calls: the day's last rows, then its end; then the next day's log.
end:{[day]
  publish[];
  finish day;
  i::0;cuts::0#cuts;
  r:(.tick.handle`tickerplant)"(@[get;`.u.L;`];.u.d)";
  L::r 0;d::r 1;}
\d .

upd:{[table;x] .[insert;(table;x);{.u.lost:x}];}

/ What may be asked for, also before there is a tickerplant to join.
.u.named each`tables`syms;
.tick.listen 5013
.tick.link[`tickerplant;first .tick.places[`tp;enlist"5010"];.u.join]
.tick.every[$[.tick.period;.tick.period;50];.u.flush]
