/ A function of each item and the one before.
/ source: ref/prior            status: documented
q)(-) prior 1 4 9
1 3 5
q)(+) prior 1 2 3
1 3 5
q){y,x} prior 1 2 3
  1
1 2
2 3
q)(>) prior 3 1 2
101b
q)(~) prior 1 1 2
010b
q)(%) prior 2 4 8f
2 2 2f
q)prior[-;1 4 9]
1 3 5
q)(-) prior `a`b`c!1 4 9
a| 1
b| 3
c| 5
/ empty: nothing is called.
q)(-) prior 0#0
`long$()
/ nested: list and list before.
q)(-) prior (1 2;4 8)
1 2
3 6
q)(-) prior (1 2;4 8 9)
'length
/ a comparison sees a null before the first list, as it does before the first atom.
q)(=':)maxs("30373";"25512";"65332")
00000b
10011b
01111b
q)(>':)maxs("30373";"25512")
11111b
01100b
q)(<) prior ((1 2;3);(0 5;4))
00b 0b
10b 0b
q)(=) prior (();1 2)
'length
q)(-) prior `a`b
'type
/ a function is no index
q)prior[1 2;{x}]
'type
q)([]a:1 2)[{x};`a]
'type
