/ Text that fits a pattern.
/ source: ref/like            status: documented
q)"quick" like "qu?ck"
1b
q)`quick like "q*"
1b
q)`quick`brown like "*o*"
01b
q)("abc";"xyz") like "a*"
10b
q)"a1" like "a[0-9]"
1b
q)"ab" like "a[0-9]"
0b
q)"ax" like "a[^0-9]"
1b
q)"a*b" like "a[*]b"
1b
q)"abc" like "abc"
1b
q)"abc" like "ab"
0b
q)(`a`b!("xy";"zy")) like "x*"
a| 1
b| 0
/ Few of a large domain, and many of it.
q)dom:`$string til 3000
q)few:`dom$`10`2999`1500`10
q)(few,first 0#few)like/:("1*";"*9";"")
10110b
01000b
00001b
q)sum(`dom$dom)like "1*"
1111i
/ empty: only a star fits it.
q)"" like "*"
1b
q)"" like "?"
0b
q)(0#`) like "a"
`boolean$()
/ nested: a list of strings, and no deeper.
q)("ab";"b";"") like "a*"
100b
q)(("ab";"b");"a") like "a*"
'type
q)1 like "a"
'type
q)"a" like 1
'type
