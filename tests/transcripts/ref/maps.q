/ Each: item by item, left, right, both, prior, and by case.
/ source: ref/maps            status: documented
q)count'[("ab";"c";"")]
2 1 0
q)1 2+'10 20
11 22
q)1+'10 20
11 21
q)1 2+\:10 20
11 21
12 22
q)1 2+/:10 20
11 12
21 22
q)(-':)1 4 9
1 3 5
q)0-':1 4 9
1 3 5
q){x+y+z}'[1 2;3 4;5 6]
9 12
q){x+y+z}'[1;2 3;4]
7 8
q)0 1 0'[10 20 30;40 50 60]
10 50 30
q)(`a`b!1 2)+'10
a| 11
b| 12
q)(`a`b!1 2),'`a`b!3 4
a| 1 3
b| 2 4
q)(count':)("ab";"c")
2 1
/ empty: nothing is called.
q)count'[()]
q)()+\:1 2
q)(-':)0#0
`long$()
/ nested: an iterator on an iterator.
q)(1 2;3 4)+''10
11 12
13 14
q)(1 2;3 4),/:\:5
1 2 5
3 4 5
q)count''[(("ab";"c");enlist"def")]
2 1
,3
q)1 2+'1 2 3
'length
q)1+\:`a
'type
/ A blank may stand before an iterator other than a slash, also with brackets after it (observed in programs).
q)1 rotate '(1 2 3;4 5 6)
2 3 1
5 6 4
q)1 2+ '3 4
4 6
q){x-y} '[5 6;1 2]
4 4
q)1 2 + \: 3 4
4 5
5 6
q)3 5 {y*0=y mod x} \: 1+til 6
0 0 3 0 0 6
0 0 0 0 5 0
q)3 {x+1} \ 2
2 3 4 5
q)f:{x-y}
q)f ': [1 3 6]
0N 2 3
q)0 f ': 1 3 6
1 2 3
q)1 2 + /: 3 4
+[1 2]
q)f: '[neg;abs]
q)f 3
-3
q){$[x;1; 'bad]}0
'bad
q)+/1 2 3
'/
q)count'1 2
''
q)+\1 2
'\
/ before the first row of a table there is a row of nulls
q){x+y}':[([]a:1 2 4)]`a
0N 3 6
q){x+y}'[`a`b!1 2;3 4 5]
'length
q)(count')([]a:1 2;b:3 4)
2 2
q)0 5 1'[1 2 3;4 5 6]
1 0N 6
