/ Size of a file.
/ source: ref/hcount            status: documented
q)`:f 1: 0x0102030405
`:f
q)hcount `:f
5
q)`:g 0: ("ab";"c")
`:g
q)hcount `:g
5
q)type hcount `:g
-7h
q)`:h set 1 2 3
`:h
q)hcount `:h
40
q)`:d/ set ([]a:1 2)
`:d/
q)hcount `:d/a
32
/ empty: a file without bytes.
q)`:e 1: `byte$()
`:e
q)hcount `:e
0
/ nested: in a directory.
q)`:x/y/z 1: 0x00
`:x/y/z
q)hcount `:x/y/z
1
q)hcount `:nosuch
'nosuch. OS reports: No such file or directory
q)hcount 5
'type
