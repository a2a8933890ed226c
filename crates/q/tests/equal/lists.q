/ Primitives on lists against the plainest way to say the same: a law is (name;same;fast;plain;arguments;which of
/ them may be cut). In a plain way there are each, loops and `where`, never the primitive itself.

laws:()
law:{[name;same;fast;slow;args;less]laws,:enlist(name;same;fast;slow;args;less);}

/ Arguments: one vector of some types; two of one type and count; two of any; two of other counts; a number and a vector.
one:{[ts;n]enlist vector[pick ts;n]}
finites:{[ts;n]enlist tame[pick ts;n]}
two:{[ts;n]vector[;n]each 2#pick ts}
mixed:{[ts;n](vector[pick ts;n];vector[pick ts;n])}
uneven:{[ts;n]c:pick ts;(vector[c;n];vector[c;size[]])}
wider:{[ts;n](1+rand 12;vector[pick ts;n])}
signed:{[ts;n](-10+rand 21;vector[pick ts;n])}

some:{x where not null x}
first1:{[x;y]$[count i:where x~\:y;first i;count x]}
loop:{[f;x]r:x;i:1;while[i<count x;r[i]:f[r i-1;x i];i+:1];r}

/ Folds.
law[`sum;near;sum;{(+/)0f,"f"$some x};finites"f";0]
law[`sums;exact;sums;loop[+];finites"ijn";0]
law[`max;exact;max;{[x]$[count y:some x;{$[x<y;y;x]}/[y];max 0#x]};one"hijefpmdznuvt";0]
law[`min;exact;min;{[x]$[count y:some x;{$[x>y;y;x]}/[y];min 0#x]};one"hijefpmdznuvt";0]
law[`avg;near;avg;{[x](0f+/"f"$y)%count y:some x};finites"bxhijef";0]
law[`med;near;med;{[x]y:"f"$asc some x;n:count y;avg y(floor .5*n-1;floor .5*n)};finites"hijef";0]
law[`dev;near;dev;{[x]y:"f"$some x;sqrt avg d*d:y-avg y};{enlist -50+x?pick(100;100.;100i)};0]
law[`wavg;near;wavg;{i:where not null[x]|null y;(sum("f"$x i)*y i)%sum"f"$x i};{(x?100;x?100.)};0 1]
law[`cov;near;cov;{avg[x*y]-avg[x]*avg y};{(x?100;x?100.)};0 1]
law[`maxs;exact;maxs;loop[|];finites"hijefpmdznuvtbx";0]
law[`mins;exact;mins;loop[&];finites"hijefpmdznuvtbx";0]
law[`fills;exact;fills;{{$[null y;x;y]}\[x]};one"hijefspmdznuvt";0]
law[`deltas;exact;{1_deltas x};{(1_x)-(-1_x)};one"hijefpmdznuvt";0]
law[`ratios;exact;{1_ratios x};{(1_x)%(-1_x)};finites"hijef";0]
law[`differ;exact;differ;{1b,not(1_x)~'-1_x};{enlist vector[pick types;1|x]};()]
law[`prior;exact;{1_(<':)x};{(1_x)<-1_x};{enlist tame[pick"hijefpmdznuvt";2|x]};()]

/ Windows.
window:{[n;x]{[n;x;i]x(0|i-n-1)+til n&1+i}[n;x]each til count x}
law[`msum;near;msum;{sum each window[x;y]};{(1+rand 12;x?1.5 0n 2.5 1e5 -3.1)};1]
law[`mavg;near;mavg;{avg each window[x;y]};{(1+rand 12;x?pick(1.5 0n -3.1;1 2 0N 7;3 0N -4i))};1]
law[`mdev;near;mdev;{dev each window[x;y]};{(1+rand 12;x?pick(1.5 0n -3.1 1e6;1 2 0N 7;3 0N -4i))};1]
law[`mmax;exact;mmax;{max each window[x;y]};{(1+rand 12;tame[pick"hijefpmdznuvt";x])};1]
law[`mmin;exact;mmin;{min each window[x;y]};{(1+rand 12;tame[pick"hijefpmdznuvt";x])};1]
law[`mcount;exact;mcount;{"i"$count each some each window[x;y]};wider"hijefpmdznuvts";1]
law[`ema;near;ema;{{[a;p;v](p*1-a)+v*a}[x]\["f"$y]};{(rand 1.;x?10.)};1]

/ Look-up and sets.
law[`find;exact;?;{first1[x]each y};uneven types;0]
law[`in;exact;in;{{any x~/:y}[;y]each x};uneven types;0]
law[`bin;exact;bin;{{-1+"j"$sum x<=y}[x]each y};{@[uneven[ordered;x];0;{`#asc x}]};1]
law[`binr;exact;binr;{{"j"$sum x<y}[x]each y};{@[uneven[ordered;x];0;{`#asc x}]};1]
law[`within;exact;within;{{(not x<y 0)&not x>y 1}[;y]each x};{c:pick ordered;(vector[c;x];asc vector[c;2])};0]
law[`distinct;exact;distinct;{x where{not any x[y]~/:y#x}[x]each til count x};one types;0]
law[`group;exact;group;{d!{where x~/:y}[;x]each d:distinct x};one types;0]
law[`union;exact;union;{distinct x,y};uneven types;0]
law[`inter;exact;inter;{x where any each x~/:\:y};uneven types;0]
law[`except;exact;except;{x where not any each x~/:\:y};uneven types;0]

/ Order.
place:{[before;x;s;j]k:sum not before[x j;x s];(k#s),j,k _ s}
law[`iasc;exact;iasc;{(0#0)place[<;x]/til count x};one ordered;0]
law[`idesc;exact;idesc;{(0#0)place[>;x]/til count x};one ordered;0]
law[`asc;exact;asc;{x iasc x};one types;0]
law[`rank;exact;rank;{iasc iasc x};one types;0]
law[`xrank;exact;xrank;{floor x*rank[y]%count y};wider ordered;1]

/ Short vectors of one count or of several, compared as wholes.
short:{[ts;n]v:vector[pick ts;6];w:pick 0N 1 2 3;{[v;w;i]$[null w;rand 4;w]?v}[v;w]each til n}
shorts:{[ts;n]enlist short[ts;n]}
before:{[x;y]n:count[x]&count y;i:first where not(n#x)~'n#y;$[null i;count[x]<count y;x[i]<y i]}
law[`distinctShort;exact;distinct;{x where{not any x[y]~/:y#x}[x]each til count x};shorts types;0]
law[`groupShort;exact;{value group x};{{where x~/:y}[;x]each x where{not any x[y]~/:y#x}[x]each til count x};shorts types;0]
law[`differShort;exact;differ;{1b,not(1_x)~'-1_x};{shorts[types;1|x]};()]
law[`findShort;exact;{x?y};{first1[x]each y};{x:short[types;1|x];(x;neg[1|count[x]div 2]?x)};()]
law[`inShort;exact;in;{{any x~/:y}[;y]each x};{x:short[types;1|x];(x;neg[1|count[x]div 3]?x)};()]
seat:{[before;x;s;j]k:sum 0b,not before[x j]each x s;(k#s),j,k _ s}
law[`iascShort;exact;iasc;{(0#0)seat[before;x]/til count x};shorts ordered;0]
law[`idescShort;exact;idesc;{(0#0)seat[{before[y;x]};x]/til count x};shorts ordered;0]
law[`crossShort;exact;cross;{raze x,/:\:y};{c:pick types;(vector[c;1|x];short[enlist c;1|x mod 20])};()]

/ Places.
law[`reverse;exact;reverse;{x(count[x]-1)-til count x};one types;0]
law[`rotate;exact;rotate;{$[n:count y;y(x+til n)mod n;y]};signed types;1]
law[`take;exact;#;{$[n:count y;y$[x<0;(x+til neg x)mod n;til[x]mod n];x#y]};signed types;1]
law[`drop;exact;_;{$[x<0;(0|x+count y)#y;y x+til 0|count[y]-x]};signed types;1]
law[`cut;exact;{(x*til ceiling count[y]%x)_ y};cut;wider types;1]
law[`xprev;exact;xprev;{y til[count y]-x};signed types;1]
law[`where;exact;where;{raze x#'til count x};{enlist x?pick(0b;4)};0]
law[`index;exact;@;{x each y};{(vector[pick types;x];-2+size[]?4+x)};1]
law[`raze;exact;raze;{,/[x]};{c:pick types;enlist vector[c]each 1+(1+rand 8)?5};()]

/ Joins of vectors of two types, item by item.
law[`join;exact;,;{{x,enlist y}/[x til count x;y]};{n:1|x;(vector[pick types;n];vector[pick types;1|size[]])};()]

/ Atomic functions, item by item: what chooses is not applied to all items at once.
lone:{[f;x]$[1b;f x;0]}
pair:{[f;x;y]$[1b;f[x;y];0]}
pairs:`add`sub`mul`quo`min`max`eq`ne`lt`gt`le`ge`div`mod`xbar!(+;-;*;%;&;|;=;<>;<;>;<=;>=;div;mod;xbar)
atomic2:{[name;f]
  law[name;exact;f;{[f;x;y]$[count x;pair[f]'[x;y];f[x;y]]}f;mixed"bxhijefpmdznuvt";0 1];
  law[name;exact;f;{[f;x;y]$[count y;pair[f;x]each y;f[x;y]]}f;{(pick pools pick numbers;vector[pick ordered;x])};1];
  law[name;exact;f;{[f;x;y]$[count x;pair[f;;y]each x;f[x;y]]}f;{(vector[pick ordered;x];pick pools pick numbers)};0];}
atomic2'[key pairs;value pairs];
law[`fill;exact;^;{{$[null y;x;y]}'[x;y]};two"hijefspmdznuvtc";0 1]
singles:(neg;abs;floor;ceiling;signum;not;null;sqrt;exp;log;reciprocal;string;upper)
{law[`$string x;exact;x;{[f;x]$[count x;lone[f]each x;f x]}x;one types;0]}each singles;
{law[`cast;exact;x$;{[c;x]$[count x;lone[c$]each x;c$x]}x;one types;0]}each"bxhijefcpmdznuvt";
{law[`part;exact;x$;{[c;x]$[count x;lone[c$]each x;c$x]}x;one types;0]}each`date`hh`mm`ss`dd`year`week`month`minute`second;

/ Each of many, as one by one.
lines:{[f;g]law[`lines;exact;f each;lone[f]each;{enlist strings x};0];law[`lines2;exact;g';pair[g]';{x:strings x;(count[x]?-3+til 7;x)};0 1];}
lines'[(first;last;count;reverse;upper;trim;2#;-1_;"J"$;,[;"a"]);(_;#;{x#y};{y,"a"};_;#;_;#;_;#)];
{law[`each;exact;x each;lone[x]each;one types;0]}each(neg;not;string;(2*);{x+1};{2*x*x};{[x]y:x;y=x};-[;1];enlist);
{law[`each2;exact;x';pair[x]';mixed types;0 1]}each(+;-;=;<;,;{x-2*y};{[a;b]c:a&b;c});
{law[`pairs;exact;{1_(x':)y}x;{pair[x]'[1_y;-1_y]}x;{enlist vector[pick types;2|x]};()]}each(=;<;~;{x>y});

/ Many vectors of one count: each with another, with the same one, with an atom.
rows:{[ts;w;n]v:vector[pick ts;6];{[v;w;i]w?v}[v;w]each til n}
beside:{[ts;n]w:1+rand 4;(vector[pick ts;w];rows[ts;w;n])}
dyads:(+;-;*;%;&;|;=;<>;<;>=;^;div;mod;in;?;bin;within;,;rotate;xbar;{y-x};{x*x+y})
{law[`rowsRight;exact;x/:;{[f;x;y]pair[f;x]each y}x;beside types;1]}each dyads;
{law[`rowsLeft;exact;x\:;{[f;x;y]pair[f;;y]each x}x;{reverse beside[types;x]};0]}each dyads,(@);
{law[`rowsEach;exact;x';{[f;x;y]pair[f]'[x;y]}x;{w:1+rand 4;rows[types;w]each x,x};0 1]}each dyads;
{law[`rowsItem;exact;x';{[f;x;y]pair[f]'[x;y]}x;{(vector[pick types;x];rows[types;1+rand 4;x])};0 1]}each dyads;
{law[`rowsAtom;exact;x\:;{[f;x;y]pair[f;;y]each x}x;{(rows[types;1+rand 4;x];first vector[pick types;1])};0]}each dyads;
{law[`rowsAlone;exact;x each;lone[x]each;{enlist rows[types;1+rand 4;x]};0]}each(neg;not;null;sums;where;rotate[1];rotate[-7];3 xbar;5 in;?[;0b]);
{law[`rowsWeighed;near;x/:;{[f;x;y]pair[f;x]each y}x;beside"hijef";1]}each(wsum;wavg);

/ Strings.
pattern:{raze enlist[""],(rand 5)?(enlist"*";enlist"?";"a";"b";"[ab]";"[^ab]";"[a-c]";"[*]";" ")}
likes:{[s;p]
  if[not count p;:0=count s];
  if["*"=p 0;:any .z.s[;1_p]each(til 1+count s)_\:s];
  if[not count s;:0b];
  if["["<>p 0;:$[("?"=p 0)|p[0]=s 0;.z.s[1_s;1_p];0b]];
  end:2+(2_p)?"]";
  set0:1_end#p;
  not0:"^"=first set0;
  set0:not0 _ set0;
  if["-"in 1_set0;set0:"c"$s0+til 1+("i"$set0 2)-s0:"i"$set0 0];
  $[not0<>s[0]in set0;.z.s[1_s;(end+1)_p];0b]}
law[`like;exact;like;{likes[;y]each x};{(strings x;pattern[])};0]
law[`like;exact;like;{likes[;y]each string x};{(`$strings x;pattern[])};0]
starts:{[x;y]
  i:til 0|1+count[x]-count y;
  i:i where{[x;y;i]y~x i+til count y}[x;y]each i;
  {[n;r;j]$[count r;$[j<n+last r;r;r,j];r,j]}[count y]/[0#0;i]}
law[`ss;exact;ss;starts;{(raze enlist[""],strings x;pick("ab";"aa";"b,c";"aab"))};()]
law[`vs;exact;vs;{[x;y]p:starts[y;x];{[y;a;b]y a+til b-a}[y]'[0,p+count x;p,count y]};{(1#pick",ab";raze enlist[""],strings x)};()]
law[`svvs;exact;{x sv x vs y};{y};{(pick(1#",";",b";"ab");raze enlist[""],strings x)};()]
law[`ssr;exact;ssr;{[x;y;z]z sv y vs x};{(raze enlist[""],strings x;pick("ab";"aa";"b,c");pick("";"Z";"longer"))};()]
law[`base;exact;{x sv x vs y};{y};{(2+rand 9;(1|x)?100000)};1]
law[`symbols;exact;{`$x};{lone[`$]each x};{enlist strings x};0]

/ Amend.
law[`amend;exact;{@[x;y;:;z]};{[x;y;z]i:0;while[i<count y;x[y i]:z i;i+:1];x};
  {c:pick types;n:1|x;m:size[];(vector[c;n];m?n;vector[c;m])};()]
law[`amendmax;exact;{@[x;y;|;z]};{[x;y;z]i:0;while[i<count y;x[y i]|:z i;i+:1];x};
  {c:pick"hijfpmdtnuv";n:1|x;m:size[];(vector[c;n];m?n;vector[c;m])};()]
law[`amendjoin;exact;{@[x;y;,;z]};{[x;y;z]i:0;while[i<count y;x[y i]:x[y i],z i;i+:1];x};
  {c:pick types;n:1|rand 20;m:size[];(vector[c]each n?4;m?n;vector[c;m])};()]
law[`amenddeep;exact;{.[x;(y;z);+;1]};{[x;y;z]{[x;p]x[p 0;p 1]+:1;x}/[x;y cross z]};
  {(10 5#til 50;(1|rand 4)?10;(1|rand 4)?5)};()]

/ Iterators.
law[`over;exact;+/;{if[not count x;:(+/)x];r:x 0;i:1;while[i<count x;r+:x i;i+:1];r};{enlist x?1000};0]
law[`scan;exact;{{y+3*x}\[x;y]};{[x;y]r:y;i:0;while[i<count y;x:r[i]:y[i]+3*x;i+:1];r};{(5;(1|x)?100)};()]
law[`left;exact;{x,\:y};{raze{enlist x,y}[;y]each x};{(vector[pick types;1|x];vector[pick types;rand 4])};()]
law[`peach;exact;{{sum x*x}peach x};{{sum x*x}each x};{enlist 3 cut x?100};0]

/ Enumerations.
enum:{sym::distinct x,y;(`sym$x;`sym$y)}
law[`enumfind;exact;{(?). enum[x;y]};?;uneven"s";0]
law[`enumin;exact;{(in). enum[x;y]};in;uneven"s";0]
law[`enumless;exact;{(<). enum[x;y]};<;two"s";0 1]
law[`enumgroup;exact;{(value key@;value)@\:group first enum[x;()]};{(key;value)@\:group x};one"s";0]

/ Dictionaries.
entries:{[c;n]k:distinct vector[pick"jsdc";n];k!vector[c;count k]}
law[`dictfind;exact;?;{key[x]value[x]?y};{d:entries["j";x];(d;vector["j";size[]])};1]
law[`dictjoin;exact;,;{x[key y]:value y;x};{2#enlist{k:distinct vector["j";1|x];k!tame["j";count k]}x};()]
law[`dictsort;exact;asc;{(key x)[i]!value[x]i:iasc value x};{enlist entries[pick types;1|x]};()]

/ An attribute changes no answer.
questions:{(x?y;y in x;group x;distinct x;where x=first y;where x in y;asc x;desc x;rank x;differ x;x except y;x union y)}
ordering:{(x<first y;where x>=first y;x within 2#y;max x;min x;x bin y;reverse x;x,y)}
law[`grouped;exact;{questions[`g#x;y]};questions;uneven types;0]
law[`parted;exact;{questions[`p#x;y]};questions;{@[uneven[types;x];0;{`#raze x value group x}]};()]
law[`unique;exact;{questions[`u#x;y]};questions;{@[uneven[types;x];0;distinct]};0]
law[`sorted;exact;{questions[`s#x;y],ordering[`s#x;y]};{questions[x;y],ordering[x;y]};
  {c:pick ordered;(`#asc vector[c;x];vector[c;2|size[]])};0]

/ The arguments without the items at some places, where they may be cut.
without:{[args;places;less]@[args;less;{x where not til[count x]in y}[;places]]}

/ The fewest arguments that still fail.
shrunk:{[bad;args;may]
  if[not count may;:args];
  width:max count each args may;
  while[1<=width:width div 2;
    at0:0;
    while[at0<count args first may;
      less:without[args;at0+til width;may];
      $[bad less;args:less;at0+:width]]];
  args}

try:{[]
  l:pick laws;
  args:l[4]size[];
  bad:{[l;args]not agree[l 1;outcome[l 2;args];outcome[l 3;args]]}l;
  answers,:enlist(l 0;outcome[l 2;args]);
  if[bad args;
    args:shrunk[bad;args;(),l 5];
    failed[string l 0;told each(args;outcome[l 2;args];outcome[l 3;args])]];}
