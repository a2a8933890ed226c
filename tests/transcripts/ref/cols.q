/ Names of columns: seen, changed, put in order.
/ source: ref/cols            status: documented
q)t:([]a:1 2;b:3 4;c:`x`y)
q)cols t
`a`b`c
q)cols `t
`a`b`c
q)cols 1!t
`a`b`c
/ A row (wp/data-loaders).
q)cols first t
`a`b`c
q)cols 1 2!3 4
'type
q)`d`e xcol t
d e c
-----
1 3 x
2 4 y
q)(`c`a!`z`y)xcol t
y b z
-----
1 3 x
2 4 y
q)`c`a xcols t
c a b
-----
x 1 3
y 2 4
q)`b xcols t
b a c
-----
3 1 x
4 2 y
q)cols `z xcol 1!t
`z`b`c
/ empty: no rows, and no names.
q)cols 0#t
`a`b`c
q)cols (`$())xcol t
`a`b`c
q)cols (`$())xcols t
`a`b`c
/ nested: columns of lists.
q)`l xcol ([]a:(1 2;3 4))
l
---
1 2
3 4
q)`p`q`r`s xcol t
'length
q)(`q`r!`x`y)xcol t
'length
