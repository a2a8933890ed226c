/ Tangent and its inverse.
/ source: ref/tan            status: documented
q)tan 0
0f
q)tan 0n 0w
0n 0n
q)tan 1b
1.557408
q)atan 0 1
0 0.7853982
q)atan 0w -0w
1.570796 -1.570796
q)atan 0N
0n
q)tan `a`b!0 0
a| 0
b| 0
q)atan ([]a:0 1)
a
---------
0
0.7853982
/ empty: floats.
q)tan 0#0
`float$()
/ nested: to any depth.
q)atan (0;1 1)
0f
0.7853982 0.7853982
q)tan `a
'type
q)atan (1;`a)
'type
