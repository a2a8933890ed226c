/ Lines of a file.
/ source: ref/read0            status: documented
q)`:t 0: ("one";"two";"")
`:t
q)read0 `:t
"one"
"two"
""
q)`:u 1: "a\r\nb\nc"
`:u
q)read0 `:u
,"a"
,"b"
,"c"
q)read0 (`:u;0;4)
,"a"
,"b"
q)read0 (`:u;3)
,"b"
,"c"
q)count read0 `:t
3
q)type first read0 `:t
10h
q)`:v/w 0: enlist "deep"
`:v/w
/ nested: in a directory.
q)read0 `:v/w
"deep"
/ empty: no lines.
q)`:e 0: ()
`:e
q)read0 `:e
q)count read0 `:e
0
q)read0 `:nosuch
'nosuch. OS reports: No such file or directory
q)read0 (`:nosuch;-1)
'type
  wanted a file's name, `:file, (name;offset), (name;offset;length) or a handle; offset and length are 0 or more
