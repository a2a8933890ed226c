/ So many items, from the start or the end; rows, entries, columns; shapes.
/ source: ref/take            status: documented
q)2#1 2 3
1 2
q)-2#1 2 3
2 3
q)5#1 2
1 2 1 2 1
q)3#7
7 7 7
q)0#1 2
`long$()
q)2#`a`b`c!1 2 3
a| 1
b| 2
q)`c`a#`a`b`c!1 2 3
c| 3
a| 1
q)2 3#til 6
0 1 2
3 4 5
q)0N 2#til 5
0 1
2 3
,4
q)-1#([]a:1 2;b:`x`y)
a b
---
2 y
q)`b`a#([]a:1 2;b:`x`y)
b a
---
x 1
y 2
q)([]k:`x`y)#([k:`x`y`z]v:1 2 3)
k| v
-| -
x| 1
y| 2
/ empty: nulls of the type.
q)2#0#0
0N 0N
q)3#""
"   "
q)2#0#`
``
/ nested: items stay whole.
q)2#(1 2;"abc";3)
1 2
"abc"
q)3#enlist 1 2
1 2
1 2
1 2
q)1.5#1 2
'type
q)`z#1 2
'type
q)"ab"#("ab";"c")!1 2
'length
  a list of keys is needed
q)(enlist"ab")#("ab";"c")!1 2
"ab"| 1
q)`a`b#`a`b`c!(`x`y!1 2;`x`y!3 4;`x`y!5 6)
 | x y
-| ---
a| 1 2
b| 3 4
/ columns of each row (wp/query-scaling)
q)kt:([k:`x`y]a:1 2;b:3 4;c:5 6)
q)`c`a#/:kt
k| c a
-| ---
x| 5 1
y| 6 2
q)(`c`a#/:kt)~{`c`a#x}each kt
1b
q)`a`b#/:value kt
a b
---
1 3
2 4
/ What this machine cannot hold is refused before it is made.
q)1000000000000#01b
'wsfull
q)1000000000 0#1
'wsfull
q)(10000000000 0N)#1 2
'wsfull
