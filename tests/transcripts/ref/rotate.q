/ Items moved round.
/ source: ref/rotate            status: documented
q)1 rotate 1 2 3
2 3 1
q)-1 rotate 1 2 3
3 1 2
q)4 rotate 1 2 3
2 3 1
q)0 rotate 1 2
1 2
q)2 rotate "abcd"
"cdab"
q)1 rotate ([]a:1 2 3)
a
-
2
3
1
q)2 rotate `a`b`c
`c`a`b
/ empty: as it is.
q)3 rotate ()
q)1 rotate 0#0
`long$()
/ nested: items stay whole.
q)1 rotate (1 2;3;"ab")
3
"ab"
1 2
q)1 -1 rotate'(1 2 3;4 5 6)
2 3 1
6 4 5
q)`a rotate 1 2
'type
q)1.5 rotate 1 2
'type
