/ Products of matrices and vectors.
/ source: ref/mmu            status: documented
q)1 2 3f mmu 4 5 6f
32f
q)(1 2f;3 4f) mmu 1 1f
3 7f
q)1 1f mmu (1 2f;3 4f)
4 6f
q)(1 2f;3 4f) mmu (0 1f;1 0f)
2 1
4 3
q)(1 2 3f;4 5 6f)$(7 8f;9 10f;11 12f)
58  64
139 154
q)1 2f$3 4f
11f
q)1 0n mmu 1 1f
0n
/ empty: a sum of nothing.
q)(0#0f) mmu 0#0f
0f
/ nested: matrices are lists of vectors.
q)(enlist 2 3f) mmu flip enlist 4 5f
23
q)1 2f mmu 1 2 3f
'length
q)1 2 mmu 3 4
'type
q)(1 2f;3 4f) mmu `a`b
'type
