/ Set attribute, and which operations keep it.
/ source: ref/set-attribute, ref/attr            status: documented
q)`s#1 2 3
`s#1 2 3
q)`s#3 1 2
's-fail
q)`u#1 2 3
`u#1 2 3
q)`u#1 1
'u-fail
q)`p#1 1 2 2
`p#1 1 2 2
q)`p#1 2 1
'u-fail
q)`g#1 2 1
`g#1 2 1
q)attr `g#1 2 1
`g
q)attr 1 2 3
`
q)attr 5
`
q)`#`s#1 2
1 2
q)attr 1 2,`s#3 4
`
q)a:`s#1 2 3
q)a,:4
q)attr a
`s
q)a,:0
q)attr a
`
q)a
1 2 3 4 0
q)g:`g#1 2 1
q)g,:3
q)attr g
`g
q)u:`u#1 2
q)u,:3
q)attr u
`u
q)u,:3
q)attr u
`
q)attr til 3
`
q)attr key `s#`a`b!1 2
`s
q)d:`s#0 10 20!`a`b`c
q)d 15
`b
q)d -1
`
q)d 5 10 25
`a`b`c
q)attr asc `b`a
`s
q)t:([]s:`a`b;v:1 2)
q)attr(update`s#s from t)`s
`s
q)h:i:3 5 9;j:asc i;attr each(h;i)
`s`s
q)i:`u#3 5 9;j:asc i;attr each(i;j)
`u`s
q)m:("ab";"cd";"ce");n:`s#m;attr m
`s
q)k:([x:2 4 8]v:til 3);l:`s#k;attr each(k;key k;key[k]`x)
``s`
q)t:([]a:1 2;b:3 4);u:`s#t;attr each(t;u;u`a)
``s`p
q)k:([]a:1 1 2;b:3 4 0);l:`s#k;attr each(k`a;l`a)
``p
q)-2!`s#1 2 3
`s
/ `,` makes a new list, without attribute, unless both are parted and apart; only the part at the seam may go on
/ (jkane17.github.io, attributes, recorded with 4.1). What appends keeps what still holds.
q)n:`s#til 3
q)attr each(n,3 4;n,3;3,n;n upsert 3 4;n upsert 3;n upsert 0)
````s`s`
q)attr each(`u#til 3;`g#til 3),\:3 4
``
q)attr each(`u#til 3;`g#til 3)upsert\:3 4
`u`g
q)p:`p#1 1 2 3 3
q)p,`p#5 4 4
`p#1 1 2 3 3 5 4 4
q)p,`p#3 5
`p#1 1 2 3 3 3 5
q)attr each(p,4 5;p,`p#1 4;p,`p#5 3;p,`p#0#0;4 5,p;p,`s#4 5)
````p``
q)attr each(`p#`a`a`b),/:(`p#`c`d;`p#`b`c;`p#`c`a)
`p`p`
q)x:p;x,:`p#5 4 4
q)attr x
`
q)t:([]a:`s#til 3;b:`x`y`z)
q)attr each(t,t;t,`a`b!(5;`v);t upsert t;t upsert(5;`v))@\:`a
````s
q)t,:`a`b!(5;`v)
q)attr t`a
`s
q)`n upsert 7 8
`n
q)n
`s#0 1 2 7 8
q)n upsert 1.5
'type
q)("ab";1)upsert"c"
"ab"
1
"c"
q)() upsert 1 2
1 2
q)5 upsert 6
'type
/ A domain that ? extends is appended to (wp/symfiles).
q)x:`u#`AAPL`GE
q)`x?`AAPL`FB`IBM
`x$`AAPL`FB`IBM
q)x
`u#`AAPL`GE`FB`IBM
q)x:`g#`a`b
q)`x?`c`a;attr x
`g
/ What no domain can be stays as it is.
q)x:("ab";`c)
q)`x?`d`e
'type
q)x
"ab"
`c
