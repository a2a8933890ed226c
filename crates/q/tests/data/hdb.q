/ A partitioned database of one day with compressed columns.
/ Lines that start with ? are checks: each must be 1b. The others prepare. `data` is the folder with the files.
/ The answers were computed with an independent reader of the formats and plain arithmetic, not with a q engine.
same:{(-8!x)~-8!y}              / every bit, type and attribute
bare:{`#$[(abs type x)within 20 76;value x;x]}
near:{(abs x-y)<=1e-12*abs y}   / sums in another order differ in the last digits
digest:{raze string md5"c"$-8!bare x}
system"l ",data,"/fsp-hdb"
? same[date;enlist 2015.01.07]
? same[sym;`MSFT`DOW`AAPL`IBM`INTC`GOOG`AMD`AIG`HPQ`DELL]
? same[tables`.;`s#`quote`quote_iex`trade`trade_iex]
? same[.Q.pf;`date]
? same[.Q.pv;enlist 2015.01.07]
? same[count trade;196519]
? same[count quote;344455]
? same[count trade_iex;0]
? same[count quote_iex;0]
? same[exec count i from select from trade where date=2015.01.07;196519]
? same[cols trade;`date`time`sym`price`size`stop`cond`ex]
? same[cols quote;`date`time`sym`bid`ask`bsize`asize`mode`ex]
? same[cols trade_iex;`date`sym`time`price`size`stop`cond`ex`srctime]
? same[cols quote_iex;`date`sym`time`bid`ask`bsize`asize`mode`ex`srctime]
? same[value flip 0!meta trade;(`date`time`sym`price`size`stop`cond`ex;"dpsfibcc";````````;```p`````)]
? same[value flip 0!meta quote;(`date`time`sym`bid`ask`bsize`asize`mode`ex;"dpsffjjcc";`````````;```p``````)]
? same[value flip 0!meta trade_iex;(`date`sym`time`price`size`stop`cond`ex`srctime;"dspfibccp";`````````;``p```````)]
? same[value flip 0!meta quote_iex;(`date`sym`time`bid`ask`bsize`asize`mode`ex`srctime;"dspffjjccp";``````````;``p````````)]
t:select from trade where date=2015.01.07
q:select from quote where date=2015.01.07
? same[@[(first 0 _ t)`time`sym`price`size`stop`cond`ex;1;value];(2015.01.07D00:00:03.838217000;`MSFT;20.12;42i;0b;"R";"N")]
? same[@[(first 1 _ t)`time`sym`price`size`stop`cond`ex;1;value];(2015.01.07D00:00:04.038241000;`MSFT;20.14;68i;1b;"N";"N")]
? same[@[(first 2 _ t)`time`sym`price`size`stop`cond`ex;1;value];(2015.01.07D00:00:06.438187000;`MSFT;20.09;13i;0b;"R";"N")]
? same[@[(last t)`time`sym`price`size`stop`cond`ex;1;value];(2015.01.07D10:55:20.438169000;`DELL;13.66;45i;0b;"A";"O")]
? same[@[(first 0 _ q)`time`sym`bid`ask`bsize`asize`mode`ex;1;value];(2015.01.07D00:00:04.438224000;`MSFT;19.85;20.93;12;20;"B";"N")]
? same[@[(first 1 _ q)`time`sym`bid`ask`bsize`asize`mode`ex;1;value];(2015.01.07D00:00:05.238251000;`MSFT;19.92;20.610000000000003;97;69;"I";"N")]
? same[@[(first 2 _ q)`time`sym`bid`ask`bsize`asize`mode`ex;1;value];(2015.01.07D00:00:06.238092000;`MSFT;20.01;20.55;42;50;"B";"N")]
? same[@[(last q)`time`sym`bid`ask`bsize`asize`mode`ex;1;value];(2015.01.07D10:55:20.638143000;`DELL;12.76;14.52;52;20;"Y";"O")]
? {(196519=count x)&"65b110e3a79161d03db6e1250dad76b8"~digest x}exec time from select from trade where date=2015.01.07
? 12h=type bare exec time from select from trade where date=2015.01.07
? {(196519=count x)&"c9f8034d9fbd8a2f4422751b5c89fa0f"~digest x}exec sym from select from trade where date=2015.01.07
? 11h=type bare exec sym from select from trade where date=2015.01.07
? {(196519=count x)&"d56ee65ec6737da00e1662e50db9eee3"~digest x}exec price from select from trade where date=2015.01.07
? 9h=type bare exec price from select from trade where date=2015.01.07
? {(196519=count x)&"6567e5e4a785825f7ed7e4e029756898"~digest x}exec size from select from trade where date=2015.01.07
? 6h=type bare exec size from select from trade where date=2015.01.07
? {(196519=count x)&"4a029083f9c8a0a17a90547aa926b799"~digest x}exec stop from select from trade where date=2015.01.07
? 1h=type bare exec stop from select from trade where date=2015.01.07
? {(196519=count x)&"ddd584bc1be490fb48d923feb51fcb18"~digest x}exec cond from select from trade where date=2015.01.07
? 10h=type bare exec cond from select from trade where date=2015.01.07
? {(196519=count x)&"9e9edd5c2b836393863e6ea3aba229ac"~digest x}exec ex from select from trade where date=2015.01.07
? 10h=type bare exec ex from select from trade where date=2015.01.07
? {(344455=count x)&"0b9c135f0e1cbccb76cea5637faf8696"~digest x}exec time from select from quote where date=2015.01.07
? 12h=type bare exec time from select from quote where date=2015.01.07
? {(344455=count x)&"7639ea401562fb2454f3ef899b098e70"~digest x}exec sym from select from quote where date=2015.01.07
? 11h=type bare exec sym from select from quote where date=2015.01.07
? {(344455=count x)&"5f2932673eb8a49a62160864b2a3e7bf"~digest x}exec bid from select from quote where date=2015.01.07
? 9h=type bare exec bid from select from quote where date=2015.01.07
? {(344455=count x)&"02e9d981365784e2955bcf8c39def27c"~digest x}exec ask from select from quote where date=2015.01.07
? 9h=type bare exec ask from select from quote where date=2015.01.07
? {(344455=count x)&"95c957adf1c91c8eb41deeac3e7facb4"~digest x}exec bsize from select from quote where date=2015.01.07
? 7h=type bare exec bsize from select from quote where date=2015.01.07
? {(344455=count x)&"03dfd3156f9066fcbcaf098980a9c1b9"~digest x}exec asize from select from quote where date=2015.01.07
? 7h=type bare exec asize from select from quote where date=2015.01.07
? {(344455=count x)&"5569fe01cd376f0c6e95ec190926eff4"~digest x}exec mode from select from quote where date=2015.01.07
? 10h=type bare exec mode from select from quote where date=2015.01.07
? {(344455=count x)&"a4e58d3c11e355785b9edf08b6dcd888"~digest x}exec ex from select from quote where date=2015.01.07
? 10h=type bare exec ex from select from quote where date=2015.01.07
? {(0=count x)&"256ce1ce03870e8d1b89c430cc73a6cf"~digest x}exec sym from select from trade_iex where date=2015.01.07
? 11h=type bare exec sym from select from trade_iex where date=2015.01.07
? {(0=count x)&"88dde1f23830bd7480e64b46626e9b6a"~digest x}exec time from select from trade_iex where date=2015.01.07
? 12h=type bare exec time from select from trade_iex where date=2015.01.07
? {(0=count x)&"db42d6855771841267fbae2a1a73a2ad"~digest x}exec price from select from trade_iex where date=2015.01.07
? 9h=type bare exec price from select from trade_iex where date=2015.01.07
? {(0=count x)&"6efe5b6c18c46b51fffff7d88a369f8d"~digest x}exec size from select from trade_iex where date=2015.01.07
? 6h=type bare exec size from select from trade_iex where date=2015.01.07
? {(0=count x)&"321a53e628f991b5428709003dc0d951"~digest x}exec stop from select from trade_iex where date=2015.01.07
? 1h=type bare exec stop from select from trade_iex where date=2015.01.07
? {(0=count x)&"80cd1569789fe116714fa830bc153c0c"~digest x}exec cond from select from trade_iex where date=2015.01.07
? 10h=type bare exec cond from select from trade_iex where date=2015.01.07
? {(0=count x)&"80cd1569789fe116714fa830bc153c0c"~digest x}exec ex from select from trade_iex where date=2015.01.07
? 10h=type bare exec ex from select from trade_iex where date=2015.01.07
? {(0=count x)&"88dde1f23830bd7480e64b46626e9b6a"~digest x}exec srctime from select from trade_iex where date=2015.01.07
? 12h=type bare exec srctime from select from trade_iex where date=2015.01.07
? {(0=count x)&"256ce1ce03870e8d1b89c430cc73a6cf"~digest x}exec sym from select from quote_iex where date=2015.01.07
? 11h=type bare exec sym from select from quote_iex where date=2015.01.07
? {(0=count x)&"88dde1f23830bd7480e64b46626e9b6a"~digest x}exec time from select from quote_iex where date=2015.01.07
? 12h=type bare exec time from select from quote_iex where date=2015.01.07
? {(0=count x)&"db42d6855771841267fbae2a1a73a2ad"~digest x}exec bid from select from quote_iex where date=2015.01.07
? 9h=type bare exec bid from select from quote_iex where date=2015.01.07
? {(0=count x)&"db42d6855771841267fbae2a1a73a2ad"~digest x}exec ask from select from quote_iex where date=2015.01.07
? 9h=type bare exec ask from select from quote_iex where date=2015.01.07
? {(0=count x)&"2c41b87a021f3062fa5873c04fcaa0b7"~digest x}exec bsize from select from quote_iex where date=2015.01.07
? 7h=type bare exec bsize from select from quote_iex where date=2015.01.07
? {(0=count x)&"2c41b87a021f3062fa5873c04fcaa0b7"~digest x}exec asize from select from quote_iex where date=2015.01.07
? 7h=type bare exec asize from select from quote_iex where date=2015.01.07
? {(0=count x)&"80cd1569789fe116714fa830bc153c0c"~digest x}exec mode from select from quote_iex where date=2015.01.07
? 10h=type bare exec mode from select from quote_iex where date=2015.01.07
? {(0=count x)&"80cd1569789fe116714fa830bc153c0c"~digest x}exec ex from select from quote_iex where date=2015.01.07
? 10h=type bare exec ex from select from quote_iex where date=2015.01.07
? {(0=count x)&"88dde1f23830bd7480e64b46626e9b6a"~digest x}exec srctime from select from quote_iex where date=2015.01.07
? 12h=type bare exec srctime from select from quote_iex where date=2015.01.07
b:`sym xasc update sym:value sym from 0!select n:count i,lo:min price,hi:max price,sp:sum price,ss:sum size,f:first price,l:last price,r:first i by sym from trade where date=2015.01.07
? same[b`sym;`s#`AAPL`AIG`AMD`DELL`DOW`GOOG`HPQ`IBM`INTC`MSFT]
? same[b`r;39479 137898 118437 177097 19603 98903 157489 59474 79077 0j]
? same[b`n;19995 19591 19461 19422 19876 19534 19608 19603 19826 19603j]
? same[b`lo;20.0 30.04 37.1 11.75 30.1 64.77 47.870000000000005 19.8 40.24 15.65f]
? same[b`hi;28.900000000000002 37.84 53.68 15.92 39.82 81.23 63.02 25.560000000000002 60.57 21.68f]
? same[b`ss;980136 955919 952624 955291 976785 963839 957697 961230 975962 959967i]
? same[b`f;28.73 31.79 43.79 14.88 35.800000000000004 71.34 53.53 23.67 50.9 20.12f]
? same[b`l;21.81 30.22 39.03 13.66 31.94 77.87 59.620000000000005 21.56 56.620000000000005 18.89f]
? all near[b`sp;472794.26 656048.21 907314.4500000001 267213.67 683975.8200000001 1402045.09 1092972.25 448819.37 982493.0 368216.62f]
? same[exec sum size from t;9639450i]
? same[exec min price from t;11.75]
? same[exec max price from t;81.23]
? same[exec sum stop from t;9931i]
? same[exec count distinct cond from t;18]
? same[exec asc distinct ex from t;`s#"NO"]
? near[exec sum price from t;7281892.74]
? near[exec avg price from t;37.05439545285698]
? near[exec dev price from t;17.75226158596027]
v:`sym xasc update sym:value sym from 0!select vwap:size wavg price,s:sum size by sym from trade where date=2015.01.07
? same[v`sym;`s#`AAPL`AIG`AMD`DELL`DOW`GOOG`HPQ`IBM`INTC`MSFT]
? all near[v`vwap;23.643643443358883 33.49815241667966 46.61643015502444 13.759411802267582 34.40838310375364 71.7879509025885 55.74691925525506 22.88835252749082 49.54924759365631 18.78676038863836f]
? (v`s)~980136 955919 952624 955291 976785 963839 957697 961230 975962 959967i
? (string v`vwap)~("23.64364";"33.49815";"46.61643";"13.75941";"34.40838";"71.78795";"55.74692";"22.88835";"49.54925";"18.78676")
bars:select n:count i,o:first price,h:max price,l:min price,c:last price,v:sum size by sym,5 xbar time.minute from trade where date=2015.01.07
want:("SUJFFFFI";enlist",")0:hsym`$data,"/expected/fsp-bars.csv"
? 1320=count bars
? (cols key bars)~`sym`minute
? (flip want)~flip`sym`minute xasc update sym:value sym from 0!bars
qq:select sym,time,bid,ask,bsize,asize from quote where date=2015.01.07
want:("SJPFJFFJJP";enlist",")0:hsym`$data,"/expected/fsp-aj.csv"
twenty:{raze{20#select from t where sym=x}each distinct want`sym}
a:aj[`sym`time;twenty[];qq]
a0:aj0[`sym`time;twenty[];qq]
? 200=count a
? (want`sym)~value a`sym
? (delete k,qtime from want)~update sym:value sym from select sym,time,price,size,bid,ask,bsize,asize from update size:`long$size from a
? (want`qtime)~?[null a`bid;0Np;a0`time]
a:aj[`sym`time;t;qq]
? 10=exec sum null bid from a
? near[exec sum ask-bid from a;196256.31]
? (exec count i from t where sym=`AAPL,price>25)~6892
? (exec count i from t where sym in `AAPL`IBM)~39598
? (exec count i from t where stop)~9931
? (exec count i from t where size within 50 59)~20043
? (exec sum size from t where cond=" ")~539750i
? (exec count i from t where time.minute within 09:30 09:59)~8737
? (exec first time from t)~2015.01.07D00:00:03.838217000
? (exec max time from t)~2015.01.07D10:55:20.438169000
? (exec min time from t)~2015.01.07D00:00:00.638306000
? (exec count i from t where size=max size)~1995
? (exec max size from t)~98i
? (exec max bid from q)~81.27000000000001
? (exec min ask from q)~11.81
? (exec sum bsize from q)~18790716
? (exec sum asize from q)~18774936
? (exec count i from q where bid>ask)~0
/ Of the differences 300094 exceed 0.5 as doubles; 7 of them only within the tolerance, so they are not greater.
? 300087=exec count i from q where (ask-bid)>0.5
? 300094=exec sum 0<(ask-bid)-0.5 from q
g:`ex`stop xasc 0!select n:count i by ex,stop from trade where date=2015.01.07
? same[g`n;93106 5011 93482 4920]
? (g`ex`stop)~("NNOO";0101b)
g:`cond xasc 0!select n:count i by cond from trade where date=2015.01.07
? (g`cond`n)~(" 89ABCEGJKLNOPRTWZ";11110 10919 10841 10824 10695 10713 10942 10927 11107 10923 10927 10887 10912 10879 11015 10997 10877 11024)
b:`sym xasc update sym:value sym from 0!select r:first i,n:count i,mb:max bid,ma:min ask,lb:last bid,la:last ask,sb:sum bsize by sym from quote where date=2015.01.07
? same[b`r;68967 241292 206959 310334 34345 172796 275749 103520 138361 0j]
? same[b`n;34553 34457 34333 34121 34622 34163 34585 34841 34435 34345j]
? same[b`mb;28.87 37.78 53.63 15.830000000000002 39.76 81.27000000000001 62.9 25.5 60.44 21.580000000000002f]
? same[b`ma;20.04 30.14 37.17 11.81 30.25 64.98 48.14 19.82 40.370000000000005 15.73f]
? same[b`lb;21.540000000000003 29.48 38.089999999999996 12.76 31.2 77.34 59.04 21.290000000000003 55.96000000000001 17.95f]
? same[b`la;22.470000000000002 30.31 39.55 14.52 32.45 78.71000000000001 60.339999999999996 22.35 56.74 18.96f]
? same[b`sb;1886986 1878406 1866532 1865790 1891264 1863655 1886056 1895638 1873548 1882841j]
? (-21!`:2015.01.07/trade/time)~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(1572408;1572168;1i;16i;0i)
? 1572168=hcount `:2015.01.07/trade/time
? (-21!`:2015.01.07/trade/sym)~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(12030;786544;1i;16i;0i)
? 786544=hcount `:2015.01.07/trade/sym
? (-21!`:2015.01.07/trade/price)~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(1162872;1572168;1i;16i;0i)
? 1572168=hcount `:2015.01.07/trade/price
? (-21!`:2015.01.07/trade/size)~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(786236;786092;1i;16i;0i)
? 786092=hcount `:2015.01.07/trade/size
? (-21!`:2015.01.07/trade/stop)~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(35396;196535;1i;16i;0i)
? 196535=hcount `:2015.01.07/trade/stop
? (-21!`:2015.01.07/trade/cond)~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(196607;196535;1i;16i;0i)
? 196535=hcount `:2015.01.07/trade/cond
? 0=count -21!`:2015.01.07/trade/ex
? 196535=hcount `:2015.01.07/trade/ex
? (-21!`:2015.01.07/quote/time)~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(2756048;2755656;1i;16i;0i)
? 2755656=hcount `:2015.01.07/quote/time
? (-21!`:2015.01.07/quote/sym)~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(20785;1378288;1i;16i;0i)
? 1378288=hcount `:2015.01.07/quote/sym
? (-21!`:2015.01.07/quote/bid)~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(2756048;2755656;1i;16i;0i)
? 2755656=hcount `:2015.01.07/quote/bid
? (-21!`:2015.01.07/quote/ask)~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(2756048;2755656;1i;16i;0i)
? 2755656=hcount `:2015.01.07/quote/ask
? (-21!`:2015.01.07/quote/bsize)~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(737551;2755656;1i;16i;0i)
? 2755656=hcount `:2015.01.07/quote/bsize
? (-21!`:2015.01.07/quote/asize)~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(737263;2755656;1i;16i;0i)
? 2755656=hcount `:2015.01.07/quote/asize
? (-21!`:2015.01.07/quote/mode)~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(344567;344471;1i;16i;0i)
? 344471=hcount `:2015.01.07/quote/mode
? 0=count -21!`:2015.01.07/quote/ex
? 344471=hcount `:2015.01.07/quote/ex
? 0=count -21!`:sym
? 0=count -21!`:2015.01.07/trade/.d
