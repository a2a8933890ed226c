/ How far apart processes begin what they are told to begin at the same instant.
/ q bench/concurrent.q -workers PORT... -rounds N          with -s N for oneshot, -s -N for handles
/ Prints for each way and medium: microseconds between the first and the last to begin, on average, at most, their
/ standard deviation and their median.

o:.Q.opt .z.x
ports:"J"$o`workers
rounds:first"J"$o`rounds
start:use`quarry.start

/ What a worker does, and how it is asked when it did.
begin:{began::.z.p}
apart:{[h]t:h@\:"began";1e-3*"j"$max[t]-min t}

measure:{[way;medium;tell;h]
  us:{[tell;h;i]system"sleep 0.01";h@\:"began:0Np";tell(::);while[any null h@\:"began";];apart h}[tell;h]each til rounds;
  -1"|"sv(string way;string medium),string"j"$(avg us;max us;dev us;med us)}

run:{[medium;a]
  h:hopen each a;
  h@\:({begin::x};begin);
  if[0<system"s";measure[`oneshot;medium;{[a;x]start.oneshot[a;`begin]}[a];h]];
  if[0>system"s";measure[`handles;medium;{[h;x]start.handles[h;begin]}[h];h]];
  if[0=system"s";
    measure[`async;medium;{[h;x]start.async[h;`begin];(neg h)@\:(::)}[h];h];
    measure[`flush;medium;{[h;x]start.flush[h;`begin]}[h];h];
    measure[`broadcast;medium;{[h;x]start.broadcast[h;`begin]}[h];h];
    measure[`timer;medium;{[h;x]start.timer[h;`begin;0D00:00:00.005]}[h];h];
    measure[`file;medium;{[h;x]start.file[h;`begin;`$":/dev/shm/quarry_start_",string .z.i]}[h];h];
    measure[`watch;medium;{[h;x]start.watch[h;`begin;`$":/dev/shm/quarry_start_",string .z.i]}[h];h];
    measure[`deferred;medium;{[h;x]start.deferred[h;`begin]}[h];h]];
  hclose each h}

run[`tcp;`$"::",/:string ports];
run[`uds;`$":unix://",/:string ports];
exit 0
