/ Feed simulator: a market of random walks.
/   q tick feed [-tp 5010] [-rate 48000] [-ratio 10] [-batch 50] [-syms 500] [-seconds N]
/ Sends -rate rows a second, -ratio quotes for each trade, in batches every -batch milliseconds; rows have the time of their batch.
/ With -seconds it ends after that long, when all has been taken. What would have been sent while there is no tickerplant is not sent.
\l tick/lib.q
\d .feed

rate:.tick.arg[`rate;48000]
ratio:.tick.arg[`ratio;10]
batch:.tick.arg[`batch;50]
syms:`u#distinct`AAPL`AMZN`EBAY`GOOG`IBM`MSFT`YHOO,upper(.tick.arg[`syms;500]-7)?`4
syms:`u#(.tick.arg[`syms;500]&count syms)#syms
price:0.01*1500+count[syms]?40000

/ Busy symbols and quiet ones: the number of a symbol, drawn so that the first come most often.
draw:{[n] floor count[syms]*u*u:n?1f}

/ One batch of each table, as columns. Trades happen at the bid or at the ask.
trades:{[now;n] i:draw n;(n#now;syms i;price[i]+0.01*n?0 1;`int$100*1+n?20;n?0b;n?" ABCDEFG";n?"NQPZ")}
quotes:{[now;n] i:draw n;(n#now;syms i;price i;price[i]+0.01*1+n?3;`int$1+n?50;`int$1+n?50;n?"ABHLNORYZ";n?"NQPZ")}

/ Prices walk by whole cents, and some at a time.
walk:{i:distinct draw 50;price[i]:0.01|price[i]+0.01*(count i)?-2 -1 0 1 2;}

/ Rows owed since the last batch, so that a late batch is a larger one; rows sent of each table.
last_:.tick.clock[]
owed:0f
sent:`trade`quote!0 0

send:{
  now:.tick.clock[];
  seconds:1e-9*`long$now-last_;
  last_::now;
  / After a pause of the machine or the tickerplant no flood follows.
  if[not .tick.here`tickerplant;:owed::0f];
  owed::owed+rate*1f&seconds;
  n:`trade`quote!floor[owed]-(q;0)+0,q:floor owed*ratio%1+ratio;
  owed::owed-floor owed;
  walk[];
  out[.z.N]'[`trade`quote;(trades;quotes);(n`trade;q)];}
out:{[now;table;make;n] if[n;.tick.send[`tickerplant;(".u.upd";table;make[now;n])];sent[table]+:n];}

/ What was sent has been taken when the tickerplant answers.
end:{
  if[.tick.here`tickerplant;(.tick.handle`tickerplant)"";
    .tick.say"sent ",", "sv{string[y]," rows of ",string x}'[key sent;value sent]];
  exit 0}
\d .

.tick.link[`tickerplant;first .tick.places[`tp;enlist"5010"];{.feed.last_::.tick.clock[]}]
.tick.every[.feed.batch;.feed.send]
if[.tick.has`seconds;.feed.until:.tick.clock[]+1000000000*.tick.arg[`seconds;60];.tick.every[100;{if[.tick.clock[]>.feed.until;.feed.end[]]}]]
