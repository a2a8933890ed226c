/ A dictionary that is asked and added to again and again: what is known of its keys follows them.
/ source: ref/maps, ref/assign            status: inferred
q)k:(til 900)*(til 900)mod 701
q)d:(`long$())!`long$()
q){d[x]+:1}each k;
q)d~count each group k
1b
q)(count d;d 0;d k 5;d 999999)
899 2 1 0N
q)d[k]~(count each group k)k
1b
q){d[x]:y}'[k;til 900];
q)d~k!til 900
0b
q)(asc key d)~asc distinct k
1b
q)d[k]~(last each group k)k
1b
/ keys that change, go and come back
q)e:d _ 0
q)e 0
0N
q)e[0]:7
q)(e 0;last key e;d 0)
7 0 701
q)(key d)?k 881 3 5
880 3 5
q)(value[d]?701),d?701
0 0
q)v:-5+til 600
q)v?594 -5 900
599 0 600
q)(v?594;v?594;v?594;v?594)
599 599 599 599
q)v[599]:-5
q)(v?594;v?-5;-5 594 in v)
600
0
10b
q)v,:594
q)(v?594;count v)
600 601
q)w:v
q)w,:1000
q)(w?1000;v?1000;(w;v)?\:594)
601
601
600 600
q)v[0 600]:594 1
q)(v?594;w?594;v?-5)
0 600 599
/ symbols, and a table with one key
q)s:`$string 500?til 500
q)c:(`$())!`long$()
q){c[x]:1+0^c x}each s;
q)c~count each group s
1b
q)t:([id:`long$()]n:`long$())
q){`t upsert(x;1+0^t[x;`n])}each k;
q)(exec n from t)~value count each group k
1b
q)(t 0;t[k 5;`n];t 123456789)
(,`n)!,2
1
(,`n)!,0N
q){t[x;`n]:y}'[k;til 900];
q)(t[;`n]each k)~(last each group k)k
1b
/ A step dictionary or table takes no entries in place; of the copy that upsert makes it is none any more.
/ source: kb/temporal-data, basics/errors            status: documented
q)d:`s#`a`b!1 2
q)d,:`c`d!3 4
'step
q)d[`c]:3
'step
q)d[`c`d]:3 4
'step
q)@[`d;`c;:;4]
'step
q)`d upsert `c`d!3 4
'step
q)d[`b]:7;d
a| 1
b| 7
q)attr d
`s
q)d upsert `c`d!3 4
a| 1
b| 7
c| 3
d| 4
/ What a join makes is another, wherever it goes.
q)r:d,`c`d!3 4;e:d;d:d,`c`d!3 4;(r~d;count e)
1b
2
q)d:e;{d::d,`c`d!3 4}[];d~r
1b
q)s:`s#([d:2000.01.01 2000.06.01]p:1 2)
q)`s insert(2000.07.01;3)
'step
q)s,:(2000.07.01;3)
'step
q)`s upsert(2000.07.01;3)
'step
q)count s upsert(2000.07.01;3)
3
/ A key sought before it is set is found without the keys being copied.
q)d:(0#`)!0#0;{if[not x in key d;d[x]:0];d[x]+:1}each 1000#`$string til 300;(count d;d`99`100;sum d)
300
4 3
1000
/ Each of as many values as keys.
q)d:`a`b!`:dir/;{count x}each d
'length
/ Dictionaries in dictionaries change in place, also where those of one shape make tables.
q)d:`a`b!2#enlist`x`y!2#enlist`u`v!(3#0;3#0);d[`a;`y;`v;1]+:5;d[`b;`x;`u],:7;(d[`a;`y];d[`b;`x];d[`a;`x])
u       v    
-------------
0 0 0   0 5 0
0 0 0 7 0 0 0
0 0 0   0 0 0
/ A dictionary of nothing adds nothing, whatever its keys are.
q)kt:([k:1 2]v:3 4)
q)kt,:()!()
q)kt~([k:1 2]v:3 4)
1b
q)d:`a`b!1 2
q)d,:(`long$())!()
q)d
a| 1
b| 2
q)d,:1 2!3 4
'type
q)kt,:([z:0#0]v:0#0)
'mismatch
