/ Powers of e, and of any number.
/ source: ref/exp            status: documented
q)exp 0 1
1 2.718282
q)exp 0N
0n
q)exp 0w -0w
0w 0
q)exp 1b
2.718282
q)2 xexp 10
1024f
q)9 xexp 0.5
3f
q)-2 xexp 0.5
0n
q)0n xexp 2
0n
q)2 xexp 0N
0n
q)2 3 xexp 3 2
8 9f
/ empty: floats.
q)exp 0#0
`float$()
q)2 xexp 0#0
`float$()
/ nested: to any depth.
q)exp (0;0 0)
1f
1 1f
q)2 xexp (1;2 3)
2f
4 8f
q)2 xexp `a`b!1 2
a| 2
b| 4
q)exp `a
'type
q)2 xexp "a"
'type
q)1 2 xexp 1 2 3
'length
