/ Running and moving forms.
/ source: ref/sum, ref/avg, ref/min, ref/max, ref/prd, ref/dev, ref/ema            status: documented
q)sums 1 2 3
1 3 6
q)sums 1 0N 3
1 1 4
q)sums 0#0
`long$()
q)sums 1.5 2
1.5 3.5
q)sums 101b
1 1 2i
q)sums `a`b`c!1 2 3
a| 1
b| 3
c| 6
q)sums ([]a:1 2;b:3 4)
a b
---
1 3
3 7
q)sums (1 2;3 4)
1 2
4 6
q)sums 5
5
q)sums `a`b
'type
q)prds 2 3 4
2 6 24
q)prds 2 0N 3
2 2 6
q)mins 3 1 2
3 1 1
q)maxs 3 1 5
3 3 5
q)maxs 0N 1 0N 2
-0W 1 1 2
q)maxs "abca"
"abcc"
q)mins 0#0
`long$()
q)avgs 1 2 3
1 1.5 2
q)avgs 1 0N 3
1 1 2f
q)2 msum 1 2 3 4
1 3 5 7
q)2 mavg 1 2 3 4
1 1.5 2.5 3.5
q)3 mmax 3 1 2 0 1
3 3 3 2 2
q)3 mmin 3 1 2 0 1
3 1 1 0 0
q)2 mcount 1 0N 3 4
1 1 1 2i
q)2 mdev 1 3 5
0 1 1f
q)2 msum 1 0N 3
1 1 3
q)2 mavg 1 0N 3
1 1 3f
q)3 msum 0#0
`long$()
q)10 msum 1 2 3
1 3 6
q)2 msum `a`b`c!1 2 3
a| 1
b| 3
c| 5
q)2 msum `a`b
'type
q)0.5 ema 1 2 3
1 1.5 2.25
q)2 mmax 1 0N 3
1 1 3
