/ Whether a value is null.
/ source: ref/null            status: documented
q)null 1 0N 2
010b
q)null 0n 0w
10b
q)null `a`
01b
q)null "a b"
010b
q)null 0Nd
1b
q)null 0Ng
1b
q)null 10b
00b
q)null 0x00
0b
q)null -0W
0b
q)null `a`b!1 0N
a| 0
b| 1
q)null ([]a:1 0N;b:`x`)
a b
---
0 0
1 1
/ empty: flags.
q)null 0#0
`boolean$()
q)null ()
/ nested: to any depth.
q)null (1 0N 2;(0n;"a "))
010b
(1b;01b)
q)all null (0N;0n;`)
1b
q)null[1;2]
'rank
q)null (::)
1b
q)null (1;::;0N)
011b
/ what means its type by itself, beside a null with a letter
q)null 1D 0Nn
01b
q)null 2000.01.01T 0Nz
01b
/ of functions `::` alone is null (observed in programs)
q)null (::;{x};11>;neg;1)
10000b
q)null {x}
0b
