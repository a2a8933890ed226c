/ Commands to the system.
/ source: ref/system            status: documented
q)system "d"
`.
q)a:1
q)`a in system "v"
1b
q)system "P"
7i
q)system "P 3"
q)1%3
0.333
q)system "P 7"
q)f:{x}
q)`f in system "f"
1b
q)t:([]x:1 2)
q)system "a"
,`t
q)system "echo hello"
"hello"
q)system "c 25 80"
q)system "c"
25 80i
/ empty: a command that prints nothing.
q)count system "true"
0
/ nested: one command at a time.
q)system each ("d";"P")
`.
7i
q)system "false"
'os
q)system 5
'type
q)system "true; echo last"
"last"
q)system "nosuch",string[1],"2>/dev/null"
'os
