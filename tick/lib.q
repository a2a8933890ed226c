/ What every role of the tick stack uses: words of the command line, a diary, jobs on the timer, links to other processes.
\d .tick

/ --- The command line

/ Words before the first flag, and words by flag.
words:$[any f:.z.x like"-*";(first where f)#.z.x;.z.x]
flags:.Q.opt .z.x
has:{asked,:x;x in key flags}
asked:`$()

/ What stands behind a flag, as the type of `other`, which is the answer when the flag is not there. A list of words
/ when `other` is a list.
arg:{[name;other]
  if[not has name;:other];
  given:flags name;
  if[10h=type other;if[0=count given;stop"-",string[name]," wants a value"];:" "sv given];
  x:(upper .Q.t abs type other)$given;
  if[(0=count x)|(any null x)|$[(abs type x)within 5 9;any x<0;0b];stop"-",string[name]," does not take: "," "sv given];
  $[0>type other;first x;x]}

/ A place to connect to: 5010, host:5010, 5010:user:password and host:5010:user:password, with or without colons before.
place:{[word]
  word:(sum(&\)":"=word)_word;
  `$":",$[all(first":"vs word)in .Q.n;":";""],word}
places:{[name;other]
  words:$[has name;raze","vs/:flags name;other];
  if[0=count words;stop"-",string[name]," wants a place: 5010, host:5010 or host:5010:user:password"];
  if[count bad:words where not any each{(0<count x)&all x in .Q.n}each/:(":"vs/:words except\:"/")[;til 3];
    stop"-",string[name]," wants a place, 5010 or host:5010, not "," "sv bad];
  place each words}

/ A place as it may be told: without a password.
shown:{[place] ":"sv(2+"tcps"~first p)#p:":"vs 1_string place}

/ --- Time

/ What is waited for and measured goes by a clock that nobody sets.
clock:{.Q.uptime[]}

/ --- The diary

role:first"."vs last"/"vs string .z.f
isRole:.z.f like"*tick/*"
say:{[text] -1 string[.z.P]," ",role,"  ",text;}
complain:{[text] -2 string[.z.P]," ",role,"  ",text;}
stop:{[text] complain text;exit 1}

/ Does f x. An error is told with where it came from, and the answer is `other`.
try:{[f;x;other] .Q.trp[f;x;{[other;e;trace] fault["";e;trace];other}other]}

/ Errors told: when, and how often each came again since. What fails at every turn of a timer is told once a minute.
faults:(enlist"")!enlist(0Nn;0)
fault:{[from;e;trace]
  / What lies outside of the trap is ours, and always the same.
  text:"error",from,": ",e,"\n",.Q.sbt(trace[;0]?.Q.trp)#trace;
  again:0;
  if[text in key faults;
    if[clock[]<0D00:01+faults[text;0];faults[text;1]+:1;:(::)];
    again:faults[text;1]];
  if[100<count faults;faults::1#faults];
  faults[text]:(clock[];0);
  complain text,$[again;"  … and ",string[again]," times since it was told last";""];}

/ A message that is not waited for: nobody hears of its errors but the diary.
message:{[x] .Q.trp[value;x;{[e;trace] fault[" in a message of ",sender[];e;trace]}]}
sender:{$[null .z.u;"";string[.z.u],"@"],("."sv string`int$0x0 vs .z.a),", handle ",string .z.w}
.z.ps:{.tick.message x}
.z.exit:{[code] .tick.say"ends, exit code ",string code}

/ --- Files

/ A word for the shell, whatever is in it.
quoted:{"'",ssr[(),x;"'";"'\\''"],"'"}

/ Makes a folder and those around it.
makedir:{[folder] if[()~key folder;system"mkdir -p -- ",quoted 1_string folder];}

/ Gives a file or folder another name. Names may hold blanks.
rename:{[from;to] system"r ","\""sv("";1_string from;" ";1_string to;"");}

/ One process at a time has a file or folder to itself: this one, as `file` says while it runs. Two are told apart by their command lines.
claim:{[file;owned]
  is:{[pid] @[{"c"$read1 x};hsym`$"/proc/",pid,"/cmdline";""]};
  owner:" "vs@[get;file;""];
  pid:first owner;
  if[(1<count owner)&((" "sv 1_owner)~is pid)&not pid~string .z.i;stop"process ",pid," ",owned];
  file set string[.z.i]," ",is string .z.i;}

/ --- The timer

/ Milliseconds that -t asked for: the timer itself is ours.
period:system"t"
system"t 0"

/ Jobs: every how many nanoseconds, when next, what.
jobs:()

/ Does f every so many milliseconds from now on.
every:{[ms;f]
  jobs,:enlist(1000000*ms;clock[];f);
  system"t ",string 1|min[jobs[;0]]div 1000000;}

/ Flags that nothing has asked for once a role is loaded are mistakes. Scripts of others that load ours may have their own.
/ A job that was due twice is done once. Half a millisecond early is in time, for timers have no finer grain.
tick:{
  if[isRole&count wrong:key[flags]except asked;stop"takes no -",(" -"sv string wrong),", see q tick ",role," --help"];
  now:clock[];
  due:where jobs[;1]<=now+500000;
  {[now;i] jobs[i;1]:jobs[i;0]+jobs[i;1]|now-jobs[i;0];try[jobs[i;2];::;::];}[now]each due;}
.z.ts:{.tick.tick[]}

/ Processes started by another end with it: -with PID. Where there is no /proc they go on.
if[has`with;every[500;{if[(`self in key`:/proc)&()~key hsym`$"/proc/",first flags`with;exit 0]}]]

/ --- Links

/ Where a link leads, its handle (null while there is none), and what is done with a new handle. By name.
where_:(`$())!`$()
handle:(`$())!`int$()
greet:(`$())!()
why:(`$())!()
later:(`$())!`timespan$()

/ Keeps a link to another process: connects now, and every second while it is not there. f h, with the new handle, may
/ fail: then the link is given up and tried again some seconds later.
link:{[name;place;f]
  where_[name]::place;
  greet[name]::f;
  handle[name]::0Ni;
  why[name]::"";
  connect name;}

connect:{[name]
  if[clock[]<later name;:(::)];
  began:clock[];
  h:@[hopen;(where_ name;2000);::];
  if[10h=type h;
    / Who waits for an answer serves nobody: where it took long, the next try is later, but not by more than half a minute.
    later[name]::clock[]+0D00:00:30&10*clock[]-began;
    :wait_[name;h]];
  handle[name]::h;
  if[try[{[f;h]f h;1b}greet name;h;0b];
    say"connected to ",string[name]," at ",shown where_ name;
    why[name]::"";
    :(::)];
  leave name;}

/ Gives a link up, for some seconds.
leave:{[name]
  later[name]::clock[]+0D00:00:05;
  h:handle name;
  lost h;
  @[hclose;h;::];}

/ There is no link, for a reason, which is told when it is another than before.
wait_:{[name;e]
  if[why[name]~e;:(::)];
  why[name]::e;
  told:$[e~"access";"it refuses user or password, or is ending";e like"*OS reports: *";last"OS reports: "vs e;e];
  say"waiting for ",string[name]," at ",shown[where_ name],": ",told;}

/ Links to as many places as the flag of that name has: their names.
linkAll:{[name;other]
  p:places[name;other];
  names:$[1=count p;enlist name;`$string[name],/:string 1+til count p];
  link'[names;p;count[p]#{}];
  names}

