/ As-of joins: the last row at or before, by group.
/ source: ref/aj            status: documented
q)t:([]time:10 20 30;sym:`a`b`a;q:1 2 3)
q)u:([]time:5 15 25;sym:`a`a`b;p:1.5 2.5 3.5)
q)aj[`sym`time;t;u]
time sym q p
--------------
10   a   1 1.5
20   b   2
30   a   3 2.5
q)aj[`time;t;u]
time sym q p
--------------
10   a   1 1.5
20   a   2 2.5
30   b   3 3.5
q)aj0[`sym`time;1#t;u]
time sym q p
--------------
5    a   1 1.5
/ A row that matches has the time of its match, also where that is null.
q)aj0[`sym`time;([]sym:`a`b`c;time:1 2 3);([]sym:`a`b;time:0N 1;p:5 6)]
sym time p
----------
a        5
b   1    6
c   3
q)aj[`sym`time;t;update p:0n from u where time=15]
time sym q p
--------------
10   a   1 1.5
20   b   2
30   a   3
q)aj[`sym`time;1#update p:9. from t;update p:0n from u]
time sym q p
------------
10   a   1
q)ajf[`sym`time;update p:9. from t;update p:0n from u]
time sym q p
------------
10   a   1 9
20   b   2 9
30   a   3 9
q)aj[`sym`time;2!t;u]
time sym| q p
--------| -----
10   a  | 1 1.5
20   b  | 2
30   a  | 3 2.5
/ empty: no rows on either side.
q)aj[`sym`time;0#t;u]
time sym q p
------------
q)aj[`sym`time;t;0#u]
time sym q p
------------
10   a   1
20   b   2
30   a   3
/ nested: a column of lists is taken as it is.
q)exec p from aj[`sym`time;t;update p:(1 2;3 4;5 6)from u]
1 2
`long$()
3 4
q)aj[`sym`time;`t;u]
`t
q)cols t
`time`sym`q`p
q)aj[`sym`time;t;u;1]
'rank
/ Left rows in no order are looked for side by side: each as if it were alone.
q)l:([]s:300?`a`b`c`d;k:300?0N 1000i)
q)alone:{[c;l;r]raze{[c;r;x]aj[c;enlist x;r]}[c;r]each l}
q)r:([]s:500?`a`b`c;k:500?0N 1000i;v:til 500)
q){aj[`s`k;l;x]~alone[`s`k;l;x]}each(`s`k xasc r;`k xasc r;update `g#s from `k xasc r;update `p#s from `s`k xasc r;0#r)
11111b
q){aj[`k;l;x]~alone[`k;l;x]}each(`k xasc r;1#r;0#r)
111b
q){aj[`s`k;update "f"$k from l;x]~alone[`s`k;update "f"$k from l;x]}update "f"$k from `k xasc r
1b
