/ Rows added, or put in place of those with their keys.
/ source: ref/upsert            status: documented
q)t:([]s:`a`b;n:1 2)
q)t upsert (`c;3)
s n
---
a 1
b 2
c 3
q)t upsert `n`s!(9;`z)
s n
---
a 1
b 2
z 9
q)t upsert ([]s:`c`d;n:3 4)
s n
---
a 1
b 2
c 3
d 4
q)k:([id:1 2]v:`x`y)
q)k upsert (2;`q)
id| v
--| -
1 | x
2 | q
q)`k upsert ([id:2 3]v:`p`r)
`k
q)k
id| v
--| -
1 | x
2 | p
3 | r
q)`k upsert (4;`s)
`k
q)count k
4
q)`:d/ set t
'type
q)`:d/ set ([]a:1 2)
`:d/
q)`:d/ upsert ([]a:3 4)
`:d/
q)exec a from get `:d/
1 2 3 4
/ empty: no rows, either side.
q)t upsert 0#t
s n
---
a 1
b 2
q)(0#t) upsert (`x;1)
s n
---
x 1
q)([]a:();b:()) upsert (1;`x)
a b
---
1 x
/ nested: lists in a column.
q)([]k:1 2;l:(1 2;3 4)) upsert (3;5 6 7)
k l
-------
1 1 2
2 3 4
3 5 6 7
q)t upsert (1;`x)
'type
q)t upsert (`a;1;2)
'length
