/ Items of a list, values of a dictionary and choices are made for all rows and folded for all groups at once; the answers are those
/ of functions that hide them, group by group.
/ source: ref/select, ref/vector-conditional, basics/funsql            status: inferred
q)t:([]k:`x`y`x`z`y`x;c:`a`b`c`a``b;v:1 2 3 0N 5 6;b:101001b;f:.5 1 0n 2 3 4;n:(1 2;3;4 5;`u;();6 7))
q)fx:`a`b!1.5 -2
q)p:10 20 30 40
q)select sum v*fx c,sum v*?[b;2;v] by k from t
k| v     v1
-| --------
x| -10.5 20
y| -4    29
z| 0     0 
q)exec sum p[v]%1 -1 c=`b by k from t
x| 60
y| -30
z| 0
q)/ all groups at one pass
q)last exec how from .Q.plan"select sum v*fx[c]*fx@c by k from t"
"folded, all groups at one pass"
q)last exec how from .Q.plan"select sum v*?[c=`a;1f;f]*1 -1 b by k from t"
"folded, all groups at one pass"
q)/ constraints and keys
q)select v by fx c from t where 0<fx c
c  | v 
---| --
1.5| 1 
q)select sum v by s:?[v>2;`many;`few] from t
s   | v 
----| --
few | 3 
many| 14
q)/ a column hides a variable, and so does a local variable
q)select fx 0 by k from([]k:`x`y;fx:(1 2;3 4))
k| x  
-| ---
x| 1 2
y| 3 4
q){[fx]exec sum fx c by k from t}`a`b!10 20
x| 30
y| 20
z| 10
q)/ items of two types, and functions, are for the group to see
q)select ?[v>2;v;f] by k from t
k| f        
-| ---------
x| (0.5;3;6)
y| (1f;5)   
z| ,2f      
q)seen:0#0
q)exec {seen,:x;x}[sum v]+fx first c by k from t
x| 11.5
y| 5
z| 1.5
q)seen
10 7 0
q)/ what fails, fails; of no rows as well
q)exec sum fx v by k from t
'type
q)exec sum `p`q`r v by k from t where v>9
'type
q)exec fx nothing by k from t
'nothing
q)hidden:{[d;x]$[1b;d x;0]}
q)choice:{[b;x;y]$[1b;?[b;x;y];0]}
q)answer:{@[{-8!value x};x;::]}
q)forms:("select z:sum ";"select z:";"select z:last sums ";"exec max v*";"select m:max v,z:count distinct ";"exec first ")
q)tails:(" by k from t";" from t";" by k from t where v>2";" by k from t where v>9";" by k from 0#t";" by k,b from t")
q)alike:{[x;y;form;tail]answer[form,x,tail]~answer form,y,tail}
q)same:{[x;y]all(raze forms alike[x;y]/:\:tails),alike[x;y;"update z:";" by k from t where v<5"]}
q)lists:("fx";"p";"`a`b`c";"booleans";"\"ab\"";"step";"mixed";"nested";"double";"empty";"column";"none";"ticks")
q)step:`s#0 2 5!.5 1 2
q)mixed:(1;`a;"c")
q)nested:`a`b!(1 2;3)
q)double:`a`a`b!1 2 3
q)empty:(`$())!0#0
q)none:()!()
q)booleans:010b
q)column:t`f
q)ticks:1 2 3!2024.01.01 2024.02.01 0Nd
q)indexes:("c";"v";"b";"f";"n";"i";"v-1";"first c";"max v";"distinct c";"k";"2";"`a";"nothing")
q)(raze lists,/:\:" ",/:indexes)where not raze lists{same[x," ",y;"hidden[",x,";",y,"]"]}/:\:indexes
q)branches:("1";"1f";"v";"f";"`a";"c";"n";"0N";"first v";"avg f";"1 2";"b";"fx c";"()";"\"\"")
q)conditions:("b";"c=`a";"v>avg v";"v";"1b";"10b";"first b")
q)choices:conditions{x,";",y,"]"}/:\:raze branches{x,";",y}/:\:branches
q){x where not{same["?[",x;"choice[",x]}each x}raze choices
