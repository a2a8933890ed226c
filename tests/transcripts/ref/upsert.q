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
q)t upsert `s`z!(`c;1)
'mismatch
  the table has no column z
/ a serialised keyed table, and a dictionary, are read, changed and written.
q)`:kt set ([k:1 2]v:3 4)
`:kt
q)`:kt upsert (2;9)
`:kt
q)`:kt upsert ([]v:7 8;k:1 5)
`:kt
q)get`:kt
k| v
-| -
1| 7
2| 9
5| 8
q)`:dt set `a`b!1 2
`:dt
q)`:dt upsert `b`c!3 4
`:dt
q)get`:dt
a| 1
b| 3
c| 4
q)`:dt upsert 3
'type
/ a keyed table that is a step dictionary is not changed in place.
q)st:`s#([k:1 5]v:`a`b)
q)`st upsert (9;`c)
'step
q)st upsert (9;`c)
k| v
-| -
1| a
5| b
9| c
/ empty: a table goes into the empty list whole, as in the recording profiler of kb/profiler
q)t:()
q)`t upsert ([]a:1 2;b:("x";"yz"))
`t
q)t
a b   
------
1 "x" 
2 "yz"
q)() upsert ([k:1 2]v:3 4)
k| v
-| -
1| 3
2| 4
q)() upsert 1 2
1 2
