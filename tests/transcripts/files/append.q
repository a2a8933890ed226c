/ Items appended to files: by upsert, by amend, through a handle.
/ source: ref/upsert, ref/amend, basics/files            status: documented
q)f:`:quarry_transcript/v
q)f upsert 1 2
`:quarry_transcript/v
q)f upsert 3
`:quarry_transcript/v
q).[f;();,;4 5]
`:quarry_transcript/v
q)get f
1 2 3 4 5
q)f upsert 1.5
'type
q)f upsert`a
'type
q)get f
1 2 3 4 5
q)/ empty
q)f upsert `long$()
`:quarry_transcript/v
q)hcount f
56
q)/ a handle of a file that holds a vector takes items of it
q)h:hopen f
q)h 6
3i
q)h 7 8
3i
q)h"text"
'type
q)hclose h
q)get f
1 2 3 4 5 6 7 8
q)/ s# stays while it is true
q)f set `s#1 2 3
`:quarry_transcript/v
q)attr get f upsert 3 4
`s
q)attr get f upsert 0
`
q)/ symbols, and enumerations
q)s:`:quarry_transcript/s
q)s set `a`b
`:quarry_transcript/s
q)s upsert `c`
`:quarry_transcript/s
q)h:hopen s
q)h`d
3i
q)hclose h
q)get s
`a`b`c``d
q)e:`:quarry_transcript/e
q)e set `p#`u?`a`a`b
`:quarry_transcript/e
q)e upsert `u?`b`c
`:quarry_transcript/e
q)get e
`u$`a`a`b`b`c
q)e upsert `other?`z
'type
q)e upsert `b
'type
q)/ nested lists: strings, dictionaries, symbols that are new
q)m:`:quarry_transcript/m
q)m set ("ab";"cde")
`:quarry_transcript/m
q)m upsert ("f";`x`y!1 2)
`:quarry_transcript/m
q)m upsert enlist`p`q
`:quarry_transcript/m
q)h:hopen m
q)h enlist"by handle"
3i
q)hclose h
q)get m
"ab"
"cde"
"f"
`x`y!1 2
`p`q
"by handle"
q)/ compressed: only the last block is made again
q)z:`:quarry_transcript/z
q)(z;12;2;6) set til 5000
`:quarry_transcript/z
q)z upsert 5000 5001
`:quarry_transcript/z
q)h:hopen z
q)h 5002
3i
q)hclose h
q)(get z)~til 5003
1b
q)(-21!z)`algorithm`logicalBlockSize`zipLevel
2 12 6i
q)/ a flat table, by rows, by dictionary, by list
q)t:`:quarry_transcript/t
q)t set ([]a:1 2;b:`x`y)
`:quarry_transcript/t
q)t upsert ([]a:3;b:`z)
'rank
q)t upsert ([]a:enlist 3;b:enlist`z)
`:quarry_transcript/t
q)t upsert `a`b!(4;`w)
`:quarry_transcript/t
q)t upsert (5;`v)
`:quarry_transcript/t
q)get t
a b
---
1 x
2 y
3 z
4 w
5 v
q)/ a splayed one: all columns or none
q)d:`:quarry_transcript/d/
q)d set ([]n:1 2;c:("ab";"c");s:`u?`a`b)
`:quarry_transcript/d/
q)d upsert ([]n:enlist 3;c:enlist"de";s:`u?enlist`c)
`:quarry_transcript/d/
q).[d;();,;([]n:enlist 4;c:enlist"";s:`u?enlist`a)]
`:quarry_transcript/d/
q)get d
n c    s
--------
1 "ab" a
2 "c"  b
3 "de" c
4 ""   a
q)d upsert ([]n:enlist 5)
'mismatch
q)d upsert ([]n:enlist 5;c:enlist"x";s:enlist 1)
'type
q)count get d
4
q)key d
`s#`.d`c`c#`n`s
q)/ writes wait for the disk when asked
q).Q.fsync[]
0b
q).Q.fsync 1b
1b
q)f set 1 2 3
`:quarry_transcript/v
q)f upsert 4
`:quarry_transcript/v
q)d set get d
`:quarry_transcript/d/
q).Q.fsync 0b
0b
q).Q.fsync 1
'type
q)/ waiting for a file
q).Q.await[f;0N]
1b
q)nowhere:`:quarry_transcript/nowhere/none
q).Q.await[nowhere;2]
0b
q).Q.await[nowhere;-5]
0b
q).Q.await["x";1]
'type
q).Q.await[f;0 1]
'type
q)get f
1 2 3 4
/ An enumeration is sorted as its values are, in the file as in memory.
q)`:d/e/ set .Q.en[`:d]([]y:`z`a`m;x:til 3)
`:d/e/
q)`y xasc`:d/e/
`:d/e/
q)`:d/e/ upsert .Q.en[`:d]([]y:`z`z;x:3 4)
`:d/e/
q)attr get`:d/e/y
`s
q)`:d/e/ upsert .Q.en[`:d]([]y:`n`b;x:100 101)
`:d/e/
q)attr get`:d/e/y
`
/ A column with atoms among its lists takes an atom; one of strings does not.
q)`:d/g/ set ([]x:1 2;m:(1;"abc"))
`:d/g/
q)`:d/g/ upsert (3;2f)
`:d/g/
q)(get`:d/g/)`m
1
"abc"
2f
q)`:d/g2/ set ([]x:1 2;m:("ab";"abc"))
`:d/g2/
q)`:d/g2/ upsert (3;"q")
'type
/ A column's name is that of its file.
q)`:d/g3/ set flip(`a;`$"../b")!(1 2;3 4)
'domain
q)`:d/g3/ set flip(`a;`.d)!(1 2;3 4)
'domain
/ Records of one shape are a table, also in a column; a list holds them, and takes more of them one by one.
q)t:([]a:.j.k each("{\"x\":1,\"y\":2}";"{\"x\":3,\"y\":4}");b:1 2)
q){x~get`:records set x}each((t;t;1);enlist(`upd;`t;t);(([k:1 2]a:([]b:1 2));1))
111b
q)`:records set(1;`a);`:records upsert(t;2);.[`:records;();,;enlist`a`b!1 2];get[`:records]~(1;`a;t;2;`a`b!1 2)
1b
q)`:mixed/ set([]m:(`a`b!1 2;t;1);c:1 2 3)
`:mixed/
q)`:mixed/ upsert([]m:2#enlist`a`b!1 2;c:4 5)
`:mixed/
q)(exec m from get`:mixed/)~(`a`b!1 2;t;1;`a`b!1 2;`a`b!1 2)
1b
/ The first rows of an empty column of anything may be records, and so may all rows of a column that is set.
q)`:first/ set([]m:();c:0#0);`:first/ upsert([]m:enlist`a`b!1 2;c:enlist 1);`:first/ upsert([]m:enlist`a`c!1 2;c:enlist 2);get`:first
m        c
----------
`a`b!1 2 1
`a`c!1 2 2
q)`:all/ set([]m:(`a`b!1 2;`a`b!3 4);c:1 2);`:all/ upsert([]m:enlist`a`b!5 6;c:enlist 3);exec m from get`:all
`a`b!1 2
`a`b!3 4
`a`b!5 6
/ Symbols are no column of a splayed table, not even the first rows of one that was empty.
q)`:raw/ set ([]a:();b:());`:raw/ upsert ([]a:1 2;b:`x`y)
'type
q)`:raw/ upsert ([]a:1 2;b:`sym?`x`y);exec b from get`:raw
`sym$`x`y
/ Sorted symbols stay sorted as long as they are.
q){x set `s#`symbol$();attr each{get x upsert y}[x]each(`a;``b;``a;`c)}`:sorted
`s```
q){x set `s#`b`c;attr each{get x upsert y}[x]each(`c`d;`$();enlist`;`e)}`:sorted
`s`s``
/ A column that becomes a list of another form leaves none of its old files.
q)`:form/ set([]m:2#enlist`a`b!1 2);`:form/ upsert([]m:enlist{x});key`:form
`s#`.d`m
q)exec m from get`:form
`a`b!1 2
`a`b!1 2
{x}
q)`:form2/ set([]b:3#enlist`sym$`x`y);`:form2/ upsert([]b:enlist`sym$20#`x);key`:form2
`s#`.d`b
q)exec count each b from get`:form2
2 2 2 20
/ Of several columns that a function changes none is written before all are made.
q)`:spx/ set([]a:1 2 3;b:1 2 3.)
`:spx/
q)@[{@[`:spx/;`b`a;{if[x~1 2 3;'`bad];2*x}]};0;::]
"bad"
q)get`:spx/b
1 2 3f
q)@[{@[`:spx/;`b`gone;+;x]};1;{18#x}]
"spx/gone. OS repor"
q)get`:spx/b
1 2 3f
q)@[`:spx/;`b`a;+;10 20]
`:spx/
q)get each`:spx/a`:spx/b
21 22 23
11 12 13
