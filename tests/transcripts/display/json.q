/ JSON, both ways.
/ source: ref/dotj            status: documented
q).j.j 1 2 3
"[1,2,3]"
q).j.j `a`b!1 2
"{\"a\":1,\"b\":2}"
q).j.j "abc"
"\"abc\""
q).j.j `sym
"\"sym\""
q).j.j 1b
"true"
q).j.j 0n
"null"
q).j.j ([]a:1 2;b:`x`y)
"[{\"a\":1,\"b\":\"x\"},{\"a\":2,\"b\":\"y\"}]"
q).j.j 2024.01.02
"\"2024-01-02\""
q).j.j (1;"a";`b)
"[1,\"a\",\"b\"]"
q).j.j ()
"[]"
q).j.k "[1,2,3]"
1 2 3f
q).j.k "{\"a\":1,\"b\":\"x\"}"
a| 1f
b| ,"x"
q).j.k "true"
1b
q).j.k "\"abc\""
"abc"
q).j.k "null"
0n
q).j.k "{\"a\":[1,2],\"b\":{\"c\":null}}"
a| 1 2f
b| (,`c)!,0n
q).j.k "[{\"a\":1},{\"a\":2}]"
a
-
1
2
q).j.k .j.j `x`y!(1.5;"s")
x| 1.5
y| ,"s"
/ `.j.jd` says how many digits floats have, whatever `\P` is.
/ source: ref/dotj            status: inferred
q).j.j 1%3
"0.3333333"
q).j.jd(`a`b!(1%3;0.1 0n 2e10);([digits:3]))
"{\"a\":0.333,\"b\":[0.1,null,2e+10]}"
q).j.jd(1%3;([digits:0]))
"0.33333333333333331"
q).j.jd(0w,1%3;([null0w:1b;digits:2]))
"[null,0.33]"
q).j.jd(1;([digits:18]))
'domain
q).j.jd(1;([digits:`a]))
'type
