/ The same query of a table in memory, splayed, compressed in several ways, and in partitions and segments.

/ Ways to compress.
ways:(();17 1 0;17 2 6;17 3 0;17 4 5;17 5 3;12 2 1)
write:{[path;t]$[count way:pick ways;(path,way)set t;path set t]}

/ The partitions of a kind of database, and a query's constraints on them.
kinds:`date`month`year`int!(2024.01.01 2024.01.02 2024.01.05;2024.01 2024.02 2024.05m;2020 2021 2024i;1 2 7i)
constraints:(
  {string[x],"=",text pick kinds x};
  {string[x]," in ",.Q.s1 2?kinds x};
  {string[x]," within ",.Q.s1 asc 2?kinds x};
  {string[x],pick[("<>";">=";"<")],text pick kinds x})

/ Writes t into the folder db: splayed, compressed, and in partitions, perhaps over two segments. A partition without
/ rows may lack the table. The rows as they lie there, with their partition.
database:{[kind;t]
  system"rm -rf db";
  system"mkdir -p db/s1 db/s2";
  `:db/splayed/ set .Q.en[`:db]t;
  write[`:db/packed/;.Q.en[`:db]t];
  if[rand 2;`:db/par.txt 0:("s1";"s2")];
  ps:kinds kind;
  own:asc count[t]?pick(ps;1#ps;-1#ps);
  kind xcols raze{[kind;t;own;final;p]
    rows:t where own=p;
    if[sorted:rand 2;rows:`ck xasc rows];
    stored:.Q.en[`:db]rows;
    if[sorted;stored:@[stored;`ck;`p#]];
    if[(p=final)|0<count rows;write[.Q.par[`:db;p;`$"parted/"];stored]];
    .Q.par[`:db;p;`$"other/"]set([]a:til 3);
    ![rows;();0b;enlist[kind]!enlist count[rows]#p]}[kind;t;own;last ps]each ps}

/ Reads the database; tables that partitions lack are filled in or passed over.
open:{[]
  if[chk:rand 2;.Q.chk`:db];
  system"l db";
  if[not chk;.Q.bv[]];}

/ Queries of partitions that mean the same for the rows of all: no row numbers, no lists, no functions of one's own.
whole1:{not any x like/:("*{*";"*first st*";"*last nl*";"* i*";"*:i*")}
acrosspartitions:(
  {"select ",several[folds;x]," by ",by1[x]," from T",where1 x};
  {"select ",several[folds;x]," from T",where1 x};
  {"exec ",some1[folds;x]," by ",some1[bys;x]," from T",where1 x};
  {"exec ",several[folds;x]," from T",where1 x};
  {"select from T",where1 x})
partedquery:{[kind;t]
  q:"{}";
  while[not whole1 q;q:some1[acrosspartitions;t]];
  if[not rand 3;:q];
  n:7+first q ss" from T";
  (n#q)," where ",pick[constraints][kind],$[count more:n _ q;", ",7_more;""]}

/ What it should answer: the constraints hold within each partition, the rest is of all rows that are left.
unquoted:{$[(1=count x)&(type x)in 0 11h;first x;x]}
meaning:{[q;kind;t]
  p:parse ssr[q;" T";" M"];
  w:$[count p 2;first p 2;()];
  rows:raze{[t;w;kind;p]?[?[t;enlist(=;kind;p);0b;()];w;0b;()]}[t;w;kind]each kinds kind;
  ?[rows;();unquoted p 3;unquoted p 4]}

try:{[]
  kind:rand key kinds;
  M::table pick sizes,large;
  D::database[kind;M];
  home:first system"cd";
  open[];
  do[3;
    q:query M;
    a:ask[q;`M];
    if[not q like"update*";
      judge[q;enlist"splayed";exact;a;ask[q;`splayed]];
      judge[q;enlist"compressed";exact;a;ask[q;`packed]]]];
  do[4;
    q:partedquery[kind;M];
    b:ask[q;`parted];
    a:outcome[meaning;(q;kind;D)];
    answers,:enlist(q;b);
    judge[q;("partitions";told D kind);near;b;a]];
  system"cd ",home;}
