/ Aggregation engine: bars of trades and of quotes by second, minute and day, sent to the tickerplant as further tables.
/   q tick agg [-tp 5010] [-every 1000]
/ It reads the columns time, sym, price and size of the table trade, and time, sym, bid and ask of quote, and fills tradebar and quotebar of
/ tick/schema.q. A bar is sent when it has changed, at most every so many milliseconds; its time is that of its newest tick. A tick more
/ than two minutes late begins its second's bar anew. After a crash the bars are made again from the log.
\l tick/lib.q
\l tick/follow.q
\d .tick

spans:`second`minute`day!0D00:00:01 0D00:01 1D

/ Bars so far, and the keys of those that changed since the last were sent.
trades:([sym:`$();span:`$();start:`timespan$()]time:`timespan$();open:`float$();high:`float$();low:`float$();close:`float$();size:`long$();turnover:`float$();trades:`long$())
quotes:([sym:`$();span:`$();start:`timespan$()]time:`timespan$();bid:`float$();ask:`float$();low:`float$();high:`float$();spread:`float$();quotes:`long$())
changed:(key trades;key quotes)

tradeBars:{[x;name;width] select time:max time,open:first price,high:max price,low:min price,close:last price,size:sum`long$size,turnover:sum price*size,trades:count i by sym,span:count[i]#name,start:width xbar time from x}
quoteBars:{[x;name;width] select time:max time,bid:last bid,ask:last ask,low:min bid,high:max ask,spread:sum ask-bid,quotes:count i by sym,span:count[i]#name,start:width xbar time from x}

/ Bars of new ticks joined to what there was of each.
tradeJoin:{[old;new] update time|old`time,open^old`open,high|old`high,low&0w^old`low,size+0^old`size,turnover+0^old`turnover,trades+0^old`trades from new}
quoteJoin:{[old;new] update time|old`time,low&0w^old`low,high|old`high,spread+0^old`spread,quotes+0^old`quotes from new}

/ Adds ticks to the bars, each with the place of its table in `changed`.
add:{[bars;i;make;join;x]
  x:update`timespan$time from x;
  new:raze make[x]'[key spans;value spans];
  bars upsert key[new]!join[get[bars]key new;value new];
  changed[i],:key new;}
/ Of other columns nothing is known: they may have names of ours.
take:{[table;x]
  $[table=`trade;add[`.tick.trades;0;tradeBars;tradeJoin;`time`sym`price`size#x];
    add[`.tick.quotes;1;quoteBars;quoteJoin;`time`sym`bid`ask#x]]}

/ Sends the bars that changed.
publish:{
  if[not here`tickerplant;:(::)];
  out[`tradebar;select time,sym,span,start,open,high,low,close,size,vwap:turnover%size,trades from(k,'trades k:distinct changed 0)];
  out[`quotebar;select time,sym,span,start,bid,ask,low,high,spread:spread%quotes,quotes from(k,'quotes k:distinct changed 1)];
  forget[];}
out:{[table;x] if[count x;send[`tickerplant;(".u.upd";table;value flip x)]];}
forget:{changed::0#'changed}

/ The log has the bars that were sent: after a replay those are sent again whose newest tick is later than the last of them, also
/ where their rows were held: they may have been on their way when the tickerplant went.
sent:-0Wn -0Wn
live0:live
live:{[table;x]
  if[replaying&2>i:`tradebar`quotebar?table;sent[i]|:max`timespan$first x;:(::)];
  live0[table;x]}
replay0:replay
replay:{[file;n]
  sent::-0Wn -0Wn;
  replay0[file;n];
  changed::{[bars;sent] key[bars]where sent<value[bars]`time}'[(trades;quotes);sent];}

finish:{[d] trades::0#trades;quotes::0#quotes;forget[];}

/ Seconds that are long over are let go.
tidy:{[bars] ![bars;((=;`span;enlist`second);(<;`start;(-;(max;`time);0D00:02)));0b;`$()];}
\d .

.tick.follow[first .tick.places[`tp;enlist"5010"];`trade`quote;`]
.tick.every[.tick.arg[`every;1000];.tick.publish]
.tick.every[60000;{.tick.tidy each`.tick.trades`.tick.quotes}]
