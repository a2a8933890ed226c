/ Maintenance of databases with the module quarry.db: every partition changes whole, and nothing else does.
/ source: the module; names as in the public dbmaint.q            status: inferred
q)db:use`quarry.db
q)mk:{[d]trade::([]sym:`b`a`b;time:09:30 09:31 09:32;price:1 2 3f;note:("xy";"";"zz"));.Q.dpft[`:db;d;`sym;`trade]}
q)mk each 2024.01.01 2024.01.02;
q)trade:0#trade
q).Q.dpft[`:db;2024.01.03;`sym;`trade];
q)day:{get` sv`:db,(`$string x),`trade,`}
q)names:{{x where not x like"*#"}except[;`.d]key` sv`:db,(`$string x),`trade}
q)stamps:{[c]system"stat -c '%n %i %Y %s' db/*/trade/",string c}
q)db.listcols[`:db;`trade]
`sym`time`price`note
/ Add: an atom or a list goes into every row; the sym file gets a symbol once, the variable stays.
q)before:stamps each`sym`time`price
q)sym:`mine`own
q)db.addcol[`:db;`trade;`venue;`XNYS]
`:db/2024.01.01/trade`:db/2024.01.02/trade`:db/2024.01.03/trade
q)sym
`mine`own
q)get`:db/sym
`b`a`XNYS
q)count db.addcol[`:db/;`trade;`n;0h]
3
q)count db.addcol[`:db;`trade;`word;"abc"]
3
q)count db.addcol[`:db;`trade;`legs;`p`q]
3
q)sym:get`:db/sym
q)day 2024.01.02
sym time  price note venue n word  legs
---------------------------------------
a   09:31 2     ""   XNYS  0 "abc" p q 
b   09:30 1     "xy" XNYS  0 "abc" p q 
b   09:32 3     "zz" XNYS  0 "abc" p q 
q)(count;type)@\:/:day[2024.01.03]`venue`n`word
0 20h
0 5h
0 0h
q)db.findcol[`:db;`trade]each`n`none
+`path`found`t`a`n!(`:db/2024.01.01/trade`:db/2024.01.02/trade`:db/2024.01.03..
+`path`found`t`a`n!(`:db/2024.01.01/trade`:db/2024.01.02/trade`:db/2024.01.03..
q)db.findcol[`:db;`trade;`n]
path                 found t a n
--------------------------------
:db/2024.01.01/trade 1     h   3
:db/2024.01.02/trade 1     h   3
:db/2024.01.03/trade 1     h   0
/ Delete, rename, copy, order.
q)count each(db.deletecol[`:db;`trade;`word];db.deletecol[`:db;`trade;`n];db.deletecol[`:db;`trade;`legs])
3 3 3
q)key`:db/2024.01.01/trade
`s#`.d`note`note#`price`sym`time`venue
q)count db.renamecol[`:db;`trade;`note;`remark]
3
q)count db.copycol[`:db;`trade;`remark;`again]
3
q)count db.reordercols[`:db;`trade;`time`sym]
3
q)db.reordercols[`:db;`trade;`time`sym]
`symbol$()
q)day 2024.01.01
time  sym price remark venue again
----------------------------------
09:31 a   2     ""     XNYS  ""   
09:30 b   1     "xy"   XNYS  "xy" 
09:32 b   3     "zz"   XNYS  "zz" 
/ Values: what stays the same is not written again.
q)db.fncol[`:db;`trade;`price;2*]
`:db/2024.01.01/trade`:db/2024.01.02/trade
q)count db.castcol[`:db;`trade;`price;`long]
3
q)db.castcol[`:db;`trade;`price;`long]
`symbol$()
q)db.fncol[`:db;`trade;`remark;upper]
`:db/2024.01.01/trade`:db/2024.01.02/trade
q)count db.fncol[`:db;`trade;`sym;{`$string[x],\:"X"}]
3
q)count db.castcol[`:db;`trade;`again;`symbol]
3
q)sym:get`:db/sym
q)day 2024.01.02
time  sym price remark venue again
----------------------------------
09:31 aX  4     ""     XNYS       
09:30 bX  2     "XY"   XNYS  xy   
09:32 bX  6     "ZZ"   XNYS  zz   
q)type each day[2024.01.03]`sym`price`again
20 7 20h
q)attr day[2024.01.01]`sym
`
q)count db.setattrcol[`:db;`trade;`sym;`p]
3
q)attr day[2024.01.01]`sym
`p
q)count db.clearattrcol[`:db;`trade;`sym]
3
q)attr day[2024.01.01]`sym
`
/ Files of other columns are the same files.
q)count db.addcol[`:db;`trade;`z;0]
3
q)b:stamps each`sym`time`venue`again
q)count each(db.deletecol[`:db;`trade;`z];db.fncol[`:db;`trade;`price;neg];db.renamecol[`:db;`trade;`remark;`note])
3 2 3
q)b~stamps each`sym`time`venue`again
1b
q)before[1]~b 1
1b
/ Tables.
q)db.addtable[`:db;`news;([]sym:`$();text:())]
`:db/2024.01.01/news`:db/2024.01.02/news`:db/2024.01.03/news
q)db.rentable[`:db;`news;`flash]
`:db/2024.01.01`:db/2024.01.02`:db/2024.01.03
q)key`:db/2024.01.02
`s#`flash`trade
q)cols get`:db/2024.01.02/flash/
`sym`text
q)`:db/2024.01.03/trade/.d set cols[day 2024.01.03]except`time;
q)hdel`:db/2024.01.03/trade/time;
q)db.fixtable[`:db;`trade;`:db/2024.01.01/trade]
,`:db/2024.01.03/trade
q)type day[2024.01.03]`time
17h
/ What cannot be is said before anything changes.
q)all0:{system"find db -type f -printf '%p %i %T@\n' | sort"}
q)f0:all0[]
q)db.addcol[`:db;`trade;`price;0]
'there already, price: :db/2024.01.01/trade
q)db.addcol[`:db;`trade;`select;0]
'no name for a column or table: select
q)db.addcol[`:db;`trade;`date;0]
'no name for a column or table: date
q)db.addcol[`:db;`trade;`$"a b";0]
'no name for a column or table: a b
q)db.addcol[`:db;`trade;"a";0]
'type
q)db.addcol[`:db;`trade;`a;{x}]
'a default is an atom or a list
q)db.addcol[`:db;`none;`a;0]
'no table none: :db
q)db.addcol[`db;`trade;`price;0]
'there already, price: :db/2024.01.01/trade
q)db.addcol["db";`trade;`price;0]
'type
q)db.deletecol[`:db;`trade;`none]
'no column none: trade
q)db.renamecol[`:db;`trade;`none;`other]
'no column none: trade
q)db.renamecol[`:db;`trade;`price;`time]
'there already, time: :db/2024.01.01/trade
q)db.copycol[`:db;`trade;`none;`other]
'no column none: :db/2024.01.01/trade
q)db.copycol[`:db;`trade;`price;`time]
'there already, time: :db/2024.01.01/trade
q)db.castcol[`:db;`trade;`none;`int]
'no column none: :db/2024.01.01/trade
q)db.castcol[`:db;`trade;`price;`none]
'none: db/2024.01.01/trade
q)db.fncol[`:db;`trade;`price;first]
'the function must answer a list: db/2024.01.01/trade
q)db.fncol[`:db;`trade;`price;1_]
'the function must answer as many items as it gets: db/2024.01.01/trade
q)db.fncol[`:db;`trade;`price;{if[1<count x;'"oops"];x}]
'oops: db/2024.01.01/trade
q)db.setattrcol[`:db;`trade;`sym;`u]
'u-fail: db/2024.01.01/trade
q)db.setattrcol[`:db;`trade;`again;`p]
`:db/2024.01.01/trade`:db/2024.01.02/trade`:db/2024.01.03/trade
q)count db.clearattrcol[`:db;`trade;`again]
3
q)db.reordercols[`:db;`trade;`sym`none]
'no column none: :db/2024.01.01/trade
q)db.reordercols[`:db;`trade;`sym`sym]
'a name comes twice
q)db.addtable[`:db;`trade;([]a:1 2)]
'there already, trade: :db/2024.01.01/trade
q)db.addtable[`:db;`more;1 2]
'a simple table is needed
q)db.rentable[`:db;`trade;`flash]
'there already, flash: :db/2024.01.01
q)db.rentable[`:db;`none;`flash2]
'no table none: :db
q)db.addcol[`:nowhere;`trade;`a;0]
'no table trade: :nowhere
q)others:{x where not x like"*again*"}
q)others[f0]~others all0[]
1b
/ A table that a partition lacks.
q)trade:([]sym:`a`b;v:1 2)
q).Q.dpft[`:db;2024.01.04;`sym;`other];
'other
q).Q.dpft[`:part;;`sym;`trade]each 2024.01.01 2024.01.02;
q)`:part/2024.01.03/other/ set ([]a:1 2);
q)db.addcol[`:part;`trade;`w;0]
'no table trade, which .Q.chk would add: :part/2024.01.03
q)db.rentable[`:part;`trade;`t2]
'no table trade: :part/2024.01.03
/ A run that was stopped. Adding: the file is there, its name is not; or some partitions are done.
q)`:db/2024.01.01/trade/w set 1 2 3;
q)`:db/2024.01.02/trade/w set 7 8 9;
q)`:db/2024.01.02/trade/.d set c,`w,0#c:cols day 2024.01.02;
q)db.addcol[`:db;`trade;`w;5]
`:db/2024.01.01/trade`:db/2024.01.03/trade
q)day[2024.01.01]`w
5 5 5
q)day[2024.01.02]`w
7 8 9
/ Deleting: the name is gone, the file is not.
q)`:db/2024.01.01/trade/.d set cols[day 2024.01.01]except`w;
q)count db.deletecol[`:db;`trade;`w]
3
q)`w in raze names each 2024.01.01 2024.01.02 2024.01.03
0b
/ Renaming: both files are there.
q)`:db/2024.01.01/trade/cost set 1 2;
q)`:db/2024.01.02/trade/cost set get`:db/2024.01.02/trade/price;
q)`:db/2024.01.02/trade/.d set @[c;c?`price;:;`cost];
q)db.renamecol[`:db;`trade;`price;`cost]
`:db/2024.01.01/trade`:db/2024.01.03/trade
q)any`price=raze names each 2024.01.01 2024.01.02 2024.01.03
0b
q)raze{day[x]`cost}each 2024.01.01 2024.01.02
-4 -2 -6 -4 -2 -6
/ Changing values: new columns lie beside the old ones, without effect until the journal is there.
q)(`$":db/2024.01.01/trade/cost$") set 9 9 9;
q)db.fncol[`:db;`trade;`cost;neg]
`:db/2024.01.01/trade`:db/2024.01.02/trade
q)day[2024.01.01]`cost
4 2 6
/ With it, one is in place and another not yet: the run goes on where it was, and does not begin again.
q)(`$":db/2024.01.02/trade/cost$") set 40 20 60;
q)`:db/2024.01.01/trade/cost set 40 20 60;
q)(`$":db/maintenance$") set`call`column`places!("fncol(`trade;`cost;{10*x})";`cost;`:db/2024.01.01/trade`:db/2024.01.02/trade);
q)db.addcol[`:db;`trade;`w;0]
'stopped, and to be ended by finish: fncol(`trade;`cost;{10*x})
q)db.fncol[`:db;`trade;`cost;{10*x}]
`:db/2024.01.01/trade`:db/2024.01.02/trade
q)raze{day[x]`cost}each 2024.01.01 2024.01.02
40 20 60 40 20 60
q)(`$":db/2024.01.02/trade/cost$") set 0 0 0;
q)(`$":db/maintenance$") set`call`column`places!("fncol(`trade;`cost;0*)";`cost;enlist`:db/2024.01.02/trade);
q)db.finish`:db
,`:db/2024.01.02/trade
q)day[2024.01.02]`cost
0 0 0
q)db.finish`:db
`symbol$()
/ What stopped lies under names that loading passes over.
q)(`$":db/2024.01.03/trade/cost$") set 1 2 3;
q)(`$":db/2024.01.03/news$/") set ([]a:1 2);
q)(`$":db/maintenance$") set 1;
q)hdel`$":db/maintenance$";
/ Compression is kept, column by column.
q)t:([]a:til 5000;s:5000#enlist"abcd";b:5000#0)
q){(x;`a`s!(17 2 6;17 5 1))set t}each`:z/2024.01/t/`:z/2024.02/t/;
q)alg:{[c]{(-21!x)`algorithm}each` sv'`:z/2024.01/t`:z/2024.02/t,\:c}
q)(db.fncol[`:z;`t].)each((`a;1+);(`s;upper);(`b;1+));
q)count db.copycol[`:z;`t;`a;`c]
2
q)count db.renamecol[`:z;`t;`s;`w]
2
q)alg each`a`c`w
2 2
2 2
5 5
q)count -21!`:z/2024.02/t/b
0
q)first get`:z/2024.02/t/
a| 1
w| "ABCD"
b| 1
c| 1
/ Segments, with a date in two of them; a table in the root.
q)`:g/par.txt 0:("one";"two/";"");
q){[s;d;v](hsym`$"g/",s,"/",d,"/t/")set([]v:v;w:2*v)}'[("one";"one";"two";"two");("2024.01.01";"2024.01.03";"2024.01.02";"2024.01.03");(1 2;3 4;5 6;7 8)];
q)count db.addcol[`:g;`t;`x;1i]
4
q)count db.deletecol[`:g;`t;`w]
4
q)key`:g/two/2024.01.03/t
`s#`.d`v`x
q)count db.addtable[`:g;`u;([]a:`long$())]
4
q)`:g/ref/ set([]k:1 2);
q)db.addcol[`:g;`ref;`v;"x"]
,`:g/ref
q)get`:g/ref/
k v
---
1 x
2 x
/ It tells how far it is.
q)seen:()
q)db.watch{[done;total;d]seen,:enlist(done;total;d);}
q)count db.addcol[`:g;`t;`y;0b]
4
q)last seen
4
4
`:g/two/2024.01.03/t
q)db.watch(::)
q)\l db
q)select from trade where date=2024.01.02
date       sym cost note venue again time 
------------------------------------------
2024.01.02 aX  0    ""   XNYS        09:31
2024.01.02 bX  0    "XY" XNYS  xy    09:30
2024.01.02 bX  0    "ZZ" XNYS  zz    09:32
q)count db.addcol[`:.;`trade;`w;1]
3
q)\l .
q)exec sum w from trade
6
/ A column that is in order becomes a sorted one.
q)count db.addcol[`:.;`trade;`ordered;7]
3
q)count db.setattrcol[`:.;`trade;`ordered;`s]
3
q)attr get`:2024.01.01/trade/ordered
`s
q)db.setattrcol[`:.;`trade;`ordered;`s]
`symbol$()
/ The root is a file symbol with or without its colon, and so is the partition that is good.
q){(hsym`$"named/",x,"/t/")set .Q.en[`:named]([]s:`a`b;v:y)}'[("2024.01.01";"2024.01.02");(1 2;3 4)];
q)count db.addcol[`named;`t;`venue;`XNYS]
2
q)get`:named/sym
`a`b`XNYS
q)key get`:named/2024.01.02/t/venue
`sym
q)count db.addcol[`named;`t;`n;5]
2
q)count db.deletecol[`named;`t;`n]
2
q)db.setattrcol[`named;`t;`v;`s]
`:named/2024.01.01/t`:named/2024.01.02/t
q)db.fncol[`named;`t;`venue;{`XLON,1_x}];
q)sym:get`:named/sym
q)sym
`a`b`XNYS`XLON
q)get`:named/2024.01.01/t/venue
`sym$`XLON`XNYS
q)db.fixtable[`named;`t;`$"named/2024.01.01/t/"]
`symbol$()
q)db.segments`named
,`:named
