/ Publishing to many: how long one publication takes, each message on its own and by -25!.
/ q bench/broadcast.q -p PORT -n SUBSCRIBERS -rows ROWS -rounds N
/ Prints: bytes of a message, microseconds for plain publishing, for broadcast, and bytes held before and after.

o:.Q.def[`n`rows`rounds!1 50 20].Q.opt .z.x
r:o`rows
trade:([]time:.z.p+til r;sym:r?`3;price:r?100f;size:r?1000i;stop:r?0b;cond:r?" ABC";ex:r?"NPQ")
m:(`upd;`trade;trade)

plain:{[h](neg h)@\:m;(neg h)@\:(::)}
broadcast:{[h] -25!(h;m);-25!(h;::)}

/ The median, in microseconds, of publishing to handles h by f. Readers have time to read all between two rounds.
us:{[f;h]med{[f;h;i]system"sleep 0.02";s:.z.p;f h;1e-3*"j"$.z.p-s}[f;h]each til o`rounds}

run:{h:"j"$.z.H;w:.Q.w[]`used;a:us[plain;h];b:us[broadcast;h];-1","sv string(-22!m;a;b;w;.Q.w[]`used);exit 0}
.z.ts:{if[o[`n]<=count .z.H;run[]]}
\t 20
