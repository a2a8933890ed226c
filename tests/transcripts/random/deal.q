/ Roll and deal: what holds of any result; the same seed gives the same numbers.
/ source: ref/deal, ref/rand            status: documented
q)count 10?100
10
q)all (1000?10) within 0 9
1b
q)type 5?1.0
9h
q)type 5?`3
11h
q)all 3=count each string 5?`3
1b
q)asc -5?5
`s#0 1 2 3 4
q)count distinct -10?100
10
q)-5?3
'length
q)all (20?`a`b`c)in`a`b`c
1b
q)all (20?"abc")in"abc"
1b
q)\S 42
q)a:5?1000
q)\S 42
q)a~5?1000
1b
/ A time as a float is a seed, too (wp/card-counters).
q)\S 4.2e1
q)a~5?1000
1b
q)system"S ",string`float$2022.01.01D0
q)a~5?1000
0b
q)\S 1e400
'1e400
q)\S 0.5
'0.5
q)type rand 10
-7h
q)(rand 5)within 0 4
1b
q)type rand 1f
-9h
q)(rand `x`y)in`x`y
1b
q)0?10
`long$()
q)type 3?0b
1h
q)type 3?0x0
4h
q)type 2?0Ng
2h
q)type 3?2024.01.01
14h
q)all (100?2024.01.01)<2024.01.01
1b
q)type 3?12:00
17h
q)count 3?0
3
q)all(-4?`a`b`c`d)in`a`b`c`d
1b
q)asc -4?`a`b`c`d
`s#`a`b`c`d
q)type 3?5i
6h
q)count distinct -3?0Ng
3
/ 0 of a type that tells time is a day of it, of one with a date four years: the first table of the manual's
/ introduction is n?0D0 (learn/brief-introduction, wp/query-interface); negative has no meaning.
q)(max 100000?0D0)within 0D23:50 0D23:59:59.999999999
1b
q)(min 100000?0D0)within 0D 0D00:10
1b
q)type each 3?/:(0D;00:00:00.000;00:00:00;00:00;2000.01.01;2000.01m;2000.01.01D0)
16 19 18 17 14 13 12h
q)max each 100000?/:(00:00;2000.01.01;2000.01m)
23:59
2003.12.31
2003.12m
q)(max each 100000?/:(00:00:00;00:00:00.000;2000.01.01D0))within'(23:59 24:00;23:59 24:00;2003.12.01 2004.01.01)
111b
q)(count distinct 1000?0D;0?0D;type rand 0t)
1000
`timespan$()
-19h
q)5?1991.12.18
'domain
q)5?-00:01
'domain
q)5?0Nt
'domain
q)5?0n
0n 0n 0n 0n 0n
