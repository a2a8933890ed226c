/ Keys of dictionaries and tables, contents of directories, and what a thing is.
/ source: ref/key            status: documented
q)key `a`b!1 2
`a`b
q)key ([k:1 2]v:3 4)
k
-
1
2
q)d:`x`y!1 2
q)key `d
`x`y
q)key 3
0 1 2
q)key 1 2 3
`long
q)key 0#`
`symbol
q)key "abc"
`char
q)key 1.5 2
`float
q)key `undefined
q)v:5
q)key `v
`v
q)s:`p`q
q)key `s$`q`p
`s
q)key `:missing
q)`:f set 1
`:f
q)key `:f
`:f
q)`:dir/b set 1
`:dir/b
q)`:dir/a set 1
`:dir/a
q)asc key `:dir
`s#`a`b
/ empty: no keys.
q)key ()!()
q)key (0#`)!0#0
`symbol$()
q)key 0
`long$()
/ nested: keys of any kind.
q)key (1 2;`a)!3 4
1 2
`a
q)key ("ab";"cd")!1 2
"ab"
"cd"
q)key[1;2]
'rank
