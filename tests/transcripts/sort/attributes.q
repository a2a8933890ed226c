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
``s`s
q)k:([]a:1 1 2;b:3 4 0);l:`s#k;attr each(k`a;l`a)
``p
q)-2!`s#1 2 3
`s
