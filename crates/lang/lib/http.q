/ HTTP as the language shows it: what answers requests by default, and asking others. Source: ref/dotz, ref/doth, kb/http.
\d .h

/ A value within \C, as lines.
lines:{-201!(system"C";x)}
/ A header of a request, by its name in lower case; as it was asked by a page of another site.
header:{[h;n]i:(lower key h)?n;$[i<count h;value[h]i;""]}
foreign:{"cross-site"~header[x;`$"sec-fetch-site"]}
/ May pages of other sites evaluate expressions? They would do so with the rights of whoever looks at them.
anysite:0b

/ The default .z.ph: the start page, an expression after ? (as a page, or in the format before it), or a file below HOME.
answer:{t:uh r:$[10h=type x;x;first x];h:$[10h=type x;()!();x 1];
 $[(foreign h)&not[anysite]&"?"in t;hn["403 Forbidden";`txt;"an expression from another site: see .h.anysite"];
  not count t;home[];
  t~enlist"?";hp hb1 each string system"v";
  "?"=first t;@[query;1_t;he];
  "?"in t;@[format h;t;he];
  file[h;t]]}
/ A link that opens in the frame of results.
hb1:{hb["?",hu x;hc x]}
/ The start page: index.html if there is one, else the variables beside the first of them.
home:{$[count i:read"index.html";hy[`html;i];hy[`htm]fram[string .z.f;v]("?";"?",$[count v:string system"v";first v;""])]}
/ The bytes of a file below HOME, none when there is no such file. No path leads out.
read:{$[(any".."~/:"/"vs x)|("/"=first x)|"\000"in x;"";@[{"c"$read1 hsym`$HOME,"/",x};x;""]]}
file:{[h;p]$[count b:read p;pack[h]hy[`$last"."vs last"/"vs p;b];hn["404 Not Found";`txt;p,": not found"]]}
/ A page of an expression's value: rows from one on, with links to walk it.
query:{hp$["["=first x;page["J"$1_(x?"]")#x;(1+x?"]")_x];page[0;x]]}
page:{[j;e]jx2[j;val e;{[e;i]"?[",string[i],"]",hu e}e]}
jx:{[j;e]jx2[j;val e;{"?[",string x}]}
/ Lines of a value; of a table too long for \C, those from row j on below links that u makes.
jx2:{[j;v;u]n:$[.Q.qt v;count v;0];r:-4+first system"C";j:0|j&n-1;
 l:$[n>r;(" "sv(ha'[u each(0;0|j-r;0|(n-r)&j+r;0|n-r);string`home`up`down`end]),enlist string[n],"[",string[j],"]";"");()];
 l,hc each lines$[n>r;rows[v;j;r];v]}
rows:{[v;j;r]$[99h=type v;(r sublist j _ key v)!r sublist j _ value v;1b~.Q.qp v;.Q.ind[v;j+til r&count[v]-j];r sublist j _ v]}
/ name.csv?expression and the like: the value in the format of that extension.
format:{[h;t]n:t?"?";e:`$last"."vs n#t;e:$[e in key tx;e;`$-3#n#t];pack[h]hy[e]` sv tx[e]val(n+1)_t}
/ A response packed with gzip, when it is long and the client takes that.
pack:{[h;r]i:4+first r ss"\r\n\r\n";
 if[(2000>count b:i _ r)|not lower[header[h;`$"accept-encoding"]]like"*gzip*";:r];
 z:-35!(6;b);l:"\r\n"vs(i-4)#r;l@:where not lower[l]like"content-length:*";
 ("\r\n"sv l,("Content-Encoding: gzip";"Content-Length: ",string count z)),"\r\n\r\n",z}

/ For the console in the browser, as JSON: what an expression is worth (of several lines, like those of a script, the last
/ one), and what there is.
con:{[s]t:.z.p;r:.Q.trp[{(1b;{[r;e]val e}/[::;$["\n"in x;last .Q.ld"\n"vs x;enlist x]])};s;{(0b;"'",x,"\n",.Q.sbt con0 -4_y)}];
 json(`ok`ms!(first r;1e-6*"j"$.z.p-t)),$[first r;@[con1;r 1;{(enlist`text)!enlist"'",x}];(enlist`text)!enlist r 1]}
/ The frames of a backtrace, counted from where the expression began.
con0:{@[;3;-;last last x]each x}
json:{.j.jd(x;(enlist`null0w)!enlist 1b)}
con1:{$[count t:con2 x;`keys`count`columns!(t 0;t 1;con3'[cols t 2;value flip t 2]);(enlist`text)!enlist$[x~(::);"";"\n"sv lines x]]}
/ How many columns are keys, how many rows there are, and the first of them: of tables, of dictionaries of vectors and of
/ vectors of numbers.
con2:{$[.Q.qt x;(count keys x;count x;0!rows[x;0;1000]);
 99h=type x;$[all(type each(key x;value x))within 1 19h;(1;count x;1000 sublist([]key:key x;value:value x));()];
 (type x)in 4 5 6 7 8 9h;(0;count x;([]value:1000 sublist x));()]}
/ A column: its name, type, the text of its cells, and the cells as numbers if they are numbers or times.
con3:{[n;c]`name`type`cells`numbers!(n;.Q.ty c;con4 c;$[(type c)in 1 4 5 6 7 8 9 15h;"f"$c;(type c)within 12 19h;"f"$"j"$c;()])}
con4:{$[(type x)in 0 77h;{con6$[10h=type x;x;.Q.s1 x]}each x;10h=type x;enlist each x;string x]}
/ A cell that fits a page.
con6:{$[1000<count x;(1000#x),"..";x]}
names:{json`tables`functions`variables!(con5 each tables[];string system"f";string(system"v")except tables[])}
con5:{`name`rows`columns!(string x;@[{count value x};x;0N];string@[cols;x;()])}
\d .

.z.ph:{.h.answer x}

\d .Q
/ The parts of a URL: scheme, user:password, host:port, path. The proxy for a host, if there is one.
hap:{u:$[10h=type x;x;string x];u:(":"=first u)_u;i:3+first u ss"://";s:(i-3)#u;r:(sum mins"/"=r)_r:i _u;
 h:(j:r?"/")#r;p:$[j<count r;j _r;"/"];a:$["@"in h;neg[1+reverse[h]?"@"]_h;""];(s;a;(neg reverse[h]?"@")#h;p)}
proxy:{[s;h]v:{$[count e:getenv lower x;e;getenv upper x]};
 $[s~"https";"";any(first":"vs h)like/:{$["."=first x;"*",x;x]}each trim each","vs v`no_proxy;"";v`http_proxy]}
/ A request by method, with (type of content;body) or (): the head and the body of the response. GET and POST: the body.
hmb:{[u;m;b]u:$[-11h=type u;string u;u];a:hap u;x:proxy[a 0;a 2];p:$[count x;hap x;()];n:"\r\n";
 q:string[m]," ",$[count x;a[0],"://",a[2],a 3;a 3]," HTTP/1.1",n,"Host: ",a[2],n,"Connection: close",n,"Accept-Encoding: gzip",n;
 q,:hauth["Authorization";a 1],$[count x;hauth["Proxy-Authorization";p 1];""];
 q,:$[count b;"Content-Type: ",b[0],n,"Content-Length: ",string[count b 1],n,n,b 1;n];
 r:(hsym`$$[count x;"http://",p 2;a[0],"://",a 2])q;i:first r ss n,n;h:i#r;z:(4+i)_r;
 (h;$[any(lower n vs h)like"content-encoding:*gzip*";gz z;z])}
hauth:{[n;a]$[count a;n,": Basic ",btoa[.h.uh a],"\r\n";""]}
hg:{last hmb[x;`GET;()]}
hp:{[u;t;b]last hmb[u;`POST;(t;b)]}
\d .
