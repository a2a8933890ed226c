/ How each error word is met, and what is told beside it.
/ source: basics/errors            status: documented
/ assign: to a keyword.
q)cos:12
'assign
  a word of q cannot be assigned to
/ cast: a value that is not in the enumeration.
q)s:`a`b
q)`s$`a`e
'cast
  an item is not in the domain s
q)`s$`a`b
`s$`a`b
/ domain: outside of what is defined.
q)til -1
'domain
  til of -1
q)til 0N
'domain
  til of 0N
q){til x}neg 5
'domain
  til of -5
/ dup names for cols/groups.
q)t:([]a:1 2;b:3 4)
q)select a,a by a from t
'dup names for cols/groups a
/ from: a query without it.
q)select price trade
'from
  a query needs `from`: select … from table, update … from table
/ IJS: the type of a key.
q)"D=\001"0:"0=hello\0011=world"
'IJS
  a key is I, J or S
/ insert: a key that is there.
q)k:([k:0 1]a:2 3)
q)`k insert(0;3)
'insert
  a key is in the table already
/ length: counts that do not agree.
q)()+til 1
'length
  + of 0 and 1 items
q)1 2 3+1 2
'length
  + of 3 and 2 items
q)`a`b!1 2 3
'length
  2 keys, 3 values
q)flip`a`b!(1 2;1 2 3)
'length
  lists of 2 and 3 items
/ limit: more than there can be.
q)0W#2
'limit
  a list of 9223372036854775807 items
q)\s 4
'limit
  q was started for 0 threads: -s sets the limit
/ loop: a view that reads itself.
q)va::vb
q)vb::va
q)vb
'loop
  a view that reads itself
/ match: a pattern and another value.
q)(1):2
'match
  the value is not the pattern's constant
q)(x0;y0):1 2 3
'length
  a pattern of 2 items
/ mismatch: tables that do not fit.
q)([]a:til 4),([]b:til 3)
'mismatch
  columns a with columns b
q)([]a:1 2)upsert([]b:1 2)
'mismatch
  the table has no column b
/ noupdate: from a thread, from reval.
q)reval parse"a:1"
'noupdate
  reval changes nothing
q)reval(hdel;enlist`:x)
'noupdate
  reval changes nothing
/ nyi: not there yet, by name.
q)-99!1
'nyi
  -99!
/ os: what the shell says.
q)\nosuchcommand 2>/dev/null
'os
q)\l nosuch.q
'nosuch.q. OS reports: No such file or directory
/ path too long.
q)(`$":",5000#"a")set 1 2 3
'path too long
  more than 4095 characters
/ rank: too many arguments.
q)+[2;3;4]
'rank
  + takes 2, not 3 arguments
q){x+y}[1;2;3]
'rank
  3 arguments for 2 parameters
q)til[1;2]
'rank
  til takes 1, not 2 arguments
q)([]a:1)
'rank
  no column is a list: say enlist of one value
q)x:1 2 3
q)x[1;2]
'rank
  more indexes than the value has levels
/ s-fail, u-fail: attributes that do not hold.
q)`s#3 2
's-fail
  the items do not ascend
q)`u#2 2
'u-fail
  an item comes twice, or equal items do not lie together
q)`p#1 2 1
'u-fail
  an item comes twice, or equal items do not lie together
/ step: a step dictionary changed in place.
q)d:`s#`a`b!1 2
q)`d upsert`c`d!3 4
'step
  entries are not added to a step dictionary or table: take its s# off first, with `#
/ dup: a column twice.
q)`a`b xasc flip`a`b`a!()
'dup a
/ stack: no end.
q){.z.s[]}[]
'stack
  … 3999 more
  functions are nested too deeply
/ stype: neither a symbol nor a string signalled.
q)'42
'stype
  only a symbol or a string can be signalled
q){'x}1b
'stype
  only a symbol or a string can be signalled
/ type.
q)til 2.2
'type
  til of type -9h (float)
q)1+`a
'type
  + of types -7h (long) and -11h (symbol)
q)"abc"+1
'type
  + of types 10h (string) and -7h (long)
q)til`a`b
'type
  til of type 11h (symbols)
q)upper 3
'type
  upper of type -7h (long)
q)5_`a
'type
  _ of types -7h (long) and -11h (symbol)
q)`a in 3
'type
  = of types -11h (symbol) and -7h (long)
q)3 within 1
'type
  within needs a pair of bounds
q)inv(1 2;3 4)
'type
  inv of type 0h (general list)
q)if[`a;1]
'type
  a condition must be a numeric atom
/ unmappable: a column that cannot be saved.
q)u:([]sym:`a`b;a:(();()))
q)@[.Q.dpft[`:hdb;2024.01.01;`sym];`u;{x}]
"unmappable"
/ w init: a limit that the command line did not set.
q)\w 3
'-w init via cmd line
  only a limit that q was started with, by -w, can be changed
/ Text that is not q.
q)"hello
'"
  a string without its closing quote
q)(1;2
'(
  a parenthesis that is not closed; in a script, a line that goes on begins with a blank
q)t:([]
'(
  a parenthesis that is not closed; in a script, a line that goes on begins with a blank
q)t:([]a:1 2;
'(
  a parenthesis that is not closed; in a script, a line that goes on begins with a blank
q)t:([
'[
  a bracket that is not closed; in a script, a line that goes on begins with a blank
q)t:([a:1;
'[
  a bracket that is not closed; in a script, a line that goes on begins with a blank
q)([]a:1;;b:2)
'parse
  there is no expression here, or half of one
q)[1;2
'[
  a bracket that is not closed; in a script, a line that goes on begins with a blank
q){x+
'{
  a brace that is not closed; in a script, a line that goes on begins with a blank
q)1)
')
  a parenthesis that was not opened
q)1+]
']
  a bracket that was not opened
q)value"\000"
'char
  this character is not part of q
/ params: more than eight.
q){[a;b;c;d;e;f;g;h;e]}
'params
  a function takes at most 8 arguments
/ A misspelt keyword.
/ source: basics/errors            status: extension
q)cuont 1 2 3
'cuont
  [0]  cuont 1 2 3
       ^
  undefined; did you mean count?
/ Detail tells of the primitive that failed, not of one further out that led there.
q)value"1 2 3 `a"
'type
  [1]  1 2 3 `a
       ^
  [0]  value"1 2 3 `a"
       ^
q){1 2 x}each 0,`a
'type
/ A word that a program signals is its own.
q){'`parse}[]
'parse
q)'"from"
'from
q){{'x}x}`char
'char
