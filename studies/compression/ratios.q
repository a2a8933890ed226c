/ Section 3 of the white paper "Compression in kdb+" on its own test tables: ratios beside those that it prints.
/   q studies/compression/ratios.q [-dir DIR] [-rows 10000000] -q
/ Files go to DIR (a new folder in /tmp) and are removed.

opt:first each .Q.opt .z.x
n:$[`rows in key opt;"J"$opt`rows;10000000]
dir:hsym`$$[`dir in key opt;opt`dir;"/tmp/quarry-ratios-",string .z.i]
system"S 42"

how:16 2 5                                                     / the paper's: blocks of 64 kB, gzip at level 5
file:` sv dir,`column
/ Bytes before and after, over the columns of a table.
columns:{[t] sum{(file,how)set x; (-21!file)`uncompressedLength`compressedLength}each value flip t}
ratio:{x[0]%x 1}

/ 3.2: two columns of few symbols, in three orders. Enumerations had 32 bits in version 3.1, which the paper used; they have
/ 64 since 3.6. The first are written here as the ints that they were.
t:.Q.en[dir]([]sym:n?`ibm`goog`aapl`tsla`spx;venue:n?`nsdq`nyse)
orders:("unsorted";"sorted by sym";"sorted by sym, venue")
sorted:(t;`sym xasc t;`sym`venue xasc t)
short:{[t] flip{`int$`long$x}each flip t}

/ 3.3: the same numbers as booleans, ints and longs.
ints:n?0Wi

result:([]what:orders;
  paper:10.19 30.47 669.55;
  ours:ratio each columns each short each sorted;
  wide:ratio each columns each sorted)
result,:([]what:("boolean";"int";"long");
  paper:5.97 1 1.62;
  ours:ratio each{columns flip(enlist`x)!enlist x}each(n?01b;ints;`long$ints);
  wide:0n)
result:update off:100*-1+ours%paper from result

/ 4.3: the trades and quotes, with kdb+'s own algorithm and three block sizes.
st:.z.D+09:30; et:.z.D+16:00
times:{"p"$st+((et-st)%x-1)*til x}
m:n div 5
trade:([]sym:asc m?`3;time:times m;price:m?1000.;size:m?100)
q4:4*m
quote:([]sym:asc q4?`3;time:times q4;bp:q4?1000.;ap:q4?1000.;bs:q4?100;as:q4?100)
both:{update`int$`long$sym from .Q.en[dir]x}each(trade;quote)
blocks:([]what:"block size ",/:string 12 16 20;paper:1.5 1.55 1.55;ours:{how::x,1 0; ratio sum columns each both}each 12 16 20)

-1"rows: ",string n;
show result;
show blocks;
hdel each file,(` sv dir,`sym),dir;
exit 0
