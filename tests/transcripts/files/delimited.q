/ 0: on strings: tables as lines, lines as columns, pairs.
/ source: ref/file-text    status: documented
q)csv 0:([]a:1 0N 3;b:`x`y`;c:("plain";"a,b";"say \"hi\""))
"a,b,c"
"1,x,plain"
",y,\"a,b\""
"3,,say \"hi\""
q)"|"0:(`a`b;2024.01.02 0Nd;("p|q";"line\nline"))
"a|2024-01-02|\"p|q\""
"b||\"line\nline\""
q)csv 0:([]t:10:00:00.123 0Nt;p:2024.01.02D03:04:05 0Np;f:1.5 0n;b:10b)
"t,p,f,b"
"10:00:00.123,2024-01-02D03:04:05.000000000,1.5,1"
",,,0"
q)csv 0:([]x:("ab";1))
'type
q)csv 0:(1 2;1 2 3)
'length
q)csv 0:([]a:`long$())
,"a"
q)("JSD";",")0:("1,ab,2024.01.02";"x,,20240103";"3")
1                     3
ab
2024.01.02 2024.01.03
q)("J S";",")0:("1,skipped,ab";"2,skipped,cd,more")
1  2
ab cd
q)("J*";enlist"|")0:("id|text";"1|plain";"2|\"quoted|with \"\"quotes\"\"\"")
id text
---------------------------
1  "plain"
2  "quoted|with \"quotes\""
q)("J*";enlist",")0:"id,text\n1,ab\r\n2,cd"
id text
-------
1  "ab"
2  "cd"
q)("JS";enlist",")0:enlist"id,s"
id s
----
q)("DT";",")0:"20130315,185540686"
2013.03.15
18:55:40.686
q)("I*";",";1)0:("0,\"ab\nc\"";"1,\"def\"")
0       1
"ab\nc" "def"
q)("I*";enlist",";1)0:"n,t\n0,\"ab\nc\"\n1,d\n"
n t
---------
0 "ab\nc"
1 ,"d"
q)("FFF";",")0:("1.5,-0.25,1e3";"0w,0n,.5";"1234567890.123456789,x,-0")
1.5   0w  1.234568e+09
-0.25
1000  0.5 -0
q)("JHIXB";",")0:("1,2,3,0f,t";"0N,-5,-0W,zz,0")
1
2  -5
3  -0W
0f 00
1  0
q)("TTVU";",")0:enlist"10:20:30.456,10:20:30,10:20:30,10:20"
10:20:30.456
10:20:30.000
10:20:30
10:20
q)("J S";2 1 3)0:("12-abc";"34-d")
12  34
abc d
q)count each("JS";",")0:string til 3000
3000 3000
q)sum first("JS";",")0:string til 3000
4498500
q)t:([]i:til 200;s:200#`a`b`c;d:2024.01.01+200#til 9;x:200#("one";"";"two, three"))
q)t~("JSD*";enlist",")0:csv 0:t
1b
q)t~("JSD*";enlist"\t")0:"\n"sv"\t"0:t
1b
q)("J";",")0:("1";"2")
'domain
q)("K";enlist",")0:enlist"1"
'type
q)("JJ";1 2 3)0:enlist"123"
'length
q)("JJ";",")0:1 2
'type
q)("k";enlist",")0:enlist"1"
'type
q)("sj*";enlist",")0:("a,b,c";"x,1,yz")
a b c
--------
x 1 "yz"
q)"S=;"0:"one=1;two=2;three"
one  two  three
,"1" ,"2" ""
q)"J=*,"0:"5=\"hello,world\",6=1"
5             6
"hello,world" ,"1"
q)"F=;"0:"1=2"
'IJS
/ The lines of a table are what they were when they were made.
q)t:([]i:1 2 3;f:1%3 1 7;s:`a`b`c)
q)l:csv 0:t
q)t[1;`i]:20
q)\P 3
q)l 2
"2,1,b"
q)l 1
"1,0.3333333,a"
q)\P 7
q)count l
4
q)l,:enlist"4,,d"
q)last l
"4,,d"
q)"\n"sv csv 0:t
"i,f,s\n1,0.3333333,a\n20,1,b\n3,0.1428571,c"
q)(csv 0:t)~("i,f,s";"1,0.3333333,a";"20,1,b";"3,0.1428571,c")
1b
q)count each csv 0:t
5 13 6 13
q)distinct csv 0:([]a:1 1 2)
,"a"
,"1"
,"2"
q)@[csv 0:([]a:1 2);1;:;"x"]
,"a"
"x"
,"2"
q).Q.qp([]l:csv 0:t)
0
q)sym:`u`v
q)l:csv 0:([]e:`sym$`v`u)
q)sym:`x`y
q)l
,"e"
,"v"
,"u"
/ Saved: any list of strings, on one thread or several, and not at all when one item is no string.
q)`:saved.txt 0:csv 0:([]i:til 10000;s:10000#`a`b;x:10000#("one";"two, three"))
`:saved.txt
q)read0[`:saved.txt]~csv 0:([]i:til 10000;s:10000#`a`b;x:10000#("one";"two, three"))
1b
q)`:saved.txt 0:("ab";"c";"")
`:saved.txt
q)`:saved.txt 0:("ab";`c)
'type
q)read0`:saved.txt
"ab"
,"c"
""
q)f:`$":saved",/:string til 5
q)f~{x 0:csv 0:([]a:y+til 3000)}'[f;til 5]
1b
q)f~{x 0:csv 0:([]a:y+til 3000)}.'flip(f;til 5)
1b
q){exec sum a from("J";enlist",")0:x}peach f
4498500 4501500 4504500 4507500 4510500
q)m:([]a:1 2;b:`x`y)
q)save`:m.csv
`:m.csv
q)read0`:m.csv
"a,b"
"1,x"
"2,y"
/ What is not as the format says: 0: reads on, these tell.
q)`:bad.csv 0:("id,name,price";"1,ab,2.5";"x2,\"c,d\",3";"3,ef";"";"4,gh,5,6";"5,\"i\"j,0w";"6,\"k,7";",,";"7,l,0n")
`:bad.csv
q)("JSF";enlist",")0:`:bad.csv
id name price
-------------
1  ab   2.5
   c,d  3
