/ How many items; moving counts of what is not null.
/ source: ref/count            status: documented
q)count 1 2 3
3
q)count 7
1
q)count (::)
1
q)count `a`b!1 2
2
q)count ([]a:1 2 3)
3
q)count ([k:1 2]v:3 4)
2
q)count "zero"
4
/ Moving counts are ints, as sums of flags are. Source: moazim1993/Kdb-ML-Big-Data-Notes (chapter 3), Q for Mortals; the manual's have no i.
q)2 mcount 1 0N 3 4 0N 0N
1 1 1 2 1 0i
q)3 mcount `a`b`c!1 0N 3
a| 1
b| 1
c| 2
q)2 mcount ([]a:1 0N;b:2 3)
a b
---
1 1
1 2
/ empty: none.
q)count ()
0
q)count ""
0
q)count ([]a:())
0
q)2 mcount 0#0
`int$()
/ nested: the outermost items.
q)count (1 2 3;4 5)
2
q)count each (1 2 3;4 5;6;())
3 2 1 0
q)count each `a`b!(1 2 3;"hello")
a| 3
b| 5
q)count[1;2]
'rank
q)`a mcount 1 2
'type
