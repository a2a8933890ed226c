/ Rows appended to a table by its name.
/ source: ref/insert            status: documented
q)t:([]s:`a`b;n:1 2)
q)`t insert (`c;3)
,2
q)`t insert (`d`e;4 5)
3 4
q)`t insert ([]s:`f`g;n:6 7)
5 6
q)`t insert `s`n!(`h;8)
,7
q)t
s n
---
a 1
b 2
c 3
d 4
e 5
f 6
g 7
h 8
q)insert[`t;(`i;9)]
,8
q)k:([id:1 2]v:`x`y)
q)`k insert (3;`z)
,2
q)k
id| v
--| -
1 | x
2 | y
3 | z
/ Columns that are lacking are null: of a keyed table (wp/fix-messaging), and of a simple one, as a subscriber of some
/ columns of a table has it (the tests of di.pubsub in DataIntellectTech/kdbx-modules).
q)`k insert ([]id:4 5)
3 4
q)`w0 insert ([id:1 2]a:3 4;b:`x`y)
0 1
q)`w0 insert ([id:3 4]b:`z`z)
2 3
q)`w0 insert `id`a!5 6
,4
q)w0
id| a b
--| ---
1 | 3 x
2 | 4 y
3 |   z
4 |   z
5 | 6
q)`w0 insert ([]id:5 6)
'insert
q)`w0 insert ([]a:5 6)
'mismatch
q)`w0 insert ([]id:7 8;c:5 6)
'mismatch
q)l:([]s:`a`b;n:1 2;w:("ab";enlist"c"))
q)`l insert ([]n:3 4)
2 3
q)`l insert enlist[`s]!enlist`z
,4
q)l
s n w   
--------
a 1 "ab"
b 2 ,"c"
  3 ""  
  4 ""  
z   ""  
q)`l insert ([]n:0#0)
`long$()
q)`l insert ([]n:1 2;x:3 4)
'mismatch
q)`l insert ([]n:`a`b)
'type
/ empty: no rows; a table that knows no types yet.
q)`t insert 0#t
`long$()
q)u:([]a:();b:())
q)`u insert (1;`x)
,0
q)u
a b
---
1 x
q)type exec a from u
7h
/ nested: lists in a column.
q)w:([]k:1 2;l:(1 2;3))
q)`w insert (3;4 5 6)
,2
q)w
k l
-------
1 1 2
2 3
3 4 5 6
q)`k insert (1;`again)
'insert
q)`t insert (1;`x)
'type
q)`t insert (`a;1;2)
'length
q)`nosuch insert (1;2)
'nosuch
/ Into a splayed table that is there, by its path. Source: MartinKMwai/KDB-Q (splayed tables).
q)`:splay/ upsert([]a:10 20 30;b:1.1 2.2 3.3);
q)`:splay/ insert([]a:10 20 30;b:1.1 2.2 3.3)
3 4 5
q)`:splay/ insert(1;2.)
,6
q)`:splay/ insert(1 2;2 3.)
7 8
q)count get`:splay/
9
q)`:splay/ insert(1 2;4.)
9 10
q)`:splay/ insert`b`a!5 3
'type
q)`:splay/ insert`b`a!(5.;3)
,11
q)`:none/ insert([]a:1 2)
'type
q)`:file set 1 2;
q)`:file insert 3
'type
q)`:folder/file set 1;
q)`:folder insert([]a:1 2)
'type
q)key`:folder
`s#,`file
q)`:named/ set .Q.en[`:.]([]s:`a`b;v:1 2);
q)`:named/ insert(`a;3)
,2
q)`:named/ insert(`b`a;4 5)
3 4
/ Records and rows that fit as they are; attributes are kept or lost as ever.
q)t:([]s:`g#`a`b;v:1 2)
q)`t insert([]s:`c`d;v:3 4)
2 3
q)`t insert`s`v!(`e;5)
,4
q)`t insert`v`s!(6;`f)
,5
q)`t insert`s`v!(`g;7f)
'type
q)t,:`s`v!(`g;7)
q)exec s from t
`g#`a`b`c`d`e`f`g
q)t`v
1 2 3 4 5 6 7
