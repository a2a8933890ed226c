/ Is every item true? Is one?
/ source: ref/all-any            status: documented
q)all 1 2 0N
1b
q)all 1 2 0
0b
q)any 0 0 0f
0b
q)any 00:00 00:01
1b
q)all 7
1b
q)any "\000\000"
0b
/ empty: all are, none is.
q)all ()
1b
q)any 0#0b
0b
q)all ""
1b
/ nested: item by item across the lists.
q)all (101b;110b)
100b
q)any (101b;100b)
101b
q)all (1 0;1)
10b
q)all `a`b!(1 0;1 1)
10b
q)any ([]a:0 0;b:0 1)
a| 0
b| 1
q)all ([k:`x`y]a:1 0;b:1 2)
a| 0
b| 1
q)all `a
'type
q)any `a`b
'type
q)any 0Ng
'type
