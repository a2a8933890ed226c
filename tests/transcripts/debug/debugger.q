/ An error in a function suspends it; its variables can be looked at and changed.
/ source: basics/debug            status: documented
q)outer:{inner[x;3#y]}
q)inner:{n:x*10;n+y}
q)outer[4;"abcd"]
'type
  [2]  inner:{n:x*10;n+y}
                      ^
q))n*2
80
q))y
"abc"
q)).z.ex
+
q)).z.ey
40
"abc"
/ Up and down the stack.
q))`
  [1]  outer:{inner[x;3#y]}
              ^
q))y
"abcd"
q)).Q.bt[]
  [2]  inner:{n:x*10;n+y}
                      ^
>>[1]  outer:{inner[x;3#y]}
              ^
  [0]  outer[4;"abcd"]
       ^
q))`
  [0]  outer[4;"abcd"]
       ^
q))`
q)).
  [1]  outer:{inner[x;3#y]}
              ^
q))&
'type
  [1]  outer:{inner[x;3#y]}
              ^
q)).
  [2]  inner:{n:x*10;n+y}
                      ^
/ What is assigned to a variable of the function stays; other names are globals.
q))n:5
q))n
5
q))fresh:n+1
/ A signal leaves one level with another error.
q))'mine
'mine
  [1]  outer:{inner[x;3#y]}
              ^
q))x
4
q))\
q)fresh
6
q).z.ex
'.z.ex
/ Go on with another result.
/ source: basics/debug            status: documented
q)half:{a:x%2;show "half";a}
q)half`z
'type
  [1]  half:{a:x%2;show "half";a}
                ^
q)):8
"half"
8
q){til x;`done}neg 1
'domain
  [1]  {til x;`done}
        ^
q)):
`done
q){$[x;`yes;`no]}"text"
'type
  [1]  {$[x;`yes;`no]}
          ^
q)):0b
`no
/ A function that signals has left: its caller is suspended, if there is one.
/ source: ref/signal            status: documented
q){'x;2}"told"
'told
  [1]  {'x;2}
        ^
  [0]  {'x;2}"told"
       ^
q)f:{'`bad}
q)g:{f[]}
q)g[]
'bad
  [2]  f:{'`bad}
          ^
  [1]  g:{f[]}
          ^
q)).z.s
{f[]}
q)):7
7
q)f:{[x]a:1;if[x<a;'`bad]}
q)g:{f[x]}
q)g[0]
'bad
  [2]  f:{[x]a:1;if[x<a;'`bad]}
                        ^
  [1]  g:{f[x]}
          ^
q))a
'a
  [3]  a
       ^
q))\
q)f:{[x]a:1;if[x<a;{'x}`bad]}
q)g[0]
'bad
  [3]  f@:{'x}
           ^
  [2]  f:{[x]a:1;if[x<a;{'x}`bad]}
                        ^
q)).z.s
{[x]a:1;if[x<a;{'x}`bad]}
q))x
0
q))\
/ What another signal left behind is not told again.
q)@[g;0;{x}]
"bad"
q){x+1}`a
'type
  [1]  {x+1}
         ^
q))\
/ Sessions nest.
/ source: basics/debug            status: documented
q)inner[1;`s]
'type
  [1]  inner:{n:x*10;n+y}
                      ^
q)){x+y}[n;`t]
'type
  [4]  {x+y}
         ^
q)))y
`t
q)))\
q))n
10
q))\
q)1+1
2
/ A signal at the lowest level ends the session.
q)inner[1;`s]
'type
  [1]  inner:{n:x*10;n+y}
                      ^
q))'"no more"
'no more
  [0]  inner[1;`s]
       ^
/ Traps do not suspend; neither does what is typed at the prompt itself.
/ source: basics/debug            status: documented
q)@[inner 1;`s;{x}]
"type"
q){@[inner 1;x;{"caught ",x}]}`s
"caught type"
q)1+`a
'type
/ Text that is evaluated inside a function is a level too; .z.s is the function suspended.
/ source: basics/debug, ref/signal            status: documented
q){value"x+1"}`a
'x
  [2]  x+1
        ^
q))\
q){x+1}`a
'type
  [1]  {x+1}
         ^
q)).z.s
{x+1}
q))\
/ Functions in a namespace: the session is in it, and their names are whole.
/ source: basics/debug            status: inferred
q)\d .d1
q.d1)k:3
q.d1)f:{k+x}
q.d1)\d .
q).d1.f`a
'type
  [1]  .d1.f:{k+x}
               ^
q.d1))k
3
q.d1))\
/ A script that is loaded.
/ source: basics/debug            status: documented
q)`:load.q 0:("/ comment";"a:0";"";"func:{";" 1+x}";"a:func`a";"b:1");
q)\l load.q
'type
  [3]  load.q:5: func:{
 1+x}
  ^
q)).Q.bt[]
>>[3]  load.q:5: func:{
 1+x}
  ^
  [2]  load.q:6: a:func`a
                   ^
  [1]  (load)
  [0]  \l load.q
       ^
q)):42
q)(a;b)
42 1
/ A function that calls itself: any of its levels may be given an answer, and the ones below go on.
/ source: basics/debug            status: documented
q)deep:{$[x=0;`a+1;1+deep x-1]}
q)deep 2
'type
  [3]  deep:{$[x=0;`a+1;1+deep x-1]}
                     ^
q)):10
12
q)deep 2
'type
  [3]  deep:{$[x=0;`a+1;1+deep x-1]}
                     ^
q))`
  [2]  deep:{$[x=0;`a+1;1+deep x-1]}
                          ^
q)):100
102
q)@[deep;3;{x}]
"type"
q)@[{x+.z.s x-1};7;{x}]
"stack"
/ A view is a level of its own.
/ source: basics/debug            status: documented
q)va::neg base
q)base:`a
q)2+va
'type
  [1]  va::neg base
           ^
q)).Q.bt[]
>>[1]  va::neg base
           ^
  [0]  2+va
        ^
q))\
q)base:1
q)2+va
1
/ Variables of every kind are changed in place and kept.
/ source: basics/debug            status: inferred
q)f:{l:1 2 3;t:([]a:1 2);til x}
q)f`z
'type
  [1]  f:{l:1 2 3;t:([]a:1 2);til x}
                              ^
q))l
1 2 3
q))l
1 2 3
q))l+:1
q))l[0]:9
q))l,:7
q))l
9 3 4 7
q))(l;x)
9 3 4 7
`z
q))select from t where a=count 1#l
a
-
1
q))t:update b:a from t
q))t
a b
---
1 1
2 2
q)):l
9 3 4 7
