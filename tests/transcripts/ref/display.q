/ A value printed as it is entered, and given on.
/ source: ref/display            status: documented
q)2+0N!3
3
5
q)0N!"text";
"text"
q)0N!`a`b;
`a`b
q)x:0N!1 2 3f
1 2 3f
q)x
1 2 3f
q)0N!`a`b!1 2;
`a`b!1 2
q)0N!([]a:1 2;b:`x`y);
+`a`b!(1 2;`x`y)
q)0N!2024.01.02D03:04:05.000000006;
2024.01.02D03:04:05.000000006
/ empty: as they are entered.
q)0N!();
()
q)0N!0#0;
`long$()
q)0N!"";
""
/ nested: one line whatever the depth.
q)0N!(1 2;(`a;"b");());
(1 2;(`a;"b");())
q)0N!(enlist 1;{x+y};+);
(,1;{x+y};+)
q)![0N;1;2]
'rank
q)0Ni!`a`b
`a`b
`a`b
q)![0N;1 2!3 4]
1 2!3 4
1| 3
2| 4
q)(0N!)each 1 2
1
2
1 2
