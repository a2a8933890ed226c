/ A first look at the sample database: five questions, their answers, and how long each took.
/   q samples/tour.q -db DIR

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
delete opt,ask from`.;
-1"";
-1"Type q expressions. tables[] lists the tables, meta trade describes one, \\\\ leaves.";
