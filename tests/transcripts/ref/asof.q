/ The values of the last row at or before.
/ source: ref/asof            status: documented
q)t:([]sym:`a`a`b;time:10 20 10;p:1 2 3;n:`x`y`z)
q)t asof `sym`time!(`a;15)
p| 1
n| `x
q)t asof `sym`time!(`a;20)
p| 2
n| `y
q)t asof `sym`time!(`b;99)
p| 3
n| `z
q)t asof `sym`time!(`a;5)
p| 0N
n| `
q)t asof `sym`time!(`c;5)
p| 0N
n| `
q)t asof ([]sym:`a`b`c;time:15 15 15)
p n
---
1 x
3 z

q)(`time xasc t)asof enlist[`time]!enlist 12
sym| `b
p  | 3
n  | `z
/ empty: no questions, no answers.
q)t asof ([]sym:`symbol$();time:`long$())
p n
---
q)(0#t)asof `sym`time!(`a;15)
p| 0N
n| `
/ nested: a column of lists gives a list.
q)([]time:10 20;l:(1 2;3 4 5))asof enlist[`time]!enlist 25
l| 3 4 5
q)asof[t;t;t]
'rank
