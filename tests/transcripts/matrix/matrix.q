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
/ Tall matrices, whose rows lie one behind the other: an answer does not depend on how they lie.
q)x:3 cut`float$til 120
q)2#x$(1 2f;3 4f;5 6f)
13 16
40 52
q)2#x$1 2 3f
8 26f
q)(flip x)$x
184860 187200 189540
187200 189580 191960
189540 191960 194380
q)(`float$til 40)$x
61620 62400 63180f
q)2#x$'x
5 50f
q)x$(1 2f;3 4f)
'length
q)(3 cut til 120)mmu 1 2 3f
'type
q)(`float$(til[40]mod 2)#\:1)$enlist 1f
'length
q)count each(40#enlist`float$())$\:1 2f
'length
q)2#(enlist each`float$til 40)$enlist 1 2f
0 0
1 2
q)count(40#enlist`float$())$`float$()
40
