/ The white paper "Multi-threading in kdb+" again: its expressions on one thread and on many, beside its milliseconds.
/   q studies/threads/threads.q -s N [-db sample/taq] [-turns 5] -q
/ The paper had 6 threads; -s says how many ours are. Sections 4 and 5.2 need the sample database, which ./run makes.
/ Its files are in memory here; studies/threads/cold reads them from the disk, as the paper did.

opt:first each .Q.opt .z.x
threads:system"s"
if[threads<1;-2"studies/threads: -s N with N threads";exit 1]
turns:$[`turns in key opt;"J"$opt`turns;5]
db:$[`db in key opt;opt`db;"sample/taq"]
system"c 100 200"

median:{asc[x]count[x]div 2}
once:{[f] s:.z.p; f[]; 1e-6*"j"$.z.p-s}

/ Milliseconds of a text on so many threads: the median of all turns but the first two.
ms:{[n;text] system"s ",string n; f:value"{[]",text,"}"; median 2_{[f;i]once f}[f]each til 2+turns}
both:{[x;y] (ms[0;x];ms[threads;y])}

rows:([]what:();paper1:`float$();paper6:`float$();ours1:`float$();oursN:`float$())
measure:{[what;x;y;paper] `rows insert(what;paper 0;paper 1),both[x;y];}
/ Prints what was measured: the paper's times, ours, how much faster threads are in both, and how many times as fast one
/ thread of ours is.
report:{[title]
  -1"\n",title;
  show select what,paper1,paper6,paperGain:paper1%paper6,ours1,oursN,oursGain:ours1%oursN,oneThread:paper1%ours1 from rows;
  rows::0#rows;}

/ --- 3: vectors

a:1000000?1.0
f:{x:7000*x;sum sqrt(x?1.0)xexp 1.7;}
x:10 10 1000 1000 10 1000
/ An expression with each, and the same with peach.
eachPeach:{[text;paper] measure[text;ssr[text;"EACH";"each"];ssr[text;"EACH";"peach"];paper]}

eachPeach["{ sum (x?1.0) xexp 1.7 } EACH 6#1000000";802 136f]
eachPeach["{ (x?1.0) xexp 1.7 } EACH 6#1000000";795 152f]
eachPeach["do[1000;{ x*1?10 } EACH 10?1.0]";3 18f]
eachPeach["do[100;{ sqrt (1000?x) xexp 1.7 } EACH 10?1.0]";145 33f]
measure["do[100;-9!-8!1000000?1.0]";"do[100;-9!-8!1000000?1.0]";"do[100;-9!-8!1000000?1.0]";732 0n]
report"3. peach"

eachPeach["sum { x xexp 1.7 } EACH a";321 0n]
eachPeach["{ sum x xexp 1.7 } EACH a";321 448f]
measure["{ sum x xexp 1.7 } a, .Q.fc";"{ sum x xexp 1.7 } a";".Q.fc[{ sum x xexp 1.7 }] a";132 28f]
report"3.1 Parallel cut"

/ The paper had 2 threads here. A thread of ours that is done takes over what another has not begun.
eachPeach["f EACH 10 1000 10 1000 10 1000 10 1000";4163 4131f]
eachPeach["f EACH 10 10 10 10 1000 1000 1000 1000";4162 2090f]
fc:{[list;paper] measure[".Q.fc[{f each x}] ",list;"f each ",list;".Q.fc[{f each x}] ",list;paper]}
fc["10 10 10 10 1000 1000 1000 1000";4162 4134f]
fc["10 1000 10 1000 10 1000 10 1000";4163 2112f]
measure["f peach x[0 1 4], x[2 3 5]";"f each x";"f peach x[0 1 4], x[2 3 5]";0n 2075f]
report"3.2 Balance (the paper: 2 threads)"

if[()~key hsym`$db;-1"\n",db," is not there, which ./run makes: sections 4 and 5.2 are left out.";exit 0]

/ --- 4: queries

dir:system"cd"
system"l ",db
-1"\n",string[sum .Q.cn quote]," quotes and ",string[sum .Q.cn trade]," trades in ",string[count date]," partitions";

days:5 10 15 20
days:days where days<=count date
asMany:{count[days]#x}
same:{[what;text;n;paper] text:ssr[text;"DAYS";string[n],"#date"]; measure[what,", ",string[n]," days";text;text;paper];}
five:"select from quote where date in DAYS, sym in `GOOG`AAPL`YHOO`AMZN`EBAY"
same["5 symbols";five]'[days;asMany flip(195.8 384.6 595.6 839.8;162.5 328 507.5 677)];
report"Table 1. A select"

/ Both forms on one thread: map-reduce gains what the second column has over the first.
vwap:"select vwap: size wavg price by sym from trade where date in DAYS"
late:"select vwap:(sum size*price)%sum size by sym from select sym,size,price from trade where date in DAYS"
{[n;paper]
  t:ssr[;"DAYS";string[n],"#date"]each(vwap;late);
  / A long times a real is a real, so that the second form is exact to seven digits only.
  if[1e-6<max abs -1+(%/){exec vwap from value x}each t;'`unlike];
  `rows insert("map-reduce, and without, ",string[n]," days";paper 0;paper 1),ms[0]each t;
  }'[days;asMany flip(692.4 1370.2 2053 2726.6;963.4 1923.8 2906.6 4085.6)];
-1"\nTable 2. Map-reduce and without, one thread";
show select what,paperMapped:paper1,paperNot:paper6,paperSlower:paper6%paper1,ours:ours1,oursNot:oursN,oursSlower:oursN%ours1 from rows;
rows:0#rows

same["map-reduce";vwap]'[days;asMany flip(692.4 1370.2 2053 2726.6;233.6 477.6 720.8 954.6)];
same["without";late]'[days;asMany flip(963.4 1923.8 2906.6 4085.6;4#0n)];
report"Table 3. Map-reduce with threads"

/ --- 5.2: flat files

td:49815#select from trade where date=first date
tds: (floor (count td)%5) cut td
place:"/tmp/quarry-threads-",string[.z.i],"-"
files:{[i] `$":",place,string i}
eachPeach["{files[1+x] 0: csv 0: tds[x]} EACH til 5";75 29f]
eachPeach["raze {flip (cols trade)!1_/:(\"DSTFIC\";csv) 0: files 1+x} EACH til 5";50 17f]
back:raze {flip (cols trade)!1_/:("DSTFIC";csv) 0: files 1+x} peach til 5
if[not count[td]=count back;'`rows]
hdel each files each 1+til 5;
report"5.2 Flat files"
exit 0
