/ Lists of many short vectors, grouped, sorted and searched: the same as item by item, however the list is kept.
/ source: ref/asc, ref/distinct, ref/group, ref/find, ref/in, ref/differ, ref/cross   status: inferred
/ Points: pairs of longs.
q)p:flip(100#3 1 2;100#5 4)
q)distinct p
3 5
1 4
2 5
3 4
1 5
2 4
q)count each group p
3 5| 17
1 4| 17
2 5| 17
3 4| 17
1 5| 16
2 4| 16
q)(group p)3 4
3 9 15 21 27 33 39 45 51 57 63 69 75 81 87 93 99
q)6#iasc p
1 7 13 19 25 31
q)asc distinct p
1 4
1 5
2 4
2 5
3 4
3 5
q)desc distinct p
3 5
3 4
2 5
2 4
1 5
1 4
q)(asc p)~p iasc p
1b
q)(idesc p)~idesc p
1b
q)p?3 4
3
q)p?(3 4;1 4;9 9;2 4)
3 1 100 5
q)p?(3 4;9 9)
3 100
q)p?enlist 1 5
,4
q)3 4 in p
1b
q)(3 4;3 3;1 2 3;`a`b;2 4)in p
10001b
q)(p?p)~first each(group p)p
1b
q)sum differ p
100i
q)sum differ asc p
6i
q)count p except(3 5;1 4)
66
q)count p inter(3 5;1 4)
34
q)count p union enlist 7 7
7
/ An item that is no vector of that type is nowhere.
q)p?(3 4;3 4i;3 4f;3;"ab";`s)
3 100 100 100 100 100
q)p?3 4i
100
q)p?`long$()
100
q)p?5
100
q)p?()
`long$()
q)p?(1 2;`a)
100 100
/ nested
q)p?((3 4;1 4);(2 4;9 9))
3 1  
5 100
/ Vectors of several counts: a shorter one is before those that it begins.
q)r:100#(2 1;();1 2 3;1 2;,:[2])
q)r:`long$/:r
q)asc distinct r
`long$()
1 2
1 2 3
,2
2 1
q)desc distinct r
2 1
,2
1 2 3
1 2
`long$()
q)count each group r
2 1     | 20
`long$()| 20
1 2 3   | 20
1 2     | 20
,2      | 20
q)r?(1 2;1 2 3;,:[2];`long$();1 3;1 2)
3 2 4 1 100 3
q)(r?r)~first each(group r)r
1b
q)5#differ r
11111b
q)sum differ asc r
5i
/ Nulls are alike, zeros are alike, and negative numbers are before positive ones.
q)f:100#(0n 1;-0w 0;0n 1;0 -0.;-1.5 2;0 0.)
q)asc distinct f
     1 
-0w  0 
-1.5 2 
0    -0
q)count group f
4
q)f?(0 0.;0n 1;-1.5 2;1 1.)
3 0 4 100
q)distinct asc 90#(-1 2h;0N 7h;0W -0Wh;-2 3h)
      7     
-2    3     
-1    2     
32767 -32767
/ Symbols are sorted by their text, enumerations by what they stand for.
q)s:90#(`b`a;`aa`c;`a`c;`b`)
q)asc distinct s
a  c
aa c
b   
b  a
q)e:`dom?raze s
q)(iasc 2 cut e)~iasc s
1b
q)(count each group 2 cut e)~count each group s
0b
q)(value count each group 2 cut e)~value count each group s
1b
q)(2 cut e)?2#2 cut e
0 1
q)(1 2 3 cut raze 30#s)~1 2 3 cut raze 30#s
1b
q)g:100#(2#0Ng;1#0Ng;`guid$())
q)distinct count each asc g
0 1 2
/ Flags and bytes.
q)b:96#(10b;01b;,:[1b];0#0b)
q)asc distinct b
`boolean$()
01b
,1b
10b
q)desc distinct 96#(0x0102;0xff00;0x01)
0xff00
0x0102
0x01
/ Those of every pair.
q)til[10]cross til 10
0 0
0 1
0 2
0 3
0 4
0 5
0 6
0 7
0 8
0 9
1 0
1 1
1 2
1 3
1 4
1 5
1 6
1 7
1 8
1 9
2 0
2 1
..
q)(til[10]cross til 10)~raze til[10],/:\:til 10
1b
q)count til[8]cross p
800
q)(til[8]cross p)~raze{x,/:p}each til 8
1b
q)last p cross p
3 4 3 4
q)("abcdefgh"cross"abcdefgh")~raze"abcdefgh",/:\:"abcdefgh"
1b
q)2#string[til 10]cross string til 10
"00"
"01"
q)last("abc";"de";"f")cross 30#"xyz"
"fz"
q)type each 3#til[10]cross 1.5*til 10
0 0 0h
q)last`a`b cross til 40
`b
39
q)(`a`b`c cross`$string til 30)~raze`a`b`c,/:\:`$string til 30
1b
/ empty
q)count til[100]cross()
0
q)count()cross til 100
0
/ Rows of strings.
q)c:flip(string til 50;upper string 50#`a`bc)
q)c 0 49
,"0" ,"A"
"49" "BC"
q)(flip c)~(string til 50;upper string 50#`a`bc)
1b
q)last","sv'c
"49,BC"
q)"-"sv/:2#c
"0-A"
"1-BC"
/ Counts, and items over and over.
q)(til each 40#til 4)~{til x}each 40#til 4
1b
q)til each 40#-1
'domain
q)(raze til each 40#3)~120#til 3
1b
q)((40#til 4)#'til 40)~{x#y}'[40#til 4;til 40]
1b
q)last(40#2)#'`$string til 40
`39`39
q)distinct type each(40#2)#'40#"ab"
,10h
q)3#-2#'til 40
0 0
1 1
2 2
q)count each 3#0#'til 40
0 0 0
q)type each 3#0#'40#1.5
9 9 9h
q)(40#2)#'40#`dom$`a
a a
a a
a a
a a
a a
a a
a a
a a
a a
a a
a a
a a
a a
a a
a a
a a
a a
a a
a a
a a
a a
a a
..
