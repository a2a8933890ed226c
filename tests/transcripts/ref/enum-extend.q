/ Symbols enumerated, new ones added to the domain.
/ source: ref/enum-extend            status: documented
q)d:`a`b
q)`d?`b`c`b
`d$`b`c`b
q)d
`a`b`c
q)`d?`c`a
`d$`c`a
q)value `d?`x`y
`x`y
q)"j"$`d?`a`y
0 4
q)`fresh?`p`q`p
`fresh$`p`q`p
q)fresh
`p`q
q)`:dom?`m`n
`dom$`m`n
q)dom
`m`n
q)`:dom?`n`o
`dom$`n`o
q)get `:dom
`m`n`o
q)`d?`b
`d$`b
/ empty: nothing to add.
q)count `d?`$()
0
q)count d
5
/ nested: each list on its own.
q)`d?/:(`a`b;enlist`new)
`d$`a`b
`d$,`new
q)last d
`new
q)`d?1 2
'type
/ The attribute stays.
q)`d?`g#`a`b`a
`g#`d$`g#`a`b`a
q)attr `d?`s#`a`b
`s
q)attr `:dom?`p#`m`m`n
`p
q)attr .Q.en[`:.;([]s:`g#`k`l`k)]`s
`g
