/ Sine and its inverse.
/ source: ref/sin            status: documented
q)sin 0
0f
q)sin 0n 0w -0w
0n 0n 0n
q)sin 1b
0.841471
q)asin 1 0 -1
1.570796 0 -1.570796
q)asin 2 -2 0N
0n 0n 0n
q)sin 1.570796326794896
1f
q)sin `a`b!0 0
a| 0
b| 0
q)asin ([]a:0 1)
a
--------
0
1.570796
/ empty: floats.
q)sin 0#0
`float$()
/ nested: to any depth.
q)sin (0;0 0)
0f
0 0f
q)sin `a
'type
q)asin (1;`a)
'type
