/ What published programs rely on and the manual does not say.
/ source: jasraj/kdb-common, gyorokpeter/qx86, finos/kdb, KxSystems/ml, kimtang/proto, kimtang/q-vega-lite, kxcontrib/gbaker, glimKX/advKDB, toosuto-r/qchat, adotsch/aoc, d-frost/AOC    status: inferred
/ The type of empty keys and values is no promise, as in x,:y.
q)status:(`int$())!()
q)status[100]:"Continue"
q)status[200]:"OK"
q)status
100| "Continue"
200| "OK"
q)type key status
7h
q)start:()!`int$()
q)start[enlist 0xfd20]:16
q)start
fd| 16
20| 16
q)d:(`symbol$())!`int$()
q)d[`a]:5
q)d[`b]:`x
'type
q)d
a| 5
q)e:`sym1`sym2!1 2i
q)e[`sym3]:3
q)e[`sym4]:`x
'type
/ empty: nothing is assigned, so nothing need fit.
q)e[()]:5
q)e[`symbol$()]:`x
q)e[()]:1 2
'length
q)k:([name:`symbol$()]label:`symbol$())
q)k[()]:()
q)k
name| label
----| -----
/ The first entries are put in together.
q)d:()!()
q)d[`a`b]:(1;`x)
q)d
a| 1
b| `x
q)d:()!()
q)d[`a`b`a]:1 2 3
q)d
a| 3
b| 2
/ No lists have no rows, and no rows are no news.
q)flip ()
q)flip (();`a)
q)t:([]x:`a`b;y:1 2)
q)`t insert ()
`long$()
q)`t insert flip flip (();`a)
`long$()
q)count t
2
/ An hour among times of the day.
q)12 12:59:59
12:00:00 12:59:59
q)9 17:30
09:00 17:30
q)0 12:00:00.000 0N
00:00:00.000 12:00:00.000 0Nt
q)12 2001.01.01
'12 2001.01.01
/ What the system keeps can be assigned through an operator.
q).z.pd:`u#`int$()
q).z.pd,:3i
q).z.pd
`u#,3i
/ A link that points nowhere yet.
q)up:([id:`a`b]v:1 2)
q)`up$`
`up$`
q)`up$``a
`up$``a
q)`up$`c
'cast
q)`up$`c`
'cast
q)select id.v from ([]id:`up$``b)
v
-

2
/ Records of other columns are no rows of one table.
q)x:(enlist`x)!enlist`field`axis!`a`b
q)y:(enlist`y)!enlist`field`axis!`c`d
q)c:(enlist`color)!enlist`field`legend!`e`f
q)x,y
 | field axis
