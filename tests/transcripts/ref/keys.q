/ Key columns of a table, seen and set.
/ source: ref/keys            status: documented
q)t:([]a:1 2;b:`x`y;c:3 4)
q)keys t
`symbol$()
q)keys 1!t
,`a
q)keys 2!t
`a`b
q)k:1!t
q)keys `k
,`a
q)`b xkey t
b| a c
-| ---
x| 1 3
y| 2 4
q)`c`a xkey t
c a| b
---| -
3 1| x
4 2| y
q)keys `b xkey `a xkey t
,`b
q)`b xkey `t
`t
q)keys t
,`b
q)() xkey t
b a c
-----
x 1 3
y 2 4
/ empty: no rows.
q)keys 1!0#0!t
,`b
q)`a xkey 0#0!t
a| b c
-| ---
/ nested: a column of lists as a key.
q)keys `l xkey ([]l:(1 2;3 4);v:5 6)
,`l
q)`nosuch xkey t
'nosuch
