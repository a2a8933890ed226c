/ Joins of random tables against a look at every row of the right table for each of the left, and what tables do with
/ rows against the same.

/ ks: one or two columns of keys; ti: the time of each row.
half:{[ks;cs;c;n;own]flip(ks,`ti,own)!({[n;c]n?pick(pools c;finite c;3#finite c)}[n]each cs),enlist[tame[c;n]],own0[n]each own}
own0:{[n;c]$[c=`s;n?`x`y`z;c=`v;n?0n 1 2 3.5;n?1000]}
sides:{[n;m]
  cs:pick each(1+rand 2)#enlist"sjdihcgpt";
  ks:count[cs]#`k1`k2;
  c:pick"jpntuvdi";
  (ks;half[ks;cs;c;n;`a`s];half[ks;cs;c;m;`b`s`v])}

/ The rows of b that agree with a row in some columns.
same1:{[ks;b;row]{[b;row;rows;k]rows where b[k;rows]~\:row k}[b;row]/[til count b;ks]}
lastbefore:{[ks;b;row]rows:same1[ks;b;row];last rows where b[`ti;rows]<=row`ti}

/ a with the columns of b at some rows; fill says what an own column becomes.
beside:{[a;b;ks;at1;fill]
  found:b at1;
  names:cols[b]except ks;
  flip flip[a],names!{[a;found;at1;fill;c]$[c in cols a;fill[null at1;a c;found c];found c]}[a;found;at1;fill]each names}
theirs:{[none;own;found]found}
matched:{[none;own;found]?[none;own;found]}
filled:{[none;own;found]own^found}

asofs:{[ks;a;b](0#0),lastbefore[ks;b]each a}
firsts:{[ks;a;b]first each same1[ks;b]each a}
plain0:()!()
plain0[`aj]:{[ks;a;b]beside[a;b;ks,`ti;asofs[ks;a;b];matched]}
plain0[`aj0]:{[ks;a;b]at1:asofs[ks;a;b];@[plain0[`aj][ks;a;b];`ti;:;?[null at1;a`ti;b[`ti]at1]]}
plain0[`ajf]:{[ks;a;b]beside[a;b;ks,`ti;asofs[ks;a;b];filled]}
plain0[`asof]:{[ks;a;b](cols[b]except ks,`ti)#plain0[`aj][ks;(ks,`ti)#a;b]}
plain0[`lj]:{[ks;a;b]beside[a;b;ks;firsts[ks;a;b];matched]}
plain0[`ij]:{[ks;a;b]at1:firsts[ks;a;b];w:where not null at1;beside[a w;b;ks;at1 w;theirs]}
plain0[`ej]:{[ks;a;b]rows:same1[ks;b]each a;(a where count each rows),'((cols[b]except ks)#b)raze rows}
plain0[`in]:{[ks;a;b]0<count each same1[ks;b]each ks#a}
plain0[`find]:{[ks;a;b]count[b]^first each same1[ks;b]each ks#a}
plain0[`xasc]:{[ks;a;b]b{[b;rows;k]rows iasc b[k;rows]}[b]/[til count b;reverse ks,`ti]}
plain0[`ungroup]:{[ks;a;b]b raze value group ks#b}
plain0[`fby]:{[ks;a;b]sum each b[`b](group ks#b)ks#b}
plain0[`uj]:{[ks;a;b]
  c:cols[a]union cols b;
  side:{[t;o;c]$[c in cols t;t c;count[t]#0#o c]};
  flip c!{[side;a;b;c]side[a;b;c],side[b;a;c]}[side;a;b]each c}
plain0[`upsert]:{[ks;a;b]
  a:0!?[a;();ks!ks;()];
  {[ks;a;row]$[count at1:same1[ks;a;row];@[a;first at1;:;row];a,row]}[ks]/[(ks,`s)#a;(ks,`s)#b]}

fast0:()!()
fast0[`aj]:{[ks;a;b]aj[ks,`ti;a;b]}
fast0[`aj0]:{[ks;a;b]aj0[ks,`ti;a;b]}
fast0[`ajf]:{[ks;a;b]ajf[ks,`ti;a;b]}
fast0[`asof]:{[ks;a;b]b asof(ks,`ti)#a}
fast0[`lj]:{[ks;a;b]a lj ks xkey b}
fast0[`ij]:{[ks;a;b]a ij ks xkey b}
fast0[`ej]:{[ks;a;b]ej[ks;a;b]}
fast0[`in]:{[ks;a;b](ks#a)in ks#b}
fast0[`find]:{[ks;a;b](ks#b)?ks#a}
fast0[`xasc]:{[ks;a;b](ks,`ti)xasc b}
fast0[`ungroup]:{[ks;a;b]$[count b;ungroup ks xgroup b;b]}
fast0[`fby]:{[ks;a;b](sum;b`b)fby ks#b}
fast0[`uj]:{[ks;a;b]a uj b}
fast0[`upsert]:{[ks;a;b]0!(ks xkey(ks,`s)#0!?[a;();ks!ks;()])upsert(ks,`s)#b}

/ Windows: rows from the last one before the window (wj), or in it (wj1).
span:"jpntuvdi"!(2;0D00:10;0D00:10;1000000;10;600;3;2i)
inwindow:{[early;ks;b;lo;hi;row]
  rows:same1[ks;b;row];
  t:b[`ti;rows];
  inside:rows where t within(lo;hi);
  $[early&not lo in t;(-1 sublist rows where t<lo),inside;inside]}
windowed:{[early;ks;a;b;w;f;c]
  flip flip[a],enlist[c]!enlist f each b[c]inwindow[early;ks;b]'[w 0;w 1;a]}

tried:{[name;args;a;b]
  answers,:enlist(name;a);
  if[not agree[exact;a;b];failed[string name;told each(args;a;b)]];}

try:{[]
  x:sides[size[];size[]];
  ks:x 0;a:x 1;
  / What b has to be for as-of joins: times in order, or in order within its keys; with an attribute on its key, or not.
  b:pick[(::;@[;ks 0;`g#];{@[x;y;`p#]}[;ks 0]xasc[ks 0]@)]`ti xasc x 2;
  {[args;name]tried[name;args;outcome[fast0 name;args];outcome[plain0 name;args]]}[(ks;a;b)]each key fast0;
  if[count a;
    b:(ks,`ti)xasc b;
    d:span .Q.t type a`ti;
    w:(a[`ti]-d;a[`ti]+d);
    w:(min w;max w);
    f:pick(sum;max;last;count;avg;med;{x});
    c:pick`b`v;
    args:(ks;a;b;w;f;c);
    tried[`wj;args;outcome[{[ks;a;b;w;f;c]wj[w;ks,`ti;a;(b;(f;c))]};args];outcome[windowed 1b;args]];
    tried[`wj1;args;outcome[{[ks;a;b;w;f;c]wj1[w;ks,`ti;a;(b;(f;c))]};args];outcome[windowed 0b;args]]];}
