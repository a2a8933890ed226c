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
