/ The MD5 hash of a string.
/ source: ref/md5            status: documented
q)md5 "abc"
0x900150983cd24fb0d6963f7d28e17f72
q)md5 "a"
0x0cc175b9c0f1b6a831c399e269772661
q)md5 "message digest"
0xf96b697d7cb7938d525a2f31aaf161d0
q)count md5 1000#"x"
16
q)type md5 "abc"
4h
q)(md5 "abc")~md5 "abd"
0b
/ empty: the hash of nothing.
q)md5 ""
0xd41d8cd98f00b204e9800998ecf8427e
/ nested: one string at a time.
q)md5 each ("abc";"")
0x900150983cd24fb0d6963f7d28e17f72
0xd41d8cd98f00b204e9800998ecf8427e
q)md5 1
'type
q)md5 `abc
'type
