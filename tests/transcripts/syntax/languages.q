/ A letter and a parenthesis hand the rest of a line to the evaluator of a language.
/ source: basics/cmdline, releases    status: inferred
q)t)some text
'.t.e
q).t.e:{(`given;x)}
q)t)some text; `not "q
`given
"some text; `not \"q"
q)t)
`given
""
q)value"t)abc"
`given
"abc"
q)parse"t)abc"
`.t.e
"abc"
q)q)1+1
2
q)\
  t)abc
`given
"abc"
  \
q).t.e:{;}
q)t)nothing
q)`:quarry_language.t 0: ("first";"  goes on";"second")
`:quarry_language.t
q)got:()
q).t.e:{got,:enlist x;}
q)\l quarry_language.t
q)got
"first\n  goes on"
"second"
q)`:quarry_language.k 0: ("kf:{#x}";"kn:#1 2 3 / a comment";"q)qn:count 1 2";"!kn")
`:quarry_language.k
q)\l quarry_language.k
0 1 2
q)kf
k){#x}
q)kn,qn
3 2
q)hdel each`:quarry_language.t`:quarry_language.k
`:quarry_language.t`:quarry_language.k
/ A system command may have q's letter, or k's, before it (as TorQ uses it).
q)count value"q)\\ts a:1;b:2"
2
q)a,b
1 2
q)count value"k)\\ts c:!3"
2
q)c
0 1 2
q)q)\c 10 40
q)value"q)\\c"
10 40i
q)`:quarry_commands.q 0: ("q)\\c 25 80";"q)\\c")
`:quarry_commands.q
q)\l quarry_commands.q
25 80i
q)hdel`:quarry_commands.q
`:quarry_commands.q
