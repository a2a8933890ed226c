/ Keyed tables merged, nulls of the right left out.
/ source: ref/coalesce            status: documented
q)x:([k:`a`b]v:1 0N)
q)x^([k:`b`c]v:5 6)
k| v
-| -
a| 1
b| 5
c| 6
q)x^([k:`a`b]v:0N 7)
k| v
-| -
a| 1
b| 7
q)x,([k:`a`b]v:0N 7)
k| v
-| -
a|
b| 7
q)(`a`b!1 0N)^`b`c!2 0N
a| 1
b| 2
c|
q)([k:1 2]s:`x`;p:1.5 0n)^([k:2 1]s:`y`;p:0n 2)
k| s p
-| ---
1| x 2
2| y
q)count x^x
2
/ empty: the other side.
q)x^0#x
k| v
-| -
a| 1
b|
q)(0#x)^x
k| v
-| -
a| 1
b|
/ nested: inside the lists as well.
q)([k:1 2]v:(1 0N;3 4))^([k:1 3]v:(0N 9;5 6))
k| v
-| ---
1| 1 9
2| 3 4
3| 5 6
q)x^`z
'type
q)([k:1 2]v:0N 4)^([j:1 2]v:3 4)
'mismatch
