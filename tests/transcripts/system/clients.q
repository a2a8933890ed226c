/ Handle 0 is the console: it evaluates text and lists.
/ source: basics/handles            status: documented
q)0"1+1"
2
q)0("{x+y}";1;2)
3
q)0(`nosuch;1)
'nosuch
q).z.w
0i
