/ Text: made of tables, saved, read by delimiter, width or key.
/ source: ref/file-text            status: documented
q)csv 0:([]a:1 2;b:`x`y)
"a,b"
"1,x"
"2,y"
q)"|" 0:(`a`b;1 2)
"a|1"
"b|2"
q)csv 0:([]s:("a,b";"q\"q";""))
,"s"
"\"a,b\""
"q\"q"
""
q)csv 0:([]d:2024.01.02 0Nd;f:1.5 0n;t:09:30 0Nu)
"d,f,t"
"2024-01-02,1.5,09:30"
",,"
q)`:t.csv 0:csv 0:([]a:1 2;b:`x`y)
`:t.csv
q)read0 `:t.csv
"a,b"
"1,x"
"2,y"
q)("JS";enlist",")0:`:t.csv
a b
---
1 x
2 y
q)("JS";",")0:("1,x";"2,y")
1 2
x y
q)("J S";enlist",")0:("a,b,c";"1,zz,x")
a c
---
1 x
q)("J*F";",")0:("1,ab,2.5";"x,c,")
1
"ab" ,"c"
2.5
q)("DT";8 9)0:enlist"20130315185540686"
2013.03.15
18:55:40.686
q)("SJ";3 2)0:("abc12";"xyz 7")
abc xyz
12  7
q)"S=;"0:"one=1;two=22"
one  two
,"1" "22"
q)(!/)"J:,"0:"1:a,2:bb"
1| ,"a"
2| "bb"
q)("I*";",";1)0:("0,\"ab\nc\"";"1,\"def\"")
0       1
"ab\nc" "def"
/ empty: a header, or not even that.
q)csv 0:0#([]a:1 2)
,"a"
q)("JS";enlist",")0:enlist"a,b"
a b
---
q)`:none.txt 0:()
`:none.txt
q)read0 `:none.txt
/ nested: strings are cells, other lists are not.
q)csv 0:([]k:1 2;n:("ab";"c,d"))
"k,n"
"1,ab"
"2,\"c,d\""
q)csv 0:([]l:(1 2;3 4))
'type
q)csv 0:5
'type
/ a string with newlines is a text of several records
q)("JS";",")0:"1,a\n2,b\n"
1 2
a b
q)("J*";",";1)0:"1,\"a\nb\"\n2,c"
1      2   
"a\nb" ,"c"
q)("J*";",";1)0:"1,\"a\nb\""
1
"a\nb"
q)("JS";",")0:"1,a"
1
`a
q)type each("JS";",")0:()
7 11h
q)("JS";2 2 2)0:enlist"1234"
'length
q)("JS";2 2f)0:enlist"1234"
'type
q)("J";",")0:enlist"1"
'domain
q)(enlist"J";",")0:("1";"x";"0W")
1  0W
q)("JS";",")0:("1,a";`b)
'type
q)csv 0:(1 2;3 4 5)
'length
q)csv 0:([k:1 2]v:3 4)
"k,v"
"1,3"
"2,4"
q)csv 0:`a`b!1 2
'type
/ A quote within a field that does not begin with one is a character, also where fields may have newlines.
q)t:([]a:("qu\"ux";"bb";"c\nd";"e,\"f");b:1 2 3 4)
q)`:quotes.csv 0:csv 0:t
`:quotes.csv
q)t~("*J";enlist",";1)0:`:quotes.csv
1b
q)hdel `:quotes.csv
`:quotes.csv
