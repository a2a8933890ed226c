/ Integer division and remainder: both round towards minus infinity.
/ source: ref/div, ref/mod            status: documented
q)7 div 2
3
q)-7 div 2
-4
q)7 div -2
-4
q)7 mod 3
1
q)-7 mod 3
2
q)7 mod -3
-2
q)7.5 div 2
3f
q)7.5 mod 2
1.5
q)10 11 12 div 3
3 3 4
q)10 11 12 mod 3
1 2 0
q)0N div 2
0N
q)0N mod 2
0N
q)(-3+til 7) mod 3
0 1 2 0 1 2 0
q)(-3+til 7) div 3
-1 -1 -1 0 0 0 1
q)(`a`b!7 8) mod 5
a| 2
b| 3
q)(`a`b!7 8) div 5
a| 1
b| 1
q)5 div `a
'type
q)5 mod `a
'type
q)1 2 div 1 2 3
'length
q)(1 5;9) mod 4
1 1
1
q)2024.02.10 mod 7
0i
q)2000.01.01 mod 7
0i
q)div[17;5]
3
q)mod[17;5]
2
q)17 mod 5f
2f
q)(0#0) mod 3
`long$()
