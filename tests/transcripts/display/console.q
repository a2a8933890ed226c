/ Console size and precision.
/ source: basics/syscmds            status: documented
q)\P
7i
q)\P 4
q)1%3
0.3333
q)123456.7
1.235e+05
q)\P 0
q)0.1
0.10000000000000001
q)1%3
0.33333333333333331
q)\P 7
q)\c
25 80i
q)\c 10 20
q)til 100
0 1 2 3 4 5 6 7 8..
q)til 5
0 1 2 3 4
q)([]a:til 20)
a
-
0
1
2
3
4
..
q)20#"abcdefghijklmnopqrstuvwxyz"
"abcdefghijklmnop..
q)\c 2 5000
q)\c
10 2000i
q)\c 25 80
q)\P 18
q)\P
17i
q)\P 7
q)\P x
'x
q)\c 1
'1
/ 0N! is cut to the width of the console; -3! and .Q.s1 are not.
/ source: ref/dotq (.Q.fs), kb/loading-from-large-files            status: documented
q)0N!til 100;
0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 ..
q)count -3!til 100
289
q)0N!([]a:1 2;b:`x`y);
+`a`b!(1 2;`x`y)
q)0N!{x+y};
{x+y}
/ Functions of several lines: a lambda is shown whole, and arguments behind it; the functions of a composition are cut one by one.
/ source: psaris.github.io (profiling q functions)            status: observed
q)f:value"{[n;a]\n first a;\n n*last a}"
q)f[2]
{[n;a]
 first a;
 n*last a}[2]
q)\c 25 30
q)f[til 100]
{[n;a]
 first a;
 n*last a}[0 1 2 3 4 5 6 7 8 9 10 11 ..
q)'[f[2];enlist]
{[n;a]
 first a;
 n*last a}..enlist
q)\c 25 80
