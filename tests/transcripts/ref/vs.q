/ Text, symbols, paths and numbers taken apart.
/ source: ref/vs            status: documented
q)"," vs "a,bc,,d"
,"a"
"bc"
""
,"d"
q)", " vs "ab, c"
"ab"
,"c"
q)` vs "ab\ncd"
"ab"
"cd"
q)` vs `a.b.c
`a`b`c
q)` vs `:dir/sub/file.q
`:dir/sub`file.q
q)10 vs 235
2 3 5
q)2 vs 11
1 0 1 1
q)24 60 60 vs 3805
1 3 25
q)0x0 vs 258h
0x0102
q)0x0 vs 1i
0x00000001
q)0b vs 5h
0000000000000101b
q)10 vs 12 34
1 3
2 4
/ empty: nothing to take apart.
q)"," vs ""
""
/ nested: one text at a time.
q)"," vs/:("a,b";"cd,e")
,"a" ,"b"
"cd" ,"e"
q)"," vs 5
'type
q)1.5 vs 3
'type
/ empty: digits of no ints are ints.
q)type each 2 2i vs `int$()
6 6h
/ The greatest int is a number like others.
q)256 vs 2147483647i
127 255 255 255
q)10 sv 10 vs 2147483647i
2147483647
q)16 vs 32767h
7 15 15 15
q)24 60 60 vs 0Wi
3 14 7
