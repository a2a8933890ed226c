/ HDB: the days that are saved, for queries.
/   q tick hdb [FOLDER] [-p 5012]
/ FOLDER is a database, hdb if not said; it may be empty and fill up later. \l . opens what has come.
\l tick/lib.q
folder:$[count .tick.words;.tick.words 0;"hdb"]
.tick.makedir hsym`$folder
/ Where par.txt leads to no day yet there is nothing to open.
@[system;"l ",folder;{[folder;e] if[not e~"empty";'e];system"cd ",folder}$["/"=first folder;folder;system["cd"],"/",folder]]
.tick.say"database ",folder,", ",$[`pv in key`.Q;string[count .Q.pv]," days";"no day yet"]
.tick.listen 5012
