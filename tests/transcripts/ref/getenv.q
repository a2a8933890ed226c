/ Variables of the environment.
/ source: ref/getenv            status: documented
q)getenv `QUARRY_NO_SUCH_VARIABLE
""
q)type getenv `QUARRY_NO_SUCH_VARIABLE
10h
q)count getenv `QUARRY_NO_SUCH_VARIABLE
0
/ empty: a variable that is not there is an empty string.
q)""~getenv `QUARRY_NO_SUCH_VARIABLE
1b
/ nested: one name at a time.
q)getenv each `QUARRY_NO_A`QUARRY_NO_B
""
""
q)getenv "HOME"
'type
q)getenv 1
'type
q)`QUARRY_TEST setenv 5
'type
q)`QUARRY_TEST setenv `a
'type
q)getenv[`a;`b]
'rank
/ What the environment cannot hold is refused: other variables and commands would get it.
q)(`$"a=b")setenv "x"
'domain
q)`a setenv "x\000y"
'domain
q)system "echo there"
"there"
