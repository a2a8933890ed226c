/ Quarry's side of the benchmarks: prints a line "group,name,milliseconds" for each, the median of several turns.
/   q bench/quarry.q -db DIR -group queries|market|groups|joins|vectors|books|texts|scalars|csv -q -s N

opt:.Q.opt .z.x
group0:`$first opt`group

median:{asc[x]count[x]div 2}
once:{[f] start:.z.p; f[]; ("j"$.z.p-start)%1e6}
/ Enough turns to be steady, few enough not to bore.
bench:{[name;f] first0:once f; n:3|9&"j"$400%first0|0.01; -1 string[group0],",",name,",",string median once each n#f;}

queries:{
  system"l ",first opt`db;
  five::`AAPL`AMZN`EBAY`GOOG`YHOO;
  {[n] days::n#date;
    bench["select 5 symbols, ",string[n]," days";{select from quote where date in days,sym in five}];
    } each 5 10 15 20;
  {[n] days::n#date;
    bench["VWAP by symbol, ",string[n]," days";{select vwap:size wavg price by sym from trade where date in days}];
    } each 5 10 15 20;
  days::5#date;
  bench["5-minute bars, 5 days";{select open:first price,high:max price,low:min price,close:last price,size:sum size by date,sym,5 xbar time.minute from trade where date in days}];
  d0::first date;
  bench["as-of join, 1 day";{aj[`sym`time;select sym,time,price,size from trade where date=d0;select sym,time,bid,ask from quote where date=d0]}];
  }

vectors:{
  n:10000000;
  j::n?1000000;
  f::n?1f;
  g::n?1f;
  k::n?1000;
  at::n?n;
  bench["sum of longs";{sum j}];
  bench["max of longs";{max j}];
  bench["avg of longs";{avg j}];
  bench["sum of floats";{sum f}];
  bench["avg of floats";{avg f}];
  bench["max of floats";{max f}];
  bench["compare and count, longs";{sum j>500000}];
  bench["compare and count, floats";{sum f>0.5}];
  bench["add longs to an atom";{j+1}];
  bench["multiply floats";{f*g}];
  bench["sum of products";{sum f*g}];
  bench["logarithms";{log f}];
  bench["exponentials of the negative";{exp neg f}];
  bench["sines";{sin f}];
  bench["powers";{f xexp g}];
  bench["normal variates of uniform ones";{sqrt[-2*log f]*cos g*6.283185307179586}];
  bench["running sum of longs";{sums j}];
  bench["index by random longs";{j at}];
  bench["positions where";{where f>0.9}];
  bench["sum by 1000 groups";{sum each f group k}];
  bench["distinct of 1000";{distinct k}];
  bench["sort longs";{asc j}];
  bench["sort floats";{asc f}];
  bench["find in 1000";{(til 1000)?k}];
  bench["cast longs to floats";{`float$j}];
  }

/ The questions of db-benchmark: ten million rows, groups of 100 to ten million.
groups:{
  n:10000000; few:100; many:n div few;
  named:{[digits;count0] `$"id",/:(neg digits)#'(digits#"0"),/:string 1+til count0};
  three:named[3;few];
  t::([]id1:three n?few;id2:three n?few;id3:named[10;many]n?many;id4:1+n?`int$few;id5:1+n?`int$few;id6:1+n?`int$many;v1:1+n?5i;v2:1+n?15i;v3:n?100f);
  bench["sum by id1";{select sum v1 by id1 from t}];
  bench["sum by id1, id2";{select sum v1 by id1,id2 from t}];
  bench["sum and mean by id3";{select sum v1,avg v3 by id3 from t}];
  bench["three means by id4";{select avg v1,avg v2,avg v3 by id4 from t}];
  bench["three sums by id6";{select sum v1,sum v2,sum v3 by id6 from t}];
  bench["median and deviation by id4, id5";{select med v3,sdev v3 by id4,id5 from t}];
  bench["range by id3";{select range0:max[v1]-min v2 by id3 from t}];
  bench["largest two by id6";{select 2 sublist desc v3 by id6 from t}];
  bench["squared correlation by id2, id4";{select r2:{x*x}v1 cor v2 by id2,id4 from t}];
  bench["sum and count by all six";{select sum v3,rows:count i by id1,id2,id3,id4,id5,id6 from t}];
  }

/ Its joins: nine rows in ten have a match.
joins:{
  n:10000000; keys0:n*10 div 9;
  named:`$"id",/:string til 11112;
  wide::([]id1:1+n?10i;id2:1+n?11111i;id3:1+n?`int$keys0;v1:n?100f);
  wide::update id5:named id2 from wide;
  small::([id1:1+`int$til 9]v2:9?100f);
  some:-10000?1+`int$til 11111;
  medium::([id2:some]v2:10000?100f);
  mediumf::([id5:named some]v2:value[medium]`v2);
  big::([id3:1i+`int$neg[n]?keys0]v2:n?100f);
  bench["inner, 10 rows";{wide ij small}];
  bench["inner, 10 thousand rows";{wide ij medium}];
  bench["left outer, 10 thousand rows";{wide lj medium}];
  bench["inner by name, 10 thousand rows";{wide ij mediumf}];
  bench["inner, 10 million rows";{wide ij big}];
  }

/ What is asked of a day's trades in memory: five million, in order of time, of 500 symbols, and as many quotes.
market:{
  n:5000000;
  names:`$"S",/:-3#'"00",/:string til 500;
  day:{[n]asc 09:30:00.000000000+n?23400000000000};
  t::([]time:day n;sym:n?names;price:0.01*1000+n?10000;size:100*1+n?50;ex:n?"NPQTZ");
  q::([]time:day n;sym:n?names;bid:0.01*1000+n?10000;ask:0.01*1005+n?10000);
  some::`time xasc 200000?t;
  rates::([sym:names;ex:500#"NPQTZ"]rate:500?1f);
  bench["VWAP by symbol and minute";{select size wavg price by sym,time.minute from t}];
  bench["5-minute bars";{select open:first price,high:max price,low:min price,close:last price,sum size by sym,5 xbar time.minute from t}];
  bench["bars of rounded times";{select open:first price,high:max price,low:min price,close:last price by sym,0D00:05 xbar time from t}];
  bench["last price by symbol";{select last price by sym from t}];
  bench["seven statistics by two keys";{select n:count i,avg price,d:dev price,x:max price,y:min price,sum size,v:size wavg price by sym,ex from t}];
  bench["median by symbol";{select med price by sym from t}];
  bench["distinct prices by symbol";{select count distinct price by sym from t}];
  bench["moving average by symbol";{update m:20 mavg price by sym from t}];
  bench["exponential average by symbol";{update m:ema[0.1;price] by sym from t}];
  bench["differences by symbol";{update d:deltas price by sym from t}];
  bench["running sum by symbol";{update v:sums size by sym from t}];
  bench["rank by symbol";{update r:rank price by sym from t}];
  bench["above the symbol's average";{select from t where price>(avg;price)fby sym}];
  bench["first two rows by symbol";{select from t where 2>(til count::;i)fby sym}];
  bench["three constraints";{select from t where time within 0D11 0D12,sym in `S001`S100`S200`S300,price>50}];
  bench["a tenth of the rows";{select from t where price within 50 60}];
  bench["all but a tenth of the rows";{delete from t where size<500}];
  bench["ten dearest";{select[10;>price]from t}];
  bench["sort by symbol and time";{`sym`time xasc t}];
  bench["sort by price";{`price xdesc t}];
  bench["as-of join of 200,000";{aj[`sym`time;some;q]}];
  bench["as-of join of all";{aj[`sym`time;t;q]}];
  bench["left join on two keys";{t lj rates}];
  series::20000 cut 1000000?1f;
  bench["correlations of 50 series";{series cor/:\:series}];
  }

/ A million order books of ten levels, by 500 symbols, as lists in a table, and as one row a level.
books:{
  n:1000000;
  b::([]id:til n;sym:n?`$"S",/:string til 500;bid:10 cut(10*n)?1f;size:10 cut 100*1+(10*n)?50);
  flat::ungroup b;
  random0::100000?n;
  bench["best price";{exec first each bid from b}];
  bench["fifth level";{b[`bid][;4]}];
  bench["three best levels";{exec 3#'bid from b}];
  bench["size of all levels";{exec sum each size from b}];
  bench["largest size";{exec max each size from b}];
  bench["mean price";{exec avg each bid from b}];
  bench["value of each level";{exec bid*size from b}];
  bench["value of each book";{exec sum each bid*size from b}];
  bench["cumulated sizes";{exec sums each size from b}];
  bench["levels from the last to the first";{exec reverse each bid from b}];
  bench["levels by price";{exec asc each bid from b}];
  bench["books of 50 symbols";{select from b where sym in `$"S",/:string til 50}];
  bench["books at random";{b random0}];
  bench["a row for each level";{ungroup b}];
  bench["a book for each id";{select bid,size by id from flat}];
  bench["columns of levels";{flip b`bid}];
  bench["sum of each level";{sum b`size}];
  }

/ A million strings of ten to fifteen characters.
texts:{
  n:1000000;
  word:string n?`8;
  u::word,'"_",'string til n;
  s::word;
  d::string n?1000000;
  numbers::string n?1f;
  bench["upper";{upper u}];
  bench["contain";{u like"*ab*"}];
  bench["begin";{u like"a*"}];
  bench["end";{u like"*9"}];
  bench["lengths";{count each u}];
  bench["split";{"_"vs'u}];
  bench["replace";{ssr[;"ab";"XY"]each u}];
  bench["append";{u,'"!"}];
  bench["first three";{3#'u}];
  bench["trim";{trim u}];
  bench["join";{","sv u}];
  bench["sort";{asc u}];
  bench["distinct";{distinct s}];
  bench["count of each";{count each group s}];
  bench["to categories";{`$u}];
  bench["to longs";{"J"$d}];
  bench["to floats";{"F"$numbers}];
  bench["a lambda that makes each";{{x,"_",y}'[s;d]}];
  }

fib:{$[x<2;x;fib[x-1]+fib x-2]}
scalars:{
  bench["loop of 10 million turns";{`i set 0;value"while[i<10000000;i+:1]"}];
  bench["loop of 10 million turns, local";{[]i:0;while[i<10000000;i+:1];i}];
  bench["fib 27";{fib 27}];
  bench["each of a lambda, 1 million";{{x+1}each til 1000000}];
  bench["over of a lambda, 1 million";{{x+y}/[til 1000000]}];
  prices0::1000000?100f;
  bench["smooth 1 million floats";{{(x*0.9)+y*0.1}\[prices0]}];
  bench["a choice for each of 1 million";{{$[x<10;0;x>90;2;1]}each prices0}];
  bench["Collatz steps of 100,000 numbers";{{n:0;while[x>1;x:$[x mod 2;1+3*x;x div 2];n+:1];n}each 1+til 100000}];
  keys0::100000?1000000;
  bench["count 100,000 keys in a dictionary";{`seen set (`long$())!`long$(); {seen[x]+:1}each keys0}];
  bench["collect 100,000 records";{r:(); i:0; while[i<100000;r:r,enlist(i;`a);i+:1]; r}];
  sizes0::1000000#til 100;
  bench["position and cash of 1 million trades";{{[s;q;p]s[`pos]+:q;s[`cash]-:q*p;s}/[`pos`cash!(0;0f);sizes0;prices0]}];
  bench["round each of 1 million";{{`long$x}each prices0}];
  many0::1000000#keys0;
  bench["count each of 1 million within bounds";{sum{$[x within 10 50;1;0]}each many0}];
  }

/ A file of five million trades, made once.
file:`:target/bench/trades.csv
out:`:target/bench/written.csv
trades:{n:5000000; ([]date:asc n?2024.01.02+til 20;sym:n?`$"S",/:string til 500;time:09:30:00.000+n?23400000;price:0.01*100+n?100000;size:100*1+n?50;ex:n?"NPQTZ")}
delimited:{
  if[()~key file;system"S 42";file 0:csv 0:trades[]];
  bench["read 5 million trades";{("DSTFJC";enlist",")0:file}];
  bench["read, names as text";{("D*TFJ*";enlist",")0:file}];
  bench["read two of six columns";{(" S F  ";enlist",")0:file}];
  t::("DSTFJC";enlist",")0:file;
  bench["write 5 million trades";{out 0:csv 0:t}];
  slices::(count[t]div 20)cut t;
  files::`$string[out],/:string til 20;
  bench["write 20 files";{{files[x]0:csv 0:slices x}peach til 20}];
  bench["read 20 files";{raze{("DSTFJC";enlist",")0:x}peach files}];
  hdel each out,files;
  }

(`queries`market`groups`joins`vectors`books`texts`scalars`csv!(queries;market;groups;joins;vectors;books;texts;scalars;delimited))[group0][]
exit 0
