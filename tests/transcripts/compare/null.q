/ null, fill, fills.
/ source: ref/null, ref/fill, ref/coalesce            status: documented
q)null 0N
1b
q)null 1 0N 3
010b
q)null 0n 1
10b
q)null ""
`boolean$()
q)null " a"
10b
q)null `
1b
q)null `a`
01b
q)null 0Nd,2000.01.01
10b
q)null 0b
0b
q)null 0x00
0b
q)null (0N;1 0N)
1b
01b
q)null `a`b!0N 1
a| 1
b| 0
q)null ([]x:0N 1)
x
-
1
0
q)null 0Ng
1b
q)0^1 0N 3
1 0 3
q)5^0N
5
q)1 2 3^0N 5 0N
1 5 3
q)`x^`a``b
`a`x`b
q)"."^"a b"
"a.b"
q)0.5^1 0N
1 0.5
q)0^0n 2.5
0 2.5
q)1 2^1 2 3
'length
q)(`a`b!1 2)^`a`b!0N 5
a| 1
b| 5
q)(`a`b!1 2)^`b`c!0N 7
a| 1
b| 2
c| 7
q)0^([]x:1 0N)
x
-
1
0
q)([k:1 2]v:10 20)^([k:2 3]v:0N 30)
k| v
-| --
1| 10
2| 20
3| 30
q)fills 0N 1 0N 0N 2 0N
0N 1 1 1 2 2
q)fills `a``b
`a`a`b
q)fills 0#0
`long$()
q)fills "a b "
"aabb"
q)fills `x`y`z!1 0N 2
x| 1
y| 1
z| 2
