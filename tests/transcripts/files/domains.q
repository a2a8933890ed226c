/ An enumeration means what its domain holds now, whichever way that was assigned.
/ source: basics/enumerations, kb/splayed-tables            status: inferred
q)sym:`a`b
q)e:`sym$`b
q)`:d/t/ set .Q.en[`:d]([]a:`x`y`x);
q)t:get`:d/t/
q)sym:`k`l
q)e
`sym$`l
q)t`a
`sym$`k`l`k
q)`sym set`p`q;
q)e
`sym$`q
q)@[`.;`sym;:;`r`s];
q)e
`sym$`s
q)sym[1]:`v
q)t`a
`sym$`r`v`r
q)sym,:`w
q)value`sym$`w
`w
q)delete sym from`.;
q)sym:`m`n
q)t`a
`sym$`m`n`m
/ A domain that is assigned after its enumeration was read, and before.
q)`dom set`x`y;
q)`:e set`dom$`y`x;
q)delete dom from`.;
q)r:get`:e
q)dom:`s`t
q)r
`dom$`t`s
/ While a domain is not loaded its enumerations have the order of their positions, and no s#, which may not hold.
/ source: KxSystems/nano, src/xasc.q            status: inferred
q)dom9:`c`a`b
q)`:away/t/ set([]s:`dom9$`a`b`c`a`a;v:til 5)
`:away/t/
q)delete dom9 from`.
`.
q)x:get[`:away/t]`s
q)iasc x
2 0 3 4 1
q)attr asc x
`
q)@[`s#;x 2 0 3 4 1;{x}]
"s-fail"
q)@[(=[;`a]);x;{x}]
"dom9"
q)@[{select from get`:away/t where s in`a`b};0;{x}]
"dom9"
q)(x=x;(0#x)=`a)
11111b
`boolean$()
q)`s xasc`:away/t
`:away/t
q)attr get[`:away/t]`s
`
q)@[`:away/t;`s;`p#]
`:away/t
q)dom9:`c`a`b
q)get`:away/t
s v
---
c 2
a 0
a 3
a 4
b 1
q)/ a column that has symbols on disk keeps them when the table is sorted there
q)`:plain/t/s set`b`a`c
`:plain/t/s
q)`:plain/t/v set 1 2 3
`:plain/t/v
q)`:plain/t/.d set`s`v
`:plain/t/.d
q)`s xasc`:plain/t
`:plain/t
q)get`:plain/t
s v
---
a 2
b 1
c 3
q)update w:`x from`:plain/t
'type
/ Columns without items are enumerated, too. source: ref/dotq, .Q.en
q)t:.Q.en[`:empties]([]s:0#`;x:0#0);-3!(get`:empties/sym;sym;value t`s)
"(`symbol$();`symbol$();`symbol$())"
q).Q.en[`:none]([]x:1 2);key`:none
