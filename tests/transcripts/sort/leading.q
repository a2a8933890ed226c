/ The first or last items of a sorted list are found without sorting it: the same items as when it is.
/ source: ref/asc, ref/sublist, ref/take            status: documented
q)n:60
q)xs:(n?100;n?100i;n?100h;n?0x0;n?0b;n?1f;n?1e;n?.z.d;n?`a`b`c;n?" ";n?0n 1 2 0w -0w;n?0n 0 -0 1f;n?0N 0W 5 -0W;n?0D;`g#n?3;til n;n#7;n?0Ng;string n?50)
q)ns:1 -3 15 -16 0 61
q)/ the bytes of a message tell attributes, too
q)same:{[f;g](-8!f[])~-8!g[]}
q)taken:{[n;x](same[{[n;x;y]n#asc x}[n;x];{[n;x;y]{x#y}[n]asc x}[n;x]];same[{[n;x;y]n#desc x}[n;x];{[n;x;y]{x#y}[n]desc x}[n;x]])}
q)part:{[n;x](same[{[n;x;y]n sublist asc x}[n;x];{[n;x;y]{x sublist y}[n]asc x}[n;x]];same[{[n;x;y]n sublist desc x}[n;x];{[n;x;y]{x sublist y}[n]desc x}[n;x]])}
q)all raze/[taken[;xs 0]each ns]
1b
q)all raze/[ns taken/:\:xs]
1b
q)all raze/[ns part/:\:xs]
1b
q)3#desc 40#2 9 4 7
9 9 9
q)-3#asc 40#2 9 4 7
9 9 9
q)2 sublist asc 40#2 0N 4 7
0N 0N
q)attr 3#asc 40#3 1 2
`
q)/ what cannot be sorted, or taken, is refused as ever
q)2#desc 5
'rank
q)`a sublist desc 40#1 2
'type
q)0N#desc 40#1 2
'type
q)/ a list that ascends is marked by asc, also when few of it are taken
q)a:til 100
q)3#asc a
0 1 2
q)attr a
`s
q)/ rows and entries
q)2#desc([]a:40#1 2 3;b:40#til 7)
a b
---
3 6
3 5
q)2#desc(til 40)!40#1 2 3
2| 3
5| 3
q)/ of each group
q)t:([]g:n?7;v:n?1f)
q)(select 3#desc v by g from t)~select {3#x}desc v by g from t
1b
q)(select -3 sublist asc v by g from t)~select {-3 sublist x}asc v by g from t
1b
q)/ places of sorted items, and rows of a sorted table
q)places:{[n;x](same[{[n;x;y]n#iasc x}[n;x];{[n;x;y]{x#y}[n]iasc x}[n;x]];same[{[n;x;y]n sublist idesc x}[n;x];{[n;x;y]{x sublist y}[n]idesc x}[n;x]])}
q)all raze/[ns places/:\:xs]
1b
q)u:([]a:n?7;b:n?0n 0 -0 1f;c:n?`a`b`c;d:til n)
q)rows:{[n;t](same[{[n;t;y]n#`a xasc t}[n;t];{[n;t;y]{x#y}[n]`a xasc t}[n;t]];same[{[n;t;y]n sublist `b xdesc t}[n;t];{[n;t;y]{x sublist y}[n]`b xdesc t}[n;t]])}
q)all raze/[ns rows\:u]
1b
q)all raze/[ns rows\:update`g#a from u]
1b
q)all raze/[ns rows\:2!`b`a xcols u]
1b
q)(2#`c`a xdesc u)~{2#x}`c`a xdesc u
1b
q)2#`a xdesc([]a:40#2 9 4;b:til 40)
a b
---
9 1
9 4
q)-2#iasc 40#2 9 4
34 37
q)3#`z xasc u
'z
q)/ of a query
q)limits:1 -3 15 -16 0 61
q)ordered:{[n;t](same[{[n;t;y]select[n;>b]from t}[n;t];{[n;t;y]n sublist {`b xdesc x}t}[n;t]];same[{[n;t;y]select[n;<a]b,d from t where a>1}[n;t];{[n;t;y]select b,d from n sublist {`a xasc x}select from t where a>1}[n;t]])}
q)all raze/[limits ordered\:u]
1b
q)all raze/[(0 1;2 3;50 10;50 20;58 5;60 1)ordered\:u]
1b
