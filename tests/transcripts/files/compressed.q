/ Compressed files: how they are asked for, and what is refused.
/ source: kb/file-compression            status: documented
q)x:100000#til 1000
q)(`:z;17;2;6)set x
`:z
q)s:-21!`:z
q)key s
`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel
q)1_value s
800016
2i
17i
6i
q)s[`compressedLength]=count system"cat z | od -An -v -tu1 -w1"
1b
q)hcount`:z
800016
q)x~get`:z
1b
q)(`:z;12i;1h;0)set x
`:z
q)(-21!`:z)`algorithm`logicalBlockSize
1 12i
q)(`:z;20;5;-7)set x
`:z
q)(-21!`:z)`algorithm`logicalBlockSize`zipLevel
5 20 -7i
q)x~get`:z
1b
/ Level 0 of LZ4 is its default; more than 16 is as 16.
q)(`:z;16;4;0)set x
`:z
q)(`:z;16;4;20)set x
`:z
q)(-21!`:z)`zipLevel
16i
q)x~get`:z
1b
/ Algorithm 0 is none.
q)(`:z;17;0;0)set x
`:z
q)count -21!`:z
0
/ What is refused leaves the file alone.
q)(`:z;11;2;6)set 1
'domain
q)(`:z;21;2;6)set 1
'domain
q)(`:z;17;6;0)set 1
'domain
q)(`:z;17;2;10)set 1
'domain
q)(`:z;17;2;-1)set 1
'domain
q)(`:z;17;5;23)set 1
'domain
q)(`:z;17;0N;6)set 1
'domain
q)(`:z;17;2.5;6)set 1
'type
q)(`:z;17;2)set 1
'length
q)(`:z;17;2;6;7)set 1
'length
q)(`z;17;2;6)set 1
'type
q)x~get`:z
1b
/ -19! writes a file again, compressed or not; the source stays.
/ source: basics/internal            status: documented
q)`:plain set x
`:plain
q)-19!(`:plain;`:packed;17;2;6)
`:packed
q)(-21!`:packed)`algorithm
2i
q)x~get`:packed
1b
q)-19!(`:packed;`:other;12;5;3)
`:other
q)(-21!`:other)`algorithm`logicalBlockSize
5 12i
q)-19!(`:other;`:other;16;0;0)
`:other
q)(count -21!`:other;x~get`:other)
0
1b
q)-19!(`:nowhere;`:other;17;2;6)
'nowhere. OS reports: No such file or directory
q)-19!(`:plain;`:other;17;2)
'length
q)-19!(`:plain;`:other;17;9;1)
'domain
q)-19!(`plain;"other";17;2;6)
'type
q)-21!`:nowhere
'nowhere. OS reports: No such file or directory
q)-21!"plain"
'type
/ nested: companions are compressed with their column.
q)n:100#("some text";`sym;1 2 3;"")
q)(`:n;17;2;6)set n
`:n
q){(-21!x)`algorithm}each`:n,`$(":n#";":n##")
2 2 2i
q)n~get`:n
1b
q)`:m set n
`:m
q)-19!(`:m;`:k;12;4;9)
`:k
q){(-21!x)`algorithm}each`:k,`$(":k#";":k##")
4 4 4i
q)n~get`:k
1b
/ empty
q)(`:e;17;2;6)set 0#0
`:e
q)get`:e
`long$()
q)(`:e;17;2;6)set()
`:e
q)get`:e
q)(`:e;17;2;6)set`u#`a`b`c
`:e
q)get`:e
`u#`a`b`c
q)(`:e;17;2;6)set([k:`a`b]v:1 2)
`:e
q)get`:e
k| v
-| -
a| 1
b| 2
/ Attributes and enumerations are as in any file; .d and the domain are not compressed.
q)t:.Q.en[`:db]([]s:`p#1000#`a;g:`g#1000?`x`y`z;a:`s#til 1000)
q)(`:db/t/;17;5;1)set t
`:db/t/
q)meta get`:db/t/
c| t f a
-| -----
s| s   p
g| s   g
a| j   s
q)t~get`:db/t/
1b
q)count each -21!'`:db/t/s`:db/t/a`:db/t/.d`:db/sym
5 5 0 0
/ By column: the null symbol is for the others; columns that the table lacks do not matter.
/ source: ref/get            status: documented
q)(`:db/t/;``a`q!(17 2 6;16 5 3;12 1 0))set t
`:db/t/
q){(-21!x)`algorithm}each`:db/t/s`:db/t/a
2 5i
q)(`:db/t/;(enlist`a)!enlist 16 5 3)set t
`:db/t/
q)count each -21!'`:db/t/s`:db/t/a
0 5
q)(`:db/t/;`a`s!(16 5 3;16 9 3))set t
'domain
q)(`:db/t/;`a`s!(16 5 3;16 9))set t
'length
q)(`:db/t/;`a!16 5 3)set t
'length
q)(`:db/t/;``a!(17 2 6;16 5 3))set 1 2 3
'type
q)t~get`:db/t/
1b
/ Appends: to vectors, lists, tables; s# while it holds; a domain takes none.
/ source: kb/file-compression            status: documented
q)(`:z;12;2;6)set til 1000
`:z
q)`:z upsert 1000 1001
`:z
q).[`:z;();,;1002]
`:z
q)(get`:z)~til 1003
1b
q)(-21!`:z)`algorithm
2i
q)(`:z;12;2;6)set`s#til 1000
`:z
q)`:z upsert 1000 1001
`:z
q)attr get`:z
`s
q)`:z upsert 5
`:z
q)(attr get`:z;count get`:z;count -21!`:z)
`
1003
5
q)`:n upsert(`new;"text")
`:n
q)(n,(`new;"text"))~get`:n
1b
q){(-21!x)`algorithm}each`:n,`$(":n#";":n##")
2 2 2i
q)(`:db/t/;17;5;1)set t
`:db/t/
q)`:db/t/ upsert t
`:db/t/
q)(t,t)~get`:db/t/
1b
q)count each -21!'`:db/t/s`:db/t/a
5 5
q)(`:e;17;2;6)set`a`b
`:e
q)`:e upsert`c
'no append to zipped enums
q)`:e?`c
'no append to zipped enums
q)`:z upsert 1.5
'type
q)(`:f;17;2;6)set([]a:1 2)
`:f
q)`:f upsert([]a:3 4)
`:f
q)(get`:f;count -21!`:f)
+(,`a)!,1 2 3 4
5
/ A new file or table is compressed as .z.zd says.
q).z.zd:17 2 6
q)`:new upsert 1 2 3
`:new
q)`:newt/ upsert([]a:1 2 3)
`:newt/
q)count each -21!'`:new`:newt/a
5 5
q)\x .z.zd
/ Items are not changed in a compressed file; what is written anew as a whole stays compressed as it was.
q)(`:z;12;2;6)set til 1000
`:z
q)@[`:z;0;:;7]
'type/attr error amending file z
q)@[`:z;::;neg]
'type/attr error amending file z
q).[`:z;();7+]
`:z
q)(first get`:z;(-21!`:z)`algorithm)
7
2i
q)@[`:db/t;`s;`#]
`:db/t
q)(attr get`:db/t/s;(-21!`:db/t/s)`algorithm)
`
5i
q)`a xdesc`:db/t/
`:db/t/
q)(first get`:db/t/a;(-21!`:db/t/a)`algorithm)
999
5i
/ A handle appends to what is inside.
q)(`:log;17;2;6)set()
`:log
q)h:hopen`:log
q)r:h enlist(`upd;`t;1 2)
q)r:h enlist(`upd;`t;3)
q)hclose h
q)get`:log
`upd `t 1 2
`upd `t 3
q)count -21!`:log
5
/ Bytes as they are.
/ source: ref/file-binary            status: documented
q)(`:b;17;2;9)1:100#0x07
`:b
q)(hcount`:b;read1(`:b;98;9))
100
0x0707
q)(`:b;17;2)1:0x07
'length
/ Damaged files are told of, every time.
/ source: basics/errors            status: documented
q)(`:z;12;2;6)set x
`:z
q)b:"c"$system"cat z | od -An -v -tu1 | tr -s ' \\n' ' '"
q)b:"x"$value b
q)`:cut 1:(count[b]-9)#b
`:cut
q)get`:cut
'bad meta data in file
q)hcount`:cut
'bad meta data in file
q)-21!`:cut
'bad meta data in file
q)`:cut upsert 1
'bad meta data in file
q)`:cut 1:8#b
`:cut
q)get`:cut
'bad meta data in file
q)`:cut 1:@[b;500+til 20;:;0x55]
`:cut
q)get`:cut
'decompression error at block 0 in cut
q)n:(-21!`:z)`compressedLength
q)`:cut 1:@[b;(n div 2)+til 40;:;0x55]
`:cut
q)2#get`:cut
0 1
q)@[sum;get`:cut;{15#x}]
"decompression e"
q)@[sum;get`:cut;{15#x}]
"decompression e"
q)-19!(`:cut;`:again;17;2;6)
'decompression error at block 98 in cut
q)key`:again
q)read1`:cut
'decompression error at block 98 in cut
q)`:cut 1:@[b;(n-1584)+til 8;:;0x55]
`:cut
q)get`:cut
'disk compression - bad logicalBlockSize
q)`:cut 1:@[b;(n-1600)+til 8;:;0x55]
`:cut
q)get`:cut
'bad meta data in file
/ The cache of decoded blocks: bytes that stay, and what was found and decoded.
/ source: Quarry            status: documented
q)(`:z;12;2;6)set x
`:z
q)6#key .Q.zcache[]
`limit`held`files`hits`misses`hitRatio
q)6_key .Q.zcache[]
`found`decoded`read`dropped`compressionRatio
q)c:.Q.zcache 100
q)c`limit
104857600
q)sum get`:z
49950000
q)c:.Q.zcache[]
q)sum get`:z
49950000
q)(.Q.zcache[]-c)`misses`decoded
0 0
q)0<(.Q.zcache[]-c)`hits
1b
q)c:.Q.zcache 0
q)h:.Q.zcache[]`held
q)sum get`:z
49950000
q)h>=.Q.zcache[]`held
1b
q)(.Q.zcache[]-c)`misses
196
q)c:.Q.zcache 0N
q).Q.zcache -1
'domain
q).Q.zcache 1.5
'type
q).Q.zcache 1 2
'type
/ A file on the right is what is in it (wp/compress; jkane17.github.io, compression); without parameters it is its name.
q)`:from set til 1000
`:from
q)(`:to;16;1;0)set`:from
`:to
q)(-21!`:to)`algorithm
1i
q)get[`:to]~til 1000
1b
q)(`:from;16;1;0)set`:from
`:from
q)(-21!`:from)`uncompressedLength
8016
q)get[`:from]~til 1000
1b
q)`:s/ set([]a:til 1000;b:1000#1.5)
`:s/
q)(`:s2/;``a!(0 0 0;16 1 0))set`:s
`:s2/
q)-21!`:s2/b
q)(-21!`:s2/a)`algorithm
1i
q)(`:s/;17;2;6)set`:s/
`:s/
q)(-21!`:s/b)`algorithm
2i
q)get[`:s]~get`:s2
1b
q)(`:to;16;1;0)set`:nosuch
'nosuch. OS reports: No such file or directory
q)`:to set`:from
`:to
q)get`:to
`:from
/ A level says nothing to q's own compression and to Snappy, and is kept. Source: releases/ChangesIn4.0 (17 3 6).
q)(`:lv;17;3;6)set til 1000
`:lv
q)(-21!`:lv)`algorithm`zipLevel
3 6i
q)(`:lv;17;1;6)set til 1000
`:lv
q)get[`:lv]~til 1000
1b
/ An empty .z.zd is none. Source: releases/ChangesIn2.8 (active if present and valid).
q).z.zd:()
q)`:lv set til 1000
`:lv
q)-21!`:lv
q)\x .z.zd
