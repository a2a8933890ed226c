/ Least squares.
/ source: ref/lsq            status: documented
q)(enlist 2 4f) lsq enlist 1 2f
2
q)a:(1 2 3f;1 1 1f)
q)y:enlist 3 5 7f
q)1e-9>max abs raze (y lsq a)-enlist 2 1f
1b
q)count y lsq a
1
q)type first y lsq a
9h
q)(y lsq a)~((y mmu flip a) mmu inv a mmu flip a)
1b
q)1e-9>max abs raze y-(y lsq a)mmu a
1b
/ nested: lists of floats are what it takes.
q)(1 2;3 4) lsq (1 0;0 1)
'type
/ empty: nothing to solve.
q).[lsq;(();());`failed]
`failed
q)1f lsq 2f
'type
