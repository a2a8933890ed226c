/ Random values, and how two answers are compared.

/ Items of each type that are likely to go wrong: nulls, infinities, zero, signs, ends of ranges.
pools:()!()
pools["b"]:01b
pools["g"]:0Ng,"G"$("00000000-0000-0000-0000-000000000001";"8c6b8b64-6815-6084-0a3e-178401251b68")
pools["x"]:0x000102107f80ff
pools["h"]:0N 0W -0W 0 1 -1 2 3 5 10 100 -100 32000h
pools["i"]:0N 0W -0W 0 1 -1 2 3 5 10 100 -100 100000i
pools["j"]:0N 0W -0W 0 1 -1 2 3 5 10 100 -100 5000000000
pools["e"]:0N 0W -0W 0 1 -1 0.5 2.25 3.3 -7.1 100 1e10 1e-10e
pools["f"]:0N 0W -0W 0 1 -1 0.5 2.25 3.3 -7.1 100 1e10 1e-10 0.1 0.2
pools["c"]:" abcABCz09*?[]-\"\n\377"
pools["s"]:``a`b`c`abc`A`Z`z`a1`longer_symbol
pools["p"]:0Np,0Wp,-0Wp,2000.01.01D0 1999.12.31D23:59:59.999999999 2024.02.29D12:34:56.789
pools["m"]:0N 0W -0W 2000.01 1999.12 2024.02m
pools["d"]:0N 0W -0W 2000.01.01 1999.12.31 2024.02.29 2024.03.01
pools["z"]:0Nz,0wz,-0wz,2000.01.01T0 1999.12.31T12 2024.02.29T06:30
pools["n"]:0Nn,0Wn,-0Wn,0D00 0D01 -0D00:00:01 1D0:0:0.000000001
pools["u"]:0N 0W -0W 00:00 00:01 12:34 -01:00
pools["v"]:0N 0W -0W 00:00:00 00:00:01 12:34:56
pools["t"]:0N 0W -0W 00:00:00.000 00:00:00.001 12:34:56.789

/ Those without nulls and infinities.
plain:{x where not(null x)|x in(min 0#x;max 0#x)}
finite:key[pools]!{$[x in"bgxcs";pools x;plain pools x]}each key pools

numbers:"hijef"
ordered:"bxhijefcspmdznuvt"
types:"g",ordered

/ How many items a list has, and a table that nobody reads row by row; the long run has longer ones.
sizes:0 1 2 3 3 5 17 64 65 130
large:0#0

pick:{(x:(),x)rand count x}
size:{pick sizes}

/ n items that hardly repeat.
wide:()!()
wide["b"]:{x?0b}
wide["g"]:{x?0Ng}
wide["x"]:{x?0x00}
wide["h"]:{"h"$x?30000}
wide["i"]:{"i"$-50+x?1000000}
wide["j"]:{-500+x?1000000000000}
wide["e"]:{"e"$-50+x?100.}
wide["f"]:{-50+x?100.}
wide["c"]:{x?.Q.a}
wide["s"]:{x?`$string til 40}
wide["p"]:{2024.01.01D+x?3D}
wide["m"]:{2020.01m+x?50}
wide["d"]:{2024.01.01+x?100}
wide["z"]:{2024.01.01T0+x?100.}
wide["n"]:{x?1D}
wide["u"]:{x?24:00}
wide["v"]:{x?24:00:00}
wide["t"]:{x?24:00:00.000}

/ n items of a type: repeated or not, in order or not, in runs, all the same, with nulls and infinities or without.
vector:{[c;n]
  k:rand 6;
  x:$[k=0;n?pools c;k=1;n?finite c;k=2;wide[c]n;k=3;?[n?0b;wide[c]n;n?pools c];k=4;n#pick pools c;n?3#finite c];
  k:rand 8;
  `#$[k=0;asc x;k=1;desc x;k=2;n#x where n#1+til 4;x]}

/ n finite items.
tame:{[c;n]$[rand 2;n?finite c;wide[c]n]}

/ n strings, packed or not.
strings:{[n]
  k:rand 3;
  (),/:$[k=0;string n?`8;k=1;{(rand 6)?"ab*?[]-^ "}each til n;n#("";enlist"a";"ab";"abc";"b,c";"aab")]}

/ x with an attribute that it can have.
attributed:{@[pick[`s`u`p`g]#;x;x]}

/ x without attributes and enumerations; every null of floats is one, and zero has no sign.
normal:{
  t:type x;
  if[t within 77 97h;:.z.s each x til count x];
  if[(abs t)within 20 76h;:`#value x];
  if[(abs t)in 8 9h;:?[null x;first 0#x;$[9h=abs t;0f;0e]+`#x]];
  $[t within 1 19h;`#x;t=98h;flip cols[x]!.z.s each value flip x;t=99h;.z.s[key x]!.z.s value x;t=0h;.z.s each x;x]}

/ The same, to the last bit.
exact:{(-8!normal x)~-8!normal y}

/ The same but for how floats were rounded.
near:{nearnormal[normal x;normal y]}
nearnormal:{
  t:type x;
  if[t<>type y;:0b];
  if[(0<=t)&count[x]<>count y;:0b];
  if[(abs t)in 8 9h;:all(x=y)|(abs[x-y]<=1e-9*1|abs[x]|abs y)|null[x]&null y];
  $[t=98h;(cols[x]~cols y)and .z.s[value flip x;value flip y];
    t=99h;.z.s[key x;key y]and .z.s[value x;value y];
    t=0h;all .z.s'[x;y];
    x~y]}

/ What f makes of the arguments: (0b;answer) or (1b;error).
outcome:{[f;args].[{(0b;x . y)};(f;args);{(1b;x)}]}
evaluated:{outcome[value;enlist x]}

/ Two outcomes agree: both fail, or the answers are the same. No items need have no type.
agree:{[same;a;b]
  $[a[0]<>b 0;0b;
    a 0;1b;
    (b[1]~())&0=count a 1;1b;
    same[a 1;b 1]]}

failures:()
answers:()
told:{[x]s:.Q.s1 x;$[400<count s;(400#s),"..";s]}
failed:{[what;lines]failures,:enlist"\n"sv enlist[what],"  ",/:lines;}
