/ Means: whole, running, moving, weighted.
/ source: ref/avg            status: documented
q)avg 1 2 3
2f
q)avg 1 0N 3
2f
q)avg 1 0w
0w
q)avg 0w -0w
0n
q)avg 10b
0.5
q)avg "ac"
98f
q)avg 5
5f
q)avg 0N 0N
0n
q)avgs 1 2 0N 6
1 1.5 1.5 3
q)2 mavg 1 2 3 4
1 1.5 2.5 3.5
q)3 mavg 1 0N 5
1 1 3f
q)1 2 3 wavg 10 20 30
23.33333
q)0N 1 wavg 5 6
6f
q)2 wavg 1 3
2f
/ empty: null.
q)avg ()
0n
q)avg 0#0
0n
q)avgs 0#0
`float$()
q)(0#0) wavg 0#0
0n
/ nested: across the lists.
q)avg (1 2;3 4)
2 3f
q)avg `a`b!(1 2;3 6)
2 4f
q)avg ([]a:1 2;b:3 0N)
a| 1.5
b| 3
q)2 mavg `a`b!(1 2;3 4)
a| 1 2
b| 2 3
q)avg `a`b
'type
q)1 2 wavg 1 2 3
'length
q)`a mavg 1 2
'type
q)avgs "abc"
'type
q)avg "abc"
98f
/ An integer's infinity is a number like others, as where it is cast.
q)avg 32767 1h
16384f
q)avg 0W 1
4.611686e+18
q)med 32767 32767h
32767f
q)dev 32767 1h
16383f
q)1 1h wsum 32767 1h
32768f
q)avgs 2147483647 1i
2.147484e+09 1.073742e+09
q)exec avg h by g from ([]g:0 0 1;h:0Wh,1 2h)
0| 16384
1| 2
/ Dictionaries go by their keys; integers are floats before they are multiplied.
q)(`a`b!1 2)wavg`b`a!10 20
13.33333
q)(`a`b!1 2)wavg`a`b!5 0N
5f
q)(`a`b!1 2)wavg`a`c!10 20
10.66667
q)([k:`a`b]w:1 2)wavg([k:`b`a]w:10 20)
w| 13.33333
q)(`a`b!100000 200000i)wavg`a`b!100000 300000i
233333.3
q)(1000000000 5;1 2)wavg(10000000000 4;3 4)
1e+10 4
q)(`a`b!1 2)wavg 3 4
3.666667
