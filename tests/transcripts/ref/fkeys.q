/ Columns that are foreign keys, and their tables.
/ source: ref/fkeys            status: documented
q)city:([id:`x`y]name:("here";"there"))
q)t:([]c:`city$`x`y`x;n:1 2 3)
q)fkeys t
c| city
q)fkeys `t
c| city
q)exec c.name from t
"here"
"there"
"here"
q)p:([k:1 2]v:`a`b)
q)update q:`p$1 2 1 from `t
`t
q)fkeys t
c| city
q| p
q)fkeys 1!t
c| city
q| p
/ empty: no such columns, no rows.
q)count fkeys ([]a:1 2)
0
q)fkeys 0#t
c| city
q| p
/ nested: columns of lists are none.
q)count fkeys ([]a:(1 2;3))
0
q)`p$3
'cast
q)fkeys[1;2]
'rank
