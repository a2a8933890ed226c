/ .h: markup, data formats, HTTP responses. Source: ref/doth.
\d .h

/ Types of content by file extension.
ty:`htm`html`csv`txt`xml`xls`gif`jpg`png`css`js`json`svg`ico`pdf`zip`wasm!("text/html";"text/html";"text/comma-separated-values";"text/plain";"text/plain";"application/msexcel";"image/gif";"image/jpeg";"image/png";"text/css";"application/javascript";"application/json";"image/svg+xml";"image/x-icon";"application/pdf";"application/zip";"application/wasm")

/ Colours, styles and places of the web console.
c0:`024C7E
c1:`958600
sa:"a{text-decoration:none}a:link{color:",(string c0),"}a:visited{color:",(string c0),"}a:active{color:",(string c1),"}"
sb:"body{font:10pt verdana;text-align:justify}"
HOME:"html"
br:"<br>"
logo:""
/ What evaluates a request.
val:value

/ Text safe for a URI; as it was.
sc:"$-.+!*'(),",.Q.a,.Q.A,"_",.Q.n
hug:{u:"c"$til 256;u!{$[y in x;y;"%",string"x"$y]}[x]each u}
hu:{$[0=count x,:();"";10h<>type x;raze hug[sc]x;count i:where not x in sc;raze@[enlist each x;i;:;"%",/:string"x"$x i];x]}
uh:{p:where"%"=x,:();$[count p;raze uh1 each(0,p)_x;x]}
uh1:{$["%"=first x;("c"$"X"$x 1 2),3_x;x]}

/ Text safe for HTML and XML.
hc:{ssr[x;"<";"&lt;"]}
xs:{ssr/[x;"&<>\"'";("&amp;";"&lt;";"&gt;";"&quot;";"&apos;")]}

/ Elements: the start tag with attributes, with content, without attributes.
hta:{[e;d]"<",string[e],(raze{" ",string[x],"=",hta1 y}'[key d;value d]),">"}
hta1:{$[10h=abs type x;"\"",((),x),"\"";string x]}
htac:{[e;d;x]hta[e;d],x,"</",string[e],">"}
htc:{[e;x]"<",string[e],">",x,"</",string[e],">"}
ha:{[u;x]htac[`a;enlist[`href]!enlist u;x]}
hb:{[u;x]"<a target=v href=",hta1[u],">",x,"</a>"}
nbr:htc`nobr
pre:{htc[`pre]nl x}
xmp:{htc[`xmp]nl x}
nl:{raze x,\:"\n"}
text:{nl htc[`p]each x}
hr:{count[x]#"-"}
code:{" "sv @[t;1+2*til count[t:"\t"vs x]div 2;{htc[`code]nbr x}]}
html:{htc[`html](htc[`head]htc[`style]sa,sb),htc[`body]x}
http:{" "sv{$[x like"http://*";ha[x;x];x]}each" "vs x}
fram:{[t;s;l]htc[`html]htc[`head]htc[`title;t],"<frameset cols=\"",string[16+6*max 0,count each s],",*\"><frame src=\"",l[0],"\"><frame name=v src=\"",l[1],"\"></frameset>"}

/ Documentation from Marqdown: src/x.txt makes x.htm, whose frames are a/_x.htm, the headings, and a/x.htm, the text. The
/ first character of a line says what it is: "." a heading, a tab code, a blank data; others are paragraphs, with code
/ between tabs and addresses that are links.
ht:{[x]
  if[not -11h=type x;'`type];
  s:string x;
  l:l where 0<count each l:read0 hsym`$"src/",s,".txt";
  g:(where(not t in" \t")|differ t:first each l)_l;
  h:1_'l where"."=t;
  page:{[f;x](hsym`$f,".htm")0:enlist x};
  page["a/_",s;html raze{hb["#" sv(x;string z);hc y],br}[s,".htm"]'[h;til count h]];
  page["a/",s;html raze ht1'[g;sums"."=first each first each g]];
  page[s;fram[s;h;("a/_";"a/"),\:s,".htm"]];}
/ A block of lines, with n headings so far.
ht1:{[x;n]
  $["."=c:first first x;htc[`h3]htac[`a;(enlist`name)!enlist string n-1]hc 1_first x;
    "\t"=c;htc[`code]raze(nbr each hc each 1_'x),\:br;
    " "=c;xmp ht2 1_'x;
    htc[`p]http code hc first x]}
/ Data: what stands behind a tab and a blank is a column; dashes in the second line rule off the first.
ht2:{[x]
  w:2+max 0,count each first each p where b:1<count each p:"\t "vs/:x;
  x:@[x;where b;:;{[w;p](w$p 0)," "sv 1_p}[w]each p where b];
  $[(1<count x)&("-"in r)&all(r:x 1)in"- ";@[x;1;:;hr x 0];x]}

/ Responses: any status, 200 with a type of content, lines in a page, an error.
hn:{[s;e;x]x:"c"$x;"HTTP/1.1 ",s,"\r\nContent-Type: ",$[e in key ty;ty e;"application/octet-stream"],"\r\nConnection: ",ka[0i],"\r\nContent-Length: ",string[count x],"\r\n\r\n",x}
hy:hn["200 OK"]
hp:{hy[`htm]htc[`html](htc[`head]htc[`style]sb),htc[`body]pre x}
he:{hn["400 Bad Request";`txt]"'",hc x}
ka:{-202!x}

/ A timestamp's nanoseconds as ISO 8601.
iso8601:{s:string"p"$x;@[s;4 7 10;:;"--T"]}

/ Tables as lines: comma or tab between fields, XML, JSON, a workbook.
d:" "
cd:{","0:cd1 x}
td:{"\t"0:cd1 x}
cd1:{$[.Q.qt x;flip cd2 each cols[x]!(0!x)cols x;cd2 each x]}
cd2:{$[(type x)in 0 77h;$[all 10h=abs type each x;x;{$[10h=type x;x;0>type x;string x;d sv string x]}each x];x]}
xd:{t:0!x;f:string cols t;g:{[n;c]"<",/:n,/:">",/:c,\:"</",n,">"};(enlist"<R>"),("<r>",/:(,'/)[g'[f;xv each t cols t]],\:"</r>"),enlist"</R>"}
xv:{xs each(),/:$[(type x)in 0 77h;cd2 x;string x]}
jd:{.j.j each$[.Q.qt x;0!x;x]}
edsn:{("<?xml version=\"1.0\"?><?mso-application progid=\"Excel.Sheet\"?>";"<Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\" xmlns:ss=\"urn:schemas-microsoft-com:office:spreadsheet\">",raze[raze es'[key x;value x]],"</Workbook>")}
es:{[n;t]t:0!t;enlist["<Worksheet ss:Name=\"",xs[string n],"\"><Table>"],(er[;"String"]each enlist xs each string cols t),(er[;en each t cols t]each flip xv each t cols t),enlist"</Table></Worksheet>"}
en:{$[type[x]in 1 5 6 7 8 9h;"Number";"String"]}
er:{[c;k]htc[`Row]raze{[x;k]"<Cell><Data ss:Type=\"",k,"\">",x,"</Data></Cell>"}'[c;$[10h=type k;count[c]#enlist k;k]]}
ed:{@[edsn enlist[`Sheet1]!enlist x;1;ssr[;"xmlns:ss=";"xmlns:o=\"urn:schemas-microsoft-com:office:office\" xmlns:ss="]]}
tx:`raw`json`csv`txt`xml`xls!({enlist x};jd;cd;td;xd;ed)
xt:{[k;x]$[k=`json;.j.k each x;'`nyi]}

\d .
