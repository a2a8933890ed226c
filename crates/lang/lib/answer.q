/ What answers HTTP requests by default. Source: ref/dotz, ref/doth, kb/http.
\d .h

/ May pages of other sites evaluate expressions? They would do so with the rights of whoever looks at them.
anysite:0b

/ The default .z.ph: the start page, an expression after ? (as a page, or in the format before it), or a file below HOME.
answer:{[x]
  alone:10h=type x;
  asked:uh$[alone;x;first x];
  headers:$[alone;()!();x 1];
  $[foreign[headers]&"?"in asked;hn["403 Forbidden";`txt;"an expression from another site: see .h.anysite"];
    not count asked;home[];
    asked~enlist"?";hp hb1 each string asc system["v"],system"b";
    "?"=first asked;pack[headers]@[query;1_asked;he];
    "?"in asked;@[format headers;asked;he];
    file[headers;asked]]}

/ A header of a request, by its name in lower case; "" when it is not there.
header:{[headers;name]
  i:(lower key headers)?name;
  $[i<count headers;value[headers]i;""]}

/ Does a page of another site ask, which may not? Browsers tell, or have been led to this machine by a name that is not its own, and
/ then take what is here for that site's.
foreign:{[headers]
  if[anysite;:0b];
  if["cross-site"~header[headers;`$"sec-fetch-site"];:1b];
  host:lower header[headers;`host];
  if[(127<>.z.a div 16777216)|(0=count host)|"["=first host;:0b];
  / An address, or a name of this machine.
  name:first":"vs host;
  own:lower string .z.h;
  not(all name in"0123456789.")|(name like"*.localhost")|name in("localhost";own;first"."vs own)}

/ A link that opens in the frame of results.
hb1:{hb["?",hu x;hc x]}

/ The start page: index.html if there is one, else the variables beside the first of them.
home:{[]
  index:read"index.html";
  if[count index;:hy[`html;index]];
  names:string asc system["v"],system"b";
  hy[`htm]fram[string .z.f;names]("?";"?",$[count names;first names;""])}

/ --- Files

/ The response that is a file below HOME.
file:{[headers;path]
  bytes:read path;
  if[not count bytes;:hn["404 Not Found";`txt;path,": not found"]];
  extension:`$last"."vs last"/"vs path;
  pack[headers]hy[extension;bytes]}

/ The bytes of a file below HOME, none when there is no such file. No path leads out, and nothing that has no size is waited for.
read:{[path]
  outside:(any".."~/:"/"vs path)|("/"=first path)|"\000"in path;
  $[outside;"";@[{file:hsym`$HOME,"/",x;$[hcount file;"c"$read1 file;""]};path;""]]}

/ --- Pages

/ A page of an expression's value, from its first row on; of [row]expression from that row on.
query:{[asked]
  if[not"["=first asked;:hp page[0;asked]];
  end:asked?"]";
  hp page["J"$1_end#asked;(1+end)_asked]}

/ The lines of that page, whose links repeat the expression.
page:{[row;e]shown[row;val e;{[e;row]"?[",string[row],"]",hu e}e]}
jx:{[row;e]shown[row;val e;{"?[",string x}]}

/ Lines of a value; of a table too long for \C, those from a row on, below links that are made of rows.
shown:{[row;v;link]
  n:$[.Q.qt v;count v;0];
  most:-4+first system"C";
  if[n<=most;:hc each lines v];
  row:0|row&n-1;
  walk[n;most;row;link],hc each lines rows[v;row;most]}

/ A line of links to the first rows, to those before and after, and to the last; and where one is.
walk:{[n;most;row;link]
  to:link each(0;0|row-most;0|(n-most)&row+most;0|n-most);
  links:ha'[to;string`home`up`down`end];
  (" "sv links,enlist string[n],"[",string[row],"]";"")}

/ So many rows of a table from one on.
rows:{[t;row;n]
  $[99h=type t;(n sublist row _ key t)!n sublist row _ value t;
    1b~.Q.qp t;.Q.ind[t;row+til n&count[t]-row];
    n sublist row _ t]}

/ A value within \C, as lines.
lines:{-201!(system"C";x)}

/ --- Formats

/ name.csv?expression and the like: the value in the format of that extension.
format:{[headers;asked]
  n:asked?"?";
  extension:`$last"."vs n#asked;
  if[not extension in key tx;extension:`$-3#n#asked];
  pack[headers]hy[extension]` sv tx[extension]val(n+1)_asked}

/ A response packed with gzip, when it is long and the client takes that.
pack:{[headers;response]
  start:4+first response ss"\r\n\r\n";
  body:start _ response;
  / A weight of 0, however many digits it has, is no.
  weight:{$[x like"*;q=*";"F"$last"q="vs x;1f]};
  takes:any{[weight;x](first[";"vs x]~"gzip")&0<weight x}[weight]each(","vs lower header[headers;`$"accept-encoding"])except\:" ";
  if[(2000>count body)|not takes;:response];
  packed:-35!(6;body);
  head:"\r\n"vs(start-4)#response;
  head@:where not lower[head]like"content-length:*";
  head,:("Content-Encoding: gzip";"Content-Length: ",string count packed);
  ("\r\n"sv head),"\r\n\r\n",packed}

\d .

.z.ph:{.h.answer x}
