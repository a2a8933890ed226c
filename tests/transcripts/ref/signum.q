/ The sign of a number.
/ source: ref/signum            status: documented
q)signum -2 0 3
-1 0 1i
q)signum 0N 0n
-1 -1i
q)signum -0w 0w
-1 1i
q)signum 10b
1 0i
q)signum 0x00ff
0 1i
q)signum "a"
1i
q)signum 1999.12.31 2000.01.01
-1 0i
q)signum -00:01
-1i
q)signum `a`b!-1 2
a| -1
b| 1
q)signum ([]a:-1 2)
a
--
-1
1
/ empty: ints.
q)signum 0#0
`int$()
/ nested: to any depth.
q)signum (-1;2 -3)
-1i
1 -1i
q)signum `a
'type
q)signum (1;`a)
'type
