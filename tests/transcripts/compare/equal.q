/ Equal, not equal: atomic, tolerant for floats.
/ source: ref/equal, ref/not-equal, basics/comparison, basics/precision            status: documented
q)1=1
1b
q)1=1.0
1b
q)1 2 3=1 5 3
101b
q)1 2 3=2
010b
q)0N=0N
1b
q)0n=0n
1b
q)0N=0n
1b
q)0Ni=0N
1b
q)`a=`a`b
10b
q)"abc"="abd"
110b
q)"a"=97
1b
q)`a="a"
'type
q)1 2=1 2 3
'length
q)2024.01.01=2024.01.01D00:00:00.000000000
1b
q)2024.01m=2024.01.15
0b
q)12:00=12:00:00
1b
q)(1%3)=0.3333333333333333
1b
q)1=1+1e-14
1b
q)1=1+1e-10
0b
q)0=1e-14
0b
q)(1;2 3)=(1;2 4)
1b
10b
q)(`a`b!1 2)=`a`b!1 3
a| 1
b| 0
q)([]x:1 2)=([]x:1 3)
x
-
1
0
q)()=()
q)(0#0)=0
`boolean$()
q)1<>2
1b
q)1 2 3<>1 5 3
010b
q)`a<>`b
1b
q)0N<>0N
0b
q)"ab"<>"ac"
01b
q)(`a`b!1 2)<>2
a| 1
b| 0
q)`a<>1
'type
q)0x0a=10
1b
q)1b=1
1b
/ Primitives are equal to themselves; other functions are not compared.
/ status: observed
q)(%)=(%)
1b
q)(%)=(*)
0b
q)(+;-;*)=(-)
010b
q)(+;-)<>(+;+)
01b
q)(+)=1
'type
q)(+;1)=(+)
'type
q){x}={x}
'type
q)(+/)=(+/)
'type
q)(+;-)<(+)
'type
q)(::)=(::)
1b
/ Datetimes meet minutes and seconds as those that are over, like timestamps.
/ source: basics/comparison            status: documented
q)2000.01.01T12:34:56.7=(12:34;12:35;12:34:56;12:34:57;12:34:56.700)
10101b
q)2000.01.01T12:34:56.7 2000.01.01T00:00:00.000<\:12:35
11b
q)2000.01.01D12:34:56.7=(12:34;12:35;12:34:56;12:34:57;12:34:56.700)
10101b
