/ What the console is looked at with: tables, functions, a variable.
trade:([]time:09:30:00.000+1000*til 60;sym:60#`AAPL`MSFT`GOOG;price:100+sums 60#0 0.5 -0.25 0.1 -0.4;size:1+til 60)
days:([]date:2024.01.02+til[40]div 20;sym:40#`A;time:40#09:30:00+60*til 20;price:100+40#0 1 2;size:40#100 900;flag:40#"NQ")
ref:([sym:`AAPL`MSFT`GOOG]lot:100 100 1)
vwap:{[t]select size wavg price by sym from t}
broken:{x+`a}
limit:1000
