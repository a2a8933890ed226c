/ Letters made small, or great.
/ source: ref/lower            status: documented
q)lower "Ab1!"
"ab1!"
q)upper "Ab1!"
"AB1!"
q)lower `Ab`CD
`ab`cd
q)upper `ab
`AB
q)lower "X"
"x"
q)upper "\303\251a"
"\303\251A"
q)upper `a`b!("ab";"cde")
a| "AB"
b| "CDE"
/ empty: the type stays.
q)lower ""
""
q)upper 0#`
`symbol$()
/ nested: to any depth.
q)upper ("ab";("cd";"de";"fg"))
"AB"
("CD";"DE";"FG")
q)lower (`A;"BC")
`a
"bc"
q)lower 1
'type
q)upper 2024.01.01
'type
