/ Columns of a keyed table added to the rows of another.
/ source: ref/lj            status: documented
q)t:([]k:`a`b`c`a;v:1 2 3 4)
q)u:([k:`a`c]w:10 30)
q)t lj u
k v w
------
a 1 10
b 2
c 3 30
a 4 10
q)t lj ([k:`a`b]v:100 0N)
k v
-----
a 100
b
c 3
a 100
q)t ljf ([k:`a`b]v:100 0N)
k v
-----
a 100
b 2
c 3
a 100
q)([]a:1 1 2;b:`x`y`x) lj ([a:1 2;b:`x`x]d:8 9)
a b d
-----
1 x 8
1 y
2 x 9
q)(1!([]k:`a`b;v:1 2)) lj u
k| v w
-| ----
a| 1 10
b| 2
q)t lj ([k:`a`a]w:1 2)
k v w
-----
a 1 1
b 2
c 3
a 4 1
/ empty: all rows, nulls.
q)t lj 0#u
k v w
-----
a 1
b 2
c 3
a 4
q)(0#t) lj u
k v w
-----
/ nested: columns of lists come along.
q)exec l from t lj ([k:`a`c]l:(1 2;3 4))
1 2
`long$()
3 4
1 2
q)t lj ([z:1 2]w:3 4)
'z
q)t lj ([]k:`a;w:1)
'rank
/ keys of another type cannot be found; integers of another width can
q)([]k:1 2) lj ([k:`a`b]v:3 4)
'type
q)([]k:1 2i) lj ([k:2 3]v:3 4)
k v
---
1  
2 3
q)([]k:1 2;j:`a`b) lj ([k:1 2;j:"ab"]v:3 4)
'type
q)([]k:1 2) lj ([k:0#`]v:0#0)
k v
---
1  
2  
/ What no row matches stays as it is, also where its type has no null.
/ source: ref/lj
q)([]a:1 2;b:11b;c:0x0102) ljf ([a:enlist 5]b:enlist 0b;c:enlist 0x00)
a b c
------
1 1 01
2 1 02
q)([]a:1 5;d:("ab";"c")) ljf ([a:enlist 5]d:enlist"z")
a d
------
1 "ab"
5 "z"
q)ajf[`t;([]t:1 5;b:11b);([]t:3 4;b:00b)]
t b
---
1 1
5 0
