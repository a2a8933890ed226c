/ Tables and values saved by their names.
/ source: ref/save            status: documented
q)t:([]a:1 2;b:`x`y)
q)save `:t
`:t
q)get `:t
a b
---
1 x
2 y
q)save `:t.csv
`:t.csv
q)read0 `:t.csv
"a,b"
"1,x"
"2,y"
q)save `:t.txt
`:t.txt
q)first read0 `:t.txt
"a\tb"
q)v:1 2 3
q)save `:dir/v
`:dir/v
q)get `:dir/v
1 2 3
q)n:([]a:1 2;c:1.5 2.5)
q)rsave `n
`:n/
q)get `:n/
a c
-----
1 1.5
2 2.5
/ nested: any value.
q)l:(1 2;`a;"s")
q)save `:l
`:l
q)get `:l
1 2
`a
"s"
/ empty: a table without rows.
q)e:0#n
q)rsave `e
`:e/
q)count get `:e/
0
/ Several, and those of a path (jkane17.github.io, keywords).
q)rsave `n`e
`:n/`:e/
q)rsave `:dir/n
`:dir/n/
q)get `:dir/n/
a c
-----
1 1.5
2 2.5
q)rsave `:dir/nosuch
'nosuch
q)rsave `n`nosuch
'nosuch
q)rsave `$()
`symbol$()
q)rsave 1
'type
q)save `:nosuch
'nosuch
q)u:([]a:1 2)
q)save `u.foo
'type
  u cannot be written as foo; .h.tx has the formats
