/ Symbols as file symbols.
/ source: ref/hsym            status: documented
q)hsym `a
`:a
q)hsym `:a
`:a
q)hsym `$"/tmp/x y"
`:/tmp/x y
q)hsym `a`:b`c
`:a`:b`:c
q)hsym `
`:
q)hsym `localhost:5010
`:localhost:5010
q)type hsym `a`b
11h
/ empty: the type stays.
q)hsym `$()
`symbol$()
/ nested: one list at a time.
q)hsym each (`a`b;`c)
`:a`:b
`:c
q)hsym "a"
'type
q)hsym 1
'type
