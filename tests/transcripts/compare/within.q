/ in and within.
/ source: ref/in, ref/within            status: documented
q)2 in 1 2 3
1b
q)5 in 1 2 3
0b
q)1 5 3 in 1 2 3
101b
q)`a in `b`a
1b
q)"e" in "hello"
1b
q)"hex" in "hello"
110b
q)1 in 1
1b
q)(1 2;3 4) in (3 4;5 6)
01b
q)1 2 in (1 2;3 4)
1b
q)0N in 1 0N
1b
q)`a in ()
0b
q)() in 1 2
q)() in ("ab";"cd")
`boolean$()
q)("ab";"cd")?()
`long$()
q)([]x:1 2 3) in ([]x:2 3)
011b
q)2 within 1 3
1b
q)1 3 within 1 3
11b
q)0 4 within 1 3
00b
q)"c" within "ad"
1b
q)2024.01.15 within 2024.01.01 2024.01.31
1b
q)0N within 0 10
0b
q)5 within 10 0
0b
q)`b within `a`c
1b
q)1.5 2.5 within 1 2
10b
q)(1 5;2 9) within 2 5
01b
10b
q)1 2 3 within (0 3 0;2 4 5)
101b
q)(`a`b!1 5) within 0 2
a| 1
b| 0
