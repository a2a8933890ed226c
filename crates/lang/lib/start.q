/ A function started on many processes at the same instant, in every way that processes can be told.
/   start:use`quarry.start
/   start.broadcast[hopen each 5001 5002;`f]
/ Handles or addresses come first, then the function: one that each process has, by name, or one to be sent. It is
/ called with ::. What differs is how far apart the processes begin; bench/concurrent measures that.

/ --- Ways that wait until all are done: the results

/ Each address is connected to, asked and left, on the threads of -s.
oneshot:{[a;f]@[;(f;::)]peach a}

/ Open handles are given to peach, which asks each once: q -s -N. They are its handles until .z.pd is set again.
handles:{[h;f]if[0<=system"s";'"handles[h;f] wants q -s -N"];.z.pd:`u#"i"$h;f peach h}

/ One after the other: each is asked when the one before has answered.
deferred:{[h;f]@[;({[f] -30!(::);-30!(.z.w;0b;f[])};f)]each h}

/ --- Ways that wait for nothing: each process is sent a message

/ Each is sent its own, when the process next looks after its sockets.
async:{[h;f](neg h)@\:(f;::);}

/ Each is sent its own at once.
flush:{[h;f]{neg[x](y;::);neg[x][]}[;f]each h;}

/ One message is made for all, and sent at once.
broadcast:{[h;f] -25!(h;(f;::));-25!(h;::);}

/ All begin at the instant x: they are told ahead, and watch the clock. Clocks of several machines must agree.
at:{[h;f;x] -25!(h;({[f;x]while[.z.p<x;];f[]};f;x));-25!(h;::);}

/ All begin after a delay.
timer:{[h;f;delay]at[h;f;.z.p+delay]}

/ All begin when a file is there, which is made when they have been told.
made:{[wait;h;f;path]
  if[not()~key path;hdel path];
  -25!(h;({[wait;f;p]wait p;f[]};wait;f;path));-25!(h;::);
  system"sleep 0.01";
  path set();}

/ They look for it without a pause.
file:made{while[()~key x;]}

/ They sleep until the system tells them of it.
watch:made{.Q.await[x;0N]}

export:([oneshot;handles;deferred;async;flush;broadcast;at;timer;file;watch])
