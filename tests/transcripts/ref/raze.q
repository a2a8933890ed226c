/ Items joined: one level less.
/ source: ref/raze            status: documented
q)raze (1 2;3;4 5)
1 2 3 4 5
q)raze ("ab";"c";"de")
"abcde"
q)raze 42
,42
q)raze 1 2 3
1 2 3
q)raze `a`b!(1 2;3 4)
1 2 3 4
q)raze (1 2;`a;"x")
1
2
`a
"x"
q)raze (([]a:1 2);([]a:3 4))
a
-
1
2
3
4
q)raze (`a`b!1 2;`b`c!3 4)
a| 1
b| 3
c| 4
/ empty: nothing.
q)raze ()
q)raze (();())
q)raze ("";"ab";"")
"ab"
q)raze (0#0;1 2)
1 2
/ nested: what is deeper stays.
q)raze ((1 2;3);(4;5 6))
1 2
3
4
5 6
q)raze/[((1 2;3);(4;5 6))]
1 2 3 4 5 6
q)raze (10;`a`b!1 2)
'type
/ Tables of one row, as lists of one record are, go together as records; others with unlike columns do not.
/ source: KxSystems/kx-vscode (keyed tables)
q)raze(([]a:1#1);([]a:1#2;b:1#`x))
(,`a)!,1
`a`b!(2;`x)
q)raze{enlist x}each(`a`b!1 2;(1#`a)!1#3)
`a`b!1 2
(,`a)!,3
q)raze(([]a:1 2);([]b:1#2))
'mismatch
/ A column of no records says nothing of their keys, as with join.
q)n:([]a:();d:());x:([]a:1 2;d:(`p`q!1 2;`p`q!3 4));y:([]a:3 4;d:(`r`s!1 2;`r`s!3 4))
q){x~y}[(n,y),x;raze(n;y;x)]
1b
q){x~y}[(0#x),y;raze(0#x;y)]
1b
q)meta raze(0#x;y;n)
c| t f a
-| -----
a| j
d|
q)meta raze(x;y)
c| t f a
-| -----
a| j
d|
/ Empty schemas, whatever records they are for.
q)u:([]a:3 4;d:(`r`s!1 2;`r`s!3 4))
q)count raze(0#x;0#u)
0
q)cols(0#x),0#u
`a`d
