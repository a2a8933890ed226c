/ Join with a keyed table: the left join of a dictionary, and of a table's rows.
/ source: basics/joins, wp/query-scaling            status: documented
q)t:([]k:`a`b`c;v:1 2 3)
q)y:([k:`b`d]v:20 40;w:("xy";"z"))
q)t,\:y
k v  w   
---------
a 1  ""  
b 20 "xy"
c 3  ""  
q)(t,\:y)~t lj y
1b
q)(`k`v!(`b;2)),y
k| `b
v| 20
w| "xy"
q)(`k`v!(`c;2)),y
k| `c
v| 2
w| ""
q)({x,y}[;y]each t)~t lj y
1b
q).Q.ft[,\:[;y];`v xkey t]
v | k w   
--| ------
1 | a ""  
20| b "xy"
3 | c ""  
q)(0#t),\:y
k v w
-----
q)t,\:0#y
k v w
-----
a 1  
b 2  
c 3  
q)`k`v`x!(`b;2;1 2),y
'length
q)(`k`v`x!(`b;2;1 2)),y
k| `b
v| 20
x| 1 2
w| "xy"
q)(`v`x!1 2),y
'type
q)(([]v:1 2)),\:y
'k
q)((`k xkey t),\:y)
'type
q)t,y
'type
/ Amended by a join it is the same.
q)d:`k`v!(`b;2)
q)d,:y
q)d
k| `b
v| 20
w| "xy"
q)d:`a`k!(1;`c)
q).[`d;();,;y];d
a| 1
k| `c
v| 0N
w| ""
q)d:`r`s!(`k`v!(`d;2);1)
q)d[`r],:y
q)d`r
k| `d
v| 40
w| "z"
/ Two keys; a dictionary without rows that match.
q)y2:([a:1 1 2;b:`p`q`p]c:10 20 30)
q)(`a`b!(1;`q)),y2
a| 1
b| `q
c| 20
q)([]a:1 2 3;b:`p`p`p;c:0 0 0),\:y2
a b c 
------
1 p 10
2 p 30
3 p 0 
/ Tables with a column of dictionaries whose keys differ go together, also by raze; an atom is an item beside the rows.
/ source: kimtang/btick, KxSystems/automl            status: observed
q)x:enlist`a`arg!(1;(enlist`p)!enlist 1)
q)y:2#enlist`a`arg!(2;(enlist`q)!enlist 3)
q)raze(x;y)
a arg
----------
1 (,`p)!,1
2 (,`q)!,3
2 (,`q)!,3
q)raze[(y;x;y)]~(y,x),y
1b
q)`process,enlist`a`b!1 2
`process
`a`b!1 2
q)1,([]a:1 2)
1
(,`a)!,1
(,`a)!,2
