/ Tables saved splayed, enumerated and parted.
/ source: ref/dsave            status: documented
q)t:([]s:`b`a`b;p:1 2 3)
q)`:db dsave `s xasc `t
`t
q)asc key `:db
`s#`sym`t
q)get `:db/sym
`a`b
q)meta get `:db/t
c| t f a
-| -----
s| s   p
p| j
q)exec p from get `:db/t
2 1 3
q)u:([]s:`x`x;l:(1 2;3 4))
q)`:db`2024.01.02 dsave `t`u
`t`u
q)asc key `:db/2024.01.02
`s#`t`u
/ nested: a column of lists.
q)exec l from get `:db/2024.01.02/u
1 2
3 4
/ empty: a table without rows.
q)e:0#t
q)`:db dsave `e
`e
q)count get `:db/e
0
q)`:db dsave `nosuch
'nosuch
/ Equal items of the first column lie together.
q)x:([]s:`x`y`x;v:1 2 3)
q)`:db dsave `x
'u-fail
q)`:db dsave `s xasc `x
`x
q)attr exec s from get `:db/x
`p
