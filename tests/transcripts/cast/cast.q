/ Cast: by name, letter or number.
/ source: ref/cast            status: documented
q)`int$5
5i
q)"i"$5
5i
q)6h$5
5i
q)`float$1 2
1 2f
q)`long$2.4 3.6 -2.6
2 4 -3
q)`int$1.5
2i
q)`boolean$0 1 2
011b
q)`boolean$0N
1b
q)`char$97 98
"ab"
q)`long$"ab"
97 98
q)`byte$255
0xff
q)`short$1000
1000h
q)`real$1
1e
q)`date$2024.01.15D10:30:00.000000000
2024.01.15
q)`month$2024.05.17
2024.05m
q)`time$12:30
12:30:00.000
q)`minute$12:34:56
12:34
q)`second$12:34:56.789
12:34:56
q)`hh$12:34:56
12i
q)`uu$12:34:56
34i
q)`ss$12:34:56
56i
q)`year$2024.05.17
2024i
q)`mm$2024.05.17
5i
q)`dd$2024.05.17
17i
q)`date$2024.05m
2024.05.01
q)`date$0
2000.01.01
q)`timestamp$2024.01.01
2024.01.01D00:00:00.000000000
q)`timespan$12:00
0D12:00:00.000000000
q)`long$2000.01.02
1
q)`long$0D00:00:01
1000000000
q)`int$12:00
720i
q)`int$0N
0Ni
q)`long$0Ni
0N
q)`float$0N
0n
q)`long$0n
0N
q)`long$0w
0W
q)`int$0W
0Wi
q)`symbol$"abc"
`abc
q)`$"abc"
`abc
q)`$("ab";"cd")
`ab`cd
q)`$"a b"
`a b
q)`$""
`
q)`int$`a
'type
q)`long$(1.2;3.4 5.6)
1
3 6
q)`long$`a`b!1.2 2.7
a| 1
b| 3
q)`float$([]a:1 2)
a
-
1
2
q)`$`a`b!("x";"yz")
a| x
b| yz
q)`int$()
`int$()
q)`symbol$()
`symbol$()
q)`date$()
`date$()
q)"f"$1 2i
1 2f
q)9h$1
1f
q)`int$1 2 3f
1 2 3i
q)type `int$5
-6h
q)"d"$8766
2024.01.01
q)`time$0
00:00:00.000
q)`minute$90
01:30
q)`week$2024.05.17
2024.05.13
q)d:2024.05.17
q)d.year
2024i
q)d.mm
5i
q)d.dd
17i
q)d.week
2024.05.13
q)t:12:34:56.789
q)t.hh
12i
q)t.minute
12:34
q)t.second
12:34:56
q)p:2024.05.17D12:34:56.789
q)p.date
2024.05.17
q)p.time
12:34:56.789
q)p.minute
12:34
