/ Encrypted files: the key, what is told without it, every form, appends, tables, damage.
/ source: kb/dare            status: documented
q)-36!(::)
0b
q)(-36!)[]
0b
/ The key is random; the passwords of these files, as openssl made them, are: quarry, another (the same key), quarry (another key).
q)`:first.key 1:0x53616c7465645f5f389e519ad8f6df60e020ba2fe6c8e033ea888050db6db9290e208807f8e0a458e74cfa8f8ecb209364cc2e7d419f47d4a3094f248e977302
`:first.key
q)`:changed.key 1:0x53616c7465645f5f55f5e1f8b3d61b5d8cfa3f005318c329b2bfdfe1a3b90deaa8888032701ee2f4259f4cc86fd8dabe10d2a6d52ce67135f9755f88de580651
`:changed.key
q)`:other.key 1:0x53616c7465645f5fda87a11abb0180b6fe81947216d85d435d6ef2ba42885724eeaf4fd0b07e4badd6b5f21998e418fd9e9f2b33487c0d38f13f7b4714bc73ad
`:other.key
/ Nothing is written without it, and what is there stays.
q)x:100000#til 1000
q)`:z set 7
`:z
q)(`:z;17;16;6)set x
'encryption key not loaded
q)get`:z
7
q)(`:tz/;17;18;6)set([]a:1 2)
'encryption key not loaded
q)key`:tz
q)-19!(`:z;`:y;17;16;6)
'encryption key not loaded
q)key`:y
/ What is no key, or not the password.
/ source: basics/internal            status: documented
q)-36!(`:nowhere.key;"quarry")
'nowhere.key. OS reports: No such file or directory
q)-36!(`:z;"quarry")
'Unrecognized key format
q)`:short.key 1:63#read1`:first.key
`:short.key
q)-36!(`:short.key;"quarry")
'Unrecognized key format
q)`:long.key 1:read1[`:first.key],0x00
`:long.key
q)-36!(`:long.key;"quarry")
'Unrecognized key format
q)-36!(`:first.key;"quarrel")
'Invalid password
q)-36!(`:first.key;"")
'Invalid password
q)-36!(`:first.key;`quarry)
'type
q)-36!("first.key";"quarry")
'type
q)-36!enlist`:first.key
'length
q)-36!(`:first.key;"quarry";1b;0b)
'length
q)-36!(`:first.key;"quarry";1)
'type
q)-36!`:first.key
'length
q)reval(parse"-36!(`:first.key;\"quarry\")")
'noupdate
q)-36!(::)
0b
/ Encrypted alone, and compressed before.
q)-36!(`:first.key;"quarry")
q)-36!(::)
1b
q)(`:z;17;16;6)set x
`:z
q)1_-21!`:z
uncompressedLength| 800016
algorithm         | 16i
logicalBlockSize  | 17i
zipLevel          | 6i
q)((-21!`:z)`compressedLength)within 800016 808016
1b
q)(x~get`:z;hcount`:z;x[54321]~get[`:z]54321;sum get`:z)
1b
800016
1b
49950000
q){(`:z;12;x;x=18)set y;(x=(-21!`:z)`algorithm;(hcount`:z)>(-21!`:z)`compressedLength;y~get`:z)}[;x]each 17 18 19 20 21
111b
111b
111b
111b
111b
q)"c"$8#read1`:first.key
"Salted__"
q)first system"head -c 8 z"
"QuarryAE"
q)(`:z;17;16;200)set x
'domain
q)(`:z;17;22;0)set x
'domain
q)(`:z;17;32;0)set x
'domain
q)(`:z;17;18;10)set x
'domain
q)(`:z;11;16;6)set x
'domain
q)x~get`:z
1b
/ Every form: atoms, lists, dictionaries, tables, functions; empty ones.
q)same:{(`:v;12;16;0)set x;r:x~get`:v;(`:v;12;21;1)set x;r&x~get`:v}
q)same each(1b;0N;`a;"text";0#0;`$();();`a`b!(1 2;"x");([k:`a`b]v:1 2);([]s:`a`b;n:(1 2;());t:("ab";""));(+;{x+y};1 2 3))
11111111111b
q)same each(`s#til 5000;`u#`a`b`c;0x00ff;2024.01.01+til 3000;1000?0Ng;"c"$til 256;1 0N 2.5 -0w 0n)
1111111b
/ nested: companions are encrypted with their column.
q)n:100#("some text";`sym;1 2 3;"")
q)(`:n;17;18;6)set n
`:n
q){(-21!x)`algorithm}each`:n,`$(":n#";":n##")
18 18 18i
q)n~get`:n
1b
q)`:n upsert(`new;"text")
`:n
q)(n,(`new;"text"))~get`:n
1b
q){(-21!x)`algorithm}each`:n,`$(":n#";":n##")
18 18 18i
/ empty
q)(`:e;17;16;0)set()
`:e
q)get`:e
q)(`:e;17;16;0)1:0#0x00
`:e
q)(hcount`:e;read1`:e)
0
`byte$()
/ -19! encrypts what is there, decrypts it, and does it in another way.
q)`:plain set x
`:plain
q)-19!(`:plain;`:secret;17;21;3)
`:secret
q)-19!(`:secret;`:again;12;16;0)
`:again
q)-19!(`:again;`:back;17;0;0)
`:back
q){(-21!x)`algorithm}each`:secret`:again
21 16i
q)(read1`:plain)~read1`:back
1b
q)system"cmp plain back"
/ Appends: items, rows, bytes by a handle. What is there stays encrypted.
q)(`:z;12;18;6)set til 1000
`:z
q)`:z upsert 1000 1001
`:z
q).[`:z;();,;1002]
`:z
q)(get`:z)~til 1003
1b
q)(-21!`:z)`algorithm
18i
q)(`:z;12;16;6)set`s#til 1000
`:z
q)do[20;`:z upsert 1000]
q)(attr get`:z;count get`:z)
`s
1020
q)`:z upsert 5
`:z
q)(attr get`:z;last get`:z;(-21!`:z)`algorithm)
`
5
16i
q)`:z upsert 1.5
'type
q)(`:log;17;18;6)set()
`:log
q)h:hopen`:log
q)r:h enlist(`upd;`t;1 2)
q)r:h enlist(`upd;`t;3)
q)hclose h
q)get`:log
`upd `t 1 2
`upd `t 3
q)(-21!`:log)`algorithm
18i
q)upd:{got::got,enlist y};got:()
q)-11!`:log
2
q)got
1 2
3
q)(`:f;17;16;6)set([]a:1 2)
`:f
q)`:f upsert([]a:3 4)
`:f
q)(get`:f;(-21!`:f)`algorithm)
+(,`a)!,1 2 3 4
16i
q)@[`:z;0;:;7]
'type/attr error amending file z
/ A domain takes symbols when it is encrypted.
q)(`:dom;17;16;0)set`a`b
`:dom
q)`:dom?`c`a`new
`dom$`c`a`new
q)get`:dom
`a`b`c`new
q)`:dom upsert`d
`:dom
q)(get`:dom;(-21!`:dom)`algorithm)
`a`b`c`new`d
16i
/ Tables in directories, by column; .d and names with a dot are not encrypted by .z.zd.
/ source: ref/get            status: documented
q)t:([]a:1000#til 10;b:1000#0 1f;c:1000#("x";"yz"))
q)(`:t/;17;16;6)set t
`:t/
q)t~get`:t/
1b
q)`:t/ upsert 2#t
`:t/
q)(t,2#t)~get`:t/
1b
q){(-21!x)`algorithm}each`:t/a`:t/b`:t/c,`$":t/c#"
16 16 16 16i
q)count -21!`:t/.d
0
q)(`:t/;``a`c!(17 16 6;17 21 3;17 0 0))set t
`:t/
q){(-21!x)`algorithm}each`:t/a`:t/b
21 16i
q)(count -21!`:t/c;t~get`:t/)
0
1b
/ source: ref/dotz            status: documented
q).z.zd:17 18 6
q)`:plain set x
`:plain
q)`:with.dot set x
`:with.dot
q)(count -21!`:with.dot;(-21!`:plain)`algorithm)
0
18i
q)trade:([]sym:100#`a`b`c;price:100#1 2.5;note:100#("one";"two words"))
q).Q.dpft[`:db;;`sym;`trade]each 2024.01.01 2024.01.02
`trade`trade
q).z.zd:17 16 0
q).Q.dpft[`:db;2024.01.03;`sym;`trade]
`trade
q)\x .z.zd
q){(-21!x)`algorithm}each`:db/sym`:db/2024.01.01/trade/sym`:db/2024.01.02/trade/price`:db/2024.01.03/trade/note,`$":db/2024.01.01/trade/note#"
18 18 18 16 18i
q)`:db/sym?`z
`sym$`z
q)(-21!`:db/sym)`algorithm
18i
q)\l db
q)select n:count i,p:sum price by date from trade
date      | n   p
----------| -------
2024.01.01| 100 175
2024.01.02| 100 175
2024.01.03| 100 175
q)select count i by sym from trade where date>2024.01.01,sym in`a`c
sym| x
---| --
a  | 68
c  | 66
q)exec distinct note from trade where date=2024.01.03,sym=`b
"two words"
"one"
q)\cd ..
/ The key may be another one: what it did not encrypt it does not decrypt. The same key with another password does.
/ source: kb/dare            status: documented
q)-36!(`:other.key;"quarry")
q)get`:z
'decryption error in z
q)-21!`:z
'decryption error in z
q)`:z upsert 1
'decryption error in z
q)(`:w;17;16;6)set 1 2 3
`:w
q)-36!(`:changed.key;"another")
q)count get`:z
1021
q)get`:w
'decryption error in w
/ A key that is locked stays until it is given again.
/ source: basics/internal            status: documented
q)-36!(`:first.key;"quarry";1b)
q)-36!(`:other.key;"quarry")
'DARE key locked
q)-36!(`:first.key;"quarry")
'DARE key locked
q)-36!(`:other.key;"quarry";0b)
'DARE key locked
q)-36!(`:first.key;"quarry";0b)
q)-36!(`:other.key;"quarry")
q)get`:w
1 2 3
q)-36!(`:first.key;"quarry")
/ Damage is told of, every time; the rest is read.
/ source: Quarry            status: documented
q)(`:z;12;16;0)set x
`:z
q)b:"x"$value"c"$system"cat z | od -An -v -tu1 | tr -s ' \\n' ' '"
q)(count b;n)~((-21!`:z)`compressedLength;n:count b)
1b
q)`:cut 1:@[b;88+4096*7;{"x"$x+1}]
`:cut
q)2#get`:cut
0 1
q)sum get`:cut
'decryption error at block 7 in cut
q)sum get`:cut
'decryption error at block 7 in cut
q)-19!(`:cut;`:again;17;2;6)
'decryption error at block 7 in cut
q)`:cut 1:b(til 88+4096),(88+8192+til 4096),(88+4096+til 4096),(88+12288)_til n
`:cut
q)sum 2000_get`:cut
48951000
q)sum get`:cut
'decryption error at block 1 in cut
q)`:cut 1:-1_b
`:cut
q)get`:cut
'bad meta data in file
q)hcount`:cut
'bad meta data in file
q)`:cut 1:@[b;n-100;{"x"$x+1}]
`:cut
q)-21!`:cut
'bad meta data in file
q)`:cut 1:50#b
`:cut
q)get`:cut
'bad meta data in file
/ What kdb+ encrypts is told from it.
q)`:kdb 1:("x"$"kxzippEd"),100#0x00
`:kdb
q)get`:kdb
'nyi
q)-21!`:kdb
'nyi
