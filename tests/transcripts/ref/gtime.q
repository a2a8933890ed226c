/ Local time as UTC, and back.
/ source: ref/gtime            status: documented
q)x:2024.02.29D12:00:00.000000000
q)x~gtime ltime x
1b
q)x~ltime gtime x
1b
q)type gtime x
-12h
q)type gtime 2024.02.29T12:00:00.000
-15h
q)gtime 0Np
0Np
q)ltime 0Nz
0Nz
q)count gtime x+0D01*til 3
3
q)all (ltime 2#x)=2#ltime x
1b
/ empty: the type stays.
q)gtime `timestamp$()
`timestamp$()
q)type ltime `datetime$()
15h
/ nested: to any depth.
q)(gtime (x;2#x))~(gtime x;2#gtime x)
1b
q)gtime `a
'type
q)ltime "noon"
'type
