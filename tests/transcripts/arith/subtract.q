/ Subtract: atomic; a difference of like temporals is a duration.
/ source: ref/subtract            status: documented
q)7-3
4
q)10 20 30-1 2 3
9 18 27
q)5-0N
0N
q)1h-2h
-1i
q)0b-1b
-1i
q)2.5-1
1.5
q)2024.03.01-2024.02.01
29i
q)2024.03.01-1
2024.02.29
q)12:30-12:00
00:30
q)2024.03m-2023.12m
3i
q)2024.01.02D00:00:00.000000000-2024.01.01D12:00:00.000000000
0D12:00:00.000000000
q)1 2-1 2 3
'length
q)`a-`b
'type
q)(1;2 3)-1
0
1 2
q)-[10;3]
7
q)(10-)3
7
q)(`a`b!5 6)-`a`b!1 2
a| 4
b| 4
q)([]a:5 6;b:1.5 2.5)-1
a b
-----
4 0.5
5 1.5
q)neg 5
-5
q)neg 1 0N -3
-1 0N 3
q)neg 0x01
-1i
q)neg 1b
-1i
q)neg 2.5
-2.5
q)neg 0W
-0W
q)neg 00:01
-00:01
q)neg (1 2;-3)
-1 -2
3
q)neg `a`b!1 2
a| -1
b| -2
q)neg `a
'type
q)type neg 2000.01.05
-14h
q)type neg 3h
-5h
q)neg ()
q)neg 0#0
`long$()
