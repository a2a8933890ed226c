/ Each, each left, each right, each prior, over, scan, in all their ranks.
/ source: ref/maps, ref/accumulators, ref/each, ref/over, ref/prior            status: documented
q)count each ("ab";"c";"")
2 1 0
q)count'[("ab";"c")]
2 1
q)1 2 3+'10 20 30
11 22 33
q)1 2 3,'`a`b`c
1 `a
2 `b
3 `c
q)1 2+'1 2 3
'length
q)10+'1 2 3
11 12 13
q){x+y*z}'[1 2;3 4;5 6]
16 26
q){x,y}'[1;2 3]
1 2
1 3
q)1 2 3,\:9
1 9
2 9
3 9
q)1,/:7 8
1 7
1 8
q)1 2+/:10 20
11 12
21 22
q)1 2+\:10 20
11 21
12 22
q)"ab",/:\:"cd"
"ac" "ad"
"bc" "bd"
q)(-':)1 4 9 16
1 3 5 7
q)10-':1 4 9
-9 3 5
q){y,x}':[1 2 3]
  1
1 2
2 3
q)(+)prior 1 2 3
1 3 5
q)(-)prior 5 7 10
5 2 3
q)(+/)1 2 3
6
q)+/[10;1 2 3]
16
q)10+/1 2 3
16
q)(+\)1 2 3
1 3 6
q)+\[10;1 2 3]
11 13 16
q)10+\1 2 3
11 13 16
q)(*/)1 2 3 4
24
q)(,/)(1 2;3;4 5)
1 2 3 4 5
q)(|/)3 1 4 1 5
5
q)(&\)3 1 4 1 5
3 1 1 1 1
q)+/[0#0]
0
q)(+/)5
5
q){x+y}/[1 2 3]
6
q){x+y}\[1 2 3]
1 3 6
q){x*2}/[3;1]
8
q)3{x*2}/1
8
q)3{x*2}\1
1 2 4 8
q){x div 2}/[100]
0
q){x div 2}\[20]
20 10 5 2 1 0
q){x*2}/[{x<100};1]
128
q){x*2}\[{x<20};1]
1 2 4 8 16 32
q)({x<20}){x*2}\1
1 2 4 8 16 32
q){x+y*z}/[1;2 3;4 5]
24
q){x+y*z}\[1;2 3;4 5]
9 24
q)(+) over 1 2 3
6
q)(+) scan 1 2 3
1 3 6
q){x+1}each `a`b!1 2
a| 2
b| 3
q)count each `a`b!("abc";"d")
a| 3
b| 1
q)neg each (1 2;3)
-1 -2
-3
q){x}each ()
q){x`a}each ([]a:1 2;b:3 4)
1 2
q)+'[1 2;3]
4 5
q)2 3#\:9
9 9
9 9 9
q){x+y}/:[1;2 3]
3 4
q){x+y}\:[1 2;3]
4 5
q)(1;2 3)~'(1;2 3)
11b
q)1 2~\:1
10b
q)1~/:1 2
10b
q)reverse each ("abc";"de")
"cba"
"ed"
q)'[count;distinct] "hello"
4
q)d:`a`b`c!`b`c`c
q)d\[`a]
`a`b`c
q)d/[`a]
`c
q)max each (1 2;3 4)
2 4
q)sum each (1 2;3 4 5)
3 12
q){x peach y}[neg;1 2]
-1 -2
q)neg peach 1 2 3
-1 -2 -3
q){x+y}.'((1;2);(3;4))
3 7
q)1 0 1'[`a`b`c!10 20 30;`a`b`c!1 2 3]
1 20 3
q)1 0 1'[`a`b`c!10 20 30;`a`b!1 2]
'length
q)1 0 1'[`a`b`c!10 20 30;`a`c`b!1 2 3]
'domain
q)1 0'[1 2 3;4 5 6]
'length
q)(10*')1 2 3
10 20 30
q)type(10*')0#1
0h
q)(10+/)1 2 3
16
q)(10+\)1 2 3
11 13 16
q)((count 10+/)1 2;(10-':)1 2 3)
1
-9 1 1
q)deltas
-':
q)ratios
%':
q)-3!parse"deltas x"
"(-':;`x)"
q)states:({"j"$x="a"};{1+x="b"};{2})
q)0 states\"xabz"
0 1 2 2
q)0 states/"xax"
1
q)/ + * | & over and scanning a vector are sum, prd, max and min (ref/sum): nulls are left out
q)(+/)1 0N 2
3
q)(+\)1 0N 2
1 1 3
q)1+\1 0N 2
2 2 4
q)2*/3 0N 4
24
q)5&/7 3 0N
3
q)2|\1 3 0N
2 3 3
q)({x+y}/)1 0N 2
0N
q)/ two dictionaries: over the keys of both; one that lacks a key has a null there. Source: Magic-shortbow/qwordle and its tests
q)(`a`b!1 2),'`b`c!10 20
a| 1
b| 2 10
c|   20
q)(`a`b!1 2){x,y,7}'`b`c!10 20
a| 1    7
b| 2 10 7
c|   20 7
q)(`a`b!1 2)+'`b`c!10 20
a|
b| 12
c|
q)/ a step function answers what it has under the key before
q)(`s#1 3 5!10 30 50),'2 4!1 2
1| 10
3| 30
5| 50
2| 10 1
4| 30 2
q)(`a`b!(1 2;3)),'`b`c!4 5
a| 1 2 0N
b| 3 4
c| ,5
q)(()!()),'`a`b!1 2
a| 1
b| 2
q)(,'/)((enlist`a)!enlist();`a`b!(1 2;enlist 3);(enlist`b)!enlist 4 5)
a| 1 2
b| 3 4 5
/ Items of an empty table: there are none, and the answer is an empty list (ref/maps; as TorQ uses it in a where phrase).
q)t:([]a:`long$();b:`symbol$();c:())
q)()~t~\:`a`b!(1;`x)
1b
q)()~{x`a}each t
1b
q)()~1~/:t
1b
q)count select from t where([]a;b)~\:`a`b!(1;`x),c~\:`y
0
/ Each over two keyed tables goes over the rows of both (wp/rt-tick): a row that one lacks is one of nulls.
q)kt1:([k:1 2 3]v1:10 20 30)
q)kt2:([k:3 4 5]v2:1000 2000 3000)
q)kt1,'kt2
k| v1 v2
-| -------
1| 10
2| 20
3| 30 1000
4|    2000
5|    3000
q)kt1,'1!0#0!kt2
k| v1 v2
-| -----
1| 10
2| 20
3| 30
q)(0#kt1),'kt1
k| v1
-| --
1| 10
2| 20
3| 30
q)n:([]s:`a`b`a;p:1 2 3f)
q)g:{select p by s from x}
q)g[n],''g update s:`c from n
s| p
-| ------
a| 1 3f
b| ,2f
c| 1 2 3f
q)g[n],''g 1#n
s| p
-| ------
a| 1 3 1f
b| ,2f
q)g[0#n],''g n
s| p
-| ----
a| 1 3f
b| ,2f
q){sum raze value each(x;y)}'[kt1;kt2]
k|
-| ----
1| 10
2| 20
3| 1030
4| 2000
5| 3000
/ Of one without rows nothing is left but (), and that goes with no rows (wp/rt-tick, `move`).
q)((last each)each 0#g n)-0#g n
s| p
-| -
/ Each pair of rows is gone over once, whatever comes of it.
q)calls:0
q)r:{calls+:1;count[x],count y}'[kt1;kt2]
q)r
k|
-| ---
1| 1 1
2| 1 1
3| 1 1
4| 1 1
5| 1 1
q)calls
5
/ Totals and products of narrow integers are ints from the first on, as sums and prds are.
/ source: ref/sum, ref/prd, ref/prior            status: documented
q)(+\)101b
1 1 2i
q)(+) scan 2 3h
2 5i
q)(*\)0x0203
2 6i
q)(+\)0#0b
`int$()
q)(+) prior 101b
1 1 1i
q)(*) prior 1 2h
1 2i
q)(+':)`a`b!1 2i
a| 1
b| 3
/ A function of three has its own rank when it accumulates: with less it is projected.
/ source: ref/accumulators            status: documented
q)({x+y+z}/)1 2 3
{x+y+z}/[1 2 3]
q)(({x+y+z}/)[1;2 3])4 5
15
q)({x+y+z} over 1)[2 3;4 5]
15
q)({x+y+z}\)[1;2 3;4 5]
7 15
/ Comparisons with the item before, of items that are lists.
q)((<=':);(>=':);(<>':))@\:("abc";"abd")
000b 110b
111b 111b
111b 001b
q)(not each(>':)x)~(<=':)x:("abc";"abd";"abb")
1b
/ A function of one argument at each item.
q){x*x}@'1 2 3
1 4 9
q){x,y}@'1 2
{x,y}[1]
{x,y}[2]
q)neg@'`a`b!(1 2;3)
a| -1 -2
b| -3
q)({x+1};neg)@'10 20
11 -20
/ Match of items and atoms of one type, and of others.
q)sum each(til 40)~\:/:(3;3i;3 4;0N)
1 0 0 0i
q)sum(40#`a`b)~'40#`a`a
20i
q)sum(40#1 0n)~\:0n
20i
q)sum(40#"ab")~\:enlist"a"
0i
