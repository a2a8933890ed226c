/ Rows for columns.
/ source: ref/flip            status: documented
q)flip (1 2 3;4 5 6)
1 4
2 5
3 6
q)flip `a`b!(1 2;3 4)
a b
---
1 3
2 4
q)flip ([]a:1 2;b:3 4)
a| 1 2
b| 3 4
q)flip (1 2;3)
1 3
2 3
q)flip `a`b!(1 2;3)
a b
---
1 3
2 3
q)flip ("abc";"xyz")
"ax"
"by"
"cz"
q)flip flip (1 2;3 4)
1 2
3 4
/ empty: columns without rows.
q)flip `a`b!(0#0;0#`)
a b
---
q)flip (();())
/ nested: items are moved whole.
q)flip ((1 2;3);(4;5 6))
1 2 4
3   5 6
q)flip (1 2;3 4 5)
'length
q)flip 1 2 3
'rank
q)flip `a`b!(1 2;3 4 5)
'length
/ a table is a column too: its rows are the items
q)t:flip `a`b!(([]x:1 2);3 4)
q)t
a        b
----------
(,`x)!,1 3
(,`x)!,2 4
q)t[`a;`x]
1 2
q)type t`a
98h
q)flip `a`b!(([]x:1 2 3);3 4)
'length
q)flip 1 2!(1 2;3 4)
'nyi
/ a dictionary of dictionaries has their keys outside afterwards
q)flip `x`y!([]n:6 7;t:`s`b)
 | x  y 
-| -----
n| 6  7 
t| `s `b
q)flip flip `x`y!([]n:6 7;t:`s`b)
 | n t
-| ---
x| 6 s
y| 7 b
q)flip `x`y!([]n:6 7)
 | x y
-| ---
n| 6 7
q)flip ([k:1 2]n:6 7)
'nyi
q)flip[20 3#til 60]~(til 3)+\:3*til 20
1b
q)flip[17 9#`a`b`c`d`e]1 8
b a e d c b a e d c b a e d c b a
d c b a e d c b a e d c b a e d c
q)m:20 30#0n,til 7
q)m~flip flip m
1b
