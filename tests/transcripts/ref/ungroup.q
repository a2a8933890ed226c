/ A row for each item of the lists.
/ source: ref/ungroup            status: documented
q)ungroup ([]a:1 2;l:(10 20;enlist 30))
a l
----
1 10
1 20
2 30
q)ungroup ([]a:`x`y;l:(1 2;3 4);s:("ab";"cd"))
a l s
-----
x 1 a
x 2 b
y 3 c
y 4 d
q)ungroup select n by s from ([]s:`a`b`a;n:1 2 3)
s n
---
a 1
a 3
b 2
q)ungroup ([]a:1 2;b:3 4)
a b
---
1 3
2 4
q)ungroup `k xgroup ([]k:`a`b`a;v:1 2 3)
k v
---
a 1
a 3
b 2
q)ungroup ([k:1 2]l:(`a`b;`c`d))
k l
---
1 a
1 b
2 c
2 d
q)count ungroup ([]a:1 2 3;l:(til 3;til 2;til 4))
9
/ empty: no rows.
q)count ungroup 0#([]a:1 2;l:(1 2;3 4))
0
/ nested: one level only.
q)ungroup ([]a:1 2;l:((1 2;3);enlist 4 5))
a l
-----
1 1 2
1 3
2 4 5
q)ungroup ([]l:(1 2;3 4);m:(1 2;3))
'length
q)ungroup 5
'type
q)ungroup ([]a:1 2;l:(1 2;3 4);m:(1 2 3;3 4))
'length
  the lists of row 0 have 2 and 3 items
