/ The attribute of a value.
/ source: ref/attr            status: documented
q)attr 1 2 3
`
q)attr `s#1 2 3
`s
q)attr `u#`a`b
`u
q)attr `p#`a`a`b
`p
q)attr `g#1 2 1
`g
q)attr asc 3 1 2
`s
q)attr 5
`
q)attr `s#`a`b!1 2
`s
q)attr `#`s#1 2
`
/ empty: an attribute can be there, too.
q)attr ()
`
q)attr `s#0#0
`s
/ nested: sorted lists of lists, and columns one by one.
q)attr (2 1;1 2)
`
q)attr asc (2 1;1 2)
`s
q)attr each flip ([]a:`s#1 2;b:`g#`x`x)
a| s
b| g
q)attr[1;2]
'rank
/ A table or list loses its attribute with the first change inside of it.
q)t:`s#([]a:1 2 3;b:3 4 5)
q)t[0;`a]:9
q)attr t
`
q)x:`s#(1 2;3 4)
q)x[0;0]:9
q)attr x
`
q)x
9 2
3 4
