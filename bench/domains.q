/ Scans of a table in memory domains 0 and 1, in turn; medians, and how many times as long domain 1 takes.
n:10000000
t:([]sym:n?`3;price:n?100f;size:n?1000;time:asc n?.z.n)
.m.t:t
if[not 0 1~-120!'(t`price;.m.t`price);'`domains]

/ milliseconds of a text over a table, once
once:{[text;t] value"`u set {[t]",text,"}"; s:.z.p; u t; 1e-6*`long$.z.p-s}

/ medians over both, after a first time that does not count
both:{[text] ms:{[text;i]once[text]each(t;.m.t)}[text]each til 12; med each flip 1_ms}

/ rows appended a thousand at a time to a copy in each domain
appended:{[name] name set 0#t; rows:1000#t; s:.z.p; do[2000;name insert rows]; 1e-6*`long$.z.p-s}
grown:{med each flip 1_{(appended`u;appended`.m.u)}each til 6}

texts:("sum t`size";"max t`price";"t[`size] wavg t`price";"sum t[`size]*t`price";"count where t[`size]<100")
texts,:("exec sum price from t where size>900";"select sum size by sym from t";"t[`price]iasc t`size")
r:([]work:texts,enlist"append rows by thousands")
r:r,'flip`domain0`domain1!flip(both each texts),enlist grown[]
-1 .Q.s update ratio:domain1%domain0 from r;
