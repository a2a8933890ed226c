/ Internal functions under their numbers, and what they are called now.
/ source: basics/internal, ref/dotq            status: documented
q)-1!`a
`:a
q)-2!`s#1 2
`s
q)-3!1 2
"1 2"
q)-6!(+;1;2)
3
q)-24!(+;1;2)
3
q)type -20!0
-7h
q)x:`a`b!(1 2;("ab";3.5))
q)x~-23!x
1b
q)-36!(::)
0b
q)-120!1 2 3
0
q)type first -34!(+;2 3)
7h
q)last .Q.ts[+;2 3]
5
q).Q.ts[{'x};enlist"bad"]
'bad
q)-99!1
'nyi
/ Gzip.
/ source: ref/dotq            status: documented
q).Q.gz[::]
1b
q)count .Q.gz(9;10000#"helloworld")
66
q).Q.gz .Q.gz(1;"hello")
"hello"
q).Q.gz .Q.gz(9;0x010203)
0x010203
q).Q.gz .Q.gz(6;"")
""
q).Q.gz"not gzip"
'domain
q).Q.gz(0;"abc")
'domain
q).Q.gz(10;"abc")
'domain
q).Q.gz 3
'type
q).Q.gz(9;1 2 3)
'type
/ Addresses in dotted notation need no look-up.
/ source: ref/dotq            status: documented
q).Q.addr`$"127.0.0.1"
2130706433i
q).Q.addr`blah
-1i
q).Q.addr 3
'type
q).Q.host`a
'type
/ What .z says without connections.
/ source: ref/dotz            status: documented
q).z.H~key .z.W
1b
q).z.r
0b
q)reval parse".z.r"
1b
q)a::x+y
q)b::x+1
q).z.b
x| `a`b
y| ,`a
