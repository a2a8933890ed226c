/ One over a number.
/ source: ref/reciprocal            status: documented
q)reciprocal 4
0.25
q)reciprocal 0 0w 0n
0w 0 0n
q)reciprocal 2 5 0N
0.5 0.2 0n
q)reciprocal -4
-0.25
q)reciprocal 1b
1f
q)reciprocal 0x02
0.5
q)reciprocal 2e
0.5
q)reciprocal 00:02
0.5
q)reciprocal `a`b!2 4
a| 0.5
b| 0.25
q)reciprocal ([]a:2 4)
a
----
0.5
0.25
/ empty: floats.
q)reciprocal 0#0
`float$()
/ nested: to any depth.
q)reciprocal (2;4 5)
0.5
0.25 0.2
q)reciprocal `a
'type
q)reciprocal (1;`a)
'type
