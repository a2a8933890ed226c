/ One random item or number.
/ source: ref/rand            status: documented
q)type rand 10
-7h
q)type rand 1.5
-9h
q)type rand 0b
-1h
q)type rand " "
-10h
q)type rand `3
-11h
q)type rand 0Ng
-2h
q)rand[100]within 0 99
1b
q)(rand `a`b`c)in `a`b`c
1b
q)rand enlist 7
7
q)rand 1
0
q)all (rand each 20#6)in til 6
1b
/ empty: the null of the type.
q)rand 0#0
0N
/ nested: items stay whole.
q)rand (1 2;1 2)
1 2
q)rand[1;2]
'rank
/ Of the empty list comes the empty list: mau-mauricelim/dotfiles (rand).
q)rand ()
q)-3!3?()
"(();();())"
q)count 0?()
0
q)-1?()
'length
