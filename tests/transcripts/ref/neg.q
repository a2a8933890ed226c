/ The number with the other sign.
/ source: ref/neg            status: documented
q)neg 5
-5
q)neg 1 -2 0N
-1 2 0N
q)neg 1.5 -0w 0n
-1.5 0w 0n
q)neg 0W
-0W
q)neg 101b
-1 0 -1i
q)neg 00:01:30
-00:01:30
q)neg 2000.01.02
1999.12.31
q)neg `a`b!1 -2
a| -1
b| 2
q)neg ([]a:1 -2;b:0.5 2)
a  b
-------
-1 -0.5
2  -2
/ empty: the type stays.
q)neg 0#0
`long$()
/ nested: to any depth.
q)neg (1;(-2 3;4))
-1
(2 -3;-4)
q)neg `a
'type
q)neg (1;`a)
'type
