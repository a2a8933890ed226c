/ The whole stack on this machine, for a try: the other roles but wdb, each as a process of its own.
/   q tick stack [FOLDER] [-base 5010] [-rate 1100] [-syms 50] [-t MS]
/ FOLDER (stack) gets the logs, the database, what the processes say and the file ports. Ports from -base on: tickerplant, RDB,
/ HDB, chained tickerplant, gateway; if they are taken, those ten further, and so on. The processes end when this one does.
\l tick/lib.q
folder:$[count .tick.words;.tick.words 0;"stack"]
.tick.makedir hsym`$folder,"/said"

/ Is nobody at these ports?
free:{[base] all{@[{hclose hopen(x;200);0b};x;1b]}each base+til 5}
base:{$[free x;x;x+10]}/[.tick.arg[`base;5010]]
port:`tp`rdb`hdb`chained`gw!base+til 5

/ This program, as it was started.
program:$[count p:@[{string`$system"readlink /proc/",x,"/exe"};string .z.i;""];first p;first .z.X]
pids:()
start:{[role;words]
  said:.tick.quoted folder,"/said/",role,".txt";
  pids,:system .tick.quoted[program]," tick ",role," ",words," -with ",string[.z.i]," -q </dev/null >>",said," 2>&1 & echo $!";}
ends:.z.exit
.z.exit:{[code] ends code;system"kill ",(" "sv pids)," 2>/dev/null; true"}
p:{" -",string[x]," ",string port x}

start["tp";"tick/schema.q ",.tick.quoted[folder]," -p ",string[port`tp],$[.tick.period;" -t ",string .tick.period;""]]
start["hdb";.tick.quoted[folder,"/hdb"]," -p ",string port`hdb]
start["rdb";"-db ",.tick.quoted[folder,"/hdb"]," -measure -p ",string[port`rdb],p[`tp],p`hdb]
start["chained";"-p ",string[port`chained],p`tp]
start["agg";p`tp]
start["gw";"-p ",string[port`gw],p[`rdb],p`hdb]
start["mon";"-csv ",.tick.quoted[folder,"/monitor.csv"],p[`rdb],p`tp]
start["feed";"-rate ",string[.tick.arg[`rate;1100]]," -syms ",string[.tick.arg[`syms;50]],p`tp]
.tick.say"started at ports ",(string base)," to ",string[base+4],"; what the processes say is in ",folder,"/said"
(hsym`$folder,"/ports")set port;
