/ What threads bring: milliseconds of each expression with 1, 2, 4 ... threads, and how many times as fast the most are.
/   q bench/scaling.q -s N -q [-rows ROWS] [-folder FOLDER] [-only GROUP...]
/ Vectors and tables of ROWS rows (20 million), files in a folder of our own in FOLDER (/dev/shm), which is removed at the end.
/ -only: groups among peach vectors tables texts files.

opt:.Q.opt .z.x
rows:$[`rows in key opt;"J"$first opt`rows;20000000]
folder:hsym`$$[`folder in key opt;first opt`folder;"/dev/shm"],"/quarry-scaling-",string .z.i
only:$[`only in key opt;`$opt`only;`$()]
most:1|system"s"
threads:{x where x<most}[`long$2 xexp til 8],most

median:{asc[x]count[x]div 2}
once:{[f] start:.z.p; f[]; 1e-6*"j"$.z.p-start}
/ At least three turns, at most nine, for half a second if they are short.
time:{[f] first0:once f; median first0,once each(2|8&"j"$500%first0|0.01)#f}

row:{[name;f]
  ms:{[f;n] system"s ",string n; time f}[f]each threads;
  system"s ",string most;
  -1(32$name),raze[-10$.Q.fmt[9;2]each ms],-8$.Q.fmt[7;1;first[ms]%last ms];}
group0:{[name;tests] if[not count[only]&not name in only;-1"";row ./:tests[]];}

-1(32$"milliseconds, threads:"),raze[-10$string threads],-8$"gain";

peaches:{
  large::6#1000000;
  ten::10?1.0;
  a::(rows div 20)?1f;
  (("peach of six large items";{{sum(x?1.0)xexp 1.7}peach large});
   ("1000 peach of ten numbers";{do[1000;{x*1?10}peach ten]});
   ("100 peach of ten vectors";{do[100;{sqrt(1000?x)xexp 1.7}peach ten]});
   ("peach of a million atoms";{{x*x}peach a});
   ("calls in peach";{{s:0;i:0;while[i<100000;s+:i;i+:1];s}peach til 64});
   ("symbols and strings in peach";{{`$string x+til 1000}peach 1000*til 200});
   ("dictionaries in peach";{{group x?100}peach 400#1000});
   ("selects in peach";{{exec sum v by k from([]k:x?10;v:x?1f)}peach 400#1000});
   (".Q.fc";{.Q.fc[{x xexp 1.7}]a}))}

vectors:{
  f::rows?1f; g::rows?1f; j::rows?1000000; k::rows?1000; c::rows?0b; at::rows?rows; s::rows?1000?`5; few::1000?1000000;
  (("sum";{sum f});("max of longs";{max j});("sum of products";{sum f*g});("add";{f+g});("compare and count";{sum f>0.5});
   ("positions where";{where c});("vector at positions";{f at});("items where";{f where c});
   ("running sum";{sums f});("deltas";{deltas j});("moving average";{10 mavg f});("maxs";{maxs f});
   ("deviation";{dev f});("correlation";{f cor g});("xexp";{f xexp 1.7});("cast";{`int$j});("conditional";{?[c;f;g]});
   ("div";{j div 7});("xbar";{10 xbar j});("within";{j within 1000 5000});("null";{sum null f});("reverse";{reverse f});
   ("membership";{j in few});("find";{few?j});("group";{group k});("distinct";{distinct j});("distinct symbols";{distinct s});("count by key";{count each group s});
   ("sort longs";{asc j});("sort floats";{asc f});("grade longs";{iasc j});("sort symbols";{asc s});("median";{med f});("rank";{rank k});
   ("equal symbols";{sum s=first s});("bin";{(asc few)bin j});("random";{rows?1f});("serialise";{-8!f});("and back";{-9!-8!f});
   ("join";{f,g});("take";{(2*rows)#f});("next";{next f});("fills";{fills f});("differ";{differ k});("copy and amend";{@[f;at;:;0f]}))}

rowsOf:{
  t::([]sym:`g#rows?1000?`4;time:asc rows?24:00:00.000000000;price:rows?100f;size:rows?1000;ex:rows?"ABCDEFGH");
  q::`sym`time xasc select sym,time,bid:price from t;
  q::update`p#sym from q;
  tr::(rows div 10)#t;
  r::1!update sector:count[i]?`1 from([]sym:asc distinct t`sym);
  (("sum by symbol";{select sum size by sym from t});("several by symbol";{select n:count i,max price,dev price,size wavg price by sym from t});
   ("median by symbol";{select med price by sym from t});("by symbol and minute";{select last price by sym,time.minute from t});
   ("bars";{select o:first price,h:max price,l:min price,c:last price by sym,5 xbar time.minute from t});
   ("rows where";{select from t where price>99,size<100});("one symbol";{select from t where sym=`zzzz});
   ("update by symbol";{update r:rank price by sym from t});("moving average by symbol";{update m:10 mavg price by sym from t});
   ("fby";{select from t where price=(max;price)fby sym});
   ("sort by symbol and time";{`sym`time xasc t});("as-of join";{aj[`sym`time;tr;q]});("left join";{t lj r});("key by symbol";{`sym xgroup t});
   ("window join";{wj1[(tr`time)+/:-1000000000 0;`sym`time;tr;(q;(max;`bid))]});
   ("distinct rows";{distinct select sym,ex from t});("update";{update price*size from t});("functional by 2";{?[t;();`sym`ex!`sym`ex;enlist[`v]!enlist(sum;`size)]}))}

texts:{
  n:rows div 10;
  w::string n?`6;
  long::n?1000000;
  d::string long;
  ss0::n#("the quick brown fox";"a lazy dog";"jumps over the moon");
  (("strings of numbers";{string long});("numbers of strings";{"J"$d});("upper";{upper w});("like";{sum w like"*a*"});("symbols of strings";{`$w});
   ("search";{w ss\:"ab"});("replace";{ssr[;"quick";"slow"]each 1000#ss0});("split";{" "vs/:ss0});("sort strings";{asc w});("distinct strings";{distinct w});
   ("to JSON";{.j.j([]a:100000#long;b:100000#w)});("and back";{.j.k .j.j([]a:100000#long;b:100000#w)});("md5";{md5 each 100000#w}))}

files:{
  system"mkdir -p ",p:1_string folder;
  .z.zd:();
  sy:asc 500?`4;
  n:rows div 10;
  {[sy;n;d] quote::([]sym:asc n?sy;time:n?24:00:00.000;bid:n?100f;ask:n?100f;bsize:n?1000i;asize:n?1000i;ex:n?"NQP");.Q.dpft[` sv folder,`db;d;`sym;`quote]}[sy;n]each 2024.01.01+til 20;
  tt::rows#([]time:n?24:00:00.000;sym:n?sy;price:0.01*n?10000;size:n?1000);
  (` sv folder,`t.csv)0:csv 0:(rows div 4)#tt;
  {[i;f] (` sv folder,`$"part",string[i],".csv")0:csv 0:(rows div 80)#f}[;tt]each til 20;
  vec::0.01*(rows div 4)?1000;
  turn::0;
  / What a query decodes stays until it ends, so that each turn reads another file.
  {[i] {[p;a] (p;17;a;6)set(rows div 20)#vec}'[` sv/:folder,/:`$("k";"z"),\:string i;1 2]}each til 70;
  fresh::{[kind] turn+:1;sum get` sv folder,`$kind,string turn mod 70};
  system"l ",p,"/db";
  db::use`quarry.db;
  (("prices by symbol";{select size wavg bid by sym from select sym,size:bsize,bid from quote});
   ("map-reduce";{select bsize wavg bid,max ask by sym from quote});
   ("several, all days";{select n:count i,avg bid,dev ask by date,sym from quote});
   ("five symbols";{select from quote where sym in 5#sym});
   ("bars of all days";{select last bid by date,sym,5 xbar time.minute from quote});
   ("median of all days";{select med bid by sym from quote});
   ("count distinct";{select count distinct time by sym from quote});
   ("one day sorted";{`time xasc select from quote where date=2024.01.05});
   ("peach over dates";{{exec sum bid*bsize from quote where date=x}peach date});
   ("write, kdb+'s algorithm";{(` sv folder,`w;17;1;0)set vec});("write, gzip";{(` sv folder,`w;17;2;6)set vec});("write, lz4";{(` sv folder,`w;17;4;5)set vec});("write, zstd";{(` sv folder,`w;17;5;3)set vec});
   ("read, kdb+'s algorithm";{fresh"k"});("read, gzip";{fresh"z"});
   ("read CSV";{("TSFJ";enlist",")0:` sv folder,`t.csv});("write CSV";{(` sv folder,`w.csv)0:csv 0:(rows div 4)#tt});
   ("read twenty CSV files";{{("TSFJ";enlist",")0:x}peach` sv/:folder,/:`$"part",/:string[til 20],\:".csv"});
   ("write splayed";{(` sv folder,`sp,`)set .Q.en[folder]tt});
   ("add and delete a column";{db.addcol[` sv folder,`db;`quote;`fresh;0];db.deletecol[` sv folder,`db;`quote;`fresh]}))}

group0[`peach;peaches];
group0[`vectors;vectors];
group0[`tables;rowsOf];
group0[`texts;texts];
group0[`files;files];
if[count key folder;system"rm -rf ",1_string folder];
exit 0
