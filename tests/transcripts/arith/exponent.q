/ Exponentials, logarithms, powers, roots, trigonometry.
/ source: ref/exp, ref/log, ref/sqrt, ref/sin, ref/cos, ref/tan            status: documented
q)exp 0
1f
q)exp 1
2.718282
q)exp 0N
0n
q)exp -0w
0f
q)exp 0w
0w
q)log 1
0f
q)log 0
-0w
q)log -1
0n
q)log exp 2
2f
q)log 0N
0n
q)2 xexp 10
1024f
q)2 xexp 0 1 2 3
1 2 4 8f
q)4 xexp 0.5
2f
q)2 3 xexp 2 3
4 27f
q)2 xexp `a
'type
q)0N xexp 2
0n
q)-1 xexp 2
1f
/ whole powers of negative numbers (wp/machine-learning: x xexp 2 is x*x)
q)-3 xexp 0 1 2 3 -2 0.5
1 -3 9 -27 0.1111111 0n
q)-2.5 xexp 2 0w 0n
6.25 0w 0n
/ The power zero is one, of zero and infinity, too (kxcontrib/phrases, polynomials: 1 0 1 xexp/:2 1 0).
q)0 xexp -1 0 1
0w 1 0
q)0 0 -0w 0w 0n 0N xexp 0
1 1 1 1 0n 0n
q)1 0 1 xexp/:2 1 0
1 0 1
1 0 1
1 1 1
q)2 xlog 8
3f
q)10 xlog 1000
3f
q)2 xlog 0 1 2
-0w 0 1
q)sqrt 16
4f
q)sqrt -1
0n
q)sqrt 2
1.414214
q)sqrt 4 9 0N
2 3 0n
q)sqrt `a
'type
q)sqrt `a`b!4 9
a| 2
b| 3
q)sin 0
0f
q)cos 0
1f
q)tan 0
0f
q)acos 1
0f
q)asin 0
0f
q)atan 0
0f
q)4*atan 1
3.141593
q)acos -1
3.141593
q)asin 2
0n
q)sin 0N
0n
q)cos (0;0 0)
1f
1 1f
q)exp `a
'type
q)log "a"
4.574711
q)type exp 1h
-9h
q)type sqrt 1e
-9h
q)sqrt ([]a:4 9;b:16 25)
a b
---
2 4
3 5
/ Whole powers are whole (mkst/aoc, 2023 day 4, whose published result needs it).
q)floor 2 xexp til 10
1 2 4 8 16 32 64 128 256 512
q)all(10 xexp 1+til 15)=prds 15#10f
1b
q)2 1 xexp 0n
0n 0n
/ A square is exact (files that kdb+ wrote with gradients of squares).
q)9 49 0.25=3 -7 0.5 xexp 2
111b
q)x:1000?1f
q)(x*x)~x xexp 2
1b
