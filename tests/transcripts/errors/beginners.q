/ What beginners type: operators, quotes and words of other languages, and what is said of them.
/ source: basics/errors            status: inferred
q)t:([]sym:`a`b`a;price:1.5 2.5 3.5;size:10 20 30)
/ Operators of other languages.
q)x==5
'=
  there is nothing on the left of this function
  = compares, and : gives a value to a name
q)x!=5
'=
  there is nothing on the left of this function
  <> is not equal
q)y+=1
'=
  there is nothing on the left of this function
  x+:1 adds to x
q)2**3
'*
  there is nothing on the left of this function
  x xexp y is a power
q)1&&0
'&
  there is nothing on the left of this function
  & is and; between the conditions of a query stands a comma
q)1||0
'|
  there is nothing on the left of this function
  | is or
q)7//2
'/
  there is nothing on the left of this function
  x div y divides whole numbers; a comment begins with a blank and a slash
q)5=>3
'>
  there is nothing on the left of this function
  greater or equal is >=
/ Assigning and naming columns with =.
q)x=5
'x
  undefined
  = compares; x:... gives a value to the name
q)v:1;w=2
'w
  undefined
  = compares; w:... gives a value to the name
q)f:{c=3;c}
q)f[]
'c
  undefined
  = compares; c:... gives a value to the name
q)update new=price*2 from t
'new
  neither a column nor a variable; the columns are sym price size
  = compares; new:... names a column
q)select n=count i by sym from t
'n
  neither a column nor a variable; the columns are sym price size
  = compares; n:... names a column
q)select from t where sym=`a,new=5
'new
  neither a column nor a variable; the columns are sym price size
/ Quotes.
q)select from t where sym='a'
'a
  neither a column nor a variable; the columns are sym price size
  text stands in double quotes, and a symbol behind a backtick: `a
q)`t insert ('c';1.5;1)
'c
  undefined
  text stands in double quotes, and a symbol behind a backtick: `c
q)("SF";enlist ',')0:"a,1"
''
  there is nothing on the left of this function
  text stands in double quotes, and a symbol behind a backtick: `abc
q)select from t where sym="a"
'type
  = of types 11h (symbols) and -10h (char); a symbol is written with a backtick, `abc
q)select from t where sym in("a";"b")
'type
  items of type symbol are looked for among items of type char; a symbol is written with a backtick, `abc
q)`t insert("c";1.5;1)
'type
  sym: a column of symbols takes no chars; a symbol is written with a backtick, `abc
q)select from t where sym like`a
'type
  like of types 11h (symbols) and -11h (symbol); the pattern is text, "a*"
q)select from t where sym=`a `b
'a
  neither a column nor a variable; the columns are sym price size
  symbols of a list stand side by side: `a`b`c
q)"abc"+"def"
'type
  + of types 10h (string) and 10h (string); text is joined by a comma
/ Words of SQL.
q)SELECT price FROM t
'FROM
  undefined; did you mean from?
q)select price from t order by price
'price
  undefined
  order is no word of q: `c xasc t sorts a table by its column c, `c xdesc t the other way
q)select price from t group by sym
'sym
  undefined
  groups stand before the table: select avg c by g from t
q)select from t limit 2
'limit
  undefined; limit is no word of q: select[2] from t gives the first 2 rows, 2 sublist t too
q)select from t where price between 1 2
'between
  neither a column nor a variable; the columns are sym price size; between is no word of q: x within 1 5
q)select from t wher sym=`a
'sym
  undefined
  wher: did you mean where?
q)select from t left join k
'k
  undefined
  tables are joined by functions: t lj k, t ij k, t uj u
q)insert into t values (`c;1;2)
'insert
  there is nothing on the left of this function
  insert into is no word of q: `t insert (x;y) adds a row of x and y
q)update t set price=1
'from
  a query needs `from`: select … from table, update … from table
q)create table u
'u
  undefined
  create is no word of q: t:([]name:`a`b;n:1 2) makes a table
q)drop table u
'u
  undefined
  drop is no word of q: delete c from t leaves out a column, delete t from `. a variable
/ Conditions.
q)select from t where sym=`a and price>2
'type
  & of types -11h (symbol) and 1h (booleans); its right side is all that follows: write (a=1) and b=2, or in a query where a=1,b=2
q)select from t where price
'type
  a condition must give booleans, not type 9h (floats)
/ Words of Python and others.
q)print "hello"
'print
  undefined; print is no word of q: show x shows a value, -1 "text"; writes a line
q)len t
'len
  undefined; len is no word of q: count x tells how many items there are
q)def f(x): return x
'x
  undefined
  def is no word of q: f:{[x;y] x+y} makes a function
q)import pandas as pd
'pd
  undefined
  import is no word of q: \l file.q runs a script, use`name finds a module
q)for i in range(3):
'type
  3 is no function or list; as a handle it takes text or a list, not type 102h (function)
  for is no word of q: f each x; do[n;...] and while[c;...] are there, too
q)x=None
'None
  undefined; None is no word of q: a null has a type: 0N long, 0n float, 0Nd date, a backtick alone is the null symbol
