/ Functions of items that are answered for all of them at once: the same as item by item, to type, attribute and bit.
/ source: ref/maps, ref/each   status: inferred
/ What chooses is applied item by item.
q)one:{[f;x]{[f;y]$[1b;f y;0]}[f]each x}
q)two:{[f;x;y]{[f;a;b]$[1b;f[a;b];0]}[f]'[x;y]}
q)left:{[f;x;y]{[f;y;a]$[1b;f[a;y];0]}[f;y]each x}
q)right:{[f;x;y]{[f;x;b]$[1b;f[x;b];0]}[f;x]each y}
q)same:{(-8!x)~-8!y}
q)\S 7
q)n:40
q)v:(n?0b;n?0x0;n?100h;n?100i;0N,(n-1)?100;0w,(n-1)?1e;0n,(n-1)?9f;n?" abc";n?`3;n?0Ng;n?2000.01.01;n?12:00;n?0D01;n?.z.p)
q)v,:(`s#til n;`g#n?9;n#0n;n#0N)
/ Atomic functions of one argument.
q)u:(neg;not;null;abs;floor;sqrt;string;{x};{neg x};neg neg@;(2*);(;1)+;-[;2];{x+1};{[a]b:a*2;b-a};{(x>3)&x<50};{2*x*x})
q)try:{@[{(1b;x . y)}[x];y;{(0b;x)}]}
q)all raze{[f]{[f;x]same[try[{x each y};(f;x)];try[one;(f;x)]]}[f]each v}each u
1b
/ And of two.
q)b:(+;-;*;%;&;|;^;=;<>;<;>;<=;>=;div;mod;xbar;{x+y};{[a;b]c:a-b;c*c};{y};,)
q)all raze{[f]raze{[f;x]{[f;x;y]same[try[{x'[y;z]};(f;x;y)];try[two;(f;x;y)]]}[f;x]each v}[f]each v}each b
1b
q)all raze{[f]{[f;x]same[try[{x\:[y;z]};(f;x;first x)];try[left;(f;x;first x)]]}[f]each v}each b
1b
q)all raze{[f]{[f;x]same[try[{x/:[y;z]};(f;2;x)];try[right;(f;2;x)]]}[f]each v}each b
1b
/ An item and the one before it.
q)prior1:{[f;x]r:(f':)x;i:1;ok:1b;while[i<count x;ok&:same[r i;{$[1b;x[y;z];0]}[f;x i;x i-1]];i+:1];ok}
q)all raze{[f]{[f;x]@[prior1[f];x;{x~"type"}]}[f]each v}each(+;-;&;|;=;<>;<;>;~;{x-y};{x>2*y})
1b
q)(+':)til 20
0 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 33 35 37
q)100+':til 20
100 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 33 35 37
q)(>':)20#3 1 2
10110110110110110110b
q)(+':)6#1 2i
1 3 3 3 3 3i
q)type(+':)20#1 2i
6h
/ Look-ups.
q)all{same[x in\:y;left[in;x;y]]}'[v;3#'v]
1b
q)all{same[x?/:y;right[?;x;y]]}'[3#'v;v]
1b
q)all{same[x bin/:y;right[bin;x;y]]}'[asc each 9#'v;v]
1b
q)same[v[4]within\:10 50;left[within;v 4;10 50]]
1b
/ A global that is a number is one for all items; assigned to, or a list, it is read each time.
q)g:3
q)sum{x+g}each til 20
250
q){g+:x;g}each 20#1
4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
q)g:1 2
q)3#{x+g}each til 20
1 2
2 3
3 4
/ Strings.
q)s:(string n?`4),("";"";enlist"a";"  b c ")
q)m:count s
q)sv1:(`s#"abc";"d"),s
q)w:(s;20#enlist"";sv1;string each n#`a`bcd)
q)all raze{[f]{[f;x]same[try[{x each y};(f;x)];try[one;(f;x)]]}[f]each w}each(first;last;count;reverse;upper;lower;trim;ltrim;rtrim;enlist;type;`$;"J"$;"S"$;like[;"a*"];2#;-2#;7#;0#;-7#;1_;-1_;9_;,[;"x"];,["yz"];first reverse@)
1b
q)all{same[x _'s;two[_;x;s]]&same[x#'s;two[#;x;s]]}each(til m;neg til m;3)
1b
q)same[s@'til m;two[@;s;til m]]&same[s,'s;two[,;s;s]]&same[s,'"c";two[,;s;"c"]]&same[s,'m#"ab";two[,;s;m#"ab"]]&same[s,\:"cd";left[,;s;"cd"]]&same["cd",/:s;right[,;"cd";s]]
1b
q)same[s like\:"a*";left[like;s;"a*"]]&same[`$s;{$[1b;`$x;0]}each s]
1b
/ Searches in strings.
q)s,:("\377a_a";"aba_ab";"aaa";enlist"_";"a,b,,c";enlist",";enlist"\000")
q)m:count s
q)sv1:(`s#"abc";"d"),s
q)w:(s;20#enlist"";sv1;string each n#`a`bcd;s,enlist 1 2)
q)all raze{[f]{[f;x]same[try[{x each y};(f;x)];try[one;(f;x)]]}[f]each w}each(ss[;"a"];ss[;"aa"];ss[;"[ab]"];ss[;"?"];ss[;"a*"];ss[;"\377"];ssr[;"a";"XY"];ssr[;"ab";""];ssr[;"?a";"_"];ssr[;"a";"b"];ssr[;"a";upper];ssr[;"a";1];ssr[;"";"b"];?[;"_"];?[;"ab"];?[;`a];~[;"aaa"];~[;"a"];~["";];in["a";];in["";];like[;"*a*"];like[;"*a"];like[;"*a*b"];like[;"[^a]*"];like[;""];like[;"?*?"])
1b
q)all raze{[f]{[f;x]same[try[{x each y};(f;x)];try[one;(f;x)]]}[f]each w}each(5$;-3$;0$)
1b
q)same[s?'m#"a_b";two[?;s;m#"a_b"]]&same[s~'reverse s;two[~;s;reverse s]]&same[s~'s;two[~;s;s]]&same[s~\:"aaa";left[~;s;"aaa"]]&same["_"in/:s;right[in;"_";s]]&same[s ss\:"a";left[ss;s;"a"]]&same[s?\:"a";left[?;s;"a"]]
1b
/ Strings split into lists of strings.
q)all raze{[f]{[f;x]same[try[{x each y};(f;x)];try[one;(f;x)]]}[f]each w}each(vs["_";];vs["ab";];vs["";];vs[",";];vs[`;];vs[0x61;];{"_"vs x};{first","vs x};{last"_"vs x};{("a"vs x)1};{count"a"vs x};{"-"sv reverse"a"vs x};{"J"$"a"vs x};{"-"sv"_"vs x};{`$","vs x};{2#"_"vs x};{raze"a"vs x};ssr["a";"";]@)
1b
q)p:"a"vs's
q)k:{$[1b;"a"vs x;0]}each s
q)same[p;k]&(p~k)&(type p;count p;-22!p)~(0h;m;-22!k)
1b
q)all{same[x p;x k]}each(count each;first each;last each;reverse each;raze;(raze/);{x[;0]};{x[;1]};{x[;-1]};{x[1 0 99]};{x 3};{x . 3 0};{x[;0;0]};"-"sv/:;"-"sv';"J"$;"S"$;"J"$/:;{"I"$'x};`$;upper;reverse;2#;-2_;distinct;{x?x};{count each group x};asc;{x,x};{(enlist 1 2),x};{x where 1<count each x};{@[x;2;:;enlist"zz"]};{.[x;(1;0);:;"zz"]};{x[3],:enlist"a";x};.Q.s;.Q.s1;-9!-8!;{flip([]a:x)};string;like\:[;"*b*"];trim;{x=x};{2_'x};{type each x};{x~'x};{x in 3#x};{([]a:x)};{update b:count each a from([]a:x)};{a:x;a,:enlist enlist"q";a})
1b
q)c:{x,",",y}'[s;reverse s]except\:"a"
q)e:","vs'c where 1=sum each","=c
q)same[flip e;flip{$[1b;x;0]}each e]&same[flip 2#e;flip{$[1b;x;0]}each 2#e]
1b
q)@[flip;p;::]
"length"
q)@[flip;","vs's,enlist"a,b";::]
"length"
/ Symbols are split at their dots, files at their last slash.
q)y:m#`a.b`c``:/d/e.f`:g`a.b`.h`i.
q)same[` vs'y;two[vs;m#`;y]]&same[` vs/:y;right[vs;`;y]]
1b
q)3#` vs'y
`a`b
,`c
,`
/ Functions made of several primitives: all items go through each of them abreast.
q)f:({x,"a"};{"b",x,"c","d"};{x[0]};{x 1};{x -1};{upper trim x};{2#reverse x};{(count x)>2};{1+count x};{x~"aaa"};{ssr[x;"a";upper"b"]};{x,x};{`$x};{"J"$x};{x};{"ab"};{a:trim x;a,x};{x,"ab",x 0};{x[0],x[1]};{x like"*a*"};{first x;last x};{5$x};{x+1};{(3#x)~"aaa"};{neg count x})
q)f,:({x,y}[;"z"];{x,y}["z"];trim upper@;(count trim@);{2_x,x}ssr[;"a";"bb"]@;{x?"_"};{x="_"};{string x};{string count x};{x _ 2};{x[;0]};{x . 0};{reverse x 0};{enlist x})
q)all raze{[f]{[f;x]same[try[{x each y};(f;x)];try[one;(f;x)]]}[f]each w}each f
1b
q)all{[f]same[try[{x'[s;y]};(f;reverse s)];try[two;(f;s;reverse s)]]}each({x,y};{x,"-",y};{x~y};{(count x)+count y};{upper[x],lower y};{x,string count y};{y})
1b
q)r:{g::x;x,"a"}each s,enlist"last"
q)g
"last"
/ Vectors, of which some are shorter, and what is no vector.
q)k:((til 20)#\:5 6 7),enlist`s#1 2
q)all{[f]same[f each k;one[f;k]]}each(first;last;count;reverse;sum;max;avg;2#;1_)
1b
q)all{[f]same[f each k,5 6;one[f;k,5 6]]}each(first;last;count)
1b
q)same[k@'til 21;two[@;k;til 21]]&same[enlist each til 20;one[enlist;til 20]]
1b
/ Errors are those of the item.
q){x+`a}each til 20
'type
q)neg each 20#`a
'type
q)(til 20)+'til 19
'length
/ Each of many with a few: as one by one.
q)v:-3+til 40
q)(v+\:1 0N 2)~{x+1 0N 2}each v
1b
q)(v>\:0 5)~{x>0 5}each v
1b
q)(1.5 2-/:v)~{1.5 2-x}each v
1b
q)(v=\:`long$())~{x=`long$()}each v
1b
q)(v mod\:`s#2 3)~{x mod `s#2 3}each v
1b
q)v+\:`a`b
'type
q)("ab"|/:20#"b")~{"ab"|x}each 20#"b"
1b
/ Counts, types and items of each item of a vector.
q)(count each v;type each v;v@/:-1 3 99,til 20)~({count x}each v;{type x}each v;{v x}each -1 3 99,til 20)
1b
q)(count each 20#0x01;type each 20#"a";(`s#v)@/:20#1)~(20#1;20#-10h;20#-2)
1b
q)e:20#`dom?`a`b
q)(count each e;type each e;e@/:20#1)~(20#1;20#-20h;20#`dom$`b)
1b
/ Rows of a table, one for each item.
q)t:([]a:til 16;b:16#1.5)
q)l:16#(1;2i;3f)
q)(t+'l;t*'1+til 16;t,'16#enlist`c`d!7 8)~(t{x+y}'l;t{x*y}'1+til 16;t{x,y}'16#enlist`c`d!7 8)
1b
q)(16#enlist"ab"),'t
'type
q)(l+'1!update k:a from t)~l{x+y}'1!update k:a from t
1b
/ Windows that slide, packed and longer ones, of every type; others go step by step. source: kb/faq (moving windows)
q)slide:{$[1b;1_x,y;0]}
q)w:{[w;v]r:{1_x,y}\[w;v]; (r~slide\[w;v])&r~{(1_x),y}\[w;v]}
q)w'[(3#0n;40#0N;50#0Nd;3#`;"   ";2#0b;1#0x00;5#0Np;2#0Ng);(50?1f;100?9;3?.z.D;40?`2;40?.Q.a;33?0b;10?0x0;1?.z.p;40?0Ng)]
111111111b
q)w'[(3#0n;0#0;5;1 2;();e;1 2;`a`b!1 2);(til 3;til 3;til 3;0#0;til 40;e;enlist 3;1 2)]
'type
q)w'[(3#0n;1 2;e;1 2);(til 3;0#0;e;enlist 3)]
1111b
q)({1_x,y}\[0#0;til 40];{1_x,y}\[();til 40])~(slide\[0#0;til 40];slide\[();til 40])
1b
q)(attr each({1_x,y}\[`s#1 2;3 4];first{1_x,y}\[`s#1 2;3 4]))~``
1b
q)s:40?`3
q)(.Q.dd'[s;reverse s];.Q.dd'[s;til 40];.Q.dd[`:a/]each s;` sv'flip(s;s;s))~({$[1b;` sv x,y;`]}'[s;reverse s];{$[1b;` sv x,`$string y;`]}'[s;til 40];{$[1b;` sv`:a/,x;`]}each s;{$[1b;` sv x;`]}each flip(s;s;s))
1b
/ A dictionary or vector is looked up by each. source: ref/apply   status: inferred
q)look:{[d;x]{[d;x]$[1b;d x;0]}[d]each x}
q)x:(2*til 40) cut 80?30; d:(`u#til 20)!20?1f; v:20?`3
q)(d each x;v each x;d each 0N,/:x;v each x,\:-1)~(look[d]x;look[v]x;look[d]0N,/:x;look[v]x,\:-1)
1b
q)(d each til 40;v each 40#enlist`a)
'type
/ Casts of atoms, and tests among a few items, one after the other. source: ref/cast, ref/in, ref/within   status: inferred
q)slow:{[f;x]{[f;x]$[1b;value(f;x);0]}[f]each x}
q)fast:{(x each y)~slow[x;y]}
q)J:(300?100),0N 0W -0W; F:(300?100f),0n 0w -0w; D:(300?2000.01.01+til 9000),0Nd 0Wd; P:300?.z.p; N:300?2D; S:300?`a`b`c`
q)fast[{`long$x};F],fast[{`int$x};J],fast[{"h"$x};J],fast[{6h$x};F],fast[{`boolean$x};J],fast[{`char$x};J],fast[{`real$x};J],fast[{`float$x};"e"$F]
11111111b
q)fast[{`year$x};D],fast[{-1+`date$1+`month$x};D],fast[{`week$x};D],fast[{`date$x};P],fast[{`hh$x};N],fast[{`minute$x};P],fast[{`time$x};N],fast[{`long$x};D],fast[{`timestamp$x};D]
111111111b
q)fast[{$[x in`a`c;1;2]};S],fast[{x in 1 0N 99};J],fast[{$[x within 10 50;`in;`out]};J],fast[{x within 0N 20};J],fast[{x within 2003.01.01 2004.01.01};D],fast[{x in 1 2f};F],fast[{x within 10 50f};F],fast[{x within`a`b};S]
11111111b
q)c:0;{i:0;s:0;while[i<count x;if[x[i]within 10 50;s+:`long$.5+x i];i+:1];s}[J]~sum`long$.5+J where J within 10 50
1b
q){`year$x}each 20#1
'type
q){`nodomain$x}each 20#`a
'nodomain
