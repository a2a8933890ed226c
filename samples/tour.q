/ A first look at the sample database: five questions, their answers, and how long each took.
/   q samples/tour.q -db DIR [-live DIR]
/ -live is the folder of a tick stack (q tick stack DIR), which is asked too.

opt:.Q.opt .z.x
if[not`db in key opt;-2"usage: q samples/tour.q -db DIR";exit 1]
system"l ",first opt`db

ask:{[why;text]
  -1"";
  -1"/ ",why;
  -1"q)",text;
  start:.z.p;
  answer:value text;
  ms:("j"$.z.p-start)%1e6;
  show answer;
  -1"/ ",string[ms]," ms";}

five:`AAPL`AMZN`EBAY`GOOG`YHOO
-1"trade and quote: ",string[count date]," dates from ",string[first date]," to ",string[last date],", ",string[count sym]," symbols";
ask["How much of what is there?";"select trades:count i,volume:sum size,turnover:sum size*price by date from trade where date within 2013.07.01 2013.07.08"]
ask["What did the busiest symbols cost on average, by volume, over the month?";"5#`volume xdesc select vwap:size wavg price,volume:sum size by sym from trade"]
ask["How did one symbol go in five-minute bars on the first day?";"6#select open:first price,high:max price,low:min price,close:last price,size:sum size by 5 xbar time.minute from trade where date=first date,sym=`AAPL"]
ask["What was the market when each of these trades was made?";"5#aj[`sym`time;select sym,time,price,size from trade where date=last date,sym=`GOOG;select sym,time,bid,ask from quote where date=last date]"]
ask["How wide is the spread, in basis points?";"select spread:avg 20000*(ask-bid)%ask+bid by sym from quote where date=last date,sym in five"]

/ Asks a process of the live stack without keeping a connection.
if[`live in key opt;
  where_:hsym`$first[opt`live],"/ports";
  waited:0;
  while[(()~key where_)&waited<50;waited+:1;system"sleep 0.1"];
  if[not()~key where_;
    ports:get where_;
    live:{(`$"::",string ports`rdb)x};
    gateway:{(`$"::",string ports`gw)x};
    while[(not 100<@[live;"count[trade]&count tradebar";0])&waited<100;waited+:1;system"sleep 0.1"];
    ask["And live: the newest trades of a simulated market, asked of the RDB that collects them.";"live\"-5#select time,sym,price,size from trade\""];
    ask["One symbol's minute so far, from the aggregation engine.";"live\"select last time,last open,last high,last low,last close,last vwap by start from tradebar where sym=`AAPL,span=`minute\""];
    ask["One query over the RDB and the HDB: the gateway knows where a day is.";"gateway(`.gw.run;{exec count i from quote};::;+)"]]]
![`.;();0b;(key`.)inter`opt`ask`where_`waited];
-1"";
-1"Type q expressions. tables[] lists the tables, meta trade describes one, \\\\ leaves.";
