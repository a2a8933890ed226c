/ The namespace .m and -120! without memory domains: a namespace like any other.
/ source: ref/dotm, basics/internal            status: documented
q)-120!'(1 2 3;.m.x:1 2 3)
0 0
q)\d .m
q.m)f:{til x}
q.m)-120!til 3
0
q.m)\d .
q).m.f 3
0 1 2
q).m.x,:4
q).m.x
1 2 3 4
q)-120!.m.f
0
/ empty: in domain 0, too.
q)-120!()
0
/ nested
q)-120!(1 2;"ab")
0
