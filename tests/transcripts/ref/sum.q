/ Sums: whole, running, moving, weighted.
/ source: ref/sum            status: documented
q)sum 1 2 3
6
q)sum 1 0N 3
4
q)sum 1.5 0n
1.5
q)sum 101b
2i
q)sum 0x0102
3i
q)sum 1 2h
3i
q)sum 7
7
q)sum 00:10 00:20
00:30
q)sum 0N 0N
0
q)sums 1 2 3
1 3 6
q)sums 1 0N 3
1 1 4
q)2 msum 1 2 3 4
1 3 5 7
q)2 msum 1 0N 3
1 1 3
q)1 2 3 wsum 10 20 30
140f
q)0.5 wsum 4 6
5f
/ booleans and bytes count (observed in programs); only two vectors of integers are made floats
q)1 2 3 wsum 101b
4
q)(101b wsum 1 2 3i;101b wsum 111b;0x0102 wsum 3 4;1b wsum 1 2)
4i
2i
11
3
q)exec f wsum v by g from ([]g:`a`b`a;f:110b;v:5 6 7)
a| 5
b| 6
q)sum `a`b!(1 2;3 4)
4 6
q)sum ([]a:1 2;b:3 4)
a| 3
b| 7
/ empty: zero.
q)sum 0#0
0
q)sum 0#0f
0f
q).Q.s1 sum ()
"()"
q)`a`b!1 2
a| 1
b| 2
q)(`a`b!1 2),sum ()
a| 1
b| 2
q)sums 0#0
`long$()
/ nested: item by item, and nulls count.
q)sum (1 2;3 4)
4 6
q)sum (1 2;0N 4)
0N 6
q)sums (1 2;3 4)
1 2
4 6
q)sum `a`b
'type
q)1 2 wsum 1 2 3
'length
q)sum (1 2;1 2 3)
'length
/ weighted sums of reals are reals, by groups too.
q)type 1 2e wsum 3 4
-8h
q)meta select r wsum n by s from ([]s:`a`b`a;r:1 2 3e;n:1 2 3)
c| t f a
-| -----
s| s   s
n| e
/ It is `+/`, of whatever it takes.
q)(+/)0D01 0Nn 0D02
0D03:00:00.000000000
q)(+/)2000.01.06 2000.01.08
2000.01.13
q)(+\)2000.01.06 2000.01.08 2000.01.09
2000.01.06 2000.01.13 2000.01.21
q)(&/)5 0N 7h
5h
q)(|\)0N 5 7h
-32767 5 7h
q)(+/)(5;0n;7i)
12f
q)(&/)"kdb"
"b"
q)(+/)("ab";"cd")
'type
q)(|/)`a`b
'type
/ Characters are numbers, as the table of ranges has it. Source: DataIntellectTech/TorQ (striping, whose documentation shows the answers).
q)sum"abc"
294i
q)select sum c by k from([]k:1 1 2;c:"abc")
k| c
-| ---
1| 195
2| 99
q)exec sum c from([]c:"ab")
195i
q)fby[(sum;"abc");1 1 2]
195 195 99i
q)sum""
0i
q){x!(sum each string x)mod 4}`AWNM`MFLD`XWTL`OVIH
AWNM| 3
MFLD| 3
XWTL| 3
OVIH| 2
q)sum""
0i
q)sum("abc";"def")
'type
/ Dictionaries go by their keys.
q)(`a`b!1 2)wsum`b`a!10 20
40f
q)(`a`b!1 2)wsum`a`c!10 20
32f
q)([k:`a`b]w:1 2)wsum([k:`b`a]w:10 20)
w| 40
q)d wsum d:`a`b!100000 200000i
5e+10
q)1 2 wsum`a`b!(10 21 3;4 5 6)
18 31 15
