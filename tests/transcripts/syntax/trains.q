/ Trains: a verb at the end projects or composes. Operators in parentheses are nouns.
/ source: ref/compose, ref/apply, basics/syntax            status: documented
q)double:2*
q)double 21
42
q)tc:til count@
q)tc "abc"
0 1 2
q)di:reciprocal(%).
q)di 2 3
1.5
q)x:-100 2 3 4 -100 6 7
q)0 (0|+)\x
0 2 5 9 0 6 13
q)(+/)1 2 3
6
q)(+/)[1000;1 2 3]
1006
q)-3!parse"(0|+)"
"(';(|;0);+)"
q)-3!parse"f g h@"
"(';`f;(';`g;(@;`h)))"
q)-3!parse"f g::"
"(';`f;`g)"
q)(#)1 2 3
3
q)d:('[{2*x};{x+y}])
q)d[1;2]
6
q)('[;])over({2*x};neg;+)
{2*x}-+
q)(('[;])over({2*x};neg;+))[3;4]
-14
/ Closed by an operator or by two colons; elided arguments in every place.
/ source: ref/apply (composition), ref/compose, basics/application (projection)
q)f:{x*2};g:{x+10};h:{x,y}
q)(f g@)3
26
q)(f g::)3
26
q)(f g h .)1 2
22 24
q)(f g h::)[1;2]
22 24
q)(count each string@)`abc`de
3 2
q)type each(f g@;f g::;'[f;h])
105 105 105h
q)'[f;h][1;2]
2 4
q)'[;]/[(f;g;h)][1;2]
22 24
q){x,y,z}[;2;][1;3]
1 2 3
q){x,y,z}[1][;3]2
1 2 3
q)-[;1]5
4
q)(;2)1
1 2
q)(1;;3)2
1 2 3
q)(;)[1;2]
1 2
q)ssr[;"a";"b"]"banana"
"bbnbnb"
q)@[;1;:;99]1 2 3
1 99 3
q)$[;"12"]"J"
12
q)r: :[;3]
q)r 18
3
q):[v;747]
q)v
747
q)l:til 4
q):[l 1 2;10 20]
q)l
0 10 20 3
q)(5<>)4 5 6
101b
q)(3<=)2 3 4
011b
q)('[neg;+])[1]2
-3
q)(4<>){x+1}/1
4
/ A unary operator that ends a row ends a train; in parentheses it is a noun.
q)(2#,:)5
5 5
q)(first #:)"abc"
3
q)1~(#:)
0b
q){x#,:}[3]"ab"
"ab"
"ab"
"ab"
/ Two colons end it behind an operator, too; with something on their right they assign.
q)(first;sum 3#::)@\:5 6 7 8
5 18
q)a:1 2;a,::3;a
1 2 3
/ A colon with brackets or an iterator is a function where nothing can be assigned to.
q)2 :[;4]\3
3 4 4
q)j:'[neg;+];j[1;2]
-3
/ A keyword and what an iterator derives, with nothing on its right, are a composition; anything else is its left argument.
/ source: KxSystems/nlp (removeCustom)            status: observed
q)(max ,'/)"abc" like/:("a*";"b*")
1b
q)(sum +\)1 2 3
10
q)(2,/)1 2
2 1 2
q)-3!parse"(max ,'/)"
"(';max;(/;(';,)))"
