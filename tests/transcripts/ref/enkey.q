/ Keys given to a table, and taken from it.
/ source: ref/enkey            status: documented
q)t:([]a:1 2;b:`x`y;c:3 4)
q)1!t
a| b c
-| ---
1| x 3
2| y 4
q)2!t
a b| c
---| -
1 x| 3
2 y| 4
q)0!2!t
a b c
-----
1 x 3
2 y 4
q)1!2!t
a| b c
-| ---
1| x 3
2| y 4
q)0!t
a b c
-----
1 x 3
2 y 4
q)1!`t
`t
q)keys t
,`a
q)0!`t
`t
q)keys t
`symbol$()
/ empty: no rows.
q)1!0#t
a| b c
-| ---
/ nested: columns of lists.
q)1!([]k:`x`y;l:(1 2;3))
k| l
-| ---
x| 1 2
y| 3
q)3!t
'length
q)1!1 2 3
'type
