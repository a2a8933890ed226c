/ Random expressions over variables, evaluated in many places: at the top, in lambdas over globals, arguments and
/ locals, as parse trees, in each and peach, in branches. The place changes neither answer nor variables.

/ The variables: vectors of one count and atoms.
names:`a`b`f`g`h`e`tm`m`k`s`r`u`v
variables:{[n]names!(tame["j";n];tame["j";n];tame["f";n];tame["f";n];tame["h";n];tame["i";n];tame["n";n];n?0b;n?0b;
  n?`a`b`c`;n?`a`b`c`;rand(1;5;0N;-2);rand(1.5;0n;-2.25))}

leaves:("a";"b";"f";"g";"h";"e";"a";"tm")
atoms:("u";"v";"1";"2";"0";"-3";"0.5";"0N";"7i";"2h";"0b";"(1.5e)")

/ A list, a boolean list or an atom of some depth, as text.
list:{[d]
  if[d<1;:pick leaves];
  l:list d-1;
  (pick(
    {[d;l]"(",l,pick["+-*&|"],list[d-1],")"};
    {[d;l]"(",l,pick["+-*&|"],atom[d-1],")"};
    {[d;l]"(",atom[d-1],pick["+-*&|%"],l,")"};
    {[d;l]"(",pick[("neg";"abs";"reverse";"sums";"maxs";"deltas";"fills";"prev";"next";"signum")]," ",l,")"};
    {[d;l]"?[",bools[d-1],";a;b]"};
    {[d;l]pick("(3 xbar a)";"(a mod 7)";"(0^b)")};
    {[d;l]"@[a;where ",bools[d-1],";:;",pick[("0";"7";"0N")],"]"};
    {[d;l]"(",l,")[iasc ",list[d-1],"]"};
    {[d;l]"{",pick[("x+1";"x-avg x";"y:x+1;y*2";"x:x+2;x";"r:x;r[0]:r 1;r";"r:{x}x;r;r";"r:x;r+:1;r";"x,:x;x")],"}[",l,"]"};
    {[d;l]"{",pick[("x+1";"x*x";"y:x+1;y*2";"$[x>2;x;0]";"0|x")],"}each ",l};
    {[d;l]"(",pick["+|-"],")'[",l,";",list[d-1],"]"};
    {[d;l]"{$[x>y;x;y]}'[",l,";",list[d-1],"]"};
    {[d;l]"(",pick[("+";"|";"{x+y}";"{x|y}")],"\\)",l};
    {[d;l]"(",pick[("-";"+";"{x-y}")],"':)",l}))[d;l]}
bools:{[d]
  if[d<1;:pick("m";"k")];
  pick[(
    {"(",list[x-1],pick[("<";">";"=";"<=";">=";"<>")],atom[x-1],")"};
    {"(",list[x-1],pick["<>="],list[x-1],")"};
    {"(not ",bools[x-1],")"};
    {"(",bools[x-1],pick["&|"],bools[x-1],")"};
    {"(",list[x-1]," in ",pick[("1 2 3";"b";"0N 5")],")"};
    {"(",list[x-1]," within ",pick[("0 5";"(b;a)")],")"};
    {"(s=",pick[("`a";"r";"first s")],")"})]d}
atom:{[d]
  if[d<1;:pick atoms];
  pick[(
    {"(",pick[("sum";"max";"min";"avg";"count";"first";"last";"dev";"var";"med")]," ",list[x-1],")"};
    {"(",pick[("sum";"any";"all")]," ",bools[x-1],")"};
    {"(",atom[x-1],pick["+-*&|%"],atom[x-1],")"};
    {"$[0<",atom[x-1],";",atom[x-1],";",atom[x-1],"]"};
    {"(",pick[("+";"|";"{x+y}")],"/)",list x-1};
    {"(",list[x-1],")[",pick[("0";"1";"count[a]-1")],"]"};
    {"(",list[x-1]," wavg ",list[x-1],")"};
    {"{",pick[("x+y";"z:x+y;z*2";"z:{x}x;z;z+y";"$[x>y;x;y]";"do[3;y+:x];y";"i:0;while[i<3;i+:1;x+:i];x")],"}[",atom[x-1],";",
      atom[x-1],"]"};
    {"(count where ",bools[x-1],")"};
    {"(sum ",list[x-1],"*",list[x-1],")"})]d}
expression:{pick[(list;list;bools;atom)]1+rand 4}

/ Locals of the variables' names, from their values.
locals:{raze{string[x],":",y,"`",string[x],";"}[;x]each -2_names}
places:()!()
places[`lambda]:{[e;v]evaluated"{[]",e,"}[]"}
places[`arguments]:{[e;v]outcome[value"{[a;b;f;g;h;e;tm]",e,"}";v`a`b`f`g`h`e`tm]}
places[`tree]:{[e;v]outcome[{eval parse x};enlist e]}
places[`locals]:{[e;v]evaluated"{[]",locals["get"],e,"}[]"}
places[`sole]:{[e;v]evaluated"{[]",locals["-9!-8!get"],e,"}[]"}
places[`each]:{[e;v]evaluated"first{[aa]",e,"}each 1 2"}
places[`peach]:{[e;v]evaluated"last{[aa]",e,"}peach til 3"}
places[`trap]:{[e;v]evaluated"@[{[d]",e,"};0;{'x}]"}
places[`if]:{[e;v]evaluated"{[]if[1b;q0:",e,"];q0}[]"}
places[`branch]:{[e;v]evaluated"{[]$[1b;",e,";0]}[]"}
places[`return]:{[e;v]evaluated"{[]:",e,"}[]"}
places[`again]:{[e;v]evaluated"{[]q0:0;q0:",e,";q0;q0}[]"}
places[`item]:{[e;v]evaluated"{[]first enlist ",e,"}[]"}
places[`projection]:{[e;v]evaluated"{[q1;q2]",e,"}[1;]2"}

try:{[]
  v:variables pick sizes,large;
  key[v]set'value v;
  e:expression[];
  a:evaluated e;
  answers,:enlist(e;a);
  {[e;v;a;place]
    b:places[place][e;v];
    if[not agree[exact;a;b];failed[string place;(e;told v),told each(a;b)]];
    if[not exact[v;names!get each names];failed["variables changed in ",string place;enlist e];key[v]set'value v];
    }[e;v;a]each key places;}
