/ A value as it is, and the null that has no type.
/ source: ref/identity            status: documented
q)(::)5
5
q)::[5]
5
q)1 2 3 ::
1 2 3
q)(::;neg;count)@\:1 2
1 2
-1 -2
2
q){x}[]~(::)
1b
q)type (::)
101h
q)@[til 4;(::);2+]
2 3 4 5
q)x:(::;1;2)
q)x,:`a
q)x
::
1
2
`a
q)y:1 2
q)y,:`a
'type
q)5 ::
5
/ empty: as it is.
q)(::)()
q)(::)0#0
`long$()
/ nested: as it is.
q)(::)(1 2;(3;`a))
1 2
3 `a
q)(1 2;3 4)[::;0]
1 3
q){x}[1;2]
'rank
q)3[::]
'type
