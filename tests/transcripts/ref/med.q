/ The middle.
/ source: ref/med            status: documented
q)med 3 1 2
2f
q)med 1 2 3 10
2.5
q)med 7
7f
q)med 1 0N 3
1f
q)med 2.5 0n 9
2.5
q)med 110b
1f
q)med 09:00 09:10
545f
q)exec med p by s from ([]s:`a`b`a;p:1 2 3)
a| 2
b| 2
/ empty: null.
q)med 0#0
0n
/ nested: by an iterator, or column by column.
q)med each (1 2 3;4 6)
2 5f
q)med ([]a:1 2 3;b:4 6 9)
a| 2
b| 6
q)med `a`b!(1 5;3 5)
2 5f
q)med `a`b
'type
