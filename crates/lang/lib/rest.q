/ A REST server: paths of requests are given to functions, whose results go back as JSON.
/   rest:use`kx.rest
/   rest.init enlist[`autoBind]!enlist 1b
/   rest.register[`get;"/trades/{sym}";"Trades of a symbol";{select from trade where sym=x[`arg;`sym]};
/     rest.reg.data[`sym;-11h;1b;`;"The symbol"]]
/ A function gets a dictionary: op, path, arg (the parameters as what they were declared), rawArg (as they came), data and
/ rawData (the body). Errors are answered as {"code":"400","text":"missing","details":"sym"}: 400 for a parameter that is
/ missing or invalid, 404 for a path that nobody takes, 500 for an error of the function, which is the text.
/ source: KX, the REST server of KDB-X

/ --- Setting up

endpoints:([]op:`symbol$();path:();parts:();description:();f:();parameters:())
/ Objects that bodies are made of, by name: their members, as parameters.
objects:(enlist`)!enlist(::)
settings:`autoBind`appendNewline!00b
/ What answered before, for requests that no endpoint takes.
outer:`get`post!(::;::)

/ Options: autoBind sets .z.ph and .z.pp, appendNewline ends each answer with a newline.
init:{[options]
  if[99h=type options;settings::settings,options];
  mine:`get`post!(process[`GET];process[`POST]);
  if[settings[`autoBind]&not mine[`get]~current`.z.ph;
    outer::`get`post!current each`.z.ph`.z.pp;
    .z.ph:mine`get;
    .z.pp:mine`post];}
current:{@[value;x;{(::)}]}

/ An endpoint: an operation (`get), a path, in which {name} is a parameter, what it does, its function, and its parameters,
/ joined, or (). It takes the place of one of the same operation and path.
register:{[op;path;description;f;parameters]
  op:lower op;
  / "/" is an atom.
  path,:();
  new:`op`path`parts`description`f`parameters!(op;path;"/"vs 1_path;description;f;parameters);
  endpoints::endpoints[where not(endpoints[`op]=op)&endpoints[`path]~\:path],enlist new;}

/ A parameter, in the path or the query: its name, its type (negative for an atom, positive for a list, whose items are
/ parted by commas, 10h for a string), whether it is required, what it is else, and what it means.
data:{[name;typ;required;default;description]parameter[`query;name;typ;required;default;description]}
/ One that is a header of the request.
header:{[name;typ;required;default;description]parameter[`header;name;typ;required;default;description]}
/ The body: an object by name, or a type.
body:{[typ;required;default;description]parameter[`body;`body;typ;required;default;description]}
/ An object: its members, joined.
object:{[name;members]objects::objects,enlist[name]!enlist members;}
/ Types and defaults are boxed, so that parameters of any can be joined.
parameter:{[from;name;typ;required;default;description]
  enlist`from`name`typ`required`default`description!(from;name;enlist typ;required;enlist default;description)}

/ --- Requests

/ The response to what .z.ph and .z.pp get. The header http-method goes before the operation.
process:{[op;x]
  headers:lower[key x 1]!value x 1;
  op:lower$[count m:headers`$"http-method";`$m;op];
  text:halves[" ";x 0];
  target:halves["?";text 0];
  path:$["/"=first target 0;target 0;"/",target 0];
  e:chosen[op;parts:.h.uh each"/"vs 1_path];
  if[e~();:elsewhere[op;path;x]];
  raw:inQuery[target 1],inPath[e`parts;parts];
  request:@[arguments[e;raw;headers];text 1;{halves[" ";x]}];
  if[99h<>type request;:failed["400 Bad Request";request 0;request 1]];
  result:@[{(1b;x y)}[e`f];(`op`path!(op;path)),request;{(0b;x)}];
  $[result 0;answered["200 OK";.j.j result 1];failed["500 Internal Server Error";result 1;path]]}

/ The endpoint for the parts of a path, the one with fewest names in it; () for none.
chosen:{[op;found]
  e:endpoints where(endpoints[`op]=op)&matches[found]each endpoints`parts;
  $[count e;first e iasc{sum isName each x}each e`parts;()]}
matches:{[found;parts]$[count[found]=count parts;all(isName each parts)|found~'parts;0b]}
isName:{("{"=first x)&"}"=last x}

/ What comes before the first such character, and after it.
halves:{[c;text]n:(text:(),text)?c;(n#text;(n+1)_text)}

/ The parameters of a path and those of a query, as they came. What is given twice is a list.
inPath:{[parts;found]
  at:where isName each parts;
  (`$-1_'1_'parts at)!found at}
inQuery:{[query]
  pairs:halves["="]each $[count query;"&"vs query;()];
  names:`$.h.uh each pairs[;0];
  ","sv/:(.h.uh each ssr[;"+";" "]each pairs[;1])group names}

/ What an endpoint declares, of what came. Errors: "missing name", "invalid name".
arguments:{[e;raw;headers;text]
  rawData:$[count text;@[.j.k;text;text];()];
  came:`query`header`body!(raw;headers;$[count text;enlist[`body]!enlist rawData;()!()]);
  p:e`parameters;
  given:{[came;p]taken[came p`from;p]}[came]each p;
  isBody:$[count p;`body=p`from;0#0b];
  names:$[count p;p`name;`symbol$()];
  data:$[any isBody;first given where isBody;()];
  `arg`rawArg`data`rawData!((names where not isBody)!given where not isBody;raw;data;rawData)}

/ A parameter, out of what came by name.
taken:{[came;p]
  name:$[`header=p`from;lower;]p`name;
  if[not name in key came;if[p`required;'"missing ",string p`name];:first p`default];
  @[converted first p`typ;came name;{[name;e]'$[e like"m?ssing *";e;"invalid ",name]}string p`name]}

/ A text, or a value out of JSON, as a type or an object.
converted:{[typ;x]
  $[-11h=type typ;$[99h=type x;built objects typ;built[objects typ]each]x;
    typ in 0 10h;x;
    typ>0;typ$$[10h=type x;listed[typ;x];converted[neg typ]each(),x];
    10h<>type x;$[typ=-11h;`$string x;neg[typ]$x];
    typ=-1h;flag x;
    parsed[typ;x]]}
listed:{[typ;x]$[count x;converted[neg typ]each","vs x;()]}
built:{[members;x](members`name)!taken[x]each members}
flag:{$[any(x:lower x)~/:("1";"1b";"true");1b;any x~/:("0";"0b";"false");0b;'"type"]}
parsed:{[typ;x]y:typ$x;if[(typ<>-10h)&(0<count x)&null y;'"type"];y}

/ --- Responses

answered:{[status;json].h.hn[status;`json;json,$[settings`appendNewline;"\n";""]]}
failed:{[status;text;details]answered[status;.j.j`code`text`details!(3#status;text;details)]}
/ A request that no endpoint takes goes to what answered before.
elsewhere:{[op;path;x]$[(op in key outer)&not(::)~f:outer op;f x;failed["404 Not Found";"not found";path]]}

export:([init;register;process;reg:([data;header;body;object])])
