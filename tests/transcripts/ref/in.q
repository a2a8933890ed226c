/ Whether items are in a list.
/ source: ref/in            status: documented
q)2 in 1 2 3
1b
q)1 5 2 in 1 2 3
101b
q)"x" in "text"
1b
q)"wx" in "acdexyz"
01b
q)`a`b in `b
01b
q)0N in 1 0N
1b
q)0n in 1 0n
1b
q)(`a`b!1 5) in 1 2
a| 1
b| 0
q)([]a:1 2;b:3 4) in ([]a:2 9;b:4 9)
01b
q)(`a`b!2 4) in ([]a:1 2;b:3 4)
1b
q)2 in 2
1b
q)1 2f in 2
01b
/ empty: nothing is in nothing.
q)1 in ()
0b
q)1 2 in 0#0
00b
q)(0#0) in 1 2
`boolean$()
/ nested: the whole left among lists, or item by item in a vector.
q)1 2 in (1 2;9)
1b
q)("ab";"cd") in enlist "cd"
01b
q)(1 2;3) in 1 3
10b
1b
q)3 in (1 2;3)
0b
q)3 in (3;1 2)
1b
q)1 2f in 2 3
'type
q)(2;`y) in ([]a:1 2;b:`x`y)
1b
q)((2;`y);(2;`x)) in ([]a:1 2;b:`x`y)
10b
/ integers and symbols that lie far apart
q)-5 0 4000 0N 90000000000 in -5 90000000000 4000
10101b
q)0N 3 0W in 7 0N 0W
101b
q)2024.01.01 2024.01.05 0Nd in 2024.01.05 2030.12.31
010b
q)(`u`nosuch in`$string til 3;`1`2 in`$string til 3)
00b
11b
