/ All rows and all columns of two tables.
/ source: ref/uj            status: documented
q)a:([]x:1 2;y:`p`q)
q)b:([]x:3 4;z:1.5 2.5)
q)a uj b
x y z
-------
1 p
2 q
3   1.5
4   2.5
q)b uj a
x z   y
-------
3 1.5
4 2.5
1     p
2     q
q)a uj a
x y
---
1 p
2 q
1 p
2 q
q)(1!a) uj 1!([]x:2 3;y:`r`s)
x| y
-| -
1| p
2| r
3| s
q)(1!a) uj ([x:2 3]w:10 20)
x| y w
-| ----
1| p
2| q 10
3|   20
q)(1!a) uj ([x:1 2]y:``r)
x| y
-| -
1|
2| r
q)(1!a) ujf ([x:1 2]y:``r)
x| y
-| -
1| p
2| r
/ empty: no rows, all columns.
q)(0#a) uj b
x y z
-------
3   1.5
4   2.5
q)a uj 0#b
x y z
-----
1 p
2 q
/ nested: columns of lists.
q)exec l from a uj ([]x:3 4;l:(1 2;3 4))
`long$()
`long$()
1 2
3 4
q)a uj 1!b
'nyi
q)(1!b)uj a
'type
