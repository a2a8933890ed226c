/ Items of one list or the other.
/ source: ref/vector-conditional            status: documented
q)?[101b;1 2 3;10 20 30]
1 20 3
q)?[101b;1 2 3;0]
1 0 3
q)?[101b;7;10 20 30]
7 20 7
q)?[1b;`a;`b]
`a
q)?[10b;"ab";"xy"]
"ay"
q)?[01b;2024.01.01;2024.01.02 2024.01.03]
2024.01.02 2024.01.01
q)select v:?[n>1;n;0] from ([]n:1 2 3)
v
-
0
2
3
/ empty: no items.
q)?[0#0b;0#0;0#0]
`long$()
/ nested: items stay whole.
q)?[10b;(1 2;"ab");(3 4;`z)]
1 2
`z
q)?[10b;1 2;1 2 3]
'length
/ values of two types are a general list, as its items of any (sean185/aoc2023, day 4).
q)?[10b;1 2;3 4f]
1
4f
q)?[10b;0n;1 2]
0n
2
q)sum?[101b;1 2 3f;4 5 6]
9f
q)?[10b;(1;`a);2 3]
1 3
q)?[1b;1;`a]
1
q)?[1 0;1 2;3 4]
'type
/ An integer among floats is one. Source: gyorokpeter/puzzle_solutions (2024, day 13).
q)?[0101b;1.5 2.5 3.5 4.5;0]
0 2.5 0 4.5
q)?[10b;0N;1.5 2.5]
0n 2.5
q)type exec ?[a>1;f;0]from([]a:1 2;f:1 2f)
9h
