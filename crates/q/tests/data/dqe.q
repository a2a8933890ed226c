/ Two partitioned databases: anymaps, strings, enumerations of 64 and of 32 bits.
/ Lines that start with ? are checks: each must be 1b. The others prepare. `data` is the folder with the files.
/ The answers were computed with an independent reader of the formats and plain arithmetic, not with a q engine.
same:{(-8!x)~-8!y}              / every bit, type and attribute
bare:{`#$[(abs type x)within 20 76;value x;x]}
digest:{raze string md5"c"$-8!bare x}
system"l ",data,"/fsp-dqe/dqedb"
? 15=count sym
? sym~`hdb1`tablecount`symfilecheck`symcount`quote`quote_iex`trade`trade_iex`sym`infinitycount`nullcount`ask`bycount`sym.ex`datecheck
r:select from advancedres where date=2020.09.03
? same[bare r`procs;`hdb1`hdb1]
? 2=count r
? same[bare r`funct;`bycount`bycount]
? 2=count r
? same[bare r`table;`quote`quote]
? 2=count r
? same[bare r`resultkeys;`sym`sym.ex]
? 2=count r
? (r[`resultdata;0])~([sym:`AAPL`AIG`AMD`DELL`DOW`GOOG`HPQ`IBM`INTC`MSFT]bycount:209356 208544 209003 208687 208420 209706 208319 207438 207455 209588)
? (r[`resultdata;1])~([sym:`p#`AAPL`AAPL`AIG`AIG`AMD`AMD`DELL`DELL`DOW`DOW`GOOG`GOOG`HPQ`HPQ`IBM`IBM`INTC`INTC`MSFT`MSFT;ex:"NONONONONONONONONONO"]bycount:104968 104388 104289 104255 104037 104966 104346 104341 104600 103820 105004 104702 103931 104388 104087 103351 104094 103361 104793 104795)
? (type each r`resultdata)~99 99h
? (keys each r`resultdata)~(enlist`sym;`sym`ex)
? `p`~attr each value flip key r[`resultdata;1]
? (enlist`)~attr each value flip key r[`resultdata;0]
? (raze each string md5 each"c"$/:-8!/:r`resultdata)~("4dac6f6ab0fc7642c7536670622312ce";"b276851e21a6f3517d6f3c1735a0cfe0")
r:select from resultstab where date=2020.09.03
? same[bare r`procs;`hdb1`hdb1`hdb1`hdb1`hdb1`hdb1`hdb1`hdb1`hdb1]
? 9=count r
? same[bare r`funct;`datecheck`tablecount`tablecount`tablecount`tablecount`symfilecheck`symcount`infinitycount`nullcount]
? 9=count r
? same[bare r`table;`quote`quote`quote_iex`trade`trade_iex``quote`quote`quote]
? 9=count r
? same[bare r`column;```````sym`ask`ask]
? 9=count r
? same[bare r`resvalue;5486 0 0 0 0 10 10 0 0]
? 9=count r
system"l ",data,"/fsp-dqe/dqcdb"
? 55=count sym
? sym~`$(".dqc.tableticking";"quote,5,minute";"rdb";"rdb1";"complete";"scheduled";"tableticking";"chkslowsub";"constructcheck";"attrcheck";"schemacheck";"freeform";"symfilecheck";"xmarketalert";"repeat";"single";".dqc.chkslowsub";".dqc.constructcheck";".dqc.attrcheck";".dqc.schemacheck";".dqc.freeform";".dqc.symfilecheck";".dqc.xmarketalert";"1000000";"quote,table";"date,variable,comp(hdb1,0)";"quote,s,g,time,sym";"quote,time,sym,bid,ask,bsize,asize,mode,ex,src,psffjjccs,,,,,,,,,,s,g,,,,,,,";"select from trade where date=2020.01.02";":/home/dlam/lettingtimerchangerun/hdb/database,sym";"quote";"tickerplant";"hdb";"tickerplant1";"hdb2";"hdb1";"datechk";"dfilechk";".dqc.datechk";".dqc.dfilechk";".dqc.anomalychk";".dqc.nullchk";".dqc.pctAvgDailyChange";"trade";"quote,bid,ask,20";"quote,bid,ask,10";"symcount,quote,resultstab,2,0";":/home/dlam/newdqedeploy/hdb/database,sym";"dqedb";"dqedb1";"failed";"anomalychk";"nullchk";"pctAvgDailyChange";":/home/dlam/updatefsp/hdb/database,sym")
r:select from configtable where date=2020.04.17
? same[bare r`action;`tableticking`tableticking`constructcheck`constructcheck`attrcheck`freeform`xmarketalert`anomalychk`nullchk`pctAvgDailyChange`datechk`dfilechk]
? 12=count r
? same[bare r`params;("`comp`vars!(0b;(`quote;5;`minute))";"`comp`vars!(0b;(`quote;5;`minute))";"`comp`vars!(0b;(`quote;`table))";"`comp`compallow`compproc`vars!(1b;0;`hdb1;(`date;`variable))";"`comp`vars!(0b;(`quote;`s`g;`time`sym))";"`comp`vars!(0b;\"select from trade where date=2020.01.02\")";"`comp`vars!(0b;(`quote))";"`comp`vars ! (0b; (`quote; `bid`ask; 20))";"`comp`vars ! (0b; (`quote; `bid`ask; 10))";"`comp`vars!(0b;(`symcount;`quote;`resultstab;2;0))";"`comp`vars!(0b;0N)";"`comp`vars!(0b;`trade)")]
? 12=count r
? same[bare r`proc;("`rdb1";"`rdb1";"`rdb1";"`hdb2";"`rdb1";"`hdb1";"`rdb1";"`rdb1";"`rdb1";"`dqedb1";"`hdb1";"`hdb1")]
? 12=count r
? same[bare r`mode;`repeat`single`repeat`repeat`repeat`repeat`repeat`repeat`repeat`repeat`repeat`repeat]
? 12=count r
? same[bare r`starttime;2020.04.16D09:00:00.000000000 2020.04.16D12:00:00.000000000 2020.04.16D09:00:00.000000000 2020.04.16D09:00:00.000000000 2020.04.16D09:00:00.000000000 2020.04.16D09:00:00.000000000 2020.04.16D09:00:00.000000000 2020.04.16D09:00:00.000000000 2020.04.16D09:00:00.000000000 2020.04.16D09:00:00.000000000 2020.04.16D00:10:00.000000000 2020.04.16D09:00:00.000000000]
? 12=count r
? same[bare r`endtime;0Np 0Np 0Np 0Np 0Np 0Np 0Np 0Np 0Np 0Np 0Np 0Np]
? 12=count r
? same[bare r`period;0D00:05:00.000000000 0Nn 0D00:02:00.000000000 0D00:02:00.000000000 0D00:02:00.000000000 0D00:03:00.000000000 0D00:05:00.000000000 0D00:02:00.000000000 0D00:02:00.000000000 0D00:02:00.000000000 0D00:01:00.000000000 0D00:01:00.000000000]
? 12=count r
? same[bare r`checkid;0 2 3 4 5 7 9 10 11 12 13 14]
? 12=count r
? (count each r`params)~34 34 31 60 39 57 24 41 41 50 18 22
? (count each r`proc)~5 5 5 5 5 5 5 5 5 7 5 5
r:select from results where date=2020.04.17
? same[bare r`id;2 13 14 3 4 5 10 11 12 13 14 7 13 14 3 4 5 10 11 12 13 14]
? 22=count r
? same[bare r`funct;`.dqc.tableticking`.dqc.datechk`.dqc.dfilechk`.dqc.constructcheck`.dqc.constructcheck`.dqc.attrcheck`.dqc.anomalychk`.dqc.nullchk`.dqc.pctAvgDailyChange`.dqc.datechk`.dqc.dfilechk`.dqc.freeform`.dqc.datechk`.dqc.dfilechk`.dqc.constructcheck`.dqc.constructcheck`.dqc.attrcheck`.dqc.anomalychk`.dqc.nullchk`.dqc.pctAvgDailyChange`.dqc.datechk`.dqc.dfilechk]
? 22=count r
? same[bare r`params;`$("quote,5,minute";"";"trade";"quote,table";"date,variable,comp(hdb1,0)";"quote,s,g,time,sym";"quote,bid,ask,20";"quote,bid,ask,10";"symcount,quote,resultstab,2,0";"";"trade";"select from trade where date=2020.01.02";"";"trade";"quote,table";"date,variable,comp(hdb1,0)";"quote,s,g,time,sym";"quote,bid,ask,20";"quote,bid,ask,10";"symcount,quote,resultstab,2,0";"";"trade")]
? 22=count r
? same[bare r`procs;`rdb`hdb`hdb`rdb`hdb`rdb`rdb`rdb`dqedb`hdb`hdb`hdb`hdb`hdb`rdb`hdb`rdb`rdb`rdb`dqedb`hdb`hdb]
? 22=count r
? same[bare r`procschk;`rdb1`hdb1`hdb1`rdb1`hdb2`rdb1`rdb1`rdb1`dqedb1`hdb1`hdb1`hdb1`hdb1`hdb1`rdb1`hdb2`rdb1`rdb1`rdb1`dqedb1`hdb1`hdb1]
? 22=count r
? same[bare r`starttime;2020.04.17D00:00:00.265618000 2020.04.17D00:01:00.049989000 2020.04.17D00:01:00.052262000 2020.04.17D00:02:00.049952000 2020.04.17D00:02:00.051259000 2020.04.17D00:02:00.052528000 2020.04.17D00:02:00.053700000 2020.04.17D00:02:00.054928000 2020.04.17D00:02:00.056159000 2020.04.17D00:02:00.249806000 2020.04.17D00:02:00.251042000 2020.04.17D00:03:00.050011000 2020.04.17D00:03:00.449987000 2020.04.17D00:03:00.451451000 2020.04.17D00:04:00.249959000 2020.04.17D00:04:00.251509000 2020.04.17D00:04:00.253889000 2020.04.17D00:04:00.256281000 2020.04.17D00:04:00.258417000 2020.04.17D00:04:00.259581000 2020.04.17D00:04:00.649739000 2020.04.17D00:04:00.650893000]
? 22=count r
? same[bare r`endtime;2020.04.17D00:00:00.271388000 2020.04.17D00:01:00.057253000 2020.04.17D00:01:00.060272000 2020.04.17D00:02:00.099097000 2020.04.17D00:02:00.063303000 2020.04.17D00:02:00.103493000 2020.04.17D00:02:00.280452000 2020.04.17D00:02:00.284269000 2020.04.17D00:02:00.066130000 2020.04.17D00:02:00.257810000 2020.04.17D00:02:00.263620000 2020.04.17D00:03:00.059723000 2020.04.17D00:03:00.458440000 2020.04.17D00:03:00.462820000 2020.04.17D00:04:00.306325000 2020.04.17D00:04:00.263632000 2020.04.17D00:04:00.310718000 2020.04.17D00:04:00.489946000 2020.04.17D00:04:00.493822000 2020.04.17D00:04:00.270586000 2020.04.17D00:04:00.659614000 2020.04.17D00:04:00.663774000]
? 22=count r
? same[bare r`result;1011111100110111111001b]
? 22=count r
? same[bare r`descp;("there are 17721 records";"Latest date in hdb is not correct";"Two latest .d files match";"quote table exists";"hdb1  | match hdb2";"attribute of time,sym matched expectation";"No columns above threshold.";"No columns above threshold.";"error: number of days exceeds number of available dates";"Latest date in hdb is not correct";"Two latest .d files match";"select from trade where date=2020.01.02 passed";"Latest date in hdb is not correct";"Two latest .d files match";"quote table exists";"hdb1  | match hdb2";"attribute of time,sym matched expectation";"No columns above threshold.";"No columns above threshold.";"error: number of days exceeds number of available dates";"Latest date in hdb is not correct";"Two latest .d files match")]
? 22=count r
? same[bare r`chkstatus;`complete`complete`complete`complete`complete`complete`complete`complete`complete`complete`complete`complete`complete`complete`complete`complete`complete`complete`complete`complete`complete`complete]
? 22=count r
? same[bare r`chkruntype;`scheduled`scheduled`scheduled`scheduled`scheduled`scheduled`scheduled`scheduled`scheduled`scheduled`scheduled`scheduled`scheduled`scheduled`scheduled`scheduled`scheduled`scheduled`scheduled`scheduled`scheduled`scheduled]
? 22=count r
? (count each r`descp)~23 33 25 18 18 41 27 27 55 33 25 46 33 25 18 18 41 27 27 55 33 25
