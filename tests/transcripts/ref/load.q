/ Values and tables from files.
/ source: ref/load            status: documented
q)`:v set 1 2 3
`:v
q)load `:v
`v
q)v
1 2 3
q)`:t/ set ([]a:1 2;b:3 4)
`:t/
q)rload `:t
`t
q)t
a b
---
1 3
2 4
q)load `:t
`t
q)`:w/ set ([]a:enlist 5)
`:w/
q)rload `t`:w
`t`w
q)w
a
-
5
q)rload 1
'type
q)`:x set `a`b!1 2
`:x
q)load `x
`x
q)x
a| 1
b| 2
q)load `v`x
`v`x
/ empty: as they are.
q)`:e set ()
`:e
q)load `e
`e
q)e
/ nested: of any kind.
q)`:n set (1 2;`a;"s")
`:n
q)load `n
`n
q)n
1 2
`a
"s"
q)load `:nosuch
'nosuch. OS reports: No such file or directory
/ A directory without .d is a dictionary of what is in its files, for get and \l too (observed: the console text of a public course).
q)`:lib/t/ set ([]p:1 2;s:3 4f)
`:lib/t/
q)`:lib/u/ set ([]p:5 6)
`:lib/u/
q)hdel `:lib/t/.d;
q)get `:lib/t
p| 1 2
s| 3 4
q)get `:lib/t/
'lib/t/.d. OS reports: No such file or directory
q)key get `:lib
`t`u
q)\l lib
q)t`s
3 4f
q)u
p
-
5
6
q)\cd ..
