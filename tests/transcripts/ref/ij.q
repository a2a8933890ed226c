/ Rows whose keys are in a keyed table.
/ source: ref/ij            status: documented
q)t:([]k:`a`b`c`a;v:1 2 3 4)
q)u:([k:`a`c]w:10 30)
q)t ij u
k v w
------
a 1 10
c 3 30
a 4 10
q)t ij ([k:`a`b]v:100 0N)
k v
-----
a 100
b
a 100
q)t ijf ([k:`a`b]v:100 0N)
k v
-----
a 100
b 2
a 100
q)t ij ([k:`z`y]w:1 2)
k v w
-----
q)([]a:1 1 2;b:`x`y`x;c:5 6 7) ij ([a:1 2;b:`x`x]d:8 9)
a b c d
-------
1 x 5 8
2 x 7 9
q)(1!([]k:`a`b;v:1 2)) ij u
k| v w
-| ----
a| 1 10
/ empty: no rows, all columns.
q)(0#t) ij u
k v w
-----
q)t ij 0#u
k v w
-----
/ nested: columns of lists come along.
q)t ij ([k:`b`c]l:(1 2;`x`y))
k v l
-------
b 2 1 2
c 3 x y
q)t ij ([z:1 2]w:3 4)
'z
q)t ij ([]k:`a;w:1)
'rank
q)([]k:1 2) ij ([k:`a`b]v:3 4)
'type
/ the first of keys that come twice
q)([]k:1 2 1) ij ([k:1 1]v:3 4)
k v
---
1 3
1 3
