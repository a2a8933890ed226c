/ Random queries, as text over a random table T: their answers do not depend on attributes and storage, and are those
/ of a plain reading, row by row and group by group.

\P 0
columns:`ck`cm`cj`cf`ch`ci`ce`cb`cx`cc`cp`ct`cu`cv`cn`co`cz`cg`cd!"ssjfhiebxcptuvnmzgd"
numeric:`cj`cf`ch`ci`ce
whole:`cj`ch`ci
sortable:numeric,`cp`ct`cu`cv`cn`co`cz`cd
every:key columns

/ n items of which there are few.
few:{[c;n]n?(2+rand 4)#neg[count p]?p:pools c}

table:{[n]
  t:flip every!{[n;c]$[rand 3;vector;few][c;n]}[n]each value columns;
  t:update ck:few["s";n],cj:n?1000,cf:-50+n?100. from t;
  t:update st:strings n,nl:{(rand 4)?10 0N 3}each til n,nf:{(rand 4)?1.5 0n -2}each til n from t;
  pick[(::;xasc[`cp];xasc[`ck];xasc[`ck`cp])]t}

/ An item as text.
text:{$[15h=t:abs type x;"(\"z\"$",.Q.s1["f"$x],")";t=2h;"(\"G\"$",.Q.s1[string x],")";.Q.s1 x]}
/ An item of a column, or one like those.
item:{[t;c]text $[(0=count t)|0=rand 8;rand pools columns c;rand t c]}
/ Some of them, as a list.
items:{[t;c]
  v:`#((rand 4)?pools columns c),$[count t;(rand 4)?t c;()];
  $[not count v;"(0#",text[pools columns c],")";1=count v;"(enlist ",text[v 0],")";"(",text[v],")"]}

/ One of several ways to write a part of a query; each is a function of the table.
some1:{[ways;t]pick[ways]t}
col:{string pick x}

wheres:(
  {o:pick sortable;string[o],pick[("=";"<";">";"<=";">=";"<>")],item[x;o]};
  {c:pick every;string[c],"=",item[x;c]};
  {c:pick every;pick[("";"not ")],string[c]," in ",items[x;c]};
  {o:pick sortable;string[o]," within (",(";"sv v iasc value each v:(item[x;o];item[x;o])),")"};
  {pick[("";"not ")],"null ",col sortable};
  {m:col numeric;m,">avg ",m};
  {o:col sortable;o,"=max ",o};
  {o:pick sortable;c:pick every;"(",string[o],"<",item[x;o],")|",string[c],"=",item[x;c]};
  {o:pick sortable;c:pick every;"(",string[o],">=",item[x;o],")&not ",string[c],"=",item[x;c]};
  {o:col sortable;o,"=(",pick[("max";"min";"first";"last")],";",o,")fby ck"};
  {m:col numeric;m,">=(avg;",m,")fby([]ck;cb)"};
  {"i<",string rand 1+count x};
  {"i in ",.Q.s1 2?1+count x};
  {pick[("ck";"cm";"st")]," like ",.Q.s1 pick("a*";"?";"*";"";"[a-c]*";"*z*";"[b]")};
  {pick("cb";"not cb";"not cb|cb";"cb and 1b";"1b";"0b")};
  {"2<count each ",pick("st";"nl";"nf")};
  {col[whole],">",col whole};
  {"0=",col[whole]," mod ",string 2+rand 5};
  {pick[("cp.minute";"ct.minute";"cv.minute")],pick[(">";"=";"<")],"first cu"};
  {"ck=first ck"};
  {col[numeric],"<",string[rand 5],"+",col numeric};
  {o:col sortable;o,">prev ",o};
  {m:col numeric;m," within(",m,"-1;",col[numeric],")"})

folds:(
  {pick[("sum";"avg";"max";"min";"dev";"var";"med";"sdev";"svar")]," ",col numeric};
  {pick[("max";"min")]," ",col sortable};
  {pick[("first";"last";"count";"count distinct")]," ",col every};
  {pick("count i";"last i";"first i";"max i")};
  {col[numeric],pick[(" wavg ";" wsum ";" cov ")],col numeric};
  {pick("all cb";"any cb";"sum cb";"avg cb";"sum not cb";"min cc";"max cx";"sum cx")};
  {"sum ",col[numeric],pick["*+-&|"],col numeric};
  {o:pick sortable;"sum ",string[o],">",item[x;o]};
  {m:col numeric;"(max ",m,")-min ",m};
  {pick[("{x[0]}[";"{count x}[")],col[every],"]"};
  {"sum[",col[numeric],"]%count i"};
  {pick("max count each st";"sum count each nl";"first st";"last nl";"count raze nl";"avg raze nf";"count distinct st")};
  {"max abs ",col[numeric],"-",col numeric};
  {"count where ",col[numeric],">",col numeric};
  {"sum ",col[numeric]," where cb"};
  {"max deltas ",col whole};
  {m:col numeric;"first ",col[every]," where ",m,"=max ",m};
  {"1+sum ",col whole};
  {"sum ?[cb;",col[numeric],";0]"};
  {pick("avg cj>0";"sum cj in 1 2 3";"sum cj within 0 100";"max cj mod 7";"sum 0^cj";"last 0^cf";"sum prev cj")})

lists:({col every};{"distinct ",col every};{"reverse ",col every};{"2#",col every};{"asc ",col every};
  {"next ",col every};{pick("st";"nl";"sums cj";"deltas ci")})

