/ An enumeration of indices.
/ source: ref/enumeration            status: documented
q)d:`a`b`c
q)`d!2 0 1
`d$`c`a`b
q)`d!1
`d$`b
q)value `d!2 2
`c`c
q)type `d!0 1
20h
q)key `d!0 1
`d
q)(`d!2 0 1)=`a
010b
q)(`d!2 0)?`a
1
q)`int$`d!2 0
2 0i
/ empty: no indices.
q)type `d!0#0
20h
q)count `d!0#0
0
/ nested: in a list of them.
q)`d!/:(0 1;enlist 2)
`d$`a`b
`d$,`c
q)`d!`a`b
'type
