/ Lambdas, projections, compositions, rank, return, signal.
/ source: basics/function-notation, ref/compose, ref/signal            status: documented
q){x+y}[1;2]
3
q){x*x}5
25
q){x+y+z}[1;2;3]
6
q){[a;b]a-b}[10;3]
7
q){[]5}[]
5
q){5}[]
5
q)f:{x+1}
q)f 2
3
q)f 1 2 3
2 3 4
q)f each 1 2 3
2 3 4
q)f
{x+1}
q)g:{[x;y] x*y}
q)g[3]
{[x;y] x*y}[3]
q)g[3]4
12
q)g[;2]5
10
q)h:g 10
q)h 2
20
q)(+)[1]
+[1]
q)(1+)2
3
q)+[;1]2
3
q){x}[1;2]
'rank
q){[a]a}[1;2]
'rank
q){x,y,z}[1;;3]2
1 2 3
q){:x;y}[1;2]
1
q){if[x>0;:`pos];`neg}3
`pos
q){if[x>0;:`pos];`neg}[-3]
`neg
q){'`oops}[]
'oops
q){'"bad thing"}[]
'bad thing
q){x;}5
q){}[]
q){a:5;a*x}3
15
q)a
'a
q){b::x;b}7
7
q)b
7
q){x:x+1;x}1
2
q){[x;y]x+:y;x}[1;2]
3
q)('[neg;abs])[-5]
-5
q)('[{x+1};{x*y}])[3;4]
13
q)(neg abs@)[-5]
-5
q)c:neg reverse@
q)c 1 2 3
-3 -2 -1
q)(sum;avg)@\:1 2 3
6
2f
q){x y}[neg;3]
-3
q){.z.s[x-1];x}0
'stack
q){$[x<2;1;x*.z.s x-1]}5
120
q)fib:{$[x<2;x;fib[x-1]+fib x-2]}
q)fib 15
610
q)type {x+1}
100h
q)type {x+y}1
104h
q){x+y}[1] 2
3
q){[a;b;c;d;e;f;g;h]a+b+c+d+e+f+g+h}[1;2;3;4;5;6;7;8]
36
q){x}each 1 2
1 2
q){x+y}'[1 2;3 4]
4 6
q){z}[1;2;3]
3
q){y}[1;2]
2
q)({x+1};{x*2})[1]5
10
q)(::)5
5
q)k:{x+y}
q)k . 1 2
3
q)k .(1;2)
3
q).[k;1 2]
3
q)@[neg;3]
-3
q)neg@3
-3
q)(+).(1;2)
3
q){[t]t*2}@'1 2
2 4
q){count x}"abc"
3
q){[(a;b)]a+b}(1;2)
3
q)(a2;b2):10 20
q)a2+b2
30
q)/ scalars take an early path
q){(x|y;x&y;x^y;y^x)}[0N;3]
3 0N 3 3
q){(x|y;x&y;x^y)}[2;1.5]
2 1.5 1.5
q){x[1]:y;x[1]+x 0}[1 2 3;5]
6
q){x[1]:y;x}[`s#1 2 3;0]
1 0 3
q){x[5]:y;x}[1 2 3;0]
'length
q){x 5}1 2 3
0N
q)/ a local that was not assigned is the empty list (inferred)
q){if[x;a:1];a}0b
q){if[x;a:1];a,2 3}0b
2 3
q){type x}[]
101h
/ What `value` shows of a projection has elided arguments in it, of the type of `::` (as TorQ uses it).
q)v:value{[w;x;y;z]w+x+y+z}[;2;3]
q)type each v
100 101 -7 -7h
q)type v 1
101h
q)a:4#(::)
q)a[til 3]:1_v
q)a[where 101h=type each a]:10 20
q)a
10 2 3 20
q){x}[v 1]~v 1
1b
q){x+y}[v 1;3]4
7
/ A global cannot become a local further on; a local stays one.
/ source: basics/debug            status: documented
q){a::1;a:1}
'a
  [0]  {a::1;a:1}
             ^
q){if[x;b::1];c:2;(b;d):c}
'b
q){{a::1}[];a:2;a}0
2
q)a
1
q){inner:1;inner::2;inner}0
2
q)inner
'inner
q){[p]p::3;p:4;p}0
4
q){x::3;x:4;x}0
4
q){(g:1)+g::2}
'g
q){(g::1)+g:2}0
3
q){a[0]::1;a:2};
q){c:d;d:1;c}0
/ What the source leaves out is no constant (programs of others find the file at a fixed place).
/ source: ref/value, observed
q)(value{th.color+zz+.a.b})3
``.a.b`zz`th.color
q)count each(value{};value{x;};value{[a]$[a;;1]};value{::})
9 9 10 10
/ A name alone does nothing, also where a call has just set it.
/ source: basics/function-notation            status: documented
q)g:{x}
q){j:g 5;j;j+1}[]
6
q){r:g 1;(r);r}[]
1
q){x:g x;x;x+1}1
2
q){$[x;[r:g 1;r;r];0]}1b
1
q){t:g([]a:1 2);t;t}[]
a
-
1
2
q){j:0;if[1b;j:g 3;j];j}[]
3
q)h:{x+y}
q){j:0;do[3;j:h[j;1];j];j}[]
3
q){v:1 2;j:v[0]:7;j;j}[]
7
q){r:gg::7;r;r}[]
7
q){gg::1 2;gg[0]:5;gg;gg}[]
5 2
