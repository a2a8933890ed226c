/ The greatest: whole, running, moving.
/ source: ref/max            status: documented
q)max 1 5 3
5
q)max 0N 2 0N
2
q)max 0N 0N
-0W
q)max 1.5 0n
1.5
q)max "hello"
"o"
q)max 101b
1b
q)max 2024.01.01 2023.01.01
2024.01.01
q)max 7
7
q)maxs 1 3 2 5 4
1 3 3 5 5
q)maxs 0N 1 0N
-0W 1 1
q)2 mmax 3 1 2 5 4
3 3 2 5 5
q)max `a`b!1 2
2
q)max ([]a:1 2;b:`x`y)
'type
q)max ([]a:1 2;b:5 4)
a| 2
b| 5
/ empty: the least there is.
q)max 0#0
-0W
q)max 0#0f
-0w
q)maxs 0#0
`long$()
/ nested: item by item across the lists.
q)max (1 5;3 2)
3 5
q)maxs (1 5;3 2)
1 5
3 5
q)2 mmax `a`b!(1 5;3 2)
a| 1 5
b| 3 5
q)max `a`b
'type
q)max (1 2;1 2 3)
'length
/ The zeros are equal: in order or not, the first is found.
q)1%max each(-0 0f;asc -0 0f;0 -0f;asc 0 -0f)
-0w -0w 0w 0w
