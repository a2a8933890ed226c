/ The comma that separates values.
/ source: ref/csv            status: documented
q)csv
","
q)csv 0:([]a:1 2;b:`x`y)
"a,b"
"1,x"
"2,y"
q)csv vs "a,b,,c"
,"a"
,"b"
""
,"c"
q)csv sv ("ab";"c")
"ab,c"
q)csv~","
1b
q)type csv
-10h
q)("JS";enlist csv)0:("a,b";"1,x";"2,y")
a b
---
1 x
2 y
/ empty: only the names.
q)csv 0:0#([]a:1 2;b:`x`y)
"a,b"
/ nested: strings are quoted where they need it.
q)csv 0:([]a:("x,y";"zz"))
,"a"
"\"x,y\""
"zz"
q)csv 0:([]a:(1 2;3 4))
'type
