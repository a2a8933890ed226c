/ Deviation of a population and of a sample; moving.
/ source: ref/dev            status: documented
q)dev 1 2 3 4
1.118034
q)sdev 1 2 3 4
1.290994
q)dev 5 5 5
0f
q)dev 1 0N 3
1f
q)dev 7
0f
q)sdev enlist 7
0n
q)dev 10b
0.5
q)2 mdev 1 3 3 7
0 1 0 2f
q)3 mdev 1 0N 5
0 0 2f
/ A window of equal items has none, whatever came before.
q)3 mdev 1.5 0.1 0.1 0.1
0 0.7 0.6599663 0
q)2 mdev 0 1e9 1000000001 1000000003
0 5e+08 0.5 1
/ empty: nothing to tell.
q)dev 0#0
0n
q)sdev 0#0f
0n
q)2 mdev 0#0
`float$()
/ nested: by an iterator, or column by column.
q)dev each (1 3;5 5 5)
1 0f
q)dev ([]a:1 3;b:2 2)
a| 1
b| 0
q)2 mdev `a`b!(1 3;2 2)
a| 0   0
b| 0.5 0.5
q)dev `a`b
'type
q)sdev "a",`b
'type
q)2 mdev "ac"
0 1f
