/ The null of an enumeration, which a join leaves where nothing is met, is the null symbol wherever it is looked for.
/ source: ref/enumerate, ref/find, ref/in (the value of an enumeration tells what equals it)            status: inferred
q)sym:`a`b
q)c:(`sym$`a`b`a),first 0#`sym$`a
q)c=`
0001b
q)c?`
3
q)` in c
1b
q)t:([]c;x:til 4)
q)exec x from t where c=`
,3
q)exec x from t where c in ``b
1 3
q)exec x from([]c:`g#c;x:til 4)where c in ``b
1 3
q)exec x from t where x>1,c=`
,3
q)/ the same where the null symbol has a place of its own, too
q)sym:`a``b
q)c:(`sym$`a``b),first 0#`sym$`a
q)exec i from ([]c)where c=`
1 3
q)exec i from ([]c:`g#c)where c in ``b
1 2 3
q)k:([s:`sym$`a``b;i:1 2 3]v:10 20 30)
q)k(`;2)
v| 20
q)t:([]c:(`sym$`),(first 0#`sym$`a),(`sym$`),first 0#`sym$`a;x:til 4)
q)attr(asc t)`c
`
q)/ integers of another width, through attributes
q)d:(`u#1 2 3i)!`x`y`z
q)d 2
`y
q)d 2 5 -2147483648
`y``
q)1 2 3i?3 2147483648 0N
2 3 3
q)exec i from ([]a:`g#1 2 3 2i)where a in 2 9
1 3
/ Both places in keys of several columns.
q)E:`a``b
q)k:([x:`E!0 0N;y:1 2]z:1 2)
q)k(`;2)
z| 2
q)`k upsert(`;2;9)
`k
q)k
x y| z
---| -
a 1| 1
  2| 9
q)k:([x:`E!0 0N]z:1 2)
q)`k upsert(`;9)
`k
q)k
x| z
-| -
a| 1
 | 9
q)@[{`k insert x};(`;9);::]
"insert"
q)t:([]x:`E!1 0N 0 2 0N 1;y:til 6)
q)t?([]x:``a``zz;y:0 2 4 1)
0 2 4 6
q)t?([]x:`E!1 0N 1 0N;y:0 1 1 0)
0 1 6 6
q)t:([]s:`E!1 0N 0;v:0 1 2)
q)t lj ([s:`E!1 0]w:10 20)
s v w 
------
  0 10
  1   
a 2 20
q)t lj ([s:`E!1 1 0;v:0 1 2]w:10 15 20)
s v w 
------
  0 10
  1   
a 2 20
q)/ columns that have one of the places, and several with both: ten columns take no longer than ten searches
q)u:([]x:`E!0N 0 2 0N;y:til 4)
q)u?([]x:``a;y:3 1)
3 1
q)u?(`;3)
3
q)w:flip(`$"c",'string til 24)!24#enlist`E!0N 1 0 0N
q)w?flip(`$"c",'string til 24)!24#enlist```a
0 0 2
q)w?w
0 1 2 0
/ A domain that is not loaded: nobody knows what is there, in several columns as in one.
q)n:([]x:`nowhere!0 1;y:1 2)
q)n[`x]?`a
'nowhere
q)n?(`a;1)
'nowhere
/ What comes enumerated over the same domain is found by its place, as by an index.
q)sym:`a`
q)e:`sym$`a`
q)k:([a:first each 1#enlist 0#e]v:enlist 1)
q)k e 1
v| 
q)(k upsert(e 1;5))e 1
v| 5
q)(k upsert(`;5))`
v| 5
q)count k upsert(`;5)
1
q)`k insert(e 1;5)
,1
q)`k insert(`;5)
'insert
