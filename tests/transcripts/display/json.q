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
