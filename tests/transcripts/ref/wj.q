/ Aggregates over windows of time.
/ source: ref/wj            status: documented
q)t:([]sym:`a`a`b;time:10 20 10)
q)q:([]sym:`a`a`a`b;time:5 12 19 11;p:1 2 3 4)
q)w:-5 5+\:t`time
q)wj[w;`sym`time;t;(q;(max;`p))]
sym time p
----------
a   10   2
a   20   3
b   10   4
q)wj1[w;`sym`time;t;(q;(::;`p))]`p
1 2
,3
,4
q)wj[w;`sym`time;t;(q;(::;`p))]`p
1 2
2 3
,4
q)wj1[w;`sym`time;t;(q;(count;`p))]`p
2 1 1
q)cols wj1[w;`sym`time;t;(update b:p from q;(min;`p);(max;`b))]
`sym`time`p`b
/ results of one name are all there (wp/transaction-cost)
q)wj[w;`sym`time;t;(q;(min;`p);(max;`p))]
sym time p p
------------
a   10   1 2
a   20   2 3
b   10   4 4
q)wj1[w-100;`sym`time;t;(q;(count;`p))]`p
0 0 0
q)wj1[w;`sym`time;t;(update v:1 1 2 2 from q;(wavg;`v;`p))]`p
1.5 3 4
/ What prevails is the last row that is not later than the window's begin, of several at that time as well (the notebooks of
/ chankeypathak/kdb).
q)d:([]sym:`a;time:5 5 6 9;p:9 1 2 8)
q)wj[(enlist 5;enlist 7);`sym`time;([]sym:`a;time:enlist 5);(d;(::;`p))]`p
1 2
q)wj1[(enlist 5;enlist 7);`sym`time;([]sym:`a;time:enlist 5);(d;(::;`p))]`p
9 1 2
q)count wj[2#enlist 0#0;`sym`time;0#t;(q;(max;`p))]
0
q)wj1[w;`sym`time;t;(0#q;(count;`p))]`p
0 0 0
/ nested: the identity keeps the lists.
q)wj1[w;`sym`time;t;(q;({2#x,0N};`p))]`p
1 2
3
4
q)wj[w;`sym`time;t;(q;(max;`nosuch))]
'nosuch
