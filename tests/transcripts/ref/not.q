/ Whether a value is zero.
/ source: ref/not            status: documented
q)not 0 1 2 0N
1000b
q)not 101b
010b
q)not 0.0 0n 0w
100b
q)not 0x0001
10b
q)not "a"
0b
q)not "\000"
1b
q)not 00:00 00:01
10b
q)not 2000.01.01
1b
q)not `a`b!0 1
a| 1
b| 0
q)not ([]a:0 1)
a
-
1
0
/ empty: flags.
q)not 0#0
`boolean$()
/ nested: to any depth.
q)not (0;(1 0;2))
1b
(01b;0b)
q)not `a
'type
q)not (1;`a)
'type
