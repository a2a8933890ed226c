/ Variance of a population and of a sample.
/ source: ref/var            status: documented
q)var 1 2 3 4
1.25
q)svar 1 2 3 4
1.666667
q)var 5 5
0f
q)var 7
0f
q)svar enlist 7
0n
q)var 1 0N 3
1f
q)svar 1 0N 3
2f
q)var 10b
0.25
q)var 1.5 2.5
0.25
/ empty: nothing to tell.
q)var 0#0
0n
q)svar 0#0f
0n
/ nested: by an iterator, or column by column.
q)var each (1 3;5 5 5)
1 0f
q)var ([]a:1 3;b:2 2)
a| 1
b| 0
q)var `a`b
'type
