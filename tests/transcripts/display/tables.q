/ Tables and keyed tables at the console.
/ source: basics/dictsandtables            status: documented
q)([]a:1 2;b:`x`y)
a b
---
1 x
2 y
q)([]name:("ab";"c");v:1.5 2)
name v
--------
"ab" 1.5
"c"  2
q)([]a:0#0)
a
-
q)([]a:())
a
-
q)([]a:1 2;b:(1 2;3))
a b
-----
1 1 2
2 3
q)([]a:1 0N;b:0n 2.5;c:`x`;d:"a ")
a b   c d
---------
1     x a
  2.5
q)([k:`a`b]v:10 200)
k| v
-| ---
a| 10
b| 200
q)([k:1 2;j:`x`y]v:3 4;w:5 6)
k j| v w
---| ---
1 x| 3 5
2 y| 4 6
q)([k:0#`]v:0#0)
k| v
-| -
q)([]d:2024.01.01 2024.01.02;t:12:00 13:00)
d          t
----------------
2024.01.01 12:00
2024.01.02 13:00
q)([]b:101b)
b
-
1
0
1
q)([]x:0x0102)
x
--
01
02
q)([]f:1 2f)
f
-
1
2
q)([]f:1.5 200)
f
---
1.5
200
q)enlist`a`b!1 2
a b
---
1 2
q)([]longname:1 2)
longname
--------
1
2
q)first ([]a:1 2;b:`x`y)
a| 1
b| `x
q)([]a:(1;`b))
a
--
1
`b
