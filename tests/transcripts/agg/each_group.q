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
