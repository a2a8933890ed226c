/ Bytes read as rows of types and widths, and written as they are.
/ source: ref/file-binary            status: documented
q)("ih";4 2)1:0x010000000200
1
2
q)(4 2;"ih")1:0x000000010002
1
2
q)("ich";4 1 2)1:0x0100000041020002000000420300
1 2
A B
2 3
q)("x x";1 2 1)1:0x01aabb0203ccdd04
0x0103
0x0204
q)`:b 1: 0x01020304
`:b
q)read1 `:b
0x01020304
q)((),"h";(),2)1:`:b
513 1027
q)((),"h";(),2)1:(`:b;2;2)
1027
q)`:b 1: 1 2i
`:b
q)read1 `:b
0x0100000002000000
q)`:b 1: "text"
`:b
q)read1 `:b
0x74657874
q)("*";(),2)1:"abcd"
"ab" "cd"
/ empty: no bytes, no rows.
q)count first ((),"i";(),4)1:`byte$()
0
q)`:e 1: `byte$()
`:e
q)hcount `:e
0
/ nested: what has no bytes of its own is written so that its lists stay mapped.
q)`:n 1: (1 2;3 4 5)
`:n
q)get `:n
1 2
3 4 5
q)((),"i";(),4)1:`:missing
'missing. OS reports: No such file or directory
q)("ih";4 2f)1:0x010000000200
'type
q)("ih";4 -2)1:0x010000000200
'domain
q)("ih";4 2 1)1:0x010000000200
'length
q)((),"j";(),4)1:0x01000000
'length
q)((),"s";(),3)1:"abcd  "
abc d
q)((),"I";(),4)1:0x01000000
'type
/ what is left after whole records is not read
q)((),"h";(),2)1:0x0100020003
1 2
q)((),"h";(),2)1:/:(0x0100;0x0200)
1
2
