/ JSON, written and read.
/ source: ref/dotj            status: documented
q).j.j 1 2 3
"[1,2,3]"
q).j.j `a`b!(1;"x")
"{\"a\":1,\"b\":\"x\"}"
q).j.j ([]a:1 2;b:`x`y)
"[{\"a\":1,\"b\":\"x\"},{\"a\":2,\"b\":\"y\"}]"
q).j.j 1b
"true"
q).j.j 0n
"null"
q).j.j "q\"uote\n"
"\"q\\\"uote\\n\""
q).j.j -0w 0 1 2 3 0w
"[-inf,0,1,2,3,inf]"
q).j.jd(-0w 0 1 2 3 0w;()!())
"[-inf,0,1,2,3,inf]"
q).j.jd(-0w 0 1 2 3 0w;([null0w:1b]))
"[null,0,1,2,3,null]"
q).j.k "[1,2.5,true,null]"
1f
2.5
1b
0n
q).j.k "{\"a\":1,\"b\":[\"x\",\"yz\"]}"
a| 1f
b| (,"x";"yz")
q).j.k "[{\"a\":1},{\"a\":2}]"
a
-
1
2
q).j.k "\"text\""
"text"
/ empty: lists and objects of nothing.
q).j.j ()
"[]"
q).j.j ""
"\"\""
q)count .j.k "[]"
0
/ nested: to any depth.
q).j.j `a`b!(1 2;`c`d!(3;(4;"e")))
"{\"a\":[1,2],\"b\":{\"c\":3,\"d\":[4,\"e\"]}}"
q)(.j.k "{\"a\":{\"b\":[1,2]}}")[`a;`b]
1 2f
q).j.k 5
'type
q).j.j 2147483647 0N -2147483647i
"[2147483647,null,-2147483647]"
q).j.j 32767h
"32767"
