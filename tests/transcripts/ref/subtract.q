/ Differences of numbers and of times.
/ source: ref/subtract            status: documented
q)10-2 3 4
8 7 6
q)1-0N
0N
q)5i-3h
2i
q)0b-1b
-1i
q)0w-0w
0n
q)2024.03.01-2024.02.01
29i
q)2024.03m-2024.01m
2i
q)10:15-09:30
00:45
q)2024.01.02D12:00-2024.01.01D00:00
1D12:00:00.000000000
q)2024.01.01-1
2023.12.31
q)(`a`b!5 6)-`b`c!1 1
a| 5
b| 5
c| -1
q)([]a:5 6)-1
a
-
4
5
/ empty: the type of the result stays.
q)(0#0)-1
`long$()
/ nested: to any depth.
q)(5;(6 7;8))-1
4
(5 6;7)
q)1 2-1 2 3
'length
q)1-`a
'type
/ keyed tables meet by the names of their key columns.
q)([k:`a`b;j:1 2]v:5 6)-([j:1 2;k:`a`b]v:1 2)
k j| v
---| -
a 1| 4
b 2| 4
q)([k:`a`b;j:1 2]v:5 6)-([k:`a`b]v:1 2)
'mismatch
  the key columns differ
q)(`a`b!1 2)-([]x:1 2 3;y:4 5 6)
'length
