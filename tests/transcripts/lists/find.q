/ Find, bin, in, where, index.
/ source: ref/find, ref/bin, ref/where            status: documented
q)10 20 30?20
1
q)10 20 30?99
3
q)10 20 30?30 10 5
2 0 3
q)`a`b`c?`c
2
q)"hello"?"l"
2
q)"hello"?"lz"
2 5
q)(1 2;3 4)?3 4
1
q)(`a`b!10 20)?20
`b
q)(`a`b!10 20)?5
`
q)([]a:1 2;b:3 4)?`a`b!2 4
1
q)1 2 0N?0N
2
q)()?1
0
q)1 2 3?1.0
'type
q)2 4 6 bin 5
1
q)2 4 6 bin 1
-1
q)2 4 6 bin 1 2 3 4 5 6 7
-1 0 0 1 1 2 2
q)2 4 6 binr 1 2 3 4 5 6 7
0 0 1 1 2 2 3
q)1 1 2 2 bin 1 2
1 3
q)1 1 2 2 binr 1 2
0 2
q)`a`c`e bin `d
1
q)0.5 1.5 bin 1
'type
q)09:00 10:00 bin 09:30
0
q)where 01101b
1 2 4
q)where 2 0 3
0 0 2 2 2
q)where ()
`long$()
q)where 0#0b
`long$()
q)where `a`b`c!101b
`a`c
q)where `a`b!2 1
`a`a`b
q)where `a
'type
q)where 1.5 2
'type
q)/ integers of another width are found by value; how deep lists nest is judged by their first items
q)10i in 10 20
1b
q)10 20 30?20 5i
1 3
q)10 20h?10 20 0N
0 1 2
q)1 2 3 except 2i
1 3
q)1 2 3 inter 2 3i
2 3
q)1 2 3?2.
'type
q)(10;"foo")in(10;`a;"foo")
11b
q)l:(10;`a`b!1 2;"foo")
q)l?(10;"foo";`a`b!1 2;`x)
0 2 1 3
q)/ an empty general list has no depth
q)()?(1 2;3 4)
0 0
q)(1 2;3 4)in()
00b
q)1 in ()
0b
q)?[();1;2]
`long$()
q)/ out of range: none of a first item that is a general list is none of each of its items (inferred)
q)((1;"a";2f);3)5
0N
" "
0n
q)("ab";3)5
""
/ A dictionary in a list of lists: each of its values.
q)("ab";"cd")?`x`y!("cd";"ef")
x| 1
y| 2
q)-3!("ab";"cd")?`x`y!"ab"
"`x`y!2 2"
q)-3!(1 2;3 4)?`x`y!1 2
"`x`y!2 2"
q)-3!(`a`b!1 2)in(1 2;3 4)
"`a`b!00b"
q)d:("ab";"cd")!(1 2;3 4)
q)d@`x`y!("cd";"ef")
x| 3 4
y| `long$()
q)count each(value;key)@\:d@`x`y!"xy"
2 2
/ No rows are found nowhere. Source: erichards97/adventofcode-2024 (day 12).
q)t:([a:1 2;b:3 4]c:5 6)
q)(key t)?()
`long$()
q)() in key t
`boolean$()
q)count t[();`c]
0
q)t ()
c
-
q)(key t)?0#enlist 1 2
`long$()
