/ What the console in the browser asks for, as JSON.
\d .h

/ An answer that began at a time: a value, or the text of an error or of help.
con:{[start;x] conTell[1b;start;@[conValue;x;{conText"'",x}]]}
conSaid:{[ok;start;text] conTell[ok;start;conText text]}
conTell:{[ok;start;told] json(`ok`ms!(ok;1e-6*"j"$.z.p-start)),told}

/ The statements of a text of several lines, which are like those of a script.
conStatements:{$["\n"in x;last .Q.ld"\n"vs x;enlist x]}

/ What there is: tables, and the names of functions and of other variables.
names:{json`tables`functions`variables!(conTable each tables[];string system"f";string(system"v")except tables[])}

json:{.j.jd(x;`null0w`digits!(1b;17))}

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
  numbers:$[(type c)in 1 4 5 6 7 8 9 15h;"f"$c;(type c)within 12 19h;"j"$c;()];
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
