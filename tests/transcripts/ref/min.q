/ The least: whole, running, moving.
/ source: ref/min            status: documented
q)min 3 1 2
1
q)min 0N 2 5
2
q)min 0N 0N
0W
q)min 1.5 0n
1.5
q)min "hello"
"e"
q)min 101b
0b
q)min 2024.01.01 2023.01.01
2023.01.01
q)min 7
7
q)mins 5 3 4 1 2
5 3 3 1 1
q)mins 0N 5 0N 3
0W 5 5 3
q)2 mmin 3 1 2 5 4
3 1 1 2 4
q)3 mmin 5 0N 7 8 9 6
5 0N 0N 0N 7 6
q)min `a`b!2 1
1
q)min ([]a:1 2;b:5 4)
a| 1
b| 4
/ empty: the greatest there is.
q)min 0#0
0W
q)min 0#0f
0w
q)mins 0#0
`long$()
/ nested: item by item, and nulls count.
q)min (1 5;3 2)
1 2
q)min (1 2;0N 4)
0N 2
q)mins (3 2;1 5)
3 2
1 2
q)min `a`b
'type
q)min (1 2;1 2 3)
'length
/ Of what ascends the ends answer, behind the nulls.
q)(min;max)@\:/:asc each(3 0N 1 0N;0n 2 1;0N 0N;2020.01.02 0Nd)
1          3
1          2
0W         -0W
2020.01.02 2020.01.02
