/ Random items and numbers: how many, of what type, from where.
/ source: ref/deal            status: documented
q)count 5?10
5
q)all (1000?10)within 0 9
1b
q)asc -5?5
`s#0 1 2 3 4
q)asc 0N?4
`s#0 1 2 3
q)type each (3?0b;3?0x0;3?10h;3?10i;3?1.5e;3?1.5;3?" ";3?`3;3?2024.01.01;3?0Ng)
1 4 5 6 8 9 10 11 14 2h
q)all (100?12:00)within 00:00 11:59
1b
q)all (count each string 20?`4)=4
1b
q)all (50?"abc")in "abc"
1b
q)asc -3?`x`y`z
`s#`x`y`z
q)count distinct -100?0Ng
100
q)type -1?0ng
2h
/ empty: no items.
q)0?10
`long$()
q)0?`a`b
`symbol$()
q)0?1.5
`float$()
q)0N?()
/ nested: items of a general list stay whole.
q)asc -2?(1 2 3;"ab")
1 2 3
"ab"
q)asc 0N?(2 1;1 2)
1 2
2 1
q)-3?2
'length
q)-3?`a`b
'length
q)`a?0N 1;1.5?10
'type