-| ----------
x| a     b
y| c     d
q)raze(x;y;c)
x    | `field`axis!`a`b
y    | `field`axis!`c`d
color| `field`legend!`e`f
q)([k:1 2]v:3 4),([k:1 2]w:3 4)
'mismatch
/ A function is the key of one row, also where the row has functions in it.
q)ops:([e:(+;-)]name:`Plus`Minus;f:(*;%))
q)ops[+;`name]
`Plus
q)ops[-;`f]
%
q)ops[-;`f;6;2]
3f
/ Variables of the environment.
q)getenv`QUARRY_NO_SUCH`QUARRY_NEITHER
""
""
q)getenv`symbol$()
q)getenv"HOME"
'type
/ A colon that is iterated assigns nothing.
q)users:`ann`bob
q)(users!()):\:""
ann| ""
bob| ""
q)1 2 3:/:4 5
4 5
q)users
`ann`bob
/ Rows are collected from an empty list on.
q)data:()
q)`data upsert enlist`a`b!1 2
`data
q)`data upsert enlist`a`b!3 4
`data
q)data
a b
---
1 2
3 4
q)() upsert ([]a:1 2)
a
-
1
2
/ A list of lists is grouped; an asterisk alone is searched for as it is.
q)v:`g#enlist(1;2 3)
q)attr `g#enlist(1;2 3)
`g
q)(1;2 3)in v
1b
q)v,:enlist(2;3 4)
q)v?(2;3 4)
1
q)"a*b*c"ss"*"
1 3
q)ssr["a*b";"*";"."]
"a.b"
q)"a*b"ss"a*"
'length
/ A list is one key of a dictionary whose keys are lists, also where more indexes or a function's arguments follow.
q)checks:("hgt";"pid")!({x like"*cm"};{9=count x})
q)checks["pid";"000000001"]
1b
q)checks ./:(("hgt";"60in");("pid";"012"))
00b
q)("ab";"cd")!(1 2;3 4)
"ab"| 1 2
"cd"| 3 4
q)(("ab";"cd")!(1 2;3 4))["cd";1]
4
q)(("ab";"cd")!(1 2;3 4))[("cd";"ab");1]
4 2
/ A dictionary of keys is looked up by its values, also among lists.
q)tiles:(0 0;1 0)!01b
q)tiles`e`w!(1 0;-1 0)
e| 1
w| 0
q)(0 0;1 0)?`e`w!(1 0;-1 0)
e| 1
w| 2
q)((`a`b!1 2);3)?`a`b!1 2
0
/ Dictionaries of the same keys have become a table; their rows are arguments.
q){y,x}.([]a:1 2;b:3 4)
a| 1
b| 3
q).[{x,y};([]a:1 2 3);`rank]
`rank
/ A character is an index as its code is.
q)@[128#0b;"aeiou";:;1b]"quarry"
011000b
q)(til 100)"a"
97
q)x:til 5;x["\002"]:9;x
0 1 9 3 4
q)@[200#0;"hello";+;1]"hlz"
1 2 0
q)([]a:1 2)"\001"
'type
/ Rows under new keys are given as those under keys that are there: a list has their columns.
q)nodes:([name:`$()]label:`$();kind:`$())
q)nodes[`x`y]:flip flip(`X`Y;`condition)
q)nodes
name| label kind     
----| ---------------
x   | X     condition
y   | Y     condition
q)nodes[`y`z]:(`YY;`p`q)
q)nodes
name| label kind     
----| ---------------
x   | X     condition
y   | YY    p        
z   | YY    q        
q)nodes[()]:flip flip(();`condition)
q)nodes[`z`zz]:([]label:`Z`ZZ;kind:`t)
q)nodes`zz
label| ZZ
kind | t
q)nodes[`a`b]:([]label:`Z`ZZ`ZZZ;kind:`t)
'length
q)nodes[`a`b`c]:(`A`B;`q)
'length
q)nodes[`a`b]:`A`B`C
'length
q)count nodes
4
/ A column of dictionaries that have the same keys so far takes others.
q)steps:([n:`a`b]in:2#enlist(1#`)!1#(::);done:0b)
q)steps[`a;`in;`x]:1 2
q)steps
n| in           done
-| -----------------
a| ``x!(::;1 2) 0   
b| (,`)!,::     0   
q)steps,:`n`in`done!(`b;(1#`y)!1#3;1b)
q)steps
n| in           done
-| -----------------
a| ``x!(::;1 2) 0   
b| (,`y)!,3     1   
q)rows:([]d:enlist`a`b!1 2)
q)`rows insert enlist[`d]!enlist`b`c!3 4
,1
q)rows
d       
--------
`a`b!1 2
`b`c!3 4
/ A name within a dictionary makes what it lacks on the way.
q)\d .settings.test
q)`port.http set 80
`port.http
q)\d .
q).plain:``a!(::;1)
q).plain.b.c:2
q).plain.b.d:3
q).plain
 | ::            
a| 1             
b| ``c`d!(::;2;3)
q).plain.a.c:2
'type
/ A name that is not there is deleted, too.
q)delete nosuch from`.plain
`.plain
q)delete nosuch from`.
`.
/ What an undefined variable is filled with it becomes.
q)defaults^:`a`b!1 2
q)defaults^:`a`b!3 4
q)defaults
a| 3
b| 4
/ A string is one key where strings are keys.
q)mods:([name:()]path:();loaded:`boolean$())
q)mods,:("finos/kdb";"a/b";0b)
q)mods["finos/kdb";`loaded]:1b
q)mods["other"]:("c";0b)
q)mods
name       | path  loaded
-----------| ------------
"finos/kdb"| "a/b" 1     
"other"    | "c"   0     
q)mods["other";`path]
"c"
q)mods"none"
path  | ""
loaded| 0b
q)("other";"none")in key mods
10b
q)"other"in key mods
1b
q)mods enlist"other"
path  | "c"
loaded| 0b
q)([s:`a`b]v:1 2)`a`b
'length
/ An enumeration whose domain is not there is its positions.
q)cities:`rome`oslo`rome
q)of:`cities$`oslo`rome`rome
q)delete cities from`.
`.
q)value of
1 0 0
q)value first of
1
q)key of
`cities
/ An integer that goes to several places or to the end takes the type that is there.
q)labels:("a:";"b:";"c:")!3#0Ni
q)labels[("a:";"c:")]:100
q)labels
"a:"| 100
"b:"| 
"c:"| 100
q)tape:1 2 3i
q)tape[0 1]:7
q)tape,:8
q)tape
7 7 3 8i
q)tape[0]:8
q)first tape
8i
q)tape[0 1]:7f
'type
q)tape,:8f
'type
q)tape,:1b
'type
/ Nothing comes before the first item that a join would add to. source: ref/maps
q)(,':)2 3 4
2
3 2
4 3
q)(,) prior 0#0
`long$()
q)(,':)("ab";1)
"ab"
(1;"a";"b")
/ A char stands for itself. source: KxSystems/nlp
q)ssr["a?b.c";"?";""]
"ab.c"
q)"a?b*c"ss"*"
,3
q)ssr[;"?";"!"]each("a?";"b?c")
"a!"
"b!c"
q)ssr["ab";enlist"?";"x"]
"xx"
/ source: ref/doth, ref/dotq, ref/getenv; jonathonmcmurray/reQ, jonathonmcmurray/qwebapi
q).h.hug["abc"]"a x"
"a"
"%20"
"%78"
q).Q.def[`user`num!(`username;10)]`user`num!("bob";"22")
user| `bob
num | 22
q)count each getenv(`NO_SUCH`NO_SUCH;`NO_SUCH)
2 0
q).Q.hap"http://user:pw@h:1/p?x"
"http://"
"user:pw"
"h:1"
"/p?x"
/ What takes more than an iterator is given waits for it. source: ref/accumulators, ref/each; quintanar401/fnlp, mau-mauricelim/dotfiles
q)@[;;:;]/[til 5][(0 1;2);9 8]
9 9 8 3 4
q)type ssr/["abc"]
104h
q)({x,y}each 0 1)2 3
0 2
1 3
q)({x+y}'[1 2])10 20
11 22
q)(ssr[;;"x"]each("ab";"cd"))("a";"d")
"xb"
"cx"
/ A null symbol is a key like any other. source: streetster/aoc, 2015 day 7
q).wires.all:(`u#enlist`)!enlist 0N
q).wires.all[`a]:5
q)delete a from`.wires.all
`.wires.all
q)key .wires.all
,`
q)delete from`.wires.all
`.wires.all
q)count .wires.all
0
/ source: KxSystems/ml (xval); mau-mauricelim/dotfiles; quintanar401/DCoQ and asynQ
q)(0;0N)#1 2 3
q)1?0#0i
,0Ni
q)d:``a!1 2
q)`_d
a| 2
q)(value{[a]v:1;.z.s;a+v})2
,`v
q)first each parse each(":a";"'a";"a;b")
":';"
q)eval parse"'`oops"
'oops
/ Datetimes reach as far as dates, and timestamps begin within a day. source: mau-mauricelim/dotfiles; ref/cast
q)2603.10.11T11:33:20
2603.10.11T11:33:20.000
q)"Z"$"2821.05.19T00:00"
2821.05.19T00:00:00.000
q)"P"$"1707.09.22D00:12:44"
1707.09.22D00:12:44.000000000
q)"P"$("1707.09.22D00:12:43";"2292.04.11D00")
0N 0Np
/ A table behind a list is its rows. source: kimtang/btick
q)1 2,enlist`a`b!1 2
1
2
`a`b!1 2
q)([]v:1 2),([]v:enlist`a`b!1 2)
v
--------
1
2
`a`b!1 2
/ A table got by its directory is known by it. source: ref/dotq, ref/get; BuaBook/kdb-common
q)`:got/ set([]a:1 2);
q).Q.qp get`:got/
0b
q).Q.qp get`:got
0
q)-3!get`:got/
"+(,`a)!`:got/"
q)select from get`:got/
a
-
1
2
/ What a projection lacks is an item like any other. source: BuaBook/kdb-common
q)(::)~/:1_value{[a;b;c]a}[;2]
10b
q)where(::)~/:1_value{[a;b;c]a}[;2;]
0 2
/ The cells of several keys are set as they are read. source: exxeleron/enterprise-components (handle.q)
q)k:([s:`a`b`c]p:1 2 3;q:4 5 6)
q)k[enlist each`a`c;`p`q]:(10 20;30 40)
q)k[enlist each`a`c;`p`q]
10 20
30 40
q)k[enlist each`a`c;`p`q]+:1
q)k
s| p  q
-| -----
a| 11 21
b| 2  5
c| 31 41
q)k:([s:`a`b;n:1 2]state:`x`y;at:2#0Np)
q)k[((`a;1);(`b;2));`state`at]:2 2#(`closed;2024.01.01D)
q)k
s n| state  at
---| ------------------------------------
a 1| closed 2024.01.01D00:00:00.000000000
b 2| closed 2024.01.01D00:00:00.000000000
q)k[(`b;2);`state]:`open
q)k[(`b;2);`state]
`open
/ Lists are the first keys of a dictionary. source: exxeleron/enterprise-components (tickLF.q)
q)d:()!()
q)d[(`u`v;`x`y)]:1 2
q)d
u v| 1
x y| 2
q)d[enlist`x`y]:5
q)d[`x`y]
5
q)d:()!()
q)d[(`u`v;`x`y;enlist`z)]:0
q)d
`u`v| 0
`x`y| 0
,`z | 0
q)@[()!();(1 2;3 4 5);:;`a`b]
1 2  | a
3 4 5| b
/ Rows that only the other table has are filled with what stands for no item. source: exxeleron/enterprise-components (cfgRdr.q)
q)u:([]q:((`a`b!1 2);`a`c!(1;"x")))uj([]c:1 2)
q)last u`q
a|
b|
q)last exec q from([]q:((1;`a);`x))uj([]c:1 2)
0N
`
q)a:([p:`a`b]v:(([]x:1 2);([]x:1 2 3)))
q)b:([p:`b`c]t:(([]x:10 20);([]x:enlist 9)))
q)((b uj a)`c)`v
x
-
/ A dictionary for each of no groups is a table of no rows. source: exxeleron/enterprise-components (sub.q)
q)t:([]s:`x`x`y;k:`a`b`a;v:1 2 3)
q)exec`a`b#k!v by s:s from 0#t
s| a b
-| ---
q)meta exec`a`b#k!v by s:s from 0#t
c| t f a
-| -----
s| s   s
a| j    
b| j    
/ Entries that go leave the type. source: mkst/aoc (2015 day 7)
q)w:`q`r!5 6
q)delete from`w;
q)w`a
0N
/ The first rows of a list. source: simongarland/csvguess
q)DATA:()
q)`DATA insert([]a:1 2)
0 1
q)`DATA insert([]a:enlist 3)
,2
q)DATA:();`DATA insert 5
'type
/ Functions without parameters have one without a name. source: ktsr42/qtb
q)(value{[]1})1
,`
q)count each(value each({[]1};{1};{x+y};{[a;b]a}))@\:1
1 1 2 2
/ What is no row, behind a table. source: ktsr42/qtb
q)([]a:1 2),(::)
(,`a)!,1
(,`a)!,2
::
/ No row sets no cells. source: finos/kdb (inithook)
q)kt:([name:`$()]label:`$();kind:`$())
q)kt[enlist`start]:()
q)count kt
0
/ Milliseconds behind a colon. source: kb/faq; chewhongjun/q_mortal
q)09:04:59:000
09:04:59.000
q)"TPN"$\:"09:04:59:120"
09:04:59.120
0Np
0D09:04:59.120000000
q)2012.12.20T04:54:59:250
2012.12.20T04:54:59.250
q)00:00:00.020 within 00:00:00:015 00:00:00:0300
1b
