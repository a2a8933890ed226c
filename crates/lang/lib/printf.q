/ Text with values in it, in the manner of C's printf.
/   ([printf]):use`kx.printf
/   printf("%s: %8.2f";`price;12.345)
/ A conversion is %[flags][width][.precision]letter. The flags are - + 0 ' and a blank. The letters: d a long, f a float, x X
/ hexadecimal, o octal, s a string, a symbol or what .Q.s1 makes of another value, r .Q.s1 of any; %% is a percent sign.
/ Errors: 'conversion (no such letter), 'length (more conversions than values), 'type. Values too many are passed over.
/ source: KX, the reference of the module printf

/ A string, or a list of a string and its values.
printf:{$[10h=abs type x;fill[(),x;()];fill[(),first x;1_x]]}

/ What stands before the next conversion, its text, and so on.
fill:{[text;values]
  out:"";
  while[count[text]>n:text?"%";
    spec:conversion(n+1)_text;
    out,:n#text;
    text:(n+1+spec`size)_text;
    percent:"%"=spec`letter;
    if[count[values]<not percent;'"length"];
    out,:$[percent;"%";padded[spec]. shown[spec;first values]];
    if[not percent;values:1_values]];
  out,text}

/ The parts of a conversion, from the text after its percent sign.
conversion:{[text]
  flags:leading["-+0 '";text];
  width:leading[.Q.n;rest:count[flags]_text];
  rest:count[width]_rest;
  point:"."=first rest;
  precision:$[point;leading[.Q.n;1_rest];""];
  rest:(point+count precision)_rest;
  if[not(first rest)in"dfxXosr%";'"conversion"];
  size:1+count[text]-count rest;
  `flags`width`precision`letter`size!(flags;0^"J"$width;$[point;0^"J"$precision;0N];first rest;size)}

/ The characters at the start of a text that are among some.
leading:{[some;text]((text in some)?0b)#text}

/ The sign of a value, and its text without one.
shown:{[spec;x]
  l:spec`letter;p:spec`precision;
  $[l="r";("";clipped[p].Q.s1 x);
    l="s";("";clipped[p]$[10h=abs type x;(),x;-11h=type x;string x;.Q.s1 x]);
    l="f";[x:number["F";x];(sign[spec;x];$[null x;"0n";0w=abs x;"0w";grouped[spec;-27!("i"$6^p;abs x)]])];
    l="d";[x:number["J";x];(sign[spec;x];$[null x;"0N";0W=abs x;"0W";grouped[spec;long[p]string abs x]])];
    [x:number["J";x];("";$[null x;"0N";l="X";upper based[l;p;x];based[l;p;x]])]]}

/ A long or a float of a value, or of the text of one.
number:{[t;x]
  x:$[10h=abs type x;t$(),x;lower[t]$x];
  if[0<=type x;'"type"];
  x}
sign:{[spec;x]$[null x;"";x<0;"-";"+"in spec`flags;"+";" "in spec`flags;" ";""]}
clipped:{[p;text]$[null p;text;p sublist text]}
/ At least as many digits as the precision says: of zero there are none where it says none.
long:{[p;text]$[(0=p)&"0"~first text;"";((0|p-count text)#"0"),text]}
/ The digits before the point in groups of three, where the flag ' asks for it.
grouped:{[spec;text]
  if[not"'"in spec`flags;:text];
  n:text?".";
  (reverse","sv 3 cut reverse n#text),n _text}
/ Sixty-four bits as digits of three bits or of four.
based:{[l;p;x]
  n:$[l="o";3;4];
  text:"0123456789abcdef"2 sv/:"j"$(0N,n)#((neg[64]mod n)#0b),0b vs x;
  long[p]$[count t:((text<>"0")?1b)_text;t;"0"]}

/ As wide as is asked for: zeros come between sign and number.
padded:{[spec;sign;text]
  gap:0|spec[`width]-count[sign]+count text;
  zeros:("0"in spec`flags)&(spec[`letter]in"dfxXo")&(null spec`precision)|"f"=spec`letter;
  $["-"in spec`flags;sign,text,gap#" ";
    zeros&not last[text]in"NWnw";sign,(gap#"0"),text;
    (gap#" "),sign,text]}

export:([printf])
