/ Columns, their types, foreign keys and attributes.
/ source: ref/meta            status: documented
q)meta ([]a:1 2;b:`x`y;c:"ab";d:1.5 2)
c| t f a
-| -----
a| j
b| s
c| c
d| f
q)meta ([k:`a`b]v:1 2)
c| t f a
-| -----
k| s
v| j
q)meta ([]a:`s#1 2;b:`g#`x`y)
c| t f a
-| -----
a| j   s
b| s   g
q)t:([]a:1 2)
q)meta `t
c| t f a
-| -----
a| j
q)d:([id:`x`y]n:1 2)
q)meta ([]i:`d$`x`y)
c| t f a
-| -----
i| s d
q)exec t from meta ([]a:1 2;b:`x`y)
"js"
q)meta ([]p:2#.z.p;d:2#.z.d;n:2#.z.n;u:2#09:30)
c| t f a
-| -----
p| p
d| d
n| n
u| u
/ empty: the types of columns without rows.
q)meta 0#([]a:1 2;b:`x`y)
c| t f a
-| -----
a| j
b| s
q)meta ([]a:())
c| t f a
-| -----
a|
/ nested: an upper-case letter, by the first row.
q)meta ([]a:("ab";"c d");b:(1 2;3 4);c:(1;`x))
c| t f a
-| -----
a| C
b| J
c|
q)meta 5
'type
q)meta `nosuch
'nosuch
