/ Where items change.
/ source: ref/differ            status: documented
q)differ 1 1 2 2 3
10101b
q)differ `a`a`b
101b
q)differ "aab"
101b
q)differ 0N 0N 1
101b
q)differ 1 1f,1+1e-15
100b
q)differ (7;`a;`a;09:34)
1101b
q)where differ 2024.01.01 2024.01.01 2024.01.02
0 2
q)differ ([]a:1 1 2;b:1 1 1)
101b
/ empty: no flags.
q)differ 0#0
`boolean$()
q)differ ()
`boolean$()
/ nested: lists are compared whole.
q)differ (1 2;1 2;1;1 2)
1011b
q)differ ("ab";"ab";"ac")
101b
q)differ[1;2;3]
'rank
/ With a predecessor for the first item.
q)differ[1;1 1 2]
001b
q)differ[;1 1 2]0
101b
