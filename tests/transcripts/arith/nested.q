/ Atomic functions go through lists, dictionaries and tables to the atoms.
/ source: basics/atomic, basics/conformable            status: documented
q)1+(2;3 4;(5;6 7))
3
4 5
(6;7 8)
q)(1;2 3)+(10 20;30)
11 21
32 33
q)((1;2);3)*2
2 4
6
q)(1 2;3 4)+(1 2 3;4 5)
'length
q)(1 2 3)+(1 2;3 4;5 6)
2 3
5 6
8 9
q)(1;"a")+1
'type
q)(1;`a)+1
'type
q)(`x`y!(1 2;3))+1
x| 2 3
y| 4
q)((`a`b!1 2);3)+1
`a`b!2 3
4
q)neg((1;2 3);`x`y!4 5)
(-1;-2 -3)
`x`y!-4 -5
q)2*([]a:1 2;b:(1 2;3 4))
a b
-----
2 2 4
4 6 8
q)([k:`x`y]v:1 2)*2
k| v
-| -
x| 2
y| 4
q)([]a:1 2)+([]a:10 20)
a
--
11
22
q)(1 2;3 4)~1+(0 1;2 3)
1b
