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
