/ One item after another.
/ source: ref/each            status: documented
q)count each ("the";"quick";"fox")
3 5 3
q)neg each 1 2 3
-1 -2 -3
q){x*2}each 1 2 3
2 4 6
q)til each 2 3
0 1
0 1 2
q)count each `a`b!(1 2 3;"hello")
a| 3
b| 5
q){x`a}each ([]a:1 2;b:3 4)
1 2
q)(1 2 3!`a`b`c)each 3 1
`c`a
q)(10 20 30)each 2 0
30 10
q)neg each 5
-5
q){x+1}peach 1 2 3
2 3 4
/ empty: nothing is called.
q)neg each ()
q){'`never}each 0#0
q)count each 0#`
/ nested: an each in an each.
q){neg each x}each (1 2;3)
-1 -2
-3
q)(count each)each (("ab";"c");enlist"def")
2 1
,3
q){x+`a}each 1 2
'type
q){x+y}each 1 2
{x+y}'[1 2]
q)({x+y}each 1 2)10
11 12
