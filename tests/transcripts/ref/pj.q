/ Columns of a keyed table added to those of another.
/ source: ref/pj            status: documented
q)t:([]k:`a`b`c;v:1 2 3)
q)t pj ([k:`a`c]v:10 30)
k v
----
a 11
b 2
c 33
q)t pj ([k:`a`c]w:10 30)
k v w
------
a 1 10
b 2 0
c 3 30
q)t pj ([k:`a`b]v:0N 5)
k v
---
a 1
b 7
c 3
q)([]a:1 1 2;b:`x`y`x;c:5 6 7) pj ([a:1 2;b:`x`x]c:10 20)
a b c
------
1 x 15
1 y 6
2 x 27
q)t pj ([k:`a`z]v:1.5 2)
k v
-----
a 2.5
b 2
c 3
q)(1!t) pj ([k:`a`c]v:10 30)
k| v
-| --
a| 11
b| 2
c| 33
q)`t pj ([k:enlist`a]v:enlist 100)
`t
q)t
k v
-----
a 101
b 2
c 3
/ empty: unchanged.
q)t pj 0#([k:`a`c]v:10 30)
k v
-----
a 101
b 2
c 3
q)(0#t) pj ([k:`a`c]v:10 30)
k v
---
/ nested: lists are added item by item.
q)([]k:`a`b;l:(1 2;3 4)) pj ([k:`b`a]l:(10 20;0 0))
k l
-------
a 1  2
b 13 24
q)t pj ([z:1 2]v:3 4)
'z
q)pj[t;t;t]
'rank
