/ By name, columns change where they lie: all of them or none, and what others hold stays.
/ source: ref/update            status: inferred
q)t:([]a:1 2 3;b:`x`y`z;c:("a";"bc";"d"))
q)h:t
q)@[{update a:10,b:5 from `t where a>1};0;{x}]
"type"
q)t~h
1b
q)update a:10*a,b:`q,c:("zz";"yy"),d:a from `t where a>1
`t
q)t
a  b c    d
-----------
1  x "a"   
20 q "zz" 2
30 q "yy" 3
q)h
a b c   
--------
1 x "a" 
2 y "bc"
3 z "d" 
q)k:([s:`a`b]v:1 2)
q)update v:v*10 from `k where s=`a
`k
q)k
s| v 
-| --
a| 10
b| 2 
