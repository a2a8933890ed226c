/ Text searched, and replaced.
/ source: ref/ss            status: documented
q)"banana" ss "an"
1 3
q)"banana" ss "b?n"
,0
q)"a1b2" ss "[0-9]"
1 3
q)"aaaa" ss "aa"
0 2
q)"abc" ss "abc"
,0
q)ssr["banana";"an";"x"]
"bxxa"
q)ssr["a1b2";"[0-9]";{"<",x,">"}]
"a<1>b<2>"
q)ssr["abc";"z";"y"]
"abc"
q)ssr["a-b-c";"-";""]
"abc"
/ empty: nothing found.
q)"abc" ss "z"
`long$()
q)"" ss "a"
`long$()
q)ssr["";"a";"b"]
""
/ nested: one text at a time.
q)("banana";"can") ss\:"an"
1 3
,1
q)ssr[;"an";"-"]each ("banana";"can")
"b--a"
"c-"
q)1 ss "a"
'type
q)ssr[1;"a";"b"]
'type
q)ssr["abc";"b";{1}]
'type
  the function of ssr must return text
q)ssr["aXbX";"X";{x,x}]
"aXXbXX"
q)ssr["a?b";"[?]";""]
"ab"
