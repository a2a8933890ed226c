/ Expressions that are evaluated group by group: an aggregate within is folded for all groups at once, and the rest
/ sees the item of its group. Source: ref/select, basics/qsql.
q)t:([]k:`b`a`b`c`a;v:1 2 3 4 5;w:2 0N 4 1 1f;s:("ab";"c";"de";"";"f"))
q)select {x*x}sum v by k from t
k| v 
-| --
a| 49
b| 16
c| 16
q)select r:{(x;y)}[max v;w] by k from t
k| r     
-| ------
a| 5 0n 1
b| 3 2 4f
c| 4 ,1f 
q)exec {x+y}[sum v;count i] by k from t
a| 9
b| 6
c| 5
q)select n:count distinct v,d:{neg x}[count distinct v] by k from t
k| n d 
-| ----
a| 2 -2
b| 2 -2
c| 1 -1
q)update z:{x-y}[v;avg v] by k from t
k v w s    z   
---------------
b 1 2 "ab" -1  
a 2   "c"  -1.5
b 3 4 "de" 1   
c 4 1 ""   0   
a 5 1 "f"  1.5 
q)select sums v,s by k from t
k| v   s          
-| ---------------
a| 2 7 "cf"       
b| 1 4 ("ab";"de")
c| ,4  ,""        
q)/ a query within has its own columns
q)select {x}[exec sum v from t] by k from t
k| x 
-| --
a| 15
b| 15
c| 15
q)/ what fails, fails for the group
q)select {x}[sum s] by k from t where k=`b
'type
q)/ no rows, no groups
q)select {x}[sum v],2 sublist desc w by k from t where v>9
k| v w
-| ---
q)/ a side effect happens for each group, in their order
q)seen:0#0
q)exec {seen,:x;x}[sum v] by k from t
a| 7
b| 4
c| 4
q)seen
7 4 4
q)/ what is computed row by row is computed for all rows; a function may set what others read
q)d:`a`b`c!2 3 5
q)select sums v*d k,r:{x,sum y}[v-avg v;d k] by k from t
k| v    r           
-| -----------------
a| 4 14 (-1.5;1.5;4)
b| 3 12 (-1f;1f;6)  
c| ,20  (0f;5)      
q)update z:next ?[v>1;v;0]*d k by k from t
k v w s    z 
-------------
b 1 2 "ab" 9 
a 2   "c"  10
b 3 4 "de"   
c 4 1 ""     
a 5 1 "f"    
q)select sums(v*d k)+{d[`b]:10*d`b;x}v by k from t
k| v     
-| ------
a| 6 21  
b| 31 124
c| ,24   
q)d`b
3000
q)/ an assignment is seen on its left
q)select sums(2*max v)+v:10*v by k from t
k| x      
-| -------
a| 120 270
b| 70 160 
c| ,120   
q)(select x:sums(v*2)+v+:v by k from t)~select x:{sums(2*2*x)+2*x}v by k from t
1b
q)/ what fails, fails in its turn
q)select (v*k)+{'`first}[v] by k from t
'first
q)select {'`first}[v]+v*k by k from t
'type
q)/ many rows: the same by group, whoever evaluates it
q)m:300;u:([]k:(m?100);v:m?100)
q)(exec 3 sublist desc v by k from u)~(asc distinct u`k)!{3 sublist desc u[`v]where u[`k]=x}each asc distinct u`k
1b
q)(exec last sums v by k from u)~exec sum v by k from u
1b
q)/ keys of several kinds that make nearly every row a group
q)w:([]a:m?`3;b:m?0W;c:m?0D;d:m?2000.01.01)
q)g:select n:count i,first c by a,b,d from w
q)(asc`a`b`d#w)~key g
1b
q)update name:count[i]#enlist"Mi" from([]s:`M`G`M)where s=`M
s name
------
M "Mi"
G ()  
M "Mi"
q)attr key exec p by s:s from([]s:`b`a`b;p:1 2 3)
`s
q)-3!exec p by s from([]s:`b`a`b;p:1 2 3)
"`s#`a`b!(,2;1 3)"
