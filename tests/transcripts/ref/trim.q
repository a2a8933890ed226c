/ Spaces off the ends.
/ source: ref/trim            status: documented
q)trim "  ab  "
"ab"
q)ltrim "  ab  "
"ab  "
q)rtrim "  ab  "
"  ab"
q)trim "a b"
"a b"
q)trim `a`b!(" x ";"y ")
a| ,"x"
b| ,"y"
q)count trim "   "
0
q)trim "\ta "
"\ta"
/ empty: as it is.
q)trim ""
""
/ nested: to any depth.
q)trim (" ab";("c ";" d ";"e"))
"ab"
(,"c";,"d";"e")
q)trim[1;2]
'rank
q)trim `a`b!" x"
'length
q)trim ([]a:" b ";n:1 2 3)
'length
