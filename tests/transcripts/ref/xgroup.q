/ Rows grouped by columns.
/ source: ref/xgroup            status: documented
q)t:([]s:`a`b`a;n:1 2 3;p:1.5 2.5 3.5)
q)`s xgroup t
s| n   p
-| -----------
a| 1 3 1.5 3.5
b| ,2  ,2.5
q)`n`s xgroup t
n s| p
---| ---
1 a| 1.5
2 b| 2.5
3 a| 3.5
q)keys `s xgroup t
,`s
q)cols `s xgroup t
`s`n`p
q)exec n from `s xgroup t
1 3
,2
q)(`s xgroup t)[`a;`n]
1 3
/ empty: no groups.
q)count `s xgroup 0#t
0
/ nested: a column of lists as the group.
q)count `l xgroup ([]l:(1 2;3;1 2);v:1 2 3)
2
q)`nosuch xgroup t
'nosuch
q)`s xgroup 5
'type
