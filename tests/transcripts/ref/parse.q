/ Text to parse trees.
/ source: ref/parse            status: documented
q)parse "2+3"
+
2
3
q)parse "a"
`a
q)parse "`a"
,`a
q)parse "1 2 3"
1 2 3
q)parse "f x"
`f`x
q)parse "f[1;2]"
`f
1
2
q)parse "{x+1}"
{x+1}
q)parse "a:5"
:
`a
5
q)-3!parse "(1;x)"
"(enlist;1;`x)"
q)-3!parse "select a from t where b>1"
"(?;`t;,,(>;`b;1);0b;(,`a)!,`a)"
q)eval parse "1+2*3"
7
/ empty: nothing to parse.
q)parse ""
q)parse "()"
/ nested: trees in trees.
q)-3!parse "1+2*neg x"
"(+;1;(*;2;(-:;`x)))"
q)parse "1+"
+
1
q)parse 5
'type
