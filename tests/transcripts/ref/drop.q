/ Items, entries, rows and columns left out.
/ source: ref/drop            status: documented
q)2_1 2 3 4
3 4
q)-2_1 2 3 4
1 2
q)9_1 2
`long$()
q)0_1 2
1 2
q)1_"abc"
"bc"
q)1_`a`b`c!1 2 3
b| 2
c| 3
q)`a _ `a`b!1 2
b| 2
q)`a`z _ `a`b!1 2
b| 2
q)(`a`b!1 2)_`b
a| 1
q)1 2 3_1
1 3
q)1_([]a:1 2 3)
a
-
2
3
q)(enlist`a)_([]a:1 2;b:3 4)
b
-
3
4
/ empty: nothing left, nothing to leave out.
q)2_()
q)1_0#`
`symbol$()
q)(`$())_`a`b!1 2
a| 1
b| 2
/ nested: items stay whole.
q)1_(1 2;3;"ab")
3
"ab"
q)-1_(1 2;3 4)
1 2
q)1.5_1 2 3
'type
q)`a _ ([]a:1 2;b:3 4)
'type
q)(`a`b!1 2)_`a`b
'type
