/ Logs of messages. `tmp` is a folder to write in.
/ Lines that start with ? are checks: each must be 1b. The others prepare. `data` is the folder with the files.
/ The answers were computed with an independent reader of the formats and plain arithmetic, not with a q engine.
f:{hsym`$data,"/torq-logs/",x}
upd:{[t;x].[`got;enlist t;{$[()~x;y;x,'y]};x];msgs[t]+:1}
replay:{got::`quote`trade!(();());msgs::`quote`trade!0 0;-11!f x}
near:{(abs x-y)<=1e-12*abs y}
? 0~-11!(-2;f"stp1_logmsg20220616122504")
? 8=hcount f"stp1_logmsg20220616122504"
? 0~replay"stp1_logmsg20220616122504"
? 308~-11!(-2;f"stp1_quote20220616122504")
? 601310=hcount f"stp1_quote20220616122504"
? 308~replay"stp1_quote20220616122504"
? (308;11307)~(msgs`quote;count first got`quote)
? (type each got[`quote])~12 11 9 9 7 7 10 10 11h
? (first got[`quote] 0;last got[`quote] 0)~2022.06.16D12:25:07.526280000 2022.06.16D12:28:19.126194000
? 10=count distinct got[`quote] 1
? (count each group got[`quote] 1)[`DOW`MSFT`GOOG`DELL`AIG]~1952 1935 1727 1368 1212
? near[sum got[`quote] 2;439369.72000000003]
? near[sum got[`quote] 3;450665.83]
? near[sum got[`quote] 4;714608]
? near[sum got[`quote] 5;800500]
? 306~-11!(-2;f"stp1_trade20220616122504")
? 99435=hcount f"stp1_trade20220616122504"
? 306~replay"stp1_trade20220616122504"
? (306;2409)~(msgs`trade;count first got`trade)
? (type each got[`trade])~12 11 9 6 1 10 10 11h
? (first got[`trade] 0;last got[`trade] 0)~2022.06.16D12:25:06.925998000 2022.06.16D12:28:17.727152000
? 10=count distinct got[`trade] 1
? (count each group got[`trade] 1)[`MSFT`DOW`GOOG`DELL`AIG]~402 385 370 328 253
? near[sum got[`trade] 2;94336.1]
? near[sum got[`trade] 3;106423]
? near[sum got[`trade] 4;112]
? 2~-11!(-2;f"stpnone_20201006204450")
? 888=hcount f"stpnone_20201006204450"
? 2~replay"stpnone_20201006204450"
? (1;10)~(msgs`trade;count first got`trade)
? (1;10)~(msgs`quote;count first got`quote)
? (type each got[`trade])~12 11 9 6 1 10 10 11h
? (first got[`trade] 0;last got[`trade] 0)~2020.10.06D20:45:01.715877000 2020.10.06D20:45:01.715877000
? 6=count distinct got[`trade] 1
? (count each group got[`trade] 1)[`GOOG`ecpf`fphp`gmgi`ihmc]~5 1 1 1 1
? near[sum got[`trade] 2;453.39893251657486]
? near[sum got[`trade] 3;471]
? near[sum got[`trade] 4;0]
? (type each got[`quote])~12 11 9 9 6 6 10 10 11h
? (first got[`quote] 0;last got[`quote] 0)~2020.10.06D20:45:01.716175000 2020.10.06D20:45:01.716175000
? 10=count distinct got[`quote] 1
? (count each group got[`quote] 1)[`hdai`hjkn`ilkj`jadb`jggp]~1 1 1 1 1
? near[sum got[`quote] 2;508.0127432127483]
? near[sum got[`quote] 3;335.3532237233594]
? near[sum got[`quote] 4;523]
? near[sum got[`quote] 5;556]
? 100~-11!(-2;f"testoldlog")
? 120425=hcount f"testoldlog"
? 100~replay"testoldlog"
? (50;1965)~(msgs`quote;count first got`quote)
? (50;400)~(msgs`trade;count first got`trade)
? (type each got[`quote])~12 11 9 9 7 7 10 10 11h
? (first got[`quote] 0;last got[`quote] 0)~2020.09.20D00:00:00.057318000 2020.09.20D00:00:29.655823000
? 10=count distinct got[`quote] 1
? (count each group got[`quote] 1)[`IBM`INTC`AMD`AIG`HPQ]~236 217 209 208 199
? near[sum got[`quote] 2;792278.9400000001]
? near[sum got[`quote] 3;794243.52]
? near[sum got[`quote] 4;105912]
? near[sum got[`quote] 5;107050]
? (type each got[`trade])~12 11 9 6 1 10 10 11h
? (first got[`trade] 0;last got[`trade] 0)~2020.09.20D00:00:01.255758000 2020.09.20D00:00:31.056908000
? 10=count distinct got[`trade] 1
? (count each group got[`trade] 1)[`AMD`INTC`DELL`HPQ`IBM]~52 48 46 45 44
? near[sum got[`trade] 2;160848.27]
? near[sum got[`trade] 3;20118]
? near[sum got[`trade] 4;17]
? (get f"stpnone_20201006204450")~((`upd;`trade;(2020.10.06D20:45:01.715877000 2020.10.06D20:45:01.715877000 2020.10.06D20:45:01.715877000 2020.10.06D20:45:01.715877000 2020.10.06D20:45:01.715877000 2020.10.06D20:45:01.715877000 2020.10.06D20:45:01.715877000 2020.10.06D20:45:01.715877000 2020.10.06D20:45:01.715877000 2020.10.06D20:45:01.715877000;`GOOG`GOOG`GOOG`GOOG`GOOG`ihmc`fphp`gmgi`kpfi`ecpf;61.08817246276885 49.76491732522845 40.87544744834304 44.9731026776135 1.3920761179178953 71.48779411800206 19.465091777965426 9.059025649912655 62.030143965967 93.26316097285599;82 40 88 77 30 17 23 12 66 36i;0000000000b;"BYFENJCHAR";"MIKBJLFUWG";`buy`buy`buy`buy`buy`buy`buy`buy`buy`buy));(`upd;`quote;(2020.10.06D20:45:01.716175000 2020.10.06D20:45:01.716175000 2020.10.06D20:45:01.716175000 2020.10.06D20:45:01.716175000 2020.10.06D20:45:01.716175000 2020.10.06D20:45:01.716175000 2020.10.06D20:45:01.716175000 2020.10.06D20:45:01.716175000 2020.10.06D20:45:01.716175000 2020.10.06D20:45:01.716175000;`ilkj`hjkn`okdm`jggp`oimo`naea`jadb`nojg`keno`hdai;45.128919766284525 22.354089154396206 6.935394159518182 47.047615924384445 0.1416764804162085 74.2946450249292 98.98640454048291 79.11529424600303 62.78431743849069 71.22438647784293;48.4472701093182 68.27999036759138 15.322696138173342 53.50922802463174 45.73280378244817 0.8062521461397409 10.393433482386172 10.445117414928973 33.80097025074065 48.61546200700104;53 66 59 30 85 89 23 60 6 52i;38 93 64 32 91 14 93 12 78 41i;"CYQFIVSPIN";"MBDNTHISBU";`$(enlist "3";enlist "3";enlist "3";enlist "3";enlist "3";enlist "3";enlist "3";enlist "3";enlist "3";enlist "3"))))
/ A log cut short: message k is whole or does not count.
bytes:read1 f"testoldlog"; cut1:hsym`$tmp,"/cut"
cutat:{cut1 1:x#bytes;-11!(-2;cut1)}
? 99 120094~cutat 120424
? 4 4712~cutat 5000
? 0 8~cutat 100
? 100~cutat 120425
? 98 119638~cutat 119639
cutat 5000;got:`quote`trade!(();());msgs:`quote`trade!0 0
? 4~-11!(4;cut1)
? 4=sum msgs
