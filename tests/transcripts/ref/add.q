/ Sums of numbers and of times.
/ source: ref/add            status: documented
q)2+3 4 5
5 6 7
q)1+0N
0N
q)1 2h+3i
4 5i
q)1b+1b
2i
q)0W+1
0N
q)1.5+0w
0w
q)"a"+1.5
98.5
q)2024.01.31+1
2024.02.01
q)2024.01.01+12:30
2024.01.01D12:30:00.000000000
q)2024.01m+2
2024.03m
q)09:30+00:45
10:15
q)(`a`b!1 2)+`b`c!10 20
a| 1
b| 12
c| 20
q)([k:`x`y]v:1 2)+([k:`y`z]v:10 20)
k| v
-| --
x| 1
y| 12
z| 20
q)([]a:1 2)+10
a
--
11
12
/ empty: the type of the result stays.
q)(0#0)+1
`long$()
q)type (0#0)+1.5
9h
/ nested: to any depth.
q)(1;(2 3;4))+10
11
(12 13;14)
q)(1 2;3 4)+10 20
11 12
23 24
q)1 2+1 2 3
'length
q)1+`a
'type
q)1+0Ng
'type
/ Keyed tables add where they have the same key columns, dictionaries and tables where the counts agree.
q)([k:1 2]v:3 4)+([j:1 2]v:3 4)
'mismatch
q)([k:1 2]v:3 4)+`a`b!1 2
'type
q)(enlist[`a]!enlist 1)+0#([]a:1 2)
'length
