/ The tables and queries of the paper "Compression in kdb+", section 4: prints lines of "what,name,number".
/   q bench/compression/quarry.q -dir DIR -do make -rows N            the tables, uncompressed and compressed; sizes
/   q bench/compression/quarry.q -dir DIR -do hot -variant V          every query, medians of ten turns after the first
/   q bench/compression/quarry.q -dir DIR -do uncached -variant V     then "turn I" a line: query I without the cache
/   q bench/compression/quarry.q -dir DIR -do cold -variant V -query I    one query, once, in a process of its own

opt:first each .Q.opt .z.x
dir:hsym`$opt`dir
variants:`plain`z12`z16`z20
place:{[v;t] `$string[dir],"/",string[v],"/",string[t],"/"}

/ Evenly over a day, sorted by symbol; p#, as tables on disk have it.
made:{[n]
  st:.z.D+09:30; et:.z.D+16:00;
  times:{[st;et;n] "p"$st+((et-st)%n-1)*til n}[st;et];
  trade:([]sym:asc n?`3;time:times n;price:n?1000.;size:n?100);
  n*:4;
  quote:([]sym:asc n?`3;time:times n;bp:n?1000.;ap:n?1000.;bs:n?100;as:n?100);
  `trade`quote!{update`p#sym from .Q.en[dir]`sym`time xasc x}each(trade;quote)}

make:{
  / Made once.
  if[not("J"$opt`rows)~@[get;done:`$string[dir],"/rows";0];
    system"S 42";
    t:made"J"$opt`rows;
    write[;t]each variants;
    (`$string[dir],"/ids")set neg[100]?distinct exec sym from t`trade;
    done set"J"$opt`rows];
  {-1"size,",string[x],",",string sum size each raze files[x]each`trade`quote;}each variants;
  }
write:{[v;t] {[v;name;t] $[v=`plain;place[v;name];(place[v;name];"J"$1_string v;1;0)]set t}[v]'[key t;value t];}
files:{[v;name] ` sv'p,'key[p:place[v;name]]except`.d}
size:{[f] s:-21!f; $[count s;s`compressedLength;hcount f]}

queries:(
  ("select all";{select from trade where i<>0});
  ("select 100 symbols";{select from trade where sym in ids});
  ("average by symbol";{select size wavg price by sym from trade where sym in ids});
  ("average by symbol and 5 minutes";{select size wavg price by sym,5 xbar time.minute from trade where sym in ids});
  ("as-of join";{aj[`sym`time;select from trade where sym in ids;select from quote]}))

open:{
  v:`$opt`variant;
  sym::get`$string[dir],"/sym";
  trade::get place[v;`trade];
  quote::get place[v;`quote];
  }

once:{[f] start:.z.p; f[]; ("j"$.z.p-start)%1e6}
median:{asc[x]count[x]div 2}

hot:{
  open[];
  ids::get`$string[dir],"/ids";
  {[name;f] once f; -1"hot,",name,",",string median once each 10#f;}./:queries;
  }

/ What is typed afterwards are turns: blocks are given back when a statement ends.
uncached:{
  open[];
  ids::get`$string[dir],"/ids";
  .Q.zcache 0;
  }
turn:{[i] -1"uncached,",queries[i;0],",",string once queries[i;1];}

/ Opening is part of it.
cold:{
  ids::get`$string[dir],"/ids";
  q:queries"J"$opt`query;
  start:.z.p; open[]; q[1][];
  -1"cold,",q[0],",",string("j"$.z.p-start)%1e6;
  }

(`make`hot`uncached`cold!(make;hot;uncached;cold))[`$opt`do][]
if[not"uncached"~opt`do;exit 0]
