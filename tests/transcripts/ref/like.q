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
