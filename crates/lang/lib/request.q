/ HTTP requests to others. Source: ref/dotq.
\d .Q

/ The body of the response to GET, and to POST of a body of a type.
hg:{[url]last hmb[url;`GET;()]}
hp:{[url;typ;body]last hmb[url;`POST;(typ;body)]}

/ A request by method, with (type;body) or (): the head and the body of the response.
hmb:{[url;method;content]
  url:hplace$[-11h=type url;string url;url];
  via:$[count via:proxy[url 0;url 2];hplace $[count via ss"://";"";"http://"],via;()];
  to:hsym`$$[count via;"http://",via 2;url[0],"://",url 2];
  hres to hreq[url;via;method;content]}

/ The parts of a URL: scheme with its ://, user:password, host:port, path.
hap:{[url]@[hplace url;0;,;"://"]}

/ The same with the scheme alone.
hplace:{[url]
  url:$[10h=type url;url;string url];
  url:(":"=first url)_ url;
  if[not count i:url ss"://";'"wanted http://host: ",url];
  i:3+first i;
  scheme:(i-3)#url;
  rest:i _ url;
  rest:(sum mins"/"=rest)_ rest;
  / A query may follow the host at once; what a # leads to is not for the server.
  n:min rest?"/?#";
  place:n#rest;
  path:(rest?"#")#rest;
  path:(n&count path)_ path;
  path:$["/"=first path;path;"/",path];
  at:reverse[place]?"@";
  user:$["@"in place;neg[1+at]_ place;""];
  (scheme;user;neg[at]#place;path)}

/ The proxy for a host, "" when there is none.
proxy:{[scheme;place]
  variable:{$[count e:getenv lower x;e;getenv upper x]};
  if[scheme~"https";:""];
  exempt:{$["."=first x;"*",x;x]}each trim each","vs variable`no_proxy;
  $[any(first":"vs place)like/:exempt;"";variable`http_proxy]}

/ The text of a request for the parts of a URL, by way of a proxy's or of none's.
hreq:{[url;via;method;content]
  (scheme;user;place;path):url;
  target:$[count via;scheme,"://",place,path;path];
  head:(string[method]," ",target," HTTP/1.1";"Host: ",place;"Connection: close";"Accept-Encoding: gzip");
  head,:hauth["Authorization";user],$[count via;hauth["Proxy-Authorization";via 1];()];
  if[not count content;:"\r\n"sv head,("";"")];
  (typ;body):content;
  head,:("Content-Type: ",typ;"Content-Length: ",string count body);
  ("\r\n"sv head,("";"")),body}
/ A header with user:password, if there is that.
hauth:{[name;user]$[count user;enlist name,": Basic ",btoa .h.uh user;()]}

/ The head and the body of a response.
hres:{[response]
  n:first response ss"\r\n\r\n";
  head:n#response;
  body:(4+n)_ response;
  packed:any(lower"\r\n"vs head)like"content-encoding:*gzip*";
  / The answer to HEAD, and 204 and 304, have no body to unpack.
  (head;$[packed&0<count body;gz body;body])}

\d .
