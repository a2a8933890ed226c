/ The other way round.
/ source: ref/reverse            status: documented
q)reverse 1 2 3
3 2 1
q)reverse "abc"
"cba"
q)reverse `a`b
`b`a
q)reverse 5
5
q)reverse `a`b!1 2
b| 2
a| 1
q)reverse ([]a:1 2;b:`x`y)
a b
---
2 y
1 x
q)reverse ([k:1 2]v:3 4)
k| v
-| -
2| 4
1| 3
/ empty: as it is.
q)reverse ()
q)reverse 0#`
`symbol$()
/ nested: items stay whole.
q)reverse (1 2;3;"ab")
"ab"
3
1 2
q)reverse each (1 2;3 4)
2 1
4 3
q)reverse[1;2]
'rank
