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
