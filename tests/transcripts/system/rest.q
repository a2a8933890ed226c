/ The module kx.rest: paths of requests are given to functions, whose results go back as JSON.
/ source: KX, REST server of KDB-X            status: documented
q)\c 25 200
q)rest:use`kx.rest
q)rest.init enlist[`autoBind]!enlist 1b
q)trade:([]sym:`a`b`a;price:1 2 3f)
q)get1:{r:"\r\n"vs x;(r[0]," | ",last r)}
q)ask:{get1 .z.ph(x;`Host`Accept!("localhost";"*/*"))}
q)rest.register[`get;"/trades";"All trades";{trade};()]
q)ask"trades"
"HTTP/1.1 200 OK | [{\"sym\":\"a\",\"price\":1},{\"sym\":\"b\",\"price\":2},{\"sym\":\"a\",\"price\":3}]"
/ Parameters in the path and in the query, with their types and defaults, in the order in which they were declared.
q)rest.register[`get;"/trades/{sym}";"Trades of symbols";{select from trade where sym in x[`arg;`sym]};rest.reg.data[`sym;11h;1b;`;"Symbols"]]
q)ask"trades/b"
"HTTP/1.1 200 OK | [{\"sym\":\"b\",\"price\":2}]"
q)ask"trades/b,c"
"HTTP/1.1 200 OK | [{\"sym\":\"b\",\"price\":2}]"
q)p:rest.reg.data[`d;-14h;1b;0Nd;"A date"],rest.reg.data[`n;-7h;0b;10;"A number"],rest.reg.data[`s;10h;0b;"none";"A string"]
q)p,:rest.reg.data[`flag;-1h;0b;0b;"A boolean"],rest.reg.data[`ns;7h;0b;`long$();"Numbers"]
q)rest.register[`get;"/args";"What came";{value x`arg};p]
q)ask"args?d=2026.01.02"
"HTTP/1.1 200 OK | [\"2026-01-02\",10,\"none\",false,[]]"
q)ask"args?ns=1,2&flag=true&s=a%20b+c&n=5&d=2026.01.02"
"HTTP/1.1 200 OK | [\"2026-01-02\",5,\"a b c\",true,[1,2]]"
q)ask"args?ns=1&ns=2&d=2026.01.02"
"HTTP/1.1 200 OK | [\"2026-01-02\",10,\"none\",false,[1,2]]"
q)ask"args?n=5"
"HTTP/1.1 400 Bad Request | {\"code\":\"400\",\"text\":\"missing\",\"details\":\"d\"}"
q)ask"args?d=never"
"HTTP/1.1 400 Bad Request | {\"code\":\"400\",\"text\":\"invalid\",\"details\":\"d\"}"
q)ask"args?d=2026.01.02&ns=1,x"
"HTTP/1.1 400 Bad Request | {\"code\":\"400\",\"text\":\"invalid\",\"details\":\"ns\"}"
/ What is written out goes before what is named; a path registered again is replaced.
q)rest.register[`get;"/trades/count";"How many";{count trade};()]
q)ask"trades/count"
"HTTP/1.1 200 OK | 3"
q)rest.register[`get;"/trades/count";"How many";{`many};()]
q)ask"trades/count"
"HTTP/1.1 200 OK | \"many\""
/ Headers.
q)rest.register[`get;"/who";"Who asks";{x[`arg;`user]};rest.reg.header[`user;-11h;0b;`nobody;"User"]]
q)ask"who"
"HTTP/1.1 200 OK | \"nobody\""
q)get1 .z.ph("who";(enlist`User)!enlist"joe")
"HTTP/1.1 200 OK | \"joe\""
/ Bodies: objects, of members that have types; and whatever JSON there is.
q)send:{get1 .z.pp(x;(enlist`Host)!enlist"localhost")}
q)rest.reg.object[`customer;rest.reg.data[`id;-7h;1b;0N;"ID"],rest.reg.data[`name;10h;0b;"unknown";"Name"]]
q)rest.register[`post;"/customers";"New ones";{x`data};rest.reg.body[`customer;1b;();"Customers"]]
q)send"customers {\"id\":5,\"name\":\"joe\"}"
"HTTP/1.1 200 OK | {\"id\":5,\"name\":\"joe\"}"
q)send"customers [{\"id\":5},{\"id\":6}]"
"HTTP/1.1 200 OK | [{\"id\":5,\"name\":\"unknown\"},{\"id\":6,\"name\":\"unknown\"}]"
q)send"customers {\"name\":\"joe\"}"
"HTTP/1.1 400 Bad Request | {\"code\":\"400\",\"text\":\"missing\",\"details\":\"id\"}"
q)send"customers"
"HTTP/1.1 400 Bad Request | {\"code\":\"400\",\"text\":\"missing\",\"details\":\"body\"}"
q)send"customers no JSON"
"HTTP/1.1 400 Bad Request | {\"code\":\"400\",\"text\":\"invalid\",\"details\":\"body\"}"
q)rest.register[`post;"/sum";"A sum";{sum x`rawData};()]
q)send"sum [1,2,3]"
"HTTP/1.1 200 OK | 6"
/ Errors of functions; other operations; paths that nobody takes.
q)rest.register[`get;"/bad";"Fails";{'"out of order"};()]
q)ask"bad"
"HTTP/1.1 500 Internal Server Error | {\"code\":\"500\",\"text\":\"out of order\",\"details\":\"/bad\"}"
q)rest.register[`delete;"/trades";"None left";{`deleted};()]
q)get1 .z.ph("trades";(enlist`$"HTTP-Method")!enlist"DELETE")
"HTTP/1.1 200 OK | \"deleted\""
q)get1 rest.process[`DELETE;("trades";(0#`)!())]
"HTTP/1.1 200 OK | \"deleted\""
q)send"nobody {}"
"HTTP/1.1 404 Not Found | {\"code\":\"404\",\"text\":\"not found\",\"details\":\"/nobody\"}"
q)ask"nobody"
"HTTP/1.1 404 Not Found | nobody: not found"
/ The shortest path, which is an atom.
q)rest.register[`get;"/";"All";{`all};()]
q)ask each("";"/")
"HTTP/1.1 200 OK | \"all\""
"HTTP/1.1 200 OK | \"all\""
/ A newline after each answer.
q)rest.init enlist[`appendNewline]!enlist 1b
q)-1 .z.ph("trades/count";(0#`)!());
HTTP/1.1 200 OK
Content-Type: application/json
Connection: close
Content-Length: 7

"many"