q)True
'True
  undefined; True is no word of q: 1b
q)t.head()
't.head
  undefined
  t.head is no word of q: 3#t is the first three
q)select price*2 as p from t
'p
  neither a column nor a variable; the columns are sym price size
  the name of a column stands before it: p:...
q)mod(5,2)
'mod
  there is nothing on the left of this function
  mod has two arguments: x mod y or mod[x;y]
q)help
'help
  undefined; help is no word of q: ?asc tells what asc is, ?.Q lists what .Q has, and so for every name
q)quit
'quit
  undefined; quit is no word of q: \\ leaves
/ Statements without their brackets.
q)if 1>0 then
'then
  undefined; then is no word of q: $[c;a;b] chooses by a condition, ?[c;a;b] item by item
/ Values that are applied.
q)5[1]
'Cannot write to handle 5. OS reports: Bad file descriptor
  5 is no function or list; as a handle it takes text or a list, not type -7h (long)
q)a:5
q)a -1
'Cannot write to handle 5. OS reports: Bad file descriptor
  5 is no function or list; as a handle it takes text or a list, not type -7h (long)
  a blank before a minus sign makes a negative number: a-1 or a - 1 subtracts
q)select from([]p:1 2;n:3 4)where p>1 n>1
'type
  conditions are divided by commas
q)while 1>0 do
'parse
  a control word without anything to decide by
  while is written while[condition;statement;...]
/ Brackets that close another one than was opened last.
q)(1;2]
']
  the ( of (1;2 is still open
q){[x;y;x+y}
'}
  the [ of [x;y;x+y is still open
q)t["price"]
'type
  a table takes numbers of rows and names of columns, `abc, not type 10h (string)
q)1 2 3`a
'type
  a symbol is no index of a list
q)select sym price from t
'type
  a float is no index of a list
/ A table takes what fits its columns.
q)`t insert(`c;2;1)
'type
  price: a column of floats takes no longs
q)`t insert(`c;1 2f;(1;`a))
'type
  size: a column of longs takes no lists
/ Comments, parameters and semicolons.
q)# a comment
'#
  there is nothing on the left of this function
  a comment begins with a slash
q)-- a comment
'-
  there is nothing on the left of this function
  x-:1 subtracts from x; a comment begins with a slash
q){[a,b] a+b}
'parse
  parameters are names or patterns, divided by semicolons
q){[a b] a+b}
'parse
  parameters are names or patterns, divided by semicolons
q){[(a;b c)] a+b}
'parse
  parameters are names or patterns, divided by semicolons
q)p:1 r:2
'type
  as functions 1 and 2 write text to the console, not type -7h (long)
  statements are divided by semicolons
q)1st:5
'1st:5
  no number, date or time of q is written so, and a name begins with a letter
/ A call with a list for two arguments.
q)add:{x+y}
q)1+add(1;2)
'type
  + of types -7h (long) and 104h (projection, which lacks arguments)
/ What is asked most: phrases out of place, strings, conditions of lists, text that is none, lists of two types.
q)update price:5 where sym=`a from t
'Cannot write to handle 5. OS reports: Bad file descriptor
  5 is no function or list, and no handle that is open
  conditions stand behind the table: update c:x from t where b
q)exec price from t by sym
'sym
  undefined
  groups stand before the table: select avg c by g from t
q)select from ([]name:("bob";"al";"eve"))where name="bob"
'type
  a condition must give booleans, not type 0h (general list); strings are compared by like: c like "abc"
q)if[1 2 3=1 2 4;show 1]
'type
  a condition must be a numeric atom; all x and any x make one of a list
q)"I"$12
'type
  type -7h (long) is no text to read as int; `int$x converts
q)list:();list,:`sector;list,:47
'type
  a long does not fit a symbol vector; x:x,y makes a list of both
q)kt:([k:`a`b]v:1 2;w:3 4)
q)kt upsert(`a`b;1 2;3 4)
'length
  upsert takes rows, or columns as a table: flip`a`b!(x;y)
/ What editors and pages make of plain characters.
q)x:“abc”
'char
  text is written in plain quotes: "abc"
q)5 − 2
'char
  no plain minus: -
q)t:([]sym:`a`b;price:1 2)
q)select from t where differ price by sym
'by
  neither a column nor a variable; the columns are sym price; by stands before from: select … by … from
q)`symbol$1 2
'type
  type 7h (longs) is no text to read as symbol; `$string x converts
q)`$string 1 2
`1`2
/ An underscore at the end of a name is the name's.
q)a_'(1 2 3;4 5)
''
  [0]  a_'(1 2 3;4 5)
       ^
  _ belongs to the name a_: a blank before _ makes it the operator
q)a:1 1;a _'(1 2 3;4 5)
2 3
,5
/ What is sent to a handle stands beside it, also when that is closed.
q)3"a"
'Cannot write to handle 3. OS reports: Bad file descriptor
  3 is no function or list, and no handle that is open
q)h:3;h"a"
'Cannot write to handle 3. OS reports: Bad file descriptor
  3 is no function or list, and no handle that is open
