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
/ Long rows, a matrix of more than one block, and rows that depend on one another (ref/inv, ref/lsq).
q)x:(2000#1f;`float$til 2000)
q)0.001 xbar 0.0005+(enlist 3+0.5*til 2000)lsq x
3 0.5
q)n:70
q)a:{@[n#0f;x;:;2f]+@[n#0f;(x+1)mod n;:;1f]}each til n
q)all 1e-9>abs raze(a mmu inv a)-`float$n cut(n*n)#1,n#0
1b
q)(enlist 1 2 3f)lsq(1 2 3f;2 4 6f)
'domain
q)null inv(1 2f;2 4f)
11b
11b
q)null(enlist 1 0n 3f)lsq enlist 1 1 1f
,1b
