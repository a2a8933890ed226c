/ Values of names and files.
/ source: ref/get            status: documented
q)a:1 2 3
q)get `a
1 2 3
q)`a set 7
`a
q)a
7
q)get "a+1"
8
q)`:f set `x`y!1 2
`:f
q)get `:f
x| 1
y| 2
q)`:d/ set ([]a:1 2;b:3 4)
`:d/
q)get `:d/
a b
---
1 3
2 4
q)get `:d/.d
`a`b
q)`.ns.v set 5
`.ns.v
q)get `.ns.v
5
/ empty: as they are.
q)get `:e set ()
q)get `:e set 0#`
`symbol$()
/ nested: files of any value.
q)get `:n set (1 2;`a;"xy";(1;(2 3;`b)))
1 2
`a
"xy"
(1;(2 3;`b))
q)(get `:k set ([k:1 2]v:3 4))~([k:1 2]v:3 4)
1b
q)get `nosuch
'nosuch
q)get `:nosuch
'nosuch. OS reports: No such file or directory
/ a general list in a file is read as its items are asked for, and says so
q)`:lists set ("ab";"cde")
`:lists
q)type get `:lists
77h
q)type first get `:lists
10h
q)type 1#get `:lists
0h
q)("ab";"cde")~get `:lists
1b
q).Q.ty get `:lists
"C"
q)type -9!-8!get `:lists
0h
