/ A question mark and a name ask for help. Nothing that q understands is taken for a question.
/ source: README            status: inferred
q)?asc
asc x: items in ascending order, marked as sorted
  asc 3 1 2
  `s#1 2 3
q)?.j
.j.j .j.jd .j.k
q)?.Q.dpft
.Q.dpft[dir;part;col;t]: saves a table to a partition, sorted and parted by a column
q)?"+"
x+y: the sum
  1 2+3
  4 5
q)?+
x+y: the sum
  1 2+3
  4 5
q)?ts
\ts expr; \ts:n expr: how many milliseconds and bytes an expression takes
q)trade:([]sym:`a`b;price:1 2)
q)?trade
trade: a table of 2 rows: sym price
q)f:{x+y}
q)?f
f: {x+y}
q)?ascc
'ascc
  nothing has this name; did you mean asc?
q)?[10b;`a;`b]
`a`b
q)?[trade;();0b;(enlist`price)!enlist`price]
price
-----
1
2
q)?
?
