/ Aggregates of each group, made without the lists of the groups: the same as with them.
/ source: ref/group, ref/each            status: documented
q)n:2000
q)k:n?7
q)xs:(n?100;n?100i;n?100h;n?0x0;n?0b;n?1f;n?1e;n?.z.d;n?`a`b`c;n?" ";0n,(n-1)?0n 1 2f;@[n?10;5 6;:;0N];n?0D;`g#n?3)
q)direct:{[x](count each x group k;first each x group k;last each x group k;sum each x group k;avg each x group k;min each x group k;max each x group k;med each x group k;dev each x group k)}
q)indirect:{[x]{[x;f]f each x}[x group k]each(count;first;last;sum;avg;min;max;med;dev)}
q)ok:0 1 2 5 6 10 11 12 13
q){(direct xs x)~indirect xs x}each ok
111111111b
q)(count each group k)~{count each x}group k
1b
q)(first each group k)~{first each x}group k
1b
q)(last each group k)~{last each x}group k
1b
q)(sum each group k)~{sum each x}group k
1b
q)sum each xs[8] group k
'type
q)f:{count[x]#2}
q)sum each f group k
2 2 2 2 2 2 2
q)x:n#1
q){[x]sum each x group k}[x]~{count each x}group k
1b
q)count each(2#enlist x)group 0 1
0| 1
1| 1
q)sum each(til 5)group 0 1 0 1 1
0| 2
1| 8
q)sum each(til 3)group 0 1 0 1 1
0| 2
1| 1
q)type sum each(til 0)group til 0
99h
q)sum each nothere group k
'nothere
q)sum each x group nothere
'nothere
/ Every aggregate of items of every type, and by keys of every type: the same bytes as through the lists, and the same errors.
q)m:40
q)dom:`a`b`c`
q)v:(m?0N 1 2 -3;m?0N 0W 5i;m?0N -0W 5h;m?0n 0w -0w 1 -0 2e;m?0b;m?0x0;m?"ab ";m?`a`b``c;m?0Nd,0Wd,2000.01.01;m?0Np,0Wp)
q)v,:(m?0n 0w -0w 1 -0 0 2.5;m?0Nn,1D;m?0Nm,2000.01m;m?0Nt,10:00:00.000;m?0Ng,2?0Ng;`dom$m?dom;`g#m?4;`s#til m;`p#asc m?3)
q)of:({count each x group y};{first each x group y};{last each x group y};{sum each x group y};{avg each x group y};{min each x group y})
q)of,:({max each x group y};{med each x group y};{dev each x group y};{var each x group y};{sdev each x group y};{svar each x group y})
q)of,:({prd each x group y};{all each x group y};{any each x group y})
q)fs:(count;first;last;sum;avg;min;max;med;dev;var;sdev;svar;prd;all;any)
q)bytes:{[f;x;y]@[{-8!x[0]. 1_x};(f;x;y);`$]}
q)agree:{[x;y]all{[x;y;f;g]bytes[f;x;y]~bytes[{[g;x;y]g each x group y}g;x;y]}[x;y]'[of;fs]}
q)found:raze agree/:\:[v;v 0 7 10],agree\:/:[v 0 7 10;v]
q)found,:raze agree'[1#'v;1#'v],agree'[0#'v;0#'v]
q)count found
152
q)all found
1b
/ Infinities that cancel out are a null, and the group's answer with them, however far from its other items they are.
q)n:200000
q)k:n#0 1
q)f:@[n#1f;199000 199002;:;0w -0w]
q)p:@[n#1f;199000 199002;:;0w 0]
q)(sum each f group k;sum each("e"$f)group k;prd each p group k)
0 1!0n 100000
0 1!0N 100000e
0 1!0n 1
q)select sum f,r:sum"e"$f,s:sum 2*f,prd p by k from ([]k;f;p)
k| f      r      s      p
-| ----------------------
0|                       
1| 100000 100000 200000 1
