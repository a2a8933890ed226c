/ Logging: levels, formats and sinks, for as many loggers as a program has parts.
/   .log:(use`kx.log)[`createLog][]
/   .log.info"started"
/   .log.warn("%d rows of %s";5;`trade)
/ source: KX, the reference of the module logging

printf:use[`kx.printf]`printf

/ In the order of their weight, and what syslog calls them.
levels:`trace`debug`info`warn`error`fatal
syslog:levels!7 7 6 4 3 2

/ What stands for $a and its like in a format: functions of the level and the message.
rules:"acdDfhiKknNopPtTuzZ"!{{[name;l;m]string value name}x}each`$".z.",/:"acdDfhiKknNopPtTuzZ"
rules,:"lmsw"!({[l;m]string l};{[l;m]m};{[l;m]string syslog l};{[l;m]" "sv string system"w"})

/ The loggers, by number: the level from which on they write, the name of their format, names and texts of the formats
/ there are, and for each level its sinks: handles, or handles with functions that are called with a handle and the text.
level:format:`symbol$()
formats:sinks:()

/ A logger of its own: its functions by name.
createLog:{[]
  n:count level;
  level::level,`info;
  format::format,`basic;
  formats::formats,enlist(`basic`syslog`raw;("$p $l PID[$i] HOST[$h] $m\r\n";"<$s> $m\r\n";"$m\r\n"));
  sinks::sinks,enlist(4#enlist enlist 1),2#enlist enlist 2;
  own:`getlvl`setlvl`getfmt`setfmt`addfmt`fmts`sinks`add`remove;
  (levels,own)!({[n;l]write[n;l]}[n]each levels),(getlvl;setlvl;getfmt;setfmt;addfmt;fmts;listed;add;remove)@\:n}

/ --- Writing

/ A message: a string, or a list of a string with conversions and the values for them.
write:{[n;l;m]
  if[(levels?l)<levels?level n;:(::)];
  text:dressed[n;l;$[10h=abs type m;(),m;(0h=type m)&10h=type first m;printf m;.Q.s1 m]];
  s:sinks[n;levels?l];
  lost:s where not delivered[;text]each s;
  dropped[n]each handle each lost;}

delivered:{[s;text].[{$[1=count x;x y;x[1][x 0;y]];1b};(s;text);0b]}

/ A handle that takes nothing any more is no sink of any level.
dropped:{[n;h]
  remove[n;h;levels];
  write[n;`warn;("lost connection to handle %d, dropping";h)];}

/ The text of a message in the logger's format.
dressed:{[n;l;m]
  f:formats[n;1]formats[n;0]?format n;
  at:where("$"=-1_f)&(1_f)in key rules;
  raze((first at,count f)#f),{[l;m;p]rules[p 1][l;m],2_p}[l;m]each at _ f}

/ --- Levels and formats

getlvl:{[n;x]level n}
setlvl:{[n;l]
  if[not l in levels;'"level"];
  level::@[level;n;:;l];}

getfmt:{[n;x]format n}
setfmt:{[n;name]
  if[not name in formats[n;0];'"format"];
  format::@[format;n;:;name];}
addfmt:{[n;name;text]
  (names;texts):formats n;
  i:names?name;
  formats::@[formats;n;:;(distinct names,name;(i#texts),enlist[text],(i+1)_texts)];}
fmts:{[n;x](!). formats n}

/ --- Sinks

/ A handle, or a handle and a function, for a level or some. One that is there is replaced.
add:{[n;s;l]
  remove[n;handle s;l];
  change[n;l;{y,enlist x}s];
  s}
remove:{[n;h;l]
  change[n;l;{y where not x=handle each y}h];
  h}
listed:{[n;x]levels!{$[all 1=count each x;x;handle each x]}each sinks n}

handle:{first x}
/ What a function makes of the sinks of some levels.
change:{[n;l;f]
  if[not all l in levels;'"level"];
  i:levels?distinct(),l;
  sinks::@[sinks;n;:;@[sinks n;i;:;f each sinks[n]i]];}

export:([createLog])
