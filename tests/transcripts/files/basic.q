/ Files: set, get, read0, 0:, 1:, hcount, hdel, key, save, load.
/ source: ref/get, ref/file-text, ref/file-binary, ref/read0, ref/read1, ref/hcount, ref/hdel, ref/save, ref/load            status: documented
q)`:a set 1 2 3
`:a
q)get`:a
1 2 3
q)value`:a
1 2 3
q)hcount`:a
40
q)key`:a
`:a
q)key`:nosuch
q)`:d set `x`y!(1 2;"ab")
`:d
q)get`:d
x| 1 2
y| a b
q)`:t set ([]a:1 2;b:`x`y)
`:t
q)get`:t
a b
---
1 x
2 y
q)`:lines 0: ("first";"second")
`:lines
q)read0`:lines
"first"
"second"
q)hcount`:lines
13
q)read1`:lines
0x66697273740a7365636f6e640a
q)`:bytes 1: 0x0102ff
`:bytes
q)read1`:bytes
0x0102ff
q)read1(`:bytes;1;2)
0x02ff
q)`:a upsert 4 5
`:a
q)get`:a
1 2 3 4 5
q)`:sub/dir/x set 7
`:sub/dir/x
q)get`:sub/dir/x
7
q)key`:sub
`s#,`dir
q)hdel`:a
`:a
q)get`:a
'a. OS reports: No such file or directory
q)hcount`:a
'a. OS reports: No such file or directory
q)`:csv 0: csv 0: ([]a:1 2;b:("xx";"y z"))
`:csv
q)read0`:csv
"a,b"
"1,xx"
"2,y z"
q)("JS";enlist",")0:`:csv
a b
-----
1 xx
2 y z
q)("J*";",")0:("1,ab";"2,cd")
1    2
"ab" "cd"
q)("J S";enlist",")0:("a,b,c";"1,2,x")
a c
---
1 x
q)csv 0: ([]a:1 2;b:`x`y)
"a,b"
"1,x"
"2,y"
q)"|"0: ([]a:1 2)
,"a"
,"1"
,"2"
q)tt:([]a:1 2)
q)save`tt
`:tt
q)tt:5
q)load`tt
`tt
q)tt
a
-
1
2
q)save`tt.csv
`:tt.csv
q)read0`:tt.csv
,"a"
,"1"
,"2"
q)`:s/ set ([]a:1 2;b:3 4f)
`:s/
q)key`:s
`s#`.d`a`b
q)get`:s
a b
---
1 3
2 4
q)select from `:s where a>1
a b
---
2 4
q)`:s/ upsert ([]a:enlist 3;b:enlist 5f)
`:s/
q)count get`:s
3
q)`:u/ set ([]a:`x`y)
'type
q)`:u/ set .Q.en[`:.]([]a:`x`y)
`:u/
q)get`:u
a
-
x
y
q)sym
`x`y
q)meta get`:u
c| t f a
-| -----
a| s
q)hsym`abc
`:abc
q)hsym`:abc
`:abc
q)-8!1
0x0100000011000000f90100000000000000
q)-8!0n
0x0100000011000000f7000000000000f8ff
q)-8!0Ne
0x010000000d000000f80000c0ff
q)-9!-8!`a`b!(1 2;"xy")
a| 1 2
b| x y
q)-9!-8!([]a:1 2;b:`x`y)
a b
---
1 x
2 y
/ A directory of files is a dictionary of those that are not hidden.
q)`:dd/a set 1 2;`:dd/.b.pending 1: 0x00;get`:dd
a| 1 2
q)load`dd
`dd
/ A name may be as long as the file system takes. Long ones that begin alike are no obstacle to each other.
q)f:`$":",/:(249#"n"),/:"ab";f set'(1 1;2 2);f upsert'3;get each f
1 1 3
2 2 3
q)`:twice/ set flip`a`a!(1 2;3 4)
'dup a
