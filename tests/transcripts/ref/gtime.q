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
/ Where clocks change (here from 2 to 3 hours on 2045.03.26, at 01:00 of UTC, and back on 2045.10.29): what lies between is as
/ local time has it, an hour that is left out goes on from the one before, and of one that comes twice it is the first.
q)ltime 2045.03.26D00:59 2045.03.26D01:00
2045.03.26D02:59:00.000000000 2045.03.26D04:00:00.000000000
q)gtime 2045.03.26D02:59 2045.03.26D06:30
2045.03.26D00:59:00.000000000 2045.03.26D03:30:00.000000000
q)gtime 2045.03.26D03:30
2045.03.26D01:30:00.000000000
q)ltime 2045.10.29D00:30 2045.10.29D01:30
2045.10.29D03:30:00.000000000 2045.10.29D03:30:00.000000000
q)gtime 2045.10.29D03:30 2045.10.29D04:00
2045.10.29D00:30:00.000000000 2045.10.29D02:00:00.000000000
q)all{x~gtime ltime x}each 2045.03.25D00 2045.03.26D00 2045.10.29D02+\:0D00:30*til 48
1b
/ Datetimes reach beyond timestamps; infinities stay.
q)ltime 1500.01.01T00:00:00.000 0wz
1500.01.01T02:00:00.000 0wz
q)gtime -0W 0Wp
-0W 0Wp
