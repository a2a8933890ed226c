/ Numbers and times rounded down to multiples.
/ source: ref/xbar            status: documented
q)5 xbar 0 4 5 11
0 0 5 10
q)5 xbar -1
-5
q)2.5 xbar 6
5f
q)5 xbar 0N
0N
q)5 xbar 09:32
09:30
q)60 xbar 09:30:59
09:30:00
q)7 xbar 2024.01.03
2023.12.30
q)3 xbar 2024.05m
2024.04m
q)0D00:05 xbar 2024.01.01D12:34:56
2024.01.01D12:30:00.000000000
q)5 xbar `a`b!7 12
a| 5
b| 10
q)3 xbar ([k:`x`y]v:4 8)
k| v
-| -
x| 3
y| 6
/ empty: the type stays.
q)5 xbar 0#0
`long$()
/ nested: to any depth.
q)5 xbar (7;12 13)
5
10 10
q)`a xbar 1
'type
q)5 xbar `a
'type
