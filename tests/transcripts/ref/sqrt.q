/ The square root.
/ source: ref/sqrt            status: documented
q)sqrt 4 9
2 3f
q)sqrt 2
1.414214
q)sqrt -1 0N 0w
0n 0n 0w
q)sqrt 0
0f
q)sqrt 1b
1f
q)sqrt 0x10
4f
q)sqrt "\100"
8f
q)sqrt 00:04
2f
q)sqrt `a`b!4 9
a| 2
b| 3
q)sqrt ([]a:4 9)
a
-
2
3
/ empty: floats.
q)sqrt 0#0
`float$()
/ nested: to any depth.
q)sqrt (4;9 16)
2f
3 4f
q)sqrt `a
'type
q)sqrt (1;`a)
'type
