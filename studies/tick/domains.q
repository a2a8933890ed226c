/ The paper on market data in persistent memory again: what an RDB holds when its tables lie in the memory that -m backs, and
/ how much longer its queries take there.
/   q studies/tick/domains.q -m FOLDER [-rows 5000000] -q
/ FOLDER is any file system: /dev/shm, or one of persistent memory mounted with dax, as in the paper.

opt:first each .Q.opt .z.x
if[not any .z.X~\:"-m";-2"studies/tick/domains.q: -m FOLDER";exit 1]
n:$[`rows in key opt;"J"$opt`rows;5000000]
system"c 100 200"

/ Bytes in use in both domains: what is asked in .m tells of .m.
\d .m
used:{.Q.w[]`used}
\d .
held:{(.Q.w[]`used;.m.used[])}
mb:{floor 0.5+x%1048576}

/ The paper's remark: what is appended to a list of domain 1 stays there, whatever it is called.
x:.m.x:til 10
x,:10
if[not 1~-120!x;'`domain]

/ A day's quotes and a tenth as many trades, with all columns moved to .m or none.
schema:{
  `quote set([]time:`timespan$();sym:`g#`$();bid:`float$();ask:`float$();bsize:`int$();asize:`int$());
  `trade set([]time:`timespan$();sym:`g#`$();price:`float$();size:`int$());}
move:{[t] (` sv`.m,t)set get t; t set .m t; ![`.m;();0b;enlist t];}
syms:500?`4
quotes:{[k] ([]time:asc k?.z.n;sym:k?syms;bid:k?100.;ask:k?100.;bsize:k?100i;asize:k?100i)}
trades:{[k] ([]time:asc k?.z.n;sym:k?syms;price:k?100.;size:k?100i)}

/ Rows a second that are appended by ten thousands, and megabytes gained in each domain.
fill:{[moved]
  schema[];
  if[moved;move each`quote`trade];
  q:quotes 10000;t:trades 1000;before:held[];
  s:.z.p;
  do[n div 10000;`quote insert q;`trade insert t];
  rate:1.1*n%1e-9*`long$.z.p-s;
  gained:mb held[]-before;
  `rowsPerSecond`domain0`domain1!(`long$rate;gained 0;gained 1)}

fill each 01b;
plain:fill 0b
inMemory:(quote;trade)
moved:fill 1b
inFile:(quote;trade)
if[not 0 1~-120!'(inMemory[0]`time;inFile[0]`time);'`domain]

/ What the monitor of the paper asks for, and what reads most: milliseconds in both domains in turns, medians.
asked:("exec max time from quote";
  "aj[`sym`time;select from trade where sym=first syms;select from quote where sym=first syms]";
  "select max bid,min ask by sym from quote";
  "select from quote where ask<1";
  "-9!-8!quote")
once:{[f;pair] s:.z.p;f . pair;1e-6*`long$.z.p-s}
both:{[text] med each flip 1_{[f;i] once[f]each(inMemory;inFile)}[value"{[quote;trade]",text,"}"]each til 8}

-1 string[n]," quotes and a tenth as many trades, appended by ten thousands; megabytes gained in each domain";
show([]tables:`$("domain 0";"domain 1")),'(plain;moved)
-1"\nmilliseconds, and how many times as long in domain 1 (the paper: 2 to 5 on Optane)";
show update ratio:domain1%domain0 from([]query:asked),'flip`domain0`domain1!flip both each asked
exit 0
