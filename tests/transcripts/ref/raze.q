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
