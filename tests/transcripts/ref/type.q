/ What a value is, as a number.
/ source: ref/type            status: documented
q)type 1
-7h
q)type 1 2
7h
q)type each (1b;0x01;1h;1i;1;1e;1f;"a";`a)
-1 -4 -5 -6 -7 -8 -9 -10 -11h
q)type each (2024.01.01D;2024.01m;2024.01.01;2024.01.01T;0D;09:30;09:30:00;09:30:00.000)
-12 -13 -14 -15 -16 -17 -18 -19h
q)type 0Ng
-2h
q)type `a`b!1 2
99h
q)type ([]a:1 2)
98h
q)type ([k:1 2]v:3 4)
99h
q)type each ({x};+;neg;+/;{x+y}[1];('[neg;+]);(::))
100 102 101 107 104 105 101h
q)d:`a`b
q)type `d$`a`b
20h
/ empty: of a type or of none.
q)type ()
0h
q)type 0#`
11h
q)type ""
10h
/ nested: a list of no one type.
q)type (1 2;3)
0h
q)type (1;`a)
0h
q)type ("ab";"cd")
0h
q)type[1;2]
'rank
