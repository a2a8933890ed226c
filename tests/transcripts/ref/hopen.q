/ Files opened for appending, and closed.
/ source: ref/hopen            status: documented
q)h:hopen `:t.txt
q)type h
-6h
q)h>2
1b
q)h=neg neg[h]"one"
1b
q)h=h "two\n"
1b
q)hclose h
q)read0 `:t.txt
"one"
"two"
q)h:hopen `:t.txt
q)neg[h]("three";"four");
q)hclose h
q)read0 `:t.txt
"one"
"two"
"three"
"four"
q)b:hopen `:deep/er/bytes
q)b 0x0102;
q)b 0x03ff;
q)hclose b
q)read1 `:deep/er/bytes
0x010203ff
/ empty: opened and left.
q)hclose hopen `:empty
q)hcount `:empty
0
/ nested: each item appended to a data file.
q)`:l set ()
`:l
q)h:hopen `:l
q)h enlist (`f;1 2);
q)h ((`g;3);`x`y);
q)hclose h
q)get `:l
`f 1 2
`g 3
x  y
q)hclose `a
'type
/ One character is text, too.
q)h:hopen `:onechar.txt
q)neg[h]"a";
q)h"b";
q)hclose h
q)read1 `:onechar.txt
0x610a62
q)hdel `:onechar.txt
`:onechar.txt
