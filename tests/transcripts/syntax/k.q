/ k, which q is written in: verbs without a left argument are unary.
/ source: basics/exposed-infrastructure, basics/parsetrees, basics/syscmds (toggle q/k), ref/parse    status: documented
/ The unary form of each operator is the keyword of the list in basics/exposed-infrastructure.
q)k)!3
0 1 2
q)k)!`a`b!1 2
`a`b
q)k)#"four"
4
q)k)$42
"42"
q)k)$:42
"42"
q)k)%4
0.25
q)k)&0 1 0 1
1 3
q)k)*9 8
9
q)k)+`a`b!(1 2;3 4)
a b
---
1 3
2 4
q)k)+:`a`b!(1 2;3 4)
a b
---
1 3
2 4
q)k)+:{,x}'`a`b!1 2
a b
---
1 2
q)k)#:|:!3
3
q)k)#:{x}'!3
3
q)k),7
,7
q)k)-3 -4
-3 -4
q)k)- 3 -4
-3 4
q)k).`a`b!1 2
1 2
q)k)<3 1 2
1 2 0
q)k)>3 1 2
0 2 1
q)k)=1 1 2
1| 0 1
2| ,2
q)k)?2 2 1
2 1
q)k)@6
-7h
q)k)^0N 1
10b
q)k)_3.7
3
q)k)|1 2 3
3 2 1
q)k)~0 1
10b
/ Two arguments mean what they mean in q, and everything is read from the right.
q)k)2+*|!5
6
q)k)-2 3+4
2 7
q)k)(-2)+!3
-2 -1 0
q)k)x,#x:1 2 3
1 2 3 3
q)k)5-1
4
q)k)-x
-1 -2 -3
/ Iterators, on operators, on unary forms and on names.
q)k)+/!10
45
q)k)10+/!5
20
q)k)+\1 2 3
1 3 6
q)k)#:'(1 2;3 4 5)
2 3
q)k)#:''((1 2;3 4 5);,"ab")
2 3
,2
q)k),/(1 2;,3)
1 2 3
q)k)-':1 4 9
1 3 5
q)k)1 2,\:/:3 4
1 3 2 3
1 4 2 4
q)k)f:{x*x}
q)k)f'1 2 3
1 4 9
q)k){x+y}/1 2 3
6
/ Trains: the last verb takes the arguments, those before it are unary.
q)k)(~=)[1 2;1 3]
01b
q)k)(*|:)1 2 3
3
q)k)(#?:)'("aab";"abc")
2 3
q)k)(2+)3
5
q)k)g:(#&:)
q)g 0110b
2
/ Control, choice, lists, amendment.
q)k)$[3>#x;`few;`many]
`many
q)k)i:0;while[i<5;i+:2]
q)i
6
q)k)if[1;i:`set]
q)i
`set
q)k)do[3;x,:0]
q)x
1 2 3 0 0 0
q)k)x[1 2]:7
q)x
1 7 7 0 0 0
q)k)@[x;0;-:]
-1 7 7 0 0 0
q)k)(1;`a;"b")
1
`a
"b"
q)t:([]a:1 2 3)
q)k)?[t;,(>;`a;1);0b;()]
a
-
2
3
q)k)'`oops
'oops
/ Only the words that are not members of .q are words of k.
q)k)(sum 1 2;2 in 1 2)
3
1b
q)k)count 1 2
'count
q)k).q.count 1 2
2
q)k)type:12
q)k)type
12
q)type 1
-7h
/ A function remembers its language.
q)k)h:{$[0h>@x;'`rank;<x]}
q)h
k){$[0h>@x;'`rank;<x]}
q)h 2 1
1 0
q)h 2
'rank
q)string h
"k){$[0h>@x;'`rank;<x]}"
q)last value h
"k){$[0h>@x;'`rank;<x]}"
q)h each(2 1;3 3)
1 0
0 1
q)k){{#x}'x}("ab";"c")
2 1
q)(h;1)
k){$[0h>@x;'`rank;<x]}
1
q)value"k){-x}"
k){-x}
q)(value -3!h)3 1
1 0
q)k)comb:{(,!0){,/(|!#y),''y#\:1+x}/x+\\(y-x-:1)#1}
q)comb[2]3
1 2
0 2
0 1
/ As text.
q)value"k)#1 2"
2
q)parse"k)!10"
!:
10
q)parse"k)#:'x"
(';#:)
`x
q)parse"k)|x,y"
|:
(,;`x;`y)
q)eval parse"k)+/!10"
45
q)k)a:1;b:-a
q)a,b
1 -1
/ A backslash alone goes to k and back.
q)\
  !5
0 1 2 3 4
  #"abc"
3
  v:-!3
  q)neg v
0 1 2
  k)|v
-2 -1 0
  \
q)v
0 -1 -2
q)-v
'-
/ Two operators are never one: <> ranks downwards.
q)k)<>15 16 13 18
2 1 3 0
q)k)<<15 16 13 18
1 2 0 3
q)k)`:quarry_k.txt 0:("ab";"cd")
`:quarry_k.txt
q)k)0:`:quarry_k.txt
"ab"
"cd"
/ Commands in k mode; a script of q loaded from there is q.
q)\
  \t !5
