/ .Q: utilities. Source: ref/dotq.
\d .Q

/ Alphabets: lower, upper, digits, digits and upper, all of a name, base 64; and the letters of types by number.
a:"abcdefghijklmnopqrstuvwxyz"
A:upper a
n:"0123456789"
nA:n,A
an:a,A,"_",n
b6:A,a,n,"+/"
t:" bg xhijefcspmdznuvts"

/ Version date and number.
K:.z.k
k:.z.K

/ Rows a chunk when loading and saving.
M:0W

/ Directories where modules are looked for.
m.SP:{$[count p:getenv`QPATH;":"vs p;enlist$[count h:getenv`QHOME;h;getenv[`HOME],"/q"],"/mod"]}[]

/ Literal text of a value.
s1:{-3!x}
/ Lines that show a value on a console of so many rows and columns; of a table those from a row on.
S:{[size;row;x]-201!(size;$[.Q.qt[x]&row>0;.h.rows[x;row;count[x]&first size];x])}
/ A date some months later; days that the month lacks spill over.
addmonths:{("d"$y+"m"$x)+x-"d"$"m"$x}
/ A symbol and the text of a value with a dot between, or a slash after a file symbol.
dd:{` sv x,`$string y}
/ A number with a fixed count of decimals, halves rounded up, and a point also where there are none. The power of ten is exact,
/ which xexp's need not be.
f:{$[null y;"";(abs[y]<1e13)&1e17>abs[y]*e:"F"$"1e",string x;((y<0)#"-"),(-27!("i"$x;(floor .5+abs[y]*e)%e)),(0=x)#".";string y]}
/ The same in a fixed width; stars when it does not fit.
fmt:{[w;d;x]$[w<count r:f[d;x];w#"*";neg[w]$r]}
/ An atomic function of a long list, cut in as many parts as there are threads.
fc:{[f;v]$[2>n:system"s";f v;count[v]<2*n;f v;raze{[f;v;m;i]f(i*m;m)sublist v}[f;v;m]peach til ceiling count[v]%m:ceiling count[v]%n]}
/ A function of the distinct items of a list.
fu:{[f;v]$[type[v]within 0 97h;(f u)(u:distinct v)?v;f v]}
/ A function of simple tables applied to a keyed one.
ft:{[f;t]$[99h=type t;count[cols key t]!f 0!t;f t]}
/ A table with the columns of another that it lacks, null.
ff:{[x;y]c:cols[y]except cols x;$[count c;x,'flip c!{y#0#x}[;count x]each(0!y)c;x]}
/ The table that a column is a foreign key into.
fk:{$[not abs[type x]within 20 76h;`;99h=type@[value;k:key x;0];k;`]}
/ The letter of a type: upper case for an atom and for a list of lists of one type.
ty:{$[(h:type x)in 0 77h;tyn distinct type each x;77h>abs h;$[h<0;upper;::]t 20&abs h;" "]}
tyn:{$[1<>count x;" ";first[x]within 1 76h;upper t 20&first x;" "]}
/ A table, keyed or not?
qt:{$[99h=type x;98h=type key x;98h=type x]}
/ Can a column be mapped: a vector, or a list of vectors of one type?
qm:{$[0h<>type x;1b;0=count x;1b;(1=count t)and first[t:distinct type each x]within 1 76h]}
/ Memory in use.
w:{(`used`heap`peak`wmax`mmap`mphy`syms`symw!system["w"],system"w 0")}

/ Names made good: symbol, or the column names of a table or the keys of a dictionary.
id:{$[-11h=type x;id1 x;99h=type x;$[98h=type key x;ft[id]x;idn[key x]!value x];98h=type x;idn[cols x]xcol x;'`type]}
id1:{$[0=count s:string[x]inter an;`a;first[s]in n,"_";`$"a",s;`$s]}
idn:{idu idw each id1 each x}
idw:{$[x in res,key`.q;`$string[x],"1";x]}
idu:{{x,$[y in x;first(`$string[y],/:string 1+til 1+count x)except x;y]}/[0#`;x]}

/ Words of the command line: values after -names; the others are left in .Q.x. A name may begin with a dot or a hyphen of its own.
opt:{i:where(x like"-[^0-9.]*")|x like"-.[a-zA-Z]*";.Q.x:$[count i;first[i]#x;x];o:i cut x;(`$1_'first each o)!1_'o}
/ Defaults, and the words of .Q.opt read as values of their types; those that have no default as they are.
def:{[d;o]c:key[d]inter key o;d,o,c!def1'[d c;o c]}
def1:{[v;s]$[10h=h:type v;$[10h=type s;s;first s];0h=h;s;0h>h;$[count s;upper[t neg h]$$[10h=type s;s;first s];first 0#enlist v];upper[t h]$s]}

/ Base 64: text or bytes to text.
btoa:{-32!x}
/ Text of ten digits of base 64, or twelve of base 36, as a long; and back.
j10:{64 sv b6?x}
x10:{b6(10#64)vs x}
j12:{36 sv nA?x}
x12:{nA(12#36)vs x}
/ The columns of a table, or of every table for `, as drivers ask for them: table, column, number of its type.
nct:{([]n:`$();c:`$();t:0#0h),raze nct1 each$[null x;tables`.;x,()]}
nct1:{m:0!meta x;([]n:count[m]#x;c:m`c;t:"h"$t?lower m`t)}

/ SHA-1 of a string.
sha1:{-33!x}

/ Is a file of .Q.prf0 one that is in the program?
fqk:{x like"(q)*"}

/ Time and space of a function applied to a list of arguments, and its result.
ts:{-34!(x;y)}

/ Gzip: is it there, inflated, deflated at a level. Hosts: the name of an address, the address of a name.
gz:{-35!x}
host:{-12!x}
addr:{-13!x}

/ A file of lines, some bytes at a time: a function of the lines of each chunk. The file's size.
fsn:{[f;x;n]if[n<1;'`domain];s:hcount x;i:0;while[i<s;i:fsn1[f;x;n;s;i]];s}
fsn1:{[f;x;n;s;i]b:"c"$read1(x;i;n);m:$[s>i+count b;1+last where b="\n";count b];$[null m;fsn1[f;x;2*n;s;i];[f read0(x;i;m);i+m]]}
fs:fsn[;;131000]

/ The same for what comes through a named pipe, some bytes at a time.
fpn:{[f;x;n]h:hopen`$":fifo://",1_string x;r:"";while[count b:fpn0[h;n];r:fpn1[f]r,"c"$b];if[count r;f enlist r];hclose h;}
fpn0:{[h;n]b:read1(h;n);while[$[n>count b;count c:read1(h;n-count b);0b];b,:c];b}
fpn1:{[f;b]$[count i:where b="\n";[f -1_"\n"vs(1+last i)#b;(1+last i)_b];b]}
fps:fpn[;;131000]

/ An empty nested column as kdb+ wrote it before V3.6: of chars.
Cf:Xf`char

/ Records of a binary file appended to a table of a partition, a chunk at a time: (directory;partition;table),
/ (file;offset;length), names, (types;widths), a function of each chunk. A length that is not positive counts from the end.
dsftg:{[d;s;f;t;g]m:(M&1000000)*sum last t;e:$[0<s 2;s[1]+s 2;hcount[s 0]+s 2];p:dd[par . d;`];
 i:s[1]+m*til ceiling(e-s 1)%m;dsftg1[p;d 0;s 0;f;t;g]'[i;m&e-i];p}
dsftg1:{[p;d;s;f;t;g;i;n]p upsert en[d]g flip f!t 1:(s;i;n)}

/ Every table of the root saved in a partition, then emptied, and the process of the database told to load again.
/ None is emptied before all are saved: what failed can be done again.
hdpf:{[h;d;p;f]@[`.;;0#]each dpft[d;p;f]each tables`.;if[0<c:@[hopen;h;0];c"\\l .";hclose c]}

\d .

/ What follows looks names up in the root.
/ The value of a symbol: a table on disk or a variable; anything else is itself.
.Q.v:{$[-11h=type x;$[":"=first string x;get x;value x];x]}
