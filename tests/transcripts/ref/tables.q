/ Names of the tables of a namespace.
/ source: ref/tables            status: documented
q)b:([]x:1 2)
q)a:([k:1 2]v:3 4)
q)c:1 2 3
q)tables `.
`a`b
q)tables[]
`a`b
q)(tables`.)~tables[]
1b
q).work.t:([]x:1 2)
q)tables `.work
,`t
q)d:`x`y!1 2
q)tables `.
`a`b
q)delete a from `.
`.
q)tables `.
,`b
/ empty: none.
q).none.v:1
q)tables `.none
`symbol$()
/ nested: a table in a list is none.
q)l:(b;b)
q)tables `.
,`b
q)tables[1;2]
'rank
