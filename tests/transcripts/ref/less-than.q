/ Less than, and at most.
/ source: ref/less-than            status: documented
q)2<3
1b
q)1 2 3<2
100b
q)1 2 3<=2
110b
q)0N<-0W
1b
q)0n<-0w
1b
q)0N<0N
0b
q)0N<=0N
1b
q)`a<`b
1b
q)"a"<"B"
0b
q)1<1.5
1b
q)2024.01.01<2024.01.01D12:00:00
1b
q)(`a`b!1 3)<2
a| 1
b| 0
/ empty: no flags.
q)(0#0)<1
`boolean$()
/ nested: to any depth.
q)(1 3;2)<2
10b
0b
q)1 2<1 2 3
'length
q)`a<1
'type
