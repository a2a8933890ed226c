/ Correlation.
/ source: ref/cor            status: documented
q)1 2 3 cor 2 4 6
1f
q)1 2 3 cor 3 2 1
-1f
q)1 1 1 cor 1 2 3
0n
q)1 0N 3 4 cor 2 9 6 8
1f
q)101b cor 110b
-0.5
q)1 2 3 cor 1.5 2 9
0.8942947
q)00:01 00:02 00:04 cor 1 2 4
1f
/ empty: nothing to tell.
q)(0#0) cor 0#0
0n
/ nested: by an iterator.
q)(1 2 3;3 2 1) cor\:1 2 3
1 -1f
q)1 2 cor 1 2 3
'length
q)1 2 cor `a`b
'type
