/ The inverse of a matrix.
/ source: ref/inv            status: documented
q)inv (2 0f;0 4f)
0.5 0
0   0.25
q)inv (1 2f;3 4f)
-2  1
1.5 -0.5
q)inv enlist enlist 4f
0.25
q)(inv (2 0f;0 4f)) mmu (2 0f;0 4f)
1 0
0 1
q)type first inv (1 0f;0 1f)
9h
q)inv (0 1f;1 0f)
0 1
1 0
q)all all null inv (1 1f;1 1f)
1b
/ nested: lists of floats are what it takes.
q)inv (1 2;3 4)
'type
/ empty: nothing to turn.
q)@[inv;();`failed]
`failed
q)inv (1 2f;3 4f;5 6f)
'length
q)inv 5f
'type
