/ Names that mean nothing: what was perhaps meant, and what columns there are.
/ source: basics/errors            status: inferred
/ Variables and functions.
q)counter:5
q)trade:([]a:1 2)
q)countr+1
'countr
  undefined; did you mean counter?
q)neverseen
'neverseen
  undefined
q)value`neverseen
'neverseen
  undefined
q).Q.dppft
'.Q.dppft
  undefined; did you mean .Q.dpft?
q){countr+x}1
'countr
  undefined; did you mean counter?
/ Columns.
q)t:([]price:1 2;size:3 4)
q)select prise from t
'prise
  neither a column nor a variable; the columns are price size; did you mean price?
q)select from t where sise>3
'sise
  neither a column nor a variable; the columns are price size; did you mean size?
q)exec max prixe by size from t
'prixe
  neither a column nor a variable; the columns are price size; did you mean price?
q)update price:nosuch from t
'nosuch
  neither a column nor a variable; the columns are price size
q)delete size,size from t
price
-----
1    
2    
q)`nosuch xasc t
'nosuch
  no such column; the columns are price size
q)`sise xdesc t
'sise
  no such column; the columns are price size; did you mean size?
q)`nosuch xkey t
'nosuch
  no such column; the columns are price size
q)`nosuch xgroup t
'nosuch
  no such column; the columns are price size
q)(enlist`nosuch)#t
'nosuch
  no such column
/ A keyed table.
q)k:([id:1 2]price:3 4)
q)select ide from k
'ide
  neither a column nor a variable; the columns are id price; did you mean id?
/ Tables.
q)select from trad
'trad
  undefined; did you mean trade?
q)`trad insert 1
'trad
  undefined; did you mean trade?
q)delete a from `
'type
  ` is the empty name, which is nobody's
q)` 3
'type
  ` is the empty name, which is nobody's
