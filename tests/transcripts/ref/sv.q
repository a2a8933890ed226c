/ Items joined to text, symbols, paths and numbers.
/ source: ref/sv            status: documented
q)"," sv ("a";"b")
"a,b"
q)", " sv ("ab";"c";"")
"ab, c, "
q)` sv ("ab";"cd")
"ab\ncd\n"
q)` sv `a`b`c
`a.b.c
q)` sv `:dir`sub`file
`:dir/sub/file
q)10 sv 2 3 5
235
q)2 sv 1 0 1 1
11
q)0 24 60 60 sv 2 3 5 7
183907
q)0x0 sv 0x0102
258h
q)0x0 sv 0x00000001
1i
q)0b sv 00000101b
0x05
q)0b sv 16#1b
-1h
/ empty: nothing joined.
q)"," sv ()
""
q)"" sv ("ab";"cd")
"abcd"
/ nested: lists as the digits.
q)10 sv (1 2;3 4;5 6)
135 246
q)"," sv 1 2
'type
q)0x0 sv 0x010203
'length
q)"," sv ("ab";1 2)
'type
  an item of type 7h (longs) among those to join is no text
q)0x0203 sv (0x01;0x04)
0x01020304
q)` sv `:/a`b
`:/a/b
/ An empty name is one, too. Source: moazim1993/Kdb-ML-Big-Data-Notes (chapter 6).
q)` sv(`:/a/b;`;`t;`)
`:/a/b//t/
q)` sv `:/a/`b
`:/a/b
q)24 60 60 sv (1 2;3 4;5 6)
3785 7446
q)10 20 sv 1 2 3
'length
/ an empty list among texts is an empty text (wp/query-routing)
q)":" sv string(();`host;5000)
":host:5000"
q)("";`) sv\:("a";();"b")
"ab"
"a\n\nb\n"
