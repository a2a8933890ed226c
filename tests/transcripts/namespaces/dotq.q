/ Members of .Q.
/ source: ref/dotq            status: documented
q).Q.A
"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
q).Q.an
"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"
q).Q.addmonths[2007.10.16;6 7]
2008.04.16 2008.05.16
q).Q.addmonths[2006.10.29;4]
2007.03.01
q).Q.dd[`:dir]`file
`:dir/file
q).Q.dd[`AAPL]"O"
`AAPL.O
q).Q.def[`abc`xyz`efg!(1;2.;`a)].Q.opt("-abc";"123";"-xyz";"321")
abc| 123 
xyz| 321f
efg| `a  
/ A default that is a list of strings takes them as they are (jkane17.github.io, command line).
q).Q.def[`p`name!(1234;enlist"Nothing")]`p`name!(enlist"5000";enlist"Hello World")
p   | 5000          
name| ,"Hello World"
q).Q.def[`p`name!(enlist 1;enlist"Nothing")]`p`x!(string 1 2 3;enlist"y")
p   | 1 2 3     
name| ,"Nothing"
x   | ,"y"      
/ What has no default stays as it is (ryanmcfarland/kdb-qArguments).
q).Q.def[()!()]`abc`bc!(enlist"2.0";enlist"8")
abc| "2.0"
bc | 8    
q).Q.opt("-load";"a.q";"-.rdb.replaylog";"10";"-p";"-.5")
load          | "a.q"
.rdb.replaylog| "10"
p             | "-.5"
q).Q.opt("--load-libs";"os,tz";"-n";"-3";"-";"-_x")
-load-libs| ,"os,tz"  
n         | ("-3";"-")
_x        | ()        
q).Q.opt("-param1";"-param2";"as";"asd";"-param3")
param1| ()          
param2| ("as";"asd")
param3| ()          
q).Q.f[2;]each 9.996 34.3445 7817047037.90 781704703567.90 -.02 9.996 -0.0001
"10.00"
"34.34"
"7817047037.90"
"781704703567.90"
"-0.02"
"10.00"
"-0.00"
q).Q.fmt[6;2]each 1 234
"  1.00"
"234.00"
q).Q.ff[([]a:1 2;b:`x`y)]([]b:`a`b;c:1.5 2)
a b c
-----
1 x  
2 y  
q).Q.ft[{x 1 2};([k:1 2 3]v:4 5 6)]
k| v
-| -
2| 5
3| 6
q).Q.fu[{2*x}]1 1 2 1 2
2 2 4 2 4
q).Q.fu[{2*x}]5
10
q).Q.id each `$("ab";"a/b";"two words";"2drifters";"2+2")
`ab`ab`twowords`a2drifters`a22
q).Q.id flip (5#.Q.res)!(5#())
abs1 acos1 asin1 atan1 avg1
---------------------------
q).Q.id flip(`$("a";"a/b"))!2#()
a ab
----
q).Q.id`$"+"
`a
q)cols .Q.id(`$("count+";"count*";"count1"))xcol([]1 2;3 4;5 6)
`count1`count11`count12
q)cols .Q.id(`$("aa";"=";"+"))xcol([]1 2;3 4;5 6)
`aa`a`a1
q).Q.id`$"_"
`a_
q)cols .Q.id(`$("3aa";"_aa";"_aa"))xcol([]1 2;3 4;5 6)
`a3aa`a_aa`a_aa1
q).Q.x10 12345
"AAAAAAADA5"
q).Q.j10 .Q.x10 12345
12345
q).Q.x12 12345
"0000000009IX"
q).Q.j12 .Q.x12 12345
12345
q).Q.btoa"Hello World!"
"SGVsbG8gV29ybGQh"
q)10h$.Q.atob "aGVsbG8="
"hello"
q).Q.atob each("";"Zg==";"Zm8=";"Zm9v")
`byte$()
,0x66
0x666f
0x666f6f
q)@[.Q.atob;;::]each("Zg";"====";"Z===";"Zm=8";"Zm9v ";"a";1 2;`a)
"domain"
"domain"
"domain"
"domain"
"domain"
"type"
"type"
"type"
q)x~.Q.atob .Q.btoa x:"x"$til 256
1b
q)t:([]a:3 4 5;b:"abc";c:(3;"xy";`ab);d:3 2#3 4 5;e:("abc";"de";"fg"))
q).Q.ty()
" "
q).Q.atob 1 2 3 4
'type
q).Q.f[20;1.5]
"1.5"
q).Q.ty each t`a`b`c`d`e
"jc JC"
q).Q.qt t
1b
q).Q.qt ([a:1 2]b:3 4)
1b
q).Q.V t
a| 3     4    5   
b| a     b    c   
c| 3     "xy" `ab 
d| 3 4   5 3  4 5 
e| "abc" "de" "fg"
q).Q.v`t
a b c    d   e    
------------------
3 a 3    3 4 "abc"
4 b "xy" 5 3 "de" 
5 c `ab  4 5 "fg" 
q).Q.t
" bg xhijefcspmdznuvts"
q).Q.s1 t
"+`a`b`c`d`e!(3 4 5;\"abc\";(3;\"xy\";`ab);(3 4;5 3;4 5);(\"abc\";\"de\";\"fg..
q).Q.fk t`a
`
q)`:lines.txt 0:("ab";"cd")
`:lines.txt
q).Q.fsn[count;`:lines.txt;1]
6
q).Q.fsn[count;`:lines.txt;0]
'domain
