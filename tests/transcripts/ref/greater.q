/ The greater of two, which of flags is OR.
/ source: ref/greater            status: documented
q)2|3
3
q)1 5 3|2
2 5 3
q)1100b or 1010b
1110b
q)0N|-5
-5
q)1.5|1
1.5
q)0b|3
3
q)"b"|"a"
"b"
q)09:30|10:00:00
10:00:00
q)(`a`b!1 5)|`b`c!7 2
a| 1
b| 7
c| 2
q)([]a:1 5)|3
a
-
3
5
/ empty: no items.
q)(0#0)|3
`long$()
/ nested: to any depth.
q)(1 5;3)|2
2 5
3
q)1 2|1 2 3
'length
q)1|`a
'type
q)`a or `b
'type
/ A long beyond the days of dates is infinite.
q)0W|2001.01.01
0Wd
q)-5000000000|2001.01.01 0Nd
2001.01.01 -0Wd
