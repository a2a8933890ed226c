/ One vector, string or atom with each of many vectors or strings.
/ source: ref/maps, ref/in, ref/find     status: documented
q)p:20 3#til 60
q)3#p-\:1 1 1
-1 0 1
2  3 4
5  6 7
q)3#1 2 3-/:p
1  1  1 
-2 -2 -2
-5 -5 -5
q)sum each 4#d*d:p-\:p 0
0 27 108 243
q)3#p+'til 20
0 1 2 
4 5 6 
8 9 10
q)-2#p in\:4 5 59
000b
001b
q)4#4 in/:p
0100b
q)4#p?\:4
3 1 3 3
q)4#p?'20#0 4 0 11
0 1 3 2
q)3#p@\:2 0 7
2 0 
5 3 
8 6 
q)2#1 rotate'p
1 2 0
4 5 3
q)2#p wsum\:.5 .25 .25
0.75 3.75
q)g:20#("#..";".#.")
q)2#g="#"
100b
010b
q)2#g=\:"#.#"
110b
000b
q)sum sum g="#"
20i
/ error: at the first that does not go with it.
q)p+\:1 2
'length
q)p+\:`a
'type
/ empty
q)(0#p)+\:1 2 3
/ nested: of other counts, and mixed.
q)(-3#p,enlist 1 2)+\:1
55 56 57
58 59 60
2 3
q)-2#((20#p),enlist(1;"a"))=\:1
000b
10b
/ A column of a matrix is set row by row, or not at all.
q)x:3 4#til 12;y:x;x[;1]:0;x[2 0 0;3]:1 2 3;(x;y)
0 0 2  3  4 0 6  7  8 0 10 1 
0 1 2  3  4 5 6  7  8 9 10 11
q)x[;9]:0
'length
q)x[;1]:1 2
'length
q)s:("abc";"def");s[;1]:"XY";s
"aXc"
"dYf"
q)l:(1 2;`a`b);l[;0]:5
'type
q)l
1 2
a b
