/ What the console in the browser asks for, as JSON.
\d .h

/ What an expression is worth: of several lines, like those of a script, the last one.
con:{[s]
  start:.z.p;
  outcome:.Q.trp[conRun;s;conFail];
  told:$[first outcome;@[conValue;outcome 1;{conText"'",x}];conText outcome 1];
  json(`ok`ms!(first outcome;1e-6*"j"$.z.p-start)),told}

/ What there is: tables, and the names of functions and of other variables.
names:{json`tables`functions`variables!(conTable each tables[];string system"f";string(system"v")except tables[])}

json:{.j.jd(x;(enlist`null0w)!enlist 1b)}

/ --- Evaluating

/ (1b;value). The backtrace counts on how many functions this one is nested in another: conFail.
conRun:{(1b;{[r;e]val e}/[::;$["\n"in x;last .Q.ld"\n"vs x;enlist x]])}
/ (0b;the error and its backtrace), whose last four frames are conRun and what called it.
conFail:{[error;frames](0b;"'",error,"\n",.Q.sbt conFrames -4_ frames)}
/ Frames that are counted from where the expression began.
conFrames:{@[;3;-;last last x]each x}

/ --- Values

/ A value as a table where it can be seen as one, else as the text of its lines.
conValue:{[x]
  seen:conRows x;
  if[not count seen;:conText$[x~(::);"";"\n"sv lines x]];
  (keyed;n;t):seen;
  `keys`count`columns!(keyed;n;conColumn'[cols t;value flip t])}
conText:{(enlist`text)!enlist x}

/ How many columns are keys, how many rows there are, and the first of them: of tables, of dictionaries of vectors and of
/ vectors of numbers. () for others.
conRows:{[x]
  if[.Q.qt x;:(count keys x;count x;0!rows[x;0;1000])];
  if[(type x)in 4 5 6 7 8 9h;:(0;count x;([]value:1000 sublist x))];
  if[not 99h=type x;:()];
  vectors:all(type each(key x;value x))within 1 19h;
  $[vectors;(1;count x;1000 sublist([]key:key x;value:value x));()]}

/ A column: its name, type, the text of its cells, and the cells as numbers if they are numbers or times.
conColumn:{[name;c]
  numbers:$[(type c)in 1 4 5 6 7 8 9 15h;"f"$c;(type c)within 12 19h;"f"$"j"$c;()];
  `name`type`cells`numbers!(name;.Q.ty c;conCells c;numbers)}
conCells:{[c]
  $[(type c)in 0 77h;{conCut$[10h=type x;x;.Q.s1 x]}each c;
    10h=type c;enlist each c;
    string c]}
/ A cell that fits a page.
conCut:{$[1000<count x;(1000#x),"..";x]}

/ A table by its name: its count if that can be told, and its columns.
conTable:{[name]`name`rows`columns!(string name;@[{count value x};name;0N];string@[cols;name;()])}

\d .