1
  `:quarry_plain.q 0:("qf:{count x}";"\\t count 1";"qv:qf 1 2")
`:quarry_plain.q
  \l quarry_plain.q
1
  qv
2
  -qv
-2
  \
q)qf
{count x}
/ Any letter may be a language (wp/query-interface).
q).H.e:{"H ",x}
q)H)select from t
"H select from t"
q)value"H)1"
"H 1"
/ A unary verb ends a train, that of two characters and a colon too; a blank may stand before an iterator (observed).
q)`:bytes 1: 0x010203;
q)k)last1:*|1::
q)last1`:bytes
0x03
q)k)1(&(=':).|last \)[1;]\1 2 2 1
1 2 2 1
0 2
/ An underscore is no part of names and symbols there: it drops and cuts (the published k scripts of KX's kdb repository).
q)k){y_x}[1 2 3;1]
2 3
q)k)`a_`a`b!1 2
b| 2
q)k)`:a_b
`:a_b
/ A function in k within q, where the parenthesis closes nothing (kb/lp); a parenthesis that is open is closed.
q)bridge:k){x&&/''x+/:\:+x}
q)bridge(0 1 2;3 4 5;6 7 8)
0 1 2
3 4 5
6 7 8
q)bridge
k){x&&/''x+/:\:+x}
q)a:2;f:k){a_x};f 1 2 3
,3
q){k){!x}[x]}3
0 1 2
q)k:neg
q)(k){x}2
-2
/ Words of q that k lacks are told where k has them.
/ source: basics/exposed-infrastructure            status: inferred
q)k)til 3
'til
  undefined; this is k, where it is .q.til
q)k)aj
'aj
  undefined; this is k, where it is .q.aj
q)k)tiil 3
'tiil
  undefined; did you mean .q.til?
q)k).q.til 3
0 1 2
/ A line in braces that ends with a noun ends a statement, and the templates are those of q. Source: KxSystems/kdb-taq (tq.q, taq.k).
q)value"k){[a] b:a\n  c:b+1\n  c*2}3"
8
q)value"k){a:x;\n  b:(a;\n   1)\n  b,\n  a\n }4"
4 1 4
q)t:([]a:1 2 3;s:("x y";"z";"w"))
q)k)select from t where a>1
a s
---
2 z
3 w
q)k)exec a from t
1 2 3
q)k){f:{x[&x=" "]:".";x};update`$s from update s:f's from x where s like"* *"}t
a s
-----
1 x.y
2 z
3 w
/ sv and vs of each item. Source: CillianReilly/AOC (2024).
q)k)2/:'(1 0 1;1 1 0)
5 6
q)k)","\:'("a,b";"c")
(,"a";,"b")
,,"c"
q)k)0b\:'1 2h
0000000000000001b
0000000000000010b
