/ Window joins over many windows: each as if it were alone, whatever the function and the columns.
/ source: ref/wj   status: inferred
q)n:700
q)t:([]sym:n#`a`b`c`d;time:09:30:00.000+til n)
q)s:`sym`time xasc([]sym:n#`b`a`c`e;time:09:30:00.000+3*til n;p:.5*(til n)mod 37;v:(til n)mod 11;c:n#"xyz";e:`dom?n#`u`w`u;l:n#(1 2;3;4 5 6))
q)w:-40 40+\:t`time
q)pick:{[k]select from s where sym=t[k;`sym],time within w[;k]}
q)ks:0 1 2 3 17 400 511 512 699
q)r:wj1[w;`sym`time;t;(s;(max;`p);(sum;`v))]
q)count r
700
q)all{(r[x;`p];r[x;`v])~(max;sum)@'pick[x]`p`v}each ks
1b
q)r:wj1[w;`sym`time;t;(s;(count;`p))]
q)r[ks;`p]~count each pick each ks
1b
q)sum r`p
3514
q)r:wj1[w;`sym`time;t;(s;(::;`v);(first;`c);(last;`e))]
q)all{r[x;`v]~pick[x]`v}each ks
1b
q)all{r[x;`c`e]~(first;last)@'pick[x]`c`e}each ks
1b
q)r:wj1[w;`sym`time;t;(s;({max[x]-min x};`p);(wavg;`v;`p))]
q)g:wj1[w;`sym`time;t;(s;(wavg;`v;`p))]
q)all{(g[x;`p])~(wavg) . pick[x]`v`p}each ks
1b
q)g:wj1[w;`sym`time;t;(s;({sum x*y};`v;`p))]
q)all{(g[x;`p])~sum prd pick[x]`v`p}each ks
1b
q)g:wj1[w;`sym`time;t;(s;({raze x};`l))]
q)all{(g[x;`l])~raze pick[x]`l}each ks where 0<count each pick each ks
1b
/ Answers of several types stay what they are.
q)g:wj1[w;`sym`time;t;(s;({$[3<count x;`many;count x]};`p))]
q)distinct type each g`p
-11 -7h
/ The row that prevails when the window opens.
q)g:wj[w;`sym`time;t;(s;(first;`v);(count;`p))]
q)last1:{[k]exec last v from s where sym=t[k;`sym],time<=w[0;k]}
q)all{(g[x;`v])~$[null v:last1 x;first pick[x]`v;v]}each ks
1b
/ A function that fails does so at the first window that it fails for.
q)k:0
q)wj1[w;`sym`time;t;(s;({k+:1;$[k=550;'`toomany;0]};`p))]
'toomany
q)k
550
/ More windows than are put together at a time.
q)m:([]sym:9000#`a`b;time:09:30:00.000+til 9000)
q)g:wj1[-5 5+\:m`time;`sym`time;m;(update v:1 from m;(sum;`v))]
q)exec count i by v from g
3| 4   
4| 4   
5| 8992
q)where g[`v]<5
0 1 2 3 8996 8997 8998 8999
/ empty
q)wj1[2#enlist 0#w 0;`sym`time;0#t;(s;(max;`p))]
sym time p
----------
q)meta wj1[w;`sym`time;t;(0#s;(max;`p);(sum;`v))]
c   | t f a
----| -----
sym | s    
time| t    
p   | f    
v   | j    
q)wj1[w;`sym`time;t;(s;(max;`nosuch))]
'nosuch
