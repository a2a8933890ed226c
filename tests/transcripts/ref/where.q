/ Places of what is true, as many times as it says.
/ source: ref/where            status: documented
q)where 0110b
1 2
q)where 2 0 3
0 0 2 2 2
q)where `a`b`c!101b
`a`c
q)where `x`y!2 1
`x`x`y
q)where 1 2 3>2
,2
q)where 1 2i
0 1 1
q)where 000b
`long$()
/ empty: nowhere.
q)where 0#0b
`long$()
q)where ()
`long$()
/ nested: one list at a time.
q)where each (101b;01b)
0 2
,1
q)where `a`b
'type
q)where 1.5 2
'type
q)where 5
'type
/ What this machine cannot hold is refused before it is made.
q)where 900000000000 1
'wsfull
