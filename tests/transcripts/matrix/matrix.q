/ Matrices: mmu, inv, lsq, dot product.
/ source: ref/mmu, ref/inv, ref/lsq            status: documented
q)(1 2f;3 4f)mmu(5 6f;7 8f)
19 22
43 50
q)1 2f mmu 3 4f
11f
q)(1 2f;3 4f)mmu 1 1f
3 7f
q)(1 2f;3 4f)$(5 6f;7 8f)
19 22
43 50
q)1 2 3f$4 5 6f
32f
q)1 2f mmu 1 2 3f
'length
q)inv(2 0f;0 4f)
0.5 0
0   0.25
q)a:(1 2f;3 5f)
q)b:inv a
q)all 1e-9>abs raze((a mmu b)-(1 0f;0 1f))
1b
q)x:(enlist 3 4f)lsq(1 0f;0 2f)
q)x
3 2
