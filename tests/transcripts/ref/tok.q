/ Text read as values of a type.
/ source: ref/tok            status: documented
q)"J"$"12"
12
q)"J"$("1";"x";"")
1 0N 0N
q)"F"$"1.5e3"
1500f
q)"I"$"12a"
0Ni
q)"D"$"2024.01.02"
2024.01.02
q)"D"$"20240102"
2024.01.02
q)"D"$"2024-01-02"
2024.01.02
q)"T"$"12:34:56.789"
12:34:56.789
q)"U"$"09:30"
09:30
q)"S"$"abc"
`abc
q)`$("ab";"c")
`ab`c
q)"B"$"10"
1b
q)"B"$enlist each "10tn"
1010b
q)"X"$"1f"
0x1f
q)-7h$"42"
42
q)"P"$"2024.01.02D03:04:05.5"
2024.01.02D03:04:05.500000000
q)"JF"$("12";"1.5")
12
1.5
/ empty: null.
q)"J"$""
0N
q)"S"$""
`
q)"J"$()
`long$()
/ nested: to any depth.
q)"J"$("12";("2";"34"))
12
2 34
q)"J"$`a`b!("11";"2x")
a| 11
b|
q)"J"$5
'type
q)"Q"$"1"
'type
q)"J"$`a`b!"12"
'length
  2 keys and an atom
q)"J"$([]a:"12")
'rank
q)"JF"$`a`b!("11";"2.5")
a| 11
b| 2.5
/ The first year is 1.
q)"D"$("0000.01.01";"0001.01.01")
0N 0001.01.01
