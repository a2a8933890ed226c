/ Parse trees: names are symbols, symbols are enlisted; eval undoes parse.
/ source: basics/parsetrees, ref/parse, basics/funsql            status: documented
q)parse"2+4*7"
+
2
(*;4;7)
q)parse"`a`b`c,`d,v"
,
,`a`b`c
(,;,`d;`v)
q)parse"+/[1 2 3 4]"
(/;+)
1 2 3 4
q)parse"f[;1]"
`f

1
q)parse"f x"
`f`x
q)parse";a"
";"
::
`a
q)parse"x+:1"
+:
`x
1
q)parse"(a;`b)"
enlist
`a
,`b
q)parse"{x*x}"
{x*x}
q)parse"a<=b"
~>
`a
`b
q)eval parse"2+4*7"
30
q)eval(til;4)
0 1 2 3
q)eval((/;+);(til;(+;2;2)))
6
q)x:4
q)eval`x
4
q)eval enlist`x
`x
q)parse"select c2:2*c2 from t where c1=`c"
?
`t
,,(=;`c1;,`c)
0b
(,`c2)!,(*;2;`c2)
q)parse"select[10;<price] from trade"
?
`trade
()
0b
()
10
,(<:;`price)
q)parse"exec distinct a by b from t"
?
`t
()
,`b
,(?:;`a)
q)parse"delete a,b from t"
!
`t
()
0b
,`a`b
q)parse"([]a:1 2;b)"
+:
(!;,`a`b;(enlist;1 2;`b))
q)parse"([k:x]v:y)"
!
(+:;(!;,,`k;(enlist;`x)))
(+:;(!;,,`v;(enlist;`y)))
q)eval parse"a::5"
5
q)a
5
q)parse"(1;2"
'(
q)parse"1+]"
']
q)parse"cos:1"
'assign
q)parse"select a,a by a from t"
'dup names for cols/groups a
q)-4!"select this from that"
"select"
," "
"this"
," "
"from"
," "
"that"
/ Each blank is one, and a comment with the blank before it.
/ source: releases/ChangesIn3.5
q)-4!"a\n\n  b / c\nd"
,"a"
,"\n"
,"\n"
," "
," "
,"b"
" / c"
,"\n"
,"d"
q)raze{x where not(1<count each x)&x[;0]in" \t\n"} -4!"{2+ 3; /comment\n3\n\t/ another comment\n \n/yet another\n /and one more\n}"
"{2+ 3;\n3\n\n \n\n}"
/ A unary function given two arguments is no assignment; a pattern of one entry is one for eval too.
q)eval parse"count[1;2]"
'rank
q)eval parse"([four:e]):`one`four!1 4"
one | 1
four| 4
q)e
4
q)x:1 2 3
q)eval(+:;(`x;1);5)
7
q)x
1 7 3
