/ Where an item belongs in a sorted list.
/ source: ref/bin            status: documented
q)1 3 5 bin 0 1 2 5 9
-1 0 0 2 2
q)1 3 5 binr 0 1 2 5 9
0 0 1 2 3
q)1 3 3 5 bin 3
2
q)1 3 3 5 binr 3
1
q)1 3 5 bin 0N
-1
q)0N 1 3 bin 0N
0
q)`a`c`e bin `b`c`z
0 1 2
q)"ace" bin "d"
1
q)(`a`b`c!0 2 4) bin -1 3
``b
q)2024.01.01 2024.02.01 bin 2024.01.15
0
/ empty: before the first.
q)(0#0) bin 3
-1
q)(0#0) binr 3
0
q)1 3 5 bin 0#0
`long$()
/ nested: the shape of the right side; or lists among lists.
q)1 3 5 bin (0 1;9)
-1 0
2
q)("ant";"bee";"cow") bin ("bat";"zoo")
0 2
q)([]a:`p`p`q;b:0 2 1) bin `a`b!(`p;1)
0
q)([]a:`p`p`q;b:0 2 1) bin ([]a:`q`r;b:5 5)
2 0N
q)1 3 5 bin `a
'type
q)1 3 5 bin 1.5
'type
q)bin[1;2;3]
'rank
/ Of dictionaries the keys, in the shape of the right side; null before the first.
q)(`a`b`c!0 2 4)bin(1;2 -3)
`a
`b`
q)(`a`b`c!0 2 4)bin `x`y!3 4
x| b
y| c
q)(`a`b`c!0 2 4)binr 3 5
`c`
/ Tables: a value of the last column's type; null where nothing is found, also for one column.
q)([]a:`p`p`q;b:0 2 1)bin `a`b!(`p;1i)
'type
q)([]a:`p`p`q;b:0 2 1)bin(`p;9)
1
q)([]b:0 2 4)bin([]b:3 -1)
1 0N
q)([]b:0 2 4)bin([]b:0#0)
`long$()
/ Integers of another width are found, as by find. Source: gyorokpeter/qx86.
q)1 2 3 bin 2i
1
q)1 2 3i bin 2 0N 5000000000 -5000000000
1 -1 2 -1
q)1 2 3 binr 2 4h
1 3
q)1 2 3 bin 2f
'type
