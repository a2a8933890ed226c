/ Columns that are tables: their items are dictionaries with the same keys.
/ source: ref/dotj, basics/dictsandtables            status: inferred
q)u:([]a:1 2;b:([]x:1 2;y:`p`q))
q)u
a b          
-------------
1 `x`y!(1;`p)
2 `x`y!(2;`q)
q)type u`b
98h
q)u[`b;`x]
1 2
q)u 1
a| 2          
b| `x`y!(2;`q)
q)u~([]a:1 2;b:(`x`y!(1;`p);`x`y!(2;`q)))
1b
q)u~flip`a`b!(1 2;u`b)
1b
q)meta u
c| t f a
-| -----
a| j    
b|      
q)select a,b`x from u where a=2
a x
---
2 2
q)exec b from u
x y
---
1 p
2 q
q)`u insert(9;`x`y!(3;`r))
,2
q)`u insert(10 11;([]x:4 5;y:`s`t))
3 4
q)`u upsert`a`b!(12;`x`y!(6;`u))
`u
q)u
a  b          
--------------
1  `x`y!(1;`p)
2  `x`y!(2;`q)
9  `x`y!(3;`r)
10 `x`y!(4;`s)
11 `x`y!(5;`t)
12 `x`y!(6;`u)
q)type u`b
98h
/ One item that is unlike the others makes the column a list.
q)`u insert(13;([z:7]))
,6
q)type u`b
0h
q)-2#u
a  b          
--------------
12 `x`y!(6;`u)
13 (,`z)!,7   
q)u:2#u
q)u lj([a:1 3]c:([]k:5 6))
a b           c        
-----------------------
1 `x`y!(1;`p) (,`k)!,5 
2 `x`y!(2;`q) (,`k)!,0N
q)([]a:1 2;b:`x`y!3 4)
'type
q)`:u/ set u;get`:u
a b          
-------------
1 `x`y!(1;`p)
2 `x`y!(2;`q)
/ JSON in JSON.
q)t:.j.k"[{\"a\":{\"x\":1},\"b\":1},{\"a\":{\"x\":2},\"b\":3}]"
q)t
a         b
-----------
(,`x)!,1f 1
(,`x)!,2f 3
q)t[`a;`x]
1 2f
q).j.j t
"[{\"a\":{\"x\":1},\"b\":1},{\"a\":{\"x\":2},\"b\":3}]"
/ An attribute of a column of lists goes when its items change, or more come.
q)t:([]n:`u#(1 2;3 4))
q)t,:([]n:(1 2;1 2))
q)attr t`n
`
q)t:update n:(1 2;1 2)from([]i:0 1 2;n:`u#(1 2;3 4;5 6))where i>0
q)attr t`n
`
q)t:([]w:`s#("aa";"bb"))
q)t,:([]w:("ab";"a"))
q)attr t`w
`
/ A row is a row also where its cells are lists: , and upsert take it alike.
q)t:([]k:(`a;1);v:1 2);t,:("ab";7);t
k    v
------
`a   1
1    2
"ab" 7
q)t:([k:(`a;1)]v:1 2);t,:("ab";7);t
k   | v
----| -
`a  | 1
1   | 2
"ab"| 7
/ The empty string is a key as others are.
q)kt:([k:("abc";"")]v:1 2);kt[""]:enlist 9;kt
k    | v
-----| -
"abc"| 1
""   | 9
q)kt:([k:("abc";"d")]v:1 2;w:3 4);kt[""]:5 6;kt
k    | v w
-----| ---
"abc"| 1 3
"d"  | 2 4
""   | 5 6
