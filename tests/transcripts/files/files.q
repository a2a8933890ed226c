/ Files: set, get, upsert, compression, nested columns, splayed tables, logs, lines.
/ source: ref/get, ref/upsert, ref/key, ref/hcount, ref/hdel, ref/read0, ref/read1, kb/file-compression, kb/logging            status: inferred
q)d:`:quarry_transcript
q)f:` sv d,`a`b`c
q)f set 10 20 30
`:quarry_transcript/a/b/c
q)read1 f
0xfe2007000000000003000000000000000a0000000000000014000000000000001e000000000..
q)get f
10 20 30
q)hcount f
40
q)f upsert 40
`:quarry_transcript/a/b/c
q)get f
10 20 30 40
q)key ` sv d,`a
`s#,`b
q)key ` sv d,`a`b`c
`:quarry_transcript/a/b/c
q)z:` sv d,`z
q)(z;17;2;6) set til 100000
`:quarry_transcript/z
q)-21!z
compressedLength  | 151654
uncompressedLength| 800016
algorithm         | 2i    
logicalBlockSize  | 17i   
zipLevel          | 6i    
q)hcount z
800016
q)sum get z
4999950000
q)z upsert 100000 100001
`:quarry_transcript/z
q)-3#get z
99999 100000 100001
q)(-21!z)`algorithm
2i
q)f set ("one";"two";`three;4;5 6f)
`:quarry_transcript/a/b/c
q)get f
"one"
"two"
`three
4
5 6f
q)key ` sv d,`a`b
`s#`c`c#`c##
q)f set `s#1 2 3
`:quarry_transcript/a/b/c
q)attr get f
`s
q)f upsert 5
`:quarry_transcript/a/b/c
q)attr get f
`s
q)f upsert 4
`:quarry_transcript/a/b/c
q)attr get f
`
q)f upsert 1.5
'type
q)t:([]s:`a`b`a;v:1 2 3)
q)(` sv d,`t`) set t
'type
q)(` sv d,`t`) set update `u?s from t
`:quarry_transcript/t/
q)u
`a`b
q)g:get ` sv d,`t`
q)g`v
1 2 3
q)key ` sv d,`t
`s#`.d`s`v
q)(` sv d,`t`) upsert update `u$s from t
`:quarry_transcript/t/
q)count get ` sv d,`t`
6
q)l:` sv d,`log
q)l set ()
`:quarry_transcript/log
q)h:hopen l
q)h enlist(`upd;`t;1 2)
3i
q)h enlist(`upd;`t;3 4)
3i
q)hclose h
q)get l
`upd `t 1 2
`upd `t 3 4
q)n:0
q)upd:{[t;x]n+:sum x}
q)-11!l
2
q)n
10
q)-11!(-2;l)
2
q)-11!(1;l)
1
q)n
13
q)read1(l;0;8)
0xff01000000000000
q)(` sv d,`lines) 0: ("hello";"world")
`:quarry_transcript/lines
q)read0 ` sv d,`lines
"hello"
"world"
q)read0 (` sv d,`lines;6;3)
"wor"
q)hdel ` sv d,`lines
`:quarry_transcript/lines
q)get ` sv d,`lines
'quarry_transcript/lines. OS reports: No such file or directory
q)/ a file indexed; the first index of a directory names a file in it, to read and to change
q)t:` sv d,`s
q)(` sv t,`) set ([]a:3 1 2;b:`float$3 1 2)
`:quarry_transcript/s/
q)t`.d
`a`b
q)t[`a;1]
1
q)value t,`b
3 1 2f
q)f:` sv d,`a`b`c
q)(f 1)~(get f)1
1b
q)@[t;`.d;,;`c]
`:quarry_transcript/s
q)@[t;`c;:;"xyz"]
`:quarry_transcript/s
q)get t
a b c
-----
3 3 x
1 1 y
2 2 z
q)@[t;`a;asc]
`:quarry_transcript/s
q)attr t`a
`s
q)@[t;`a`b;:;(7 8 9;1 2 3f)]
`:quarry_transcript/s
q)get t
a b c
-----
7 1 x
8 2 y
9 3 z
q)@[` sv d,`fresh;`;:;([]x:1 2)]
`:quarry_transcript/fresh
q)get ` sv d,`fresh
x
-
1
2
/ Paths may have 4095 bytes.
/ source: releases/ChangesIn4.0            status: documented
q)(`$":deep/",raze[60#enlist"path/"],"file")set 1 2 3
`:deep/path/path/path/path/path/path/path/path/path/path/path/path/path/path/..
q)get`$":deep/",raze[60#enlist"path/"],"file"
1 2 3
