/ Cosine and its inverse.
/ source: ref/cos            status: documented
q)cos 0
1f
q)cos 0n 0w -0w
0n 0n 0n
q)cos 0N
0n
q)cos 1b
0.5403023
q)acos 1 0 -1
0 1.570796 3.141593
q)acos 2 -2 0n
0n 0n 0n
q)cos 2000.01.01
1f
/ empty: floats.
q)cos 0#0
`float$()
q)acos `int$()
`float$()
/ nested: to any depth.
q)cos (0;0 0)
1f
1 1f
q)acos `a`b!1 1
a| 0
b| 0
q)cos ([]a:0 0)
a
-
1
1
q)cos `a
'type
q)acos (1;`a)
'type
