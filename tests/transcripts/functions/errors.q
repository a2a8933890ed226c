/ Errors: the words that programs trap.
/ source: basics/errors, ref/signal, ref/apply            status: documented
q)1+`a
'type
q)1 2+1 2 3
'length
q){x}[1;2]
'rank
q)nosuch
'nosuch
q)'mine
'mine
q)'"my text"
'my text
q)'`sym
'sym
q)@[{'x};"oops";{"caught ",x}]
"caught oops"
q).[{x+y};(1;`a);::]
"type"
q)@[til;-1;`bad]
`bad
q){@[{'`inner};x;{'`$"outer ",x}]}1
'outer inner
q)(
'(
q)"abc
'"
q)1 2 3]
']
q){1+
'{
q)`a+`b
'type
q)first each 5 6
5 6
q)f:{[n]$[n=0;0;1+f n-1]}
q)f 500
500
q)g:{g x+1}
q)g 0
'stack
q)f 10
10
q)@[g;0;{x}]
"stack"
/ On secondary threads, and where each level has an evaluator of its own, too.
q)p:{p':[1 2]}
q)@[p;0;{x}]
"stack"
q)r:{reval(r;x)}
q)@[r;0;{x}]
"stack"
/ The first item that fails is told of, and not the first that happens to fail.
q)@[{'`$"no ",string x}':;til 100;{x}]
"no 0"
q)@[{$[x<50;x;'`$"no ",string x]}':;til 100;{x}]
"no 50"
q)til 10000000000000000
'limit
q)@[til;10000000000000000;{x}]
"limit"
q)10000000000000000#1
'limit
q)2 xexp `a
'type
q)`a`b`c!1 2
'length
q)select from 5
'type
/ Where a derived function fails, the caret is at the iterator. source: DefconQ/defconQ (iterators, joins)
q)"ABCDE" ,' "1234"
'length
  [0]  "ABCDE" ,' "1234"
                ^
  lists of 5 and 4 items
q){x,y,z}'["ABC";"XYZ";"12"]
'length
  [0]  {x,y,z}'["ABC";"XYZ";"12"]
              ^
  lists of 3 and 2 items
/ Of two names that mean nothing in a query the right one is read first. source: DefconQ/defconQ (qsql)
q)t:([]a:1 2 3)
q)select avgPrice:avg a, avgQty:avg a, nominal: avgPrice*avgQty from t
'avgQty
  [0]  select avgPrice:avg a, avgQty:avg a, nominal: avgPrice*avgQty from t
                                                              ^
  neither a column nor a variable; the columns are a
q)?[t;();0b;(enlist`x)!enlist(+;`foo;`bar)]
'bar
  [0]  ?[t;();0b;(enlist`x)!enlist(+;`foo;`bar)]
       ^
  neither a column nor a variable; the columns are a
/ A backtrace that is signalled stands in place of the level that signals it. source: stackoverflow.com/questions/65303811
q)r:.Q.trp[{1+x};`a;{(x;y)}]
q)'("other";last r)
'other
  [2]  {1+x}
         ^
  [1]  (.Q.trp)
  [0]  r:.Q.trp[{1+x};`a;{(x;y)}]
         ^
q)(+')[1 2;3 4 5]
'length
  [0]  (+')[1 2;3 4 5]
         ^
  lists of 2 and 3 items
/ A name that means nothing in a query is pointed at, wherever it stands; one that is no name in the text is not.
/ source: observed (published sessions)   status: inferred
q)select from t where nosuch>1
'nosuch
  [0]  select from t where nosuch>1
                           ^
  neither a column nor a variable; the columns are a
q)f:{[t]update b:max nosuch,count"nosuch" from t}
q)f t
'nosuch
  [1]  f:{[t]update b:max nosuch,count"nosuch" from t}
                          ^
  [0]  f t
       ^
  neither a column nor a variable; the columns are a
/ Where it might have been another one of that name the query is pointed at.
q)o:([]px:1 2 3;qty:4 5 6)
q)select px*qty from select px,qty2:qty*px from o where qty>0
'qty
  [0]  select px*qty from select px,qty2:qty*px from o where qty>0
       ^
  neither a column nor a variable; the columns are px qty2; did you mean qty2?
q)select b:px,px:a,{[px]px+1}each a from t
'px
  [0]  select b:px,px:a,{[px]px+1}each a from t
                ^
  neither a column nor a variable; the columns are a
q)select from t where px>1,px<5
'px
  [0]  select from t where px>1,px<5
       ^
  neither a column nor a variable; the columns are a
q)select s:px+px from t
'px
  [0]  select s:px+px from t
                   ^
  neither a column nor a variable; the columns are a
