/ Products: whole and running.
/ source: ref/prd            status: documented
q)prd 2 3 4
24
q)prd 2 0N 4
8
q)prd 1.5 2
3f
q)prd 7
7
q)prd 11b
1i
q)prd 2 3h
6i
q)prds 1 2 3 4
1 2 6 24
q)prds 2 0N 3
2 2 6
q)prd `a`b!2 3
6
q)prd ([]a:1 2;b:3 4)
a| 2
b| 12
/ empty: one.
q)prd 0#0
1
q)prd 0#0f
1f
q)prds 0#0
`long$()
/ nested: item by item across the lists.
q)prd (1 2;3 4)
3 8
q)prds (1 2;3 4)
1 2
3 8
q)prd `a`b!(1 2;3 4)
3 8
q)prd `a`b
'type
q)prd "ab"
'type
