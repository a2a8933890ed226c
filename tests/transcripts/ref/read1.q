/ Bytes of a file.
/ source: ref/read1            status: documented
q)`:b 1: 0x00010203ff
`:b
q)read1 `:b
0x00010203ff
q)read1 (`:b;1;2)
0x0102
q)read1 (`:b;3)
0x03ff
q)read1 (`:b;3;100)
0x03ff
q)`:t 0: enlist "ab"
`:t
q)read1 `:t
0x61620a
q)"c"$read1 `:t
"ab\n"
q)type read1 `:b
4h
/ nested: in a directory.
q)`:d/x 1: 0x2a
`:d/x
q)read1 `:d/x
,0x2a
/ empty: no bytes.
q)`:e 1: `byte$()
`:e
q)read1 `:e
`byte$()
q)read1 `:nosuch
'nosuch. OS reports: No such file or directory
