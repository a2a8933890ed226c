/ Equality, item by item.
/ source: ref/equal            status: documented
q)1=1f
1b
q)1 2 3=1 5 3
101b
q)0N=0N
1b
q)0n=0N
1b
q)"abc"="axc"
101b
q)`a`b=`a
10b
q)2024.01.01=2024.01.01D00:00:00
1b
q)(`a`b!1 2)=`a`b!1 3
a| 1
b| 0
q)([]a:1 2)=2
a
-
0
1
/ empty: no flags.
q)(0#0)=1
`boolean$()
/ nested: to any depth.
q)(1 2;3)=(1 5;3)
10b
1b
q)1 2=1 2 3
'length
q)`a=1
'type
