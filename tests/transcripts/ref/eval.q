/ Parse trees evaluated, also where nothing may be changed.
/ source: ref/eval            status: documented
q)eval (+;2;3)
5
q)eval parse "2+3*4"
14
q)eval (#;2;10 20 30)
10 20
q)a:7
q)eval `a
7
q)eval enlist `a
`a
q)eval (neg;(count;`a))
-1
q)eval (enlist;1;`a;(+;1;1))
1 7 2
q)eval ({x*y};3;4)
12
q)eval 5
5
q)reval (+;1;`a)
8
q)reval parse "b:1"
'noupdate
q)b
'b
/ Nor does it leave the directory, or end the process.
q)reval (read0;enlist `:/etc/hosts)
'access
q)reval (get;enlist `:../f)
'access
q)reval (exit;0)
'noupdate
/ empty: an empty list is itself.
q)eval ()
q)eval (count;())
0
/ nested: a tree in a tree.
q)eval (+;1;(*;2;(-;10;4)))
13
q)eval (+;1;enlist `x)
'type
/ Commands that tell may be asked, what changes the state may not.
q)reval (system;"t")
0i
q)reval (system;"t 100")
'noupdate
q)system"t"
0i
q)reval (system;"P 3")
'noupdate
q)reval (hopen;enlist`:f)
'access
q)reval ({a::1};0)
'noupdate
/ Nothing that writes files does.
q)t:([]s:`a`b;n:1 2)
q){@[reval;parse x;`$]}each(".Q.en[`:db;t]";".Q.ens[`:db;t;`o]";".Q.dpt[`:db;1;`t]";".Q.chk`:db";"save`t.csv";"rsave`t";"`:x set 1")
`noupdate`noupdate`noupdate`noupdate`noupdate`noupdate`noupdate
q)`:sp/ set([]a:3 1 2)
`:sp/
q)h:hopen`:x
q){@[reval;parse x;`$]}each("update a:9 from`:sp";"delete from`:sp";"delete a from`:sp";"`a xasc`:sp";"`a xdesc`:sp/";"@[`:sp;`a;`s#]";"hclose h")
`noupdate`noupdate`noupdate`noupdate`noupdate`noupdate`noupdate
q)get[`:sp]`a
3 1 2
q)hclose h
q)hdel each`:sp/a`:sp/.d`:sp`:x;
q)reval parse".Q.en[`:db;([]n:1 2)]"
n
-
1
2
q)key`:db
/ Names are variables, also as heads; symbols are enlisted.
q)l:10 20 30
q)eval (`l;1)
20
q)eval ((';+);1 2;3 4)
4 6
q)eval ((+;1);2)
3
q)eval (:;`l;5)
5
q)l
5
/ Nothing of the process is changed either: variables of the environment, the current directory, domains.
q)reval(setenv;enlist`QUARRY_REVAL;"x")
'noupdate
q)getenv`QUARRY_REVAL
""
q)here:system"cd"
q)reval(`.Q.lo;enlist`:.;1b;1b)
'noupdate
q)here~system"cd"
1b
q)reval(`.Q.ens;(::);([]s:`a`b);enlist`domain1)
'noupdate
q)`domain1!0 1
`domain1!0 1
q)reval(flip;`p`q!`:/tmp/)
'access
