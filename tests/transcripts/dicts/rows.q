/ Keyed tables indexed, and tables searched, with a list of rows.
/ source: ref/find            status: inferred
q)kt:([k:`a`b`c]v:1 2 3;w:4 5 6)
q)kt flip enlist`a`b
v w
---
1 4
2 5
q)kt[(enlist`z;enlist`a)]`v
0N 1
q)kt[flip enlist`a`b;`v]
1 2
q)kt enlist`a
v| 1
w| 4
q)kt`a`b
'length
q)c:([lname:`Dent`Prefect;fname:`Arthur`Ford]iq:98 126)
q)c`Dent`Arthur
iq| 98
q)c(`Dent`Arthur;`Prefect`Ford)
iq 
---
98 
126
q)m:([a:1 2;b:`x`y]c:3 4)
q)m[((1;`x);(3;`z);(2;`y));`c]
3 0N 4
q)m enlist(1;`x)
c
-
3
q)n:([s:("ab";"cd");n:1 2]v:3 4)
q)n("ab";1)
v| 3
q)n(("ab";1);("cd";2))
v
-
3
4
q)([k:("ab";"cd")]v:1 2)("cd";"ab")
v
-
2
1
q)t:([]a:1 2;b:`x`y)
q)t?(2;`y)
1
q)t?((2;`y);(1;`q))
1 2
q)t?(2 1;`y`x)
1 0
q)((1;`x);(5;`y))in t
10b
/ One key is a list of keys, too, whose row may come as columns (finos/kdb, inithook).
q)n:([name:`$()]label:`$();kind:`$())
q)n[`a`b]:(`a`b;`c`c)
q)n[enlist`start]:(enlist`start;enlist`condition)
q)n[enlist`b]:(enlist`z;enlist`w)
q)n[enlist`x]:`y`v
q)n
name | label kind
-----| ---------------
a    | a     c
b    | z     w
start| start condition
x    | y     v
q)l:([name:`$()]label:();kind:`$())
q)l[enlist`a]:(enlist"abc";enlist`k)
q)l
name| label kind
----| ----------
a   | "abc" k
q)m:([name:`$()]label:())
q)m[enlist`a]:enlist enlist`b
q)m
name| label
----| -----
a   | b
