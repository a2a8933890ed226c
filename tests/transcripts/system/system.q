/ System commands.
/ source: basics/syscmds, ref/system            status: documented
q)\P
7i
q)system"P"
7i
q)\P 3
q)system"P"
3i
q)\P 7
q)\d
`.
q)\d .a
q.a)\d
`.a
q.a)x:1
q.a)\v
,`x
q.a)\d .
q)\v .a
,`x
q).a.x
1
q)\v .nosuch
'.nosuch
q)v1:1;v2:2
q)\v
`s#`v1`v2
q)f:{x};t:([]a:1 2)
q)\f
,`f
q)\a
,`t
q)\v
`t`v1`v2
q)system"a"
,`t
q)\W
2i
q)\W 1
q)\W
1i
q)`week$2024.01.03 2023.12.31 2023.12.30
2023.12.31 2023.12.31 2023.12.24
q)\W 2
q)\W 7
'7
q)\z
0i
q)\z 1
q)"D"$"06/01/2010"
2010.01.06
q)\z 0
q)"D"$"06/01/2010"
2010.06.01
q)\e
0i
q)\g
0i
q)\T
0i
q)\t
0i
q)\S
-314159i
q)\o
0Ni
q)\o 2
q)\o
2i
q)\o 0N
q)\C
36 2000i
q)type system"t 1+1"
-7h
q)type system"t:10 til 10"
-7h
q)count system"ts til 10"
2
q)count system"w"
6
q)count system"w 0"
2
q)\w 5
'-w init via cmd line
q)system"echo hello"
"hello"
q)system"printf 'a\\nb\\n'"
,"a"
,"b"
q)system"exit 1"
'os
q)@[system;"exit 1";`failed]
`failed
q)\t nosuch
'nosuch
q)\_
0b
q)\p
0i
q)\x foo
'foo
q)system 5
'type
q)\P 3   /fewer digits
q)1%3
0.333
q)\P 7 / as it was
q)\d .sub    / a namespace
q.sub)\d .   /and back
/ What is timed may be a command, of a language that is named or not (the test runner of kdbx-modules, di.k4unit).
q)`:timed.q 0:enlist"timed:1+@[get;`timed;0]";
q)count value"\\ts q)\\l timed.q"
2
q)timed
1
q)type system"t:3 \\l timed.q"
-7h
q)timed
4
q)count value"\\ts q)do[2;1+1]"
2
q)\ts \l nosuch.q
'nosuch.q. OS reports: No such file or directory
q)\t \nosuchcommand_
'os
/ Names with blanks are quoted for \r; a word too many is none.
q)`:quarry_a 0:enlist"xy"
`:quarry_a
q)\r quarry_a "quarry b c"
q)\r "quarry b c" "quarry_d"
q)read0`:quarry_d
"xy"
q)\r quarry_d quarry_e f
'r
q)\r "quarry_d quarry_e
'r
q)hdel`:quarry_d
`:quarry_d
