/ Groups by several keys of which one is rounded, has nulls or lies far apart are those of the plain numbers.
/ source: ref/select, ref/xbar            status: inferred
q)n:3000
q)t:([]time:0D00:05 xbar 09:30:00.000000000+0D00:00:07*til n;sym:n#`b`a`c;id:n#0N 5 7 0N 1000000000000;price:n#1 2 3 5 7f)
q)select n:count i,first price,last price by sym,time from t where time<0D09:40
sym time                | n  price price1
------------------------| ---------------
a   0D09:30:00.000000000| 14 2     1     
a   0D09:35:00.000000000| 15 5     1     
b   0D09:30:00.000000000| 15 1     3     
b   0D09:35:00.000000000| 14 1     7     
c   0D09:30:00.000000000| 14 3     2     
c   0D09:35:00.000000000| 14 7     5     
q)same:{[t;k](exec s from 0!?[t;();k!k;enlist[`s]!enlist(sum;`price)])~exec s from 0!`key0 xasc select s:sum price by key0 from update key0:flip t k from t}
q)same[t]each(`sym`time;`time`sym;`sym`id;`id`time;`id`sym`time)
11111b
/ One time is no multiple; all are null; a null among times.
q)same[update time:time+1 from t where i=1501]each(`sym`time;`id`time)
11b
q)same[update time:0Nn from t]each(`sym`time;`id`time)
11b
q)same[update time:0Nn from t where i in 5 77 2999]each(`sym`time;`id`time)
11b
q)same[update time:0D00:05*til n from t]each(`sym`time;`id`time)
11b
q)select count i by id,sym from t where sym in`a`b
id            sym| x  
-----------------| ---
              a  | 400
              b  | 400
5             a  | 200
5             b  | 200
7             a  | 200
7             b  | 200
1000000000000 a  | 200
1000000000000 b  | 200
q)count distinct select id,time from t
280
q)exec n from select n:count i by time,time2:2 xbar time,id from 0#t
`long$()