/ Forgets a handle that was closed.
lost:{[h] handle[where handle=h]::0Ni;}
here:{[name] not null handle name}

/ Sends to a link if it is there: was it?
send:{[name;x]
  if[null h:handle name;:0b];
  @[{[h;x] neg[h]x;1b}h;x;{[h;e] lost h;@[hclose;h;::];0b}h]}

/ What else is done when a handle closes: functions of the handle. A link is closed for good measure: were its number in use again
/ already, two connections would lead to one place.
closing:enlist{[h] if[h in value handle;say"lost ",string handle?h;lost h;@[hclose;h;::]]}
.z.pc:{.tick.closing@\:x;}

every[1000;{connect each where null handle}]

/ --- Subscriptions

/ What the tickerplant is asked: subscriptions first, then where its log stands. One message, so that nothing comes between.
/ It is a function of public names, and goes for every tickerplant that has them: one without a log may have no .u.i and .u.L, and
/ only a chained one says to which symbols its rows are confined, and only ours how often the day's log was cut.
ask:{[ts;syms] s:.u.sub[;syms]each ts;(s;@[get;`.u.i;0];@[get;`.u.L;`];.u.d;@[get;`.u.only;`];@[get;`.u.cuts;`long$()])}
/ The symbols that both lists have, where ` has all.
common:{$[x~`;y;y~`;x;(),x inter y]}

/ --- Tables

/ Columns without a type, by table: they have none again when the table is emptied, whatever their first rows were.
untyped:(0#`)!()
untype:{[table] untyped[table]:where 0h=type each flip 0#get table;}
emptied:{[table]
  c:cols[x:0#get table]inter untyped table;
  $[count c;@[x;c;:;count[c]#enlist()];x]}

/ --- Listening

/ Listens at a port when -p gave none.
listen:{[port]
  if[0=system"p";@[system;"p ",string port;{stop"no port: ",x}]];
  if[.z.r;stop"with -b no message changes anything, and so none is taken"];
  if[0>system"p";stop"with multithreaded input (-p -N) no message changes anything, and so none is taken"];
  say"serving at port ",string system"p"}
\d .