3  ef

4  gh   5
5  i    0w
6  k,7

7  l
q).Q.csvbad[("JSF";enlist",");`:bad.csv]
file     line column field name  text     why
-----------------------------------------------
:bad.csv 3    1      0     id    "x2"     type
:bad.csv 4    5      2     price ""       few
:bad.csv 5    1      1     name  ""       few
:bad.csv 6    8      3           ,"6"     many
:bad.csv 7    3      1     name  "\"i\"j" quote
:bad.csv 8    3      1     name  "\"k,7"  quote
:bad.csv 8    7      2     price ""       few
q).Q.csvload[("JSF";enlist",");`:bad.csv]
'malformed
q).Q.csvbad[("JDTBCSG*";",");enlist"1,2024-02-30,25:61,q,xy,z,12,any"]
file line column field name text         why
---------------------------------------------
     1    3      1          "2024-02-30" type
     1    14     2          "25:61"      type
     1    20     3          ,"q"         type
     1    22     4          "xy"         type
     1    27     6          "12"         type
q)count .Q.csvbad[("JDFTS";",");("0N,0Nd,0n,0Nt,";",,,,";" , , , , ")]
0
q).Q.csvload[("JS";enlist",");("a,b";"1,x")]
a b
---
1 x
q)exec line from .Q.csvbad[("J*";",";1);"1,\"a\nb\"\nx,c\n"]
,3
q)exec column from .Q.csvbad[("JJ";2 3);("12345";"1x3";"123456")]
1 6
q)count .Q.csvbad[("J";enlist",");()]
0
q).Q.csvbad[("J";",");5]
'type
q).Q.csvbad["J";"1"]
'type
q)`:bad2.csv 0:csv 0:([]n:til 50000)
`:bad2.csv
q)h:hopen`:bad2.csv;neg[h]"oops";hclose h
q)select line,text from raze .Q.csvbad[("J";enlist",")]peach`:bad2.csv`:bad2.csv
line  text
------------
50002 "oops"
50002 "oops"
/ A char among blanks is that char. Source: wp/machine-learning, whose data have a blank before it.
q)("iIC";",")0:("1,2, 8";"3,4,5")
1 3
2 4
8 5
q)("C*";4 6)0:("  8 abcdef";"9   ghijkl")
8        9
"abcdef" "ghijkl"
q)-3!("IC";",")0:enlist"1,ab"
"(,1i;,\" \")"
/ () is an empty line (KxSystems/ml, registry).
q)`:lines.txt 0:("a";();"b");
q)read0`:lines.txt
,"a"
""
,"b"
q)`:lines.txt 0:enlist();
q)read0`:lines.txt
""
q)`:lines.txt 0:enlist 1 2
'type
