/ Logs: written through a handle, replayed whole or in part, what is wrong with one, and how it is mended.
/ source: basics/internal -11!, kb/logging            status: documented
q)l:`:quarry_transcript/day.log
q)l set ()
`:quarry_transcript/day.log
q)hcount l
8
q)-11!l
0
q)h:hopen l
q)h enlist(`f;`a;10)
3i
q)h((`f;`b;20);"f[`c;30]")
3i
q)/ a lambda, a table, a nested list
q)h enlist({f[x;y]};`d;40)
3i
q)h enlist(`f;`e;([]s:`x`y;v:(1 2;"ab")))
3i
q)hclose h
q)f:{seen,:enlist(x;y)}
q)seen:()
q)-11!l
5
q)seen
`a 10
`b 20
`c 30
`d 40
`e +`s`v!(`x`y;(1 2;"ab"))
q)/ the same without memory for all of it: each of get
q)count get l
5
q)/ the first messages
q)seen:()
q)-11!(2;l)
2
q)seen
`a 10
`b 20
q)-11!(0;l)
0
q)-11!(99;l)
5
q)-11!(-1;l)
5
q)-11!(-2;l)
5
q)-11!(-3;l)
'domain
q)/ each goes to .z.ps if there is one
q)n:0
q).z.ps:{n+:1}
q)-11!(3;l)
3
q)n
3
q)\x .z.ps
q)/ a function that is not there is named
q)delete f from `.
`.
q)-11!l
'f
q)f:{seen,:enlist(x;y)}
q)/ a log that ends in a message
q)b:read1 l
q)`:quarry_transcript/torn.log 1: -3_b
`:quarry_transcript/torn.log
q)t:`:quarry_transcript/torn.log
q)seen:()
q)-11!t
'badtail
q)count seen
4
q)-11!(-1;t)
'badtail
q)-11!(-2;t)
4 98
q)get t
'badtail
q)-11!(4;t)
4
q)/ mended: the bytes that are good
q)t 1: read1(t;0;last -11!(-2;t))
`:quarry_transcript/torn.log
q)-11!(-2;t)
4
q)h:hopen t
q)h enlist(`f;`z;1)
3i
q)hclose h
q)-11!t
5
q)/ or copied, message by message, as .z.ps gets them
q)`:quarry_transcript/good.log set ()
`:quarry_transcript/good.log
q)g:hopen`:quarry_transcript/good.log
q).z.ps:{g enlist x}
q)-11!(4;t)
4
q)system"x .z.ps"
q)hclose g
q)-11!(-2;`:quarry_transcript/good.log)
4
q)/ damage in the middle: everything before it counts
q)`:quarry_transcript/bad.log 1: @[b;20;:;0x60]
`:quarry_transcript/bad.log
q)-11!(-2;`:quarry_transcript/bad.log)
0 8
q)-11!`:quarry_transcript/bad.log
'badtail
q)/ what is no log
q)`:quarry_transcript/v set 1 2 3
`:quarry_transcript/v
q)-11!`:quarry_transcript/v
'type
q)-11!1
'type
q)-11!(1;2;3)
'type
q)-11!`:quarry_transcript/nosuch
'quarry_transcript/nosuch. OS reports: No such file or directory
q)/ appended by name, and compressed when it is over
q).[l;();,;enlist(`f;`y;50)]
`:quarry_transcript/day.log
q)-11!(-2;l)
6
q)z:`:quarry_transcript/z.log
q)-19!(l;z;17;2;6)
`:quarry_transcript/z.log
q)seen:()
q)-11!z
6
q)last seen
`y
50
q)/ emptied while it is open: what is written from then on is in the log that is there
q)e:`:quarry_transcript/emptied.log
q)e set ()
`:quarry_transcript/emptied.log
q)h:hopen e
q)h enlist(`f;`a;1);
q)e set ()
`:quarry_transcript/emptied.log
q)h enlist(`f;`b;2);
q)h enlist(`f;`c;3);
q)hclose h
q)seen:()
q)-11!e
2
q)last seen
`c
3
q)/ deleted: as before
q)h:hopen e
q)hdel e
`:quarry_transcript/emptied.log
q)h enlist(`f;`d;4);
q)hclose h
q)key e
