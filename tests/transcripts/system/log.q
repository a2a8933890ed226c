/ The module kx.log: loggers with levels, formats and sinks.
/ source: KX, reference of the module logging            status: documented
q).logger:use`kx.log
q).log:.logger.createLog[]
q).log.fmts[]
basic | "$p $l PID[$i] HOST[$h] $m\r\n"
syslog| "<$s> $m\r\n"
raw   | "$m\r\n"
q).log.getfmt[]
`basic
q).log.addfmt[`mine;"$l: $m\n"]
q).log.setfmt`mine
q).log.info"Hello World!"
info: Hello World!
q).log.info("var1: %s, var2: %r";`foo;123)
info: var1: foo, var2: 123
q).log.warn 1 2 3
warn: 1 2 3
q).log.info"100% as it is"
info: 100% as it is
/ A level writes itself and those above it.
q).log.getlvl[]
`info
q).log.debug"not shown"
q).log.setlvl`debug
q).log.debug"shown"
debug: shown
q).log.trace"not shown"
q).log.setlvl`loud
'level
q).log.setfmt`none
'format
/ Formats: what is no rule stays as it is.
q).log.addfmt[`odd;"$$l $y <$s> $m$\n"]
q).log.setfmt`odd
q).log.warn"x"
$warn $y <4> x$
q).log.setfmt`mine
/ Sinks: handles, and functions of a handle and the text.
q).log.sinks[]
trace| 1
debug| 1
info | 1
warn | 1
error| 2
fatal| 2
q).log.remove[1;`info`debug]
1
q).log.info"you can't see me"
q).log.add[1;`info]
1
q).log.info"again"
info: again
q).log.add[(1;{x(reverse -1_y),"\n"});`fatal];
q).log.remove[2;`fatal];
q).log.fatal"cba"
abc :lataf
q).log.remove[1;`fatal];
q).log.add[1;`none]
'level
/ A handle that takes nothing is dropped.
q).log.add[999i;`info`warn]
999i
q).log.info"hi"
info: hi
warn: lost connection to handle 999, dropping
q).log.sinks[]`info`warn
1
1
/ Files; loggers are independent of each other.
q)h:hopen`:quarry_log.txt
q)other:.logger.createLog[]
q)other.setfmt`raw
q)other.remove[1;`info];
q)other.add[h;`info];
q)other.info"to the file"
q).log.info"to the console"
info: to the console
q)hclose h
q)read1`:quarry_log.txt
0x746f207468652066696c650d0a
q)other.getlvl[]
`info
q)hdel`:quarry_log.txt
`:quarry_log.txt
/ A program adds functions of its own.
q).log.twice:{.log.info x;.log.info x}
q).log.twice"a"
info: a
info: a
