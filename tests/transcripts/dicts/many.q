/ Many entries assigned at once: new ones, ones that are there, the same one twice.
/ source: ref/assign, basics/dictsandtables            status: inferred
q)d:(`long$())!`long$()
q)d[5 6 5 7 8 9 10 11 12 5 13 14]:til 12
q)d
5 | 9 
6 | 1 
7 | 3 
8 | 4 
9 | 5 
10| 6 
11| 7 
12| 8 
13| 10
14| 11
q)d:()!()
q)d[("ab";"cd";"ab";"de";"f ";"gg";"h ";"i ";"jj";"k ";"cd")]:til 11
q)d
"ab"| 2
"cd"| 10
"de"| 3
"f "| 4
"gg"| 5
"h "| 6
"i "| 7
"jj"| 8
"k "| 9
q)d[string 7 8 9 10 11 12 13 7 7 7]:til 10
q)d[("ab";enlist"7")]
2 9
q)count d
16
q)d:`a`b!(1 2;"x")
q)d[`c`d`e`f`g`h`i`j`c`a`k]:(1;2;`q;1 2;"s";();0n;3;4;5;6)
q)d
a| 5  
b| "x"
c| 4  
d| 2  
e| `q 
f| 1 2
g| "s"
h| () 
i| 0n 
j| 3  
k| 6  
q)d:`a`b!1 2
q)d[`c`d`e`f`g`h`i`j`c`a`k]:0
q)d
a| 0
b| 2
c| 0
d| 0
e| 0
f| 0
g| 0
h| 0
i| 0
j| 0
k| 0
q)d:`a`b!(1 2;3 4)
q)d[`c`d`e`f`g`h`i`j`c`a`k]:enlist 7 8
'length
q)d:`a`b!(1 2;3 4)
q)d[`c`d`e`f`g`h`i`j`c`a`k]:11#enlist 7 8
q)d
a| 7 8
b| 3 4
c| 7 8
d| 7 8
e| 7 8
f| 7 8
g| 7 8
h| 7 8
i| 7 8
j| 7 8
k| 7 8
q)d:`a`b!(1 2;3 4)
q)d[`c`d`e`f`g`h`i`j`c`a`k]:9
q)d
a| 9  
b| 3 4
c| 9  
d| 9  
e| 9  
f| 9  
g| 9  
h| 9  
i| 9  
j| 9  
k| 9  
q)d:(1 2;3 4)!10 20
q)d[(5 6;1 2;7 8;5 6;9 10;11 12;13 14;15 16;17 18;3 4;19 20)]:til 11
q)d
1  2 | 1 
3  4 | 9 
5  6 | 3 
7  8 | 2 
9  10| 4 
11 12| 5 
13 14| 6 
15 16| 7 
17 18| 8 
19 20| 10
q)d:`a`b!1 2
q)d[`c`d`e`f`g`h`i`j`c`a`k]:11#1.5
'type
q)d
a| 1
b| 2
q)d:`a`b!1 2i
q)d[`c`d`e`f`g`h`i`j`c`a`k]:til 11
q)d
a| 9 
b| 2 
c| 8 
d| 1 
e| 2 
f| 3 
g| 4 
h| 5 
i| 6 
j| 7 
k| 10
q)d:(`u#1 2)!1 2
q)d[3 4 5 6 7 8 9 10 3 1 11]:til 11
q)(attr key d;d 3 1 11)
`u
8 9 10
q)d:(`s#1 2)!1 2
q)d[3 4 5 6 7 8 9 10 3 1 11]:til 11
q)(attr key d;d 3 1 11)
`s
8 9 10
q)d[0 30 40 50 60 70 80 90]:0
q)attr key d
`
q)d:`a`b!`x`y
q)d[`c`d`e`f`g`h`i`j`c`a`k]:11#`z
q)d
a| z
b| y
c| z
d| z
e| z
f| z
g| z
h| z
i| z
j| z
k| z
q)d:`a`b!("xy";"z")
q)d[`c`d`e`f`g`h`i`j`c`a`k]:"abcdefghijk"
q)d
a| j
b| z
c| i
d| b
e| c
f| d
g| e
h| f
i| g
j| h
k| k
q)d:`a`b!("xy";"z")
q)d[`c`d`e`f`g`h`i`j`c`a`k]:string til 11
q)d
a| ,"9"
b| "z" 
c| ,"8"
d| ,"1"
e| ,"2"
f| ,"3"
g| ,"4"
h| ,"5"
i| ,"6"
j| ,"7"
k| "10"
q)d:`a`b!(`p`q!1 2;`p`q!3 4)
q)d[`c`d`e`f`g`h`i`j`c`a`k]:11#enlist`p`q!5 6
q)d
 | p q
-| ---
a| 5 6
b| 3 4
c| 5 6
d| 5 6
e| 5 6
f| 5 6
g| 5 6
h| 5 6
i| 5 6
j| 5 6
k| 5 6
q)k:([a:1 2]b:3 4)
q)k[([]a:2 3 4 5 6 7 8 9 10 3)]:([]b:til 10)
q)k
a | b
--| -
1 | 3
2 | 0
3 | 9
4 | 2
5 | 3
6 | 4
7 | 5
8 | 6
9 | 7
10| 8
q)d:(`a;1;"x")!1 2 3
q)d[(`b;2;"x";`b;3;4;5;6;7;8;9)]:til 11
q)d
`a | 1 
1  | 2 
"x"| 2 
`b | 3 
2  | 1 
3  | 4 
4  | 5 
5  | 6 
6  | 7 
7  | 8 
8  | 9 
9  | 10
q)d:`a`b!1 2
q)d[`c`d`e`f`g`h`i`j`c`a`k]+:til 11
q)d
a| 10
b| 2 
c| 8 
d| 1 
e| 2 
f| 3 
g| 4 
h| 5 
i| 6 
j| 7 
k| 10
q)d:`a`b!(();())
q)d[`c`d`e`f`g`h`i`j`c`a`k],:til 11
q)d
a| ,9 
b| () 
c| 0 8
d| ,1 
e| ,2 
f| ,3 
g| ,4 
h| ,5 
i| ,6 
j| ,7 
k| ,10
q)e:d
q)d[`zz`yy`xx`ww`vv`uu`tt`ss]:til 8
q)(count e;count d)
11 19
/ However many are joined, integers become those of the others, and what does not fit leaves all as it was.
/ source: ref/join            status: inferred
q)d:1 2i!1 2;d,:(3+til 20)!20#7h;(type key d;type value d;count d)
6h
7h
22
q)d:1 2!1 2;d,:(1i;3h)!5 6;d
1| 5
2| 2
3| 6
q)d,:(`a,til 20)!21#5
'type
q)d,:(til 20)!20#`a
'type
q)d
1| 5
2| 2
3| 6
/ So it is of rows, whose columns stay also where only some are given, and of keys that are rows: others are 'type.
/ source: ref/join            status: inferred
q)d:(til 20)!([]p:til 20;q:20#3)
q){e:d;e,:(til x)!([]p:x#0);(type value e;e 0;e 19)}each 16 17
98h `p`q!0 3 `p`q!19 3
98h `p`q!0 3 `p`q!19 3
q){e:d;e,:(til x)!x#5;(type value e;e 0;e 19)}each 16 17
98h `p`q!5 5 `p`q!19 3
98h `p`q!5 5 `p`q!19 3
q){@[{e:d;e,:til[x]!y;`taken}x;y;`$]}'[16 17 16 17 16 17;(16#`no;17#`no;([]p:16#0;r:16#0);([]p:17#0;r:17#0);([]p:16#0n);([]p:17#0n))]
`type`type`mismatch`mismatch`type`type
q)e:d;e,:(17#20 21 20)!([]q:til 17);e 19 20 21
p  q 
-----
19 3 
   15
   16
q){@[{d:([]k:1 2)!5 6;d,:x;count d};x;`$]}each((til 16)!til 16;(til 17)!til 17;([]k:til 17)!til 17)
`type
`type
17