rows:({col every};{col every};{col[numeric],"+1"};{col[numeric],"*",col numeric};{o:pick sortable;string[o],">",item[x;o]};
  {pick("sums cj";"deltas cj";"prev ck";"fills cf";"maxs cj";"next cp";"3 mavg cj";"rank cj";"3 msum ci")};
  {pick("st";"nl";"count each st";"string ck";"cp.hh";"ct.minute")};{m:col numeric;"?[cb;",m,";",m,"]"};{"i"};
  {m:col numeric;m,"-avg ",m})

bys:({"ck"};{"ck"};{col every};{pick("0D01 xbar cp";"cp.date";"cp.hh";"`hh$ct";"5 xbar cv.minute")};{"k1:cj mod 3"};
  {"k2:cj>",item[x;`cj]};{"cb"};{"k3:",string[1+rand 9]," xbar ",col whole};{pick("k4:st";"k5:nl";"k6:not cb")})

/ r0:..,r1:..
named:{", "sv("r",/:string til count x),'":",/:x}
several:{[ways;t]named some1[ways]each(1+rand 3)#enlist t}
where1:{[t]$[count w:some1[wheres]each(pick 0 0 1 1 1 2 3)#enlist t;" where ",", "sv w;""]}
by1:{[t]", "sv distinct some1[bys]each(1+0=rand 4)#enlist t}

queries:(
  {"select ",several[folds;x]," by ",by1[x]," from T",where1 x};
  {"select ",several[folds;x]," by ",by1[x]," from T",where1 x};
  {"select ",several[folds;x]," from T",where1 x};
  {"exec ",some1[folds;x]," by ",some1[bys;x]," from T",where1 x};
  {"exec ",several[folds;x]," from T",where1 x};
  {"exec ",some1[folds;x]," from T",where1 x};
  {"select from T",where1 x};
  {"select ",several[rows;x]," from T",where1 x};
  {"exec ",some1[rows;x]," from T",where1 x};
  {"select[",string[-5+rand 12],"] from T",where1 x};
  {"select[",string[-3+rand 10],pick["<>"],":",col[sortable],"] ck,cj from T",where1 x};
  {"select ",several[lists;x]," by ",by1[x]," from T",where1 x};
  {"select distinct ",col[every],",",col[every]," from T",where1 x};
  {"select by ",by1[x]," from T",where1 x};
  {"update ",several[rows,folds;x]," from T",where1 x};
  {"update ",several[rows,folds;x]," by ",by1[x]," from T",where1 x};
  {"delete from T",where1 x})
query:{some1[queries;x]}

/ The answer to a query when the table is the global of some name.
ask:{[q;name]evaluated ssr[q;" T";" ",string name]}

/ The plain reading of a parse tree. Rows keep their number for i.
numbered:{$[x~`i;`number;0h=type x;.z.s each x;99h=type x;key[x]!.z.s each value x;x]}
/ A column by itself.
value1:{[t;e]?[t;();();e]}
chosen:{[t;w]
  if[not count t;:t];
  m:value1[t;w];
  if[1h<>abs type m;'`type];
  t where count[t]#m}
/ As many as there are rows.
spread:{[n;v]$[0>type v;n#v;n=count v;v;'`length]}
grouped:{[t;b]group flip key[b]!value1[t]each value b}
bare:{delete number from x}

fold:{[t;a]key[a]!value1[t]each value a}
selected:{[t;a]
  v:value1[t]each value a;
  n:max{$[0>type x;1;count x]}each v;
  flip key[a]!{[n;v]$[0>type v;n#v;v]}[n]each v}
selectedby:{[t;b;a]
  g:grouped[t;b];
  o:iasc key g;
  rows:value[g]o;
  $[()~a;(key[g]o)!(key[b]_ bare t)last each rows;(key[g]o)!{[t;a;rows]fold[t rows;a]}[t;a]each rows]}
updated:{[t;s;b;a]
  g:$[b~0b;enlist til count s;value grouped[s;b]];
  {[s;g;t;name;e]
    v:raze{[s;e;rows]spread[count rows;value1[s rows;e]]}[s;e]each g;
    if[(0h=type v)&count[s]<count t;'`nested];
    flip flip[t],enlist[name]!enlist @[count[t]#first 0#v;s[`number]raze g;:;v]}[s;g]/[t;key a;value a]}

/ What a query should answer, or () where the plain reading says nothing: no rows, attributes of execs, limits.
reading:{[q;t]
  p:parse ssr[q;" T";" M"];
  t:update number:i from t;
  s:chosen/[t;numbered$[count p 2;first p 2;()]];
  b:numbered p 3;
  a:numbered p 4;
  $[not count s;();
    5<count p;();
    (!)~p 0;bare $[99h=type a;updated[t;s;b;a];t where not t[`number]in s`number];
    b~1b;distinct selected[s;a];
    b~0b;$[()~a;bare s;selected[s;a]];
    99h=type b;selectedby[s;b;a];
    ()]}

/ Every column with an attribute that it may have, or none.
decorated:{flip attributed each flip x}

judge:{[q;what;same;a;b]if[not agree[same;a;b];failed[q;what,told each(count M;a;b)]];}

try:{[]
  M::table pick sizes,large;
  V::decorated M;
  do[4;
    q:query M;
    a:ask[q;`M];
    answers,:enlist(q;a);
    judge[q;enlist"attributes";exact;a;ask[q;`V]];
    if[not count[M]in large;
      r:outcome[reading;(q;M)];
      if[not(r[0]|a 0)|()~r 1;judge[q;enlist"plain reading";near;a;r]]]];}
