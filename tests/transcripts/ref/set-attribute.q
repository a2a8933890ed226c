/ What is known of a list's order.
/ source: ref/set-attribute            status: documented
q)`s#1 2 3
`s#1 2 3
q)`u#`b`a
`u#`b`a
q)`p#1 1 2 2 0
`p#1 1 2 2 0
q)`g#`a`b`a
`g#`a`b`a
q)`#`s#1 2 3
1 2 3
q)x:`s#1 2 3
q)x,:4
q)attr x
`s
q)x,:0
q)attr x
`
q)d:`s#1 5 9!`a`b`c
q)d 4 5 100
`a`b`c
q)attr exec a from ([]a:`g#1 2 1)
`g
q)`s#1 1 2
`s#1 1 2
/ empty: any of them.
q)`s#0#0
`s#`long$()
/ nested: lists in order.
q)attr `s#(1 2;1 3)
`s
q)`s#3 1 2
's-fail
q)`u#1 1
'u-fail
q)`p#1 2 1
'u-fail
q)`x#`a
'type
q)`n#([]n:1 2)
'type
  attributes are s u p g; a column or key is taken by a list of names: enlist[`n]#…
q)`p#(1 2;3)
'type
  p# is for lists of one type
q)meta `s#([]a:1 2;b:2 1)
c| t f a
-| -----
a| j   p
b| j
q)attr `#`s#`a`b!1 2
`
