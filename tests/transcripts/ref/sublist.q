/ Items that are there, from the start, the end or between.
/ source: ref/sublist            status: documented
q)2 sublist 1 2 3
1 2
q)-2 sublist 1 2 3
2 3
q)9 sublist 1 2
1 2
q)1 2 sublist 10 20 30 40
20 30
q)3 9 sublist 10 20 30 40
,40
q)9 2 sublist 1 2
`long$()
q)2 sublist "abc"
"ab"
q)1 sublist `a`b!1 2
a| 1
q)1 1 sublist ([]a:1 2 3)
a
-
2
q)-1 sublist ([k:1 2]v:3 4)
k| v
-| -
2| 4
/ empty: nothing to take.
q)2 sublist ()
q)0 sublist 1 2
`long$()
/ nested: items stay whole.
q)2 sublist (1 2 3;"ab";3)
1 2 3
"ab"
q)`a sublist 1 2
'type
q)1 2 3 sublist 1 2 3
'length
/ an atom is one item, and there are no more.
q)2 sublist 5
,5
q)0 sublist `a
`symbol$()
q)1 0W sublist 1 2 3
2 3
q)-2 sublist `a`b`c!1 2 3
b| 2
c| 3
q)1 1 sublist ([]a:1 2 3)
a
-
2
