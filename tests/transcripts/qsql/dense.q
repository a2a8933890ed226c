/ Where many rows are kept: columns of every kind, nulls, constraints after others, limits, deletes; what stays is what `where` picks.
/ source: ref/select, ref/delete, ref/where            status: inferred
q)n:1200
q)t:([]i0:til n;x:@[n#0 1 2 3 4 5 6 7 8 9f;7*til 100;:;0n];s:n#`a`b`c;c:n#"xyz";st:n#("ab";"";"cde");g:n#0Ng,"G"$"8c680a01-5a49-5aab-5a65-d4bfddb6a661";h:n#1 2 3h;l:n#(1 2;`p;"q"))
q)d:select from t where x>0
q)count d
990
q)-3#d
i0   x s c st    g                                    h l  
-----------------------------------------------------------
1197 7 a x "ab"  8c680a01-5a49-5aab-5a65-d4bfddb6a661 1 1 2
1198 8 b y ""    00000000-0000-0000-0000-000000000000 2 `p 
1199 9 c z "cde" 8c680a01-5a49-5aab-5a65-d4bfddb6a661 3 "q"
q)meta d
c | t f a
--| -----
i0| j    
x | f    
s | s    
c | c    
st| C    
g | g    
h | h    
l |      
q)d~t where t[`x]>0
1b
q)(select from t where not null x)~t where not null t`x
1b
q)(exec st from t where s<>`a)~t[`st]where t[`s]<>`a
1b
q)count select from t where x>10
0
q)meta select i0,s,st from t where x>10
c | t f a
--| -----
i0| j    
s | s    
st|      
q)count each(select from t where i0>=0;select from t where i0<0)
1200 0
q)u:delete from t where x>8
q)u~t where not t[`x]>8
1b
q)(delete from t where i0=5)~t(til n)except 5
1b
q)count delete from t where i0>=0
0
q)(delete from t where i0<0)~t
1b
q)(select from t where x>1,s<>`a,i0>30)~t where(t[`x]>1)&(t[`s]<>`a)&t[`i0]>30
1b
q)(select from t where x>1,i0 in 40 41 42 43)~t where(t[`x]>1)&t[`i0]in 40 41 42 43
1b
q)select[3]from t where x>1
i0 x s c st    g                                    h l  
---------------------------------------------------------
2  2 c z "cde" 00000000-0000-0000-0000-000000000000 3 "q"
3  3 a x "ab"  8c680a01-5a49-5aab-5a65-d4bfddb6a661 1 1 2
4  4 b y ""    00000000-0000-0000-0000-000000000000 2 `p 
q)select[-2]i0,x from t where x>1,s=`b
i0   x
------
1195 5
1198 8
q)exec i from t where x>1,i0<20
2 3 4 5 6 8 9 12 13 15 16 17 18 19
q)5#exec i0 from(update x:-1f from t where x>1)where x<0
0 2 3 4 5
q)k:`i0 xkey select i0,x,st from t
q)3#select from k where x>2
i0| x st   
--| -------
3 | 3 "ab" 
4 | 4 ""   
5 | 5 "cde"
q)(select from k where x>2)~`i0 xkey select from(0!k)where x>2
1b
q)keys delete from k where x>2
,`i0
q)attr exec i0 from(update `s#i0 from t)where x>0
`
q)attr exec i0 from(update `s#i0 from t)where i0>=0
`s
q)attr exec i0 from delete from(update `s#i0 from t)where i0=0
`
q)e:`a`b`c
q)type exec v from([]v:`e$n#`a`b`c)where v<>`a
20h
q)select n:count i,sum x by s from t where x>2
s| n   x   
-| --------
a| 258 1551
b| 256 1530
c| 256 1539
q)(select from([]a:();b:())where a>0)~([]a:();b:())
1b
q)f:1000#01b
q)count select from([]v:til 1000)where f
500
