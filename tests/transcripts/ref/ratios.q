/ Each item over the one before.
/ source: ref/ratios            status: documented
q)ratios 2 4 12
2 2 3f
q)ratios 1 0N 4
1 0n 0n
q)ratios 4 0 2
4 0 0w
q)ratios 1.5 3
1.5 2
q)ratios 00:10 00:20
10 2f
q)ratios 1 2 4h
1 2 2f
/ Quotients of reals are floats, as those of Divide.
q)ratios 2 5e
2 2.5
/ empty: floats.
q)ratios 0#0f
`float$()
/ nested: list by list.
q)ratios (1 2;4 8)
1 2
4 4
q)ratios `a`b!(1 2;4 8)
a| 1 2
b| 4 4
q)ratios ([]a:2 4;b:3 9)
a b
---
2 3
2 3
q)ratios `a`b
'type
q)ratios (1 2;3 4 5)
'length
/ As for divide, the infinity of an integer is a number like others.
q)ratios 1 0W 0N 2
1 9.223372e+18 0n 0n
q)((1 0W)%1 1)~ratios 1 0W
1b
