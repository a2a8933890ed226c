/ What people recorded of kdb+ on their own pages, where the manual says nothing.
/ source: timestored.com/kdb-guides/keyed-tables; yogesh1314/yogesh1314-mkdocs            status: observed
/ Rows whose keys are there keep what the upsert lacks.
q)fp:([fruit:`apple`banana`orange]price:200 20 30;quantity:20 400 50)
q)`fp upsert ([]price:175 40;fruit:`apple`kiwi)
`fp
q)fp
fruit | price quantity
------| --------------
apple | 175   20
banana| 20    400
orange| 30    50
kiwi  | 40
q)fp upsert `fruit`quantity!(`orange;7)
fruit | price quantity
------| --------------
apple | 175   20
banana| 20    400
orange| 30    7
kiwi  | 40
q)fp upsert ([fruit:`plum`apple]note:`x`y)
'mismatch
q)fp upsert ([]fruit:`plum`plum;price:1 2)
fruit | price quantity
------| --------------
apple | 175   20
banana| 20    400
orange| 30    50
kiwi  | 40
plum  | 2
q)fp~fp upsert ([]fruit:`apple`kiwi)
1b
q)`fp upsert (`apple`orange;150 30;30 50)
'length
q)(update note:count[i]#enlist"" from fp)upsert ([]fruit:enlist`kiwi;note:enlist"green")
fruit | price quantity note
------| ----------------------
apple | 175   20       ""
banana| 20    400      ""
orange| 30    50       ""
kiwi  | 40             "green"
/ Rows of a keyed table in the order of a table of keys; a column filled by a constant keeps its name.
/ source: yogesh1314/yogesh1314-mkdocs; KxSystems/kdb (taq/taq.q)            status: observed
q)kt:([sym:`a`a`b;minute:09:00 09:30 09:15]price:1.5 2.5 3.5;note:("xx";"yy";"zz"))
q)rack:([]sym:`a`b)cross([]minute:09:00 09:15)
q)rack#kt
sym minute| price note
----------| ----------
a   09:00 | 1.5   "xx"
a   09:15 |       ""
b   09:00 |       ""
b   09:15 | 3.5   "zz"
q)update 0^price from rack#kt
sym minute| price note
----------| ----------
a   09:00 | 1.5   "xx"
a   09:15 | 0     ""
b   09:00 | 0     ""
b   09:15 | 3.5   "zz"
q)cols select 0^price,.5*price+price from kt
`price`x
q)old:`price`note!(9 8 7.;"abc")
q)cols select price^old`price,note^0N from kt
`price`note
q)count each(0#rack;rack)#\:kt
0 4
/ An as-of join keeps columns that both tables have where no row matches.
/ source: defconq.tech/docs/concepts/joins            status: observed
q)trades:([]time:10:01:01 10:01:03 10:01:04;sym:`msft`ibm`ge;qty:100 200 150;n:1 3 4)
q)quotes:([]time:10:01:00 10:01:01 10:01:01 10:01:02;sym:`ibm`msft`msft`ibm;px:100 99 101 98;n:0 1 1 2)
q)aj[`sym`n;trades;quotes]
time     sym  qty n px
-----------------------
10:01:01 msft 100 1 101
10:01:02 ibm  200 3 98
10:01:04 ge   150 4
q)aj0[`sym`n;trades;update time:0Nv from quotes]
time     sym  qty n px
-----------------------
         msft 100 1 101
         ibm  200 2 98
10:01:04 ge   150 4
q)exec qty from aj[`sym`n;trades;update qty:(1 2;3;4 5;6) from quotes]
4 5
6
150
/ Tables with a key that comes twice are united by their first rows; keys that are no names, empty matrices.
/ source: nmasamba/kdb_commands (12_joins.q); defconq.tech; kxcontrib/phrases            status: observed
q)s:([]class:`green`blue`green;id:140 265 204)
q)m:([]class:`green`violet;name:("Julia";"Gerald"))
q)s uj 1!m
'nyi
q)(1!s)uj 1!m
class | id  name
------| ------------
green | 140 "Julia"
blue  | 265 ""
violet|     "Gerald"
q)(1!m)uj 1!s
class | name     id
------| ------------
green | "Julia"  140
violet| "Gerald"
blue  | ""       265
q)flip 1 2!(1 2 3;4 5 6)
'nyi
q)0 4#" "
'length
q)-1 0 1 xexp/:2 1 0
1  0 1
-1 0 1
1  1 1
q)0w -0w 0n xexp 0
1 1 0n
/ Names in a functional query are local variables, too; columns come first.
/ source: quintanar401/DCoQ            status: observed
q)f:{b1:10;b2:20;?[(`$())!();();();x]}
q)f`b1
10
q)f`b2
20
q)t:([]a:1 2 3;b:10 20 30)
q)b1:`global
q){[b1;a]?[t;enlist(>;`a;`b1);0b;()]}[1;0]
a b
----
2 20
3 30
q){[b1]![t;();0b;`c`b!((+;`b1;`a);`b1)]}5
a b c
-----
1 5 6
2 5 7
3 5 8
q){[t;g]?[t;0 1;(`g;`a)]}[t;neg]
-1 -2
q){[w]?[t;enlist(in;`a;enlist w);();`b]}3 1
10 30
/ No names of columns are all of them; a comparison is negated by composition.
/ source: community.kx.com/t5/kdb-and-q, 13172            status: observed
q)t:([]c1:`a`b`c`d`e`f;c2:1 1 1 2 2 2;c3:10 20 30 40 50 60)
q)count ?[t;enlist(<;`c3;44);0b;`symbol$()]
4
q)?[t;enlist((';~:;<);`c3;({y-x};(min;15 25 35 45);44));0b;`symbol$()]
c1 c2 c3
--------
c  1  30
d  2  40
e  2  50
f  2  60
q)t~?[t;enlist((';~:;<);`c3;({y-x};(min;35 45);44));0b;0#`]
1b
q)?[t;();(1#`c2)!1#`c2;0#`]
c2| c1 c3
--| -----
1 | c  30
2 | f  60
/ An empty list of indexes; months in words; a letter that is applied is a language.
/ source: resnicdan/QforMortals (3_Lists); rianoc/parse_blog; quintanar401/DCoQ            status: observed
q).Q.s1 10 20 30 40[()]
"()"
q).Q.s1 10 20 30 40[0#0]
"`long$()"
q)"D"$("2018 Jan 30";"2018 January 30";"2018-NOVEMBER-30";"November 30 2018";"2018 Janu 30")
2018.01.30 2018.01.30 2018.11.30 0N 0Nd
q)"q" "1+1"
2
q)("k" ",#:")1 2 3
,3
q).c.e:{count x}
q)"c"each("it's ok to do this";"")
18 0
q)(`$".!.e")set{value x}
`.!.e
q)"!""1+1"
2
q)";"[1;2;3]
3
q)"d""1+1"
'type
q)"c"1
'type
/ What was trapped is signalled again with the levels it had.
/ source: stackoverflow.com/questions/65303811            status: observed
q)f:{x+1}
q).Q.trp[f;`a;{'(x;y)}]
'type
  [2]  f:{x+1}
           ^
  [1]  (.Q.trp)

  [0]  .Q.trp[f;`a;{'(x;y)}]
       ^
q).Q.trp[{.Q.trp[f;x;{'(x;y)}]};`a;{(x;y[0;1;3])}]
"type"
"{x+1}"
q)@[{'x};("abc";());::]
"abc"
q)@[{'x};(`abc;1 2);::]
"stype"
