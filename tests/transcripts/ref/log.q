/ Logarithms.
/ source: ref/log            status: documented
q)log 1
0f
q)log exp 2
2f
q)log 0 -1 0N
-0w 0n 0n
q)log 0w
0w
q)log 1b
0f
q)2 xlog 8
3f
q)10 xlog 1000 0.01
3 -2f
q)2 xlog 0
-0w
q)0N xlog 2
0n
q)2 4 xlog 8 16
3 2f
/ empty: floats.
q)log 0#0
`float$()
q)2 xlog ()
/ nested: to any depth.
q)log (1;1 1)
0f
0 0f
q)2 xlog (8;2 4)
3f
1 2f
q)2 xlog `a`b!2 8
a| 1
b| 3
q)log `a
'type
q)2 xlog `a
'type
q)2 3 xlog 1 2 3
'length
