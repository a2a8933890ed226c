/ Spaces tell subtraction from negative numbers and comments from iterators; names hold dots and underscores.
/ source: basics/syntax            status: documented
q)x:5 6 7
q)x-1
4 5 6
q)x -1
0N
q)x - 1
4 5 6
q)3.5-1
2.5
q)3.5 -1
3.5 -1
q)x[1]-1
5
q)(1+2)- 1
2
q)1 2 /3
1 2
q)16 +/ 1 2 3
22
q)f:{x-1}
q)f -1
-2
q)f-1
'type
q)a_b:2
q)a_b
2
q)2_x
,7
q)x _0
6 7
q)`a`b `c`d?`d
`b
q)"ab" 1 0
"ba"
q)0N!-1
-1
-1
q)1-1
0
q)1 -1
1 -1
q)(::)~{}[]
1b
q)2 + 3 4 / no-break spaces
5 6
q)count"a b"
4
/ A quote between blanks is the iterator; elsewhere it signals (as programs of KDB-X use it).
q){x+y} ' [1 2;3 4]
4 6
q)1 2 + ' 3 4
4 6
q)f:{if[x; ' "bad"];x}
q)f 0
0
q)f 1
'bad
q){'y x}[1;`c]
'c
/ A no-break space behind a symbol ends it, and a form feed is a space.
/ source: ref/amend, releases/ChangesIn4.0            status: documented
q)count `a ,`b
2
q)last `:x:y ,`b
`b
q)value"1+",("c"$12),"2"
3
q)value"{x+",("c"$12),"y}[1;2]"
3
/ Numbers that a type does not have are its infinities. source: KxSystems/ffi (examples)
q)144000h=0Wh
1b
q)type 144000h
-5h
q)1 40000h=0Wh
01b
q)(3000000000i;-3000000000i)
0W -0Wi
q)99999999999999999999h
'99999999999999999999h
