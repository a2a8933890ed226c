/ All pairs.
/ source: ref/cross            status: documented
q)1 2 cross 10 20
1 10
1 20
2 10
2 20
q)1 2 cross `a`b
1 `a
1 `b
2 `a
2 `b
q)"ab" cross "xy"
"ax"
"ay"
"bx"
"by"
q)(cross/)(1 2;3;4 5)
1 3 4
1 3 5
2 3 4
2 3 5
q)([]s:`a`b)cross([]v:1 2)
s v
---
a 1
a 2
b 1
b 2
q)count (til 10)cross til 7
70
/ empty: no pairs.
q)() cross 1 2
q)1 2 cross 0#0
/ nested: the items are joined.
q)(1 2;3 4) cross (5 6;7 8)
1 2 5 6
1 2 7 8
3 4 5 6
3 4 7 8
q)(1;2 3) cross 4 5
1 4
1 5
2 3 4
2 3 5
q)cross[1;2;3]
'rank
/ What this machine cannot hold is refused before it is made.
q)(til 1000000)cross til 1000000
'wsfull
