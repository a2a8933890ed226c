/ Symbols by their place in a list.
/ source: ref/enumerate            status: documented
q)d:`a`b`c
q)e:`d$`b`a`b
q)e
`d$`b`a`b
q)"i"$e
1 0 1i
q)key e
`d
q)value e
`b`a`b
q)type e
20h
q)`d$`c
`d$`c
q)e=`b
101b
q)e~`b`a`b
0b
q)e[1]:`c
q)e
`d$`b`c`b
q)d[0]:`o
q)`d$`o
`d$`o
/ empty: an empty enumeration.
q)type `d$`$()
20h
q)count `d$`$()
0
/ nested: an enumeration for each list.
q)`d$/:(`b`c;enlist`b)
`d$`b`c
`d$,`b
q)`d$`z
'cast
q)e[0]:`z
'cast
q)`nosuch$`a
'nosuch
