/ An aggregate of each group, put back in its rows.
/ source: ref/fby            status: documented
q)(sum;1 2 3 4) fby `a`b`a`b
4 6 4 6
q)(first;2 5 4 1 7) fby "abbac"
2 5 5 2 7
q)(max;1.5 0n 2) fby 1 1 2
1.5 1.5 2
q)({x-y}[;1]last@;10 20) fby 1 1
19 19
q)t:([]s:`a`b`a;p:1 1 2;q:5 6 7)
q)select from t where q=(max;q) fby s
s p q
-----
b 1 6
a 2 7
q)select from t where q=(min;q) fby ([]s;p)
s p q
-----
a 1 5
b 1 6
a 2 7
q)update n:(count;i) fby s from t
s p q n
-------
a 1 5 2
b 1 6 1
a 2 7 2
/ empty: no groups.
q)select from (0#t) where q=(max;q) fby s
s p q
-----
/ nested: an aggregate may take lists.
q)({count raze x};(1 2;3;4 5 6)) fby `a`a`b
3 3 3
q)(sum;1 2) fby 1 2 3
'length
q)(sum;`x`y) fby 1 1
'type
q)(`a`b!1 2;`a`b`a) fby 1 2 3
1 2 1
q)(sums;1 2 3 4) fby `a`b`a`b
1 2 4 6
q)({1#x};1 2 3 4) fby `a`b`a`b
'length
q)(count;0#`) fby 0#1
`long$()
q)(sum;`a`b!1 2) fby 1 1
'type
q)(sum;1 2) fby ([k:`a`a]v:1 2)
'type
q)(sum;5) fby enlist `a
'type
q)(sum;1 2) fby/:(1 1;1 2)
3 3
1 2
q)exec (max;q) fby ([]s;p) from t
5 6 7
/ lists of groups go to their rows one by one, whatever they are of
q)({neg[count x]#x};10 20 30 40 50) fby `a`b`a`b`a
10 20 30 40 50
q)(reverse;("a";`b;3;4 5)) fby 1 2 1 2
3
4 5
"a"
`b
q)(reverse;("ab";enlist"c";"de")) fby `x`y`x
"de"
,"c"
"ab"
q)({$[1<count x;sums x;first x]};1 2 3 4 5) fby `a`b`a`c`a
1 2 4 4 9
q)({$[1<count x;`u`v`w;0N]};1 2 3 4 5) fby `a`b`a`c`a
`u
0N
`v
0N
`w
q)({`n`m!(count x;x 0)};7 8 9) fby `a`b`a
n m
---
2 7
1 8
2 7
q)({select from x where i<>1};([]v:1 2)) fby 1 2
v
-
1
2
q)(rank;()) fby ()
