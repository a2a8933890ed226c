/ Strings made as long as they should be.
/ source: ref/pad            status: documented
q)5$"ab"
"ab   "
q)-5$"ab"
"   ab"
q)2$"abcd"
"ab"
q)-2$"abcd"
"cd"
q)3$"abc"
"abc"
q)-3$`a`b!("x";"yz")
a| "  x"
b| " yz"
q)3$("a";"bcd";"efghi")
"a  "
"bcd"
"efg"
/ empty: all spaces; nothing left.
q)3$""
"   "
q)0$"abc"
""
/ nested: to any depth.
q)4$("The";("fox";"ox"))
"The "
("fox ";"ox  ")
q)4$string([]a:`x`yy)
a
------
"x   "
"yy  "
q)4 5$("ab";"cd";"ef")
'length
q)4$(1 2;3)
'type
/ what comes of a dictionary has as many values as keys, of a table columns of one count.
q)5$`a`b!"xy"
'length
  2 keys and 5 values
q)2$`a`b!("x";"yzz")
a| "x "
b| "yz"
q)5$([]a:"ab";b:("c";"dd"))
'length
  lists of 5 and 2 items
