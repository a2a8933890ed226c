/ Errors made by programs.
/ source: ref/signal            status: documented
q)'`mine
'mine
q)'"my own"
'my own
q)@[{'x};`oops;{"caught ",x}]
"caught oops"
q)@[{'x};"text";{x}]
"text"
q)@[{'x};1;{x}]
"stype"
q)@[{'x};"a";{x}]
"stype"
q)f:{if[x<0;'`negative];x}
q)f 1
1
q)f -1
'negative
q).[{if[x>y;'"order"];y-x};2 1;{`$x}]
`order
/ nested: the nearest trap catches it.
q)@[{@[{'`inner};x;{'"outer ",x}]};0;{x}]
"outer inner"
/ empty: an error without a word.
q)@[{'x};"";{count x}]
0
/ a number right behind the parameters has its sign.
q){[x]-1+x}5
4
q){[]-1}[]
-1
/ A backtrace may be empty: stackoverflow.com/questions/65303811.
q)@[{'("other";())};0;{x}]
"other"
q)@[{'("other";1 2)};0;{x}]
"stype"
