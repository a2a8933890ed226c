/ Exponential moving average.
/ source: ref/ema            status: documented
q)0.5 ema 1 2 3 4
1 1.5 2.25 3.125
q)1 ema 1 2 3
1 2 3f
q)0 ema 1 2 3
1 1 1f
q)0.5 ema 10 0 0 0
10 5 2.5 1.25
q)(1%3)ema 3 0 0
3 2 1.333333
q)0.5 0.5 1 ema 2 4 8
2 3 8f
q)0.5 ema 4 2
4 3f
/ empty: floats.
q)count 0.5 ema 0#0
0
/ nested: by an iterator.
q)0.5 ema/:(1 2;4 0)
1 1.5
4 2
q)`a ema 1 2
'type
q)0.5 ema `a`b
'type
