/ Covariance, of a population and of a sample.
/ source: ref/cov            status: documented
q)1 2 3 cov 1 2 3
0.6666667
q)1 2 3 scov 1 2 3
1f
q)1 2 3 cov 3 2 1
-0.6666667
q)1 2 3 4 cov 2 2 2 2
0f
q)1 2 3 scov 2.5 3.5 9
3.25
q)101b cov 110b
-0.1111111
q)exec a cov b from ([]a:1 2;b:3 5)
0.5
/ empty: nothing to tell.
q)(0#0) cov 0#0
0n
q)(0#0f) scov 0#0f
0n
/ nested: by an iterator.
q)(1 2 3;3 2 1) cov\:1 2 3
0.6666667 -0.6666667
q)1 2 cov 1 2 3
'length
q)1 2 scov `a`b
'type
