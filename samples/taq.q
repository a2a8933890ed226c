/ A month of simulated market data: 500 symbols over 22 trading dates, written as a partitioned database.
/ The shape is that of a TAQ database: tables trade and quote, by date, parted by sym and in order of time.
/   q samples/taq.q -db DIR [-quotes N] [-trades N] [-dates N] [-seed N]
/ -quotes and -trades count rows over all dates (10 million and 2 million). The same seed makes the same data.
/ -full makes 20,000 quotes a symbol a day: 220 million rows, about 8 GB.

opt:.Q.opt .z.x
arg:{[name;default] $[name in key opt;"J"$first opt name;default]}
if[not`db in key opt;-2"usage: q samples/taq.q -db DIR [-quotes N] [-trades N] [-dates N] [-seed N] [-full]";exit 1]

db:hsym`$first opt`db
seed:arg[`seed;20130701]
system"S ",string seed

/ July 2013: weekdays less Independence Day.
dates:{x where(1<x mod 7)&x<>2013.07.04}2013.07.01+til 31
dates:(arg[`dates;count dates]&count dates)#dates
days:count dates

known:`AAPL`AMZN`AXP`BA`BAC`C`CAT`CSCO`CVX`DD`DIS`EBAY`GE`GOOG`GS`HD`HPQ`IBM`INTC`JNJ`JPM`KO`MCD`MMM`MRK`MSFT
known,:`NKE`ORCL`PFE`PG`QCOM`SBUX`T`TRV`UNH`UTX`V`VZ`WFC`WMT`XOM`YHOO
syms:asc 500#distinct known,`$upper each string 900?`3
count0:count syms

/ How busy each symbol is: a few take much of the volume, every one has some. The known ones are among the busy.
weight:reciprocal sqrt 1+count0?count0
weight:?[syms in known;4*max weight;weight]
weight:weight%sum weight

quotes:$[`full in key opt;count0*20000*days;arg[`quotes;10000000]]
trades:$[`full in key opt;quotes div 5;arg[`trades;2000000]]
/ Rows of each symbol on one day, at least one.
share:{[rows] 1|floor weight*rows%days}
if[`full in key opt;share:{[rows] count0#rows div days*count0}]

/ Where a symbol closed last; it opens there, with a gap over night.
close:0.01*1500+count0?40000

normal:{[n] (sqrt -2*log 1e-12|n?1f)*cos 6.283185307179586*n?1f}

/ Milliseconds into the session, more of them near the open and the close.
moment:{[n] u:n?1f; floor 23400000*?[0.6>n?1f;0.5*1-cos 3.141592653589793*u;u]}

/ One day of quotes: a walk of the mid price for each symbol, and a market around it in whole cents.
makeQuotes:{[n]
  i:where n;
  total:count i;
  time:(asc moment[total]+i*100000000)mod 100000000;
  start:0,-1_sums n;
  walk:sums normal[total]*(0.015%sqrt n)i;
  open:close*exp 0.004*normal count n;
  mid:open[i]*exp walk-(walk start)i;
  close::mid -1+sums n;
  bid:1|floor(100*mid)-total?3;
  ask:bid+1+floor neg 0.8*log 1e-9|total?1f;
  ([]sym:syms i;time:09:30:00.000+`int$time;bid:`real$bid%100;ask:`real$ask%100;bsize:lots total;asize:lots total;ex:total?"NQPZTBDA")}

lots:{[n] 100*1+floor neg 4*log 1e-9|n?1f}

/ One day of trades: each takes the bid or the ask of some quote of its symbol.
makeTrades:{[q;nq;n]
  i:where n;
  total:count i;
  start:0,-1_sums nq;
  at:asc start[i]+floor nq[i]*total?1f;
  price:?[total?0b;q[`bid]at;q[`ask]at];
  odd:0.15>total?1f;
  ([]sym:q[`sym]at;time:q[`time]at;price:price;size:?[odd;1+total?99;lots total];ex:q[`ex]at)}

nq:share quotes
nt:share trades
started:.z.p
-1"making ",string[days*sum nq]," quotes and ",string[days*sum nt]," trades in ",1_string db;
day:{[d]
  quote::makeQuotes nq;
  trade::makeTrades[quote;nq;nt];
  .Q.dpft[db;d;`sym;`quote];
  .Q.dpft[db;d;`sym;`trade];
  -1"  ",string[d],"  ",string[1+dates?d]," of ",string[days],"  ",string[`second$.z.p-started];}
day each dates;
delete quote,trade from`.;
-1"made in ",string`second$.z.p-started;
exit 0
