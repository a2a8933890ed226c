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
/ Items whose squares a float holds correlate, however large or small the products of those are.
q)x:1 2 3f
q)y:1 2 4f
q)x cor y
0.9819805
q){(x*1 2 3)cor x*1 2 4}each 1e100 1e-100
0.9819805 0.9819805
q)exec x cor y by k from ([]k:0 0 0 1 1 1;x:(1e100*x),1e-100*x;y:(1e100*y),1e-100*y)
0| 0.9819805
1| 0.9819805
q)(1e100 1e-100*\:x)cor/:\:1e100 1e-100*\:y
0.9819805 0.9819805
0.9819805 0.9819805
/ empty: nothing to tell.
q)(0#0) cor 0#0
0n
/ nested: by an iterator.
q)(1 2 3;3 2 1) cor\:1 2 3
1 -1f
q)/ every row with every other
q)m:(1 2 3;3 2 1;2.5 4 1)
q)m cor/:\:m
1    -1  -0.5
-1   1   0.5 
-0.5 0.5 1   
q)m2:(20#1 5 2 8;20#3 1 4 1 5;20?10;20?1f)
q)one:{[f;x;y]{[f;x;y]f[x;y]}[f]/:[x;y]}
q)all{[f;m](-8!f/:\:[m;m])~-8!one[f;;m]each m}[;m2]each(cor;cov;scov)
1b
q)all{[f;m](-8!f\:/:[m;2#m])~-8!{[f;m;y]{[f;y;x]f[x;y]}[f;y]each m}[f;m]each 2#m}[;m2]each(cor;cov;scov)
1b
q)all{[f;m]((-8!m[0]f/:m)~-8!one[f;m 0;m])&(-8!f\:[m;m 1])~-8!{[f;y;x]f[x;y]}[f;m 1]each m}[;m2,m2]each(cor;cov;scov)
1b
q)m2[1;3]:0N
q)all{[f;m](-8!f/:\:[m;m])~-8!one[f;;m]each m}[;m2]each(cor;cov;scov)
1b
q)(m2,enlist 1 2)cor/:\:m2
'length
q)1 2 cor 1 2 3
'length
q)1 2 cor `a`b
'type
