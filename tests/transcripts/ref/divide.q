/ Quotients are floats.
/ source: ref/divide            status: documented
q)6%3
2f
q)1%0
0w
q)-1%0
-0w
q)0%0
0n
q)0N%2
0n
q)1 2 3%2
0.5 1 1.5
q)1e%2e
0.5
q)1b%1b
1f
q)00:10%00:05
2f
/ empty: floats.
q)(0#0)%2
`float$()
q)()%2
/ nested: to any depth.
q)(6;8 10)%2
3f
4 5f
q)(`a`b!2 4)%2
a| 1
b| 2
q)([k:`x`y]v:2 4)%2
k| v
-| -
x| 1
y| 2
q)(`a`b!2 4)%`b`c!2 5
a| 2
b| 2f
c| 5
q)1 2%1 2 3
'length
q)1%`a
'type
q)(`a`b!1 2)%([]a:1#1;b:1#2)
'length
