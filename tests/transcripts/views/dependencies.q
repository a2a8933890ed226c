/ .z.b lists what views read in the order in which the views were defined.
/ source: ref/dotz, and a notebook of a 3.6 (github.com/resnicdan/QforMortals, 4_Operators)            status: observed
q)a:42
q)b::a
q)w::(x*x)+y*y
q)x:3
q)y:4
q)w
25
q).z.b
a| b
x| w
y| w
q)u::w*w
q).z.b
a| b
x| w
y| w
w| u
q)x::u
q)t:([]c1:`a`b`c`a;c2:20 15 10 20)
q)v::select sym:c1 from t where c1=`a
q).z.b
a| b
x| w
y| w
w| u
u| x
t| v
/ So are the views that read one variable; \b sorts them.
/ source: ref/dotz            status: inferred
q)zz::a+1
q)aa::a+2
q).z.b`a
`b`zz`aa
q)\b
`s#`aa`b`u`v`w`x`zz
/ A view that is defined again is the last.
q)b::a+3
q).z.b`a
`zz`aa`b
/ One that became a variable is none.
q)zz:1
q).z.b`a
`aa`b
/ A view has no dot. Source: learn/views.
q)tz:.z.p
q)tz1::tz
q)tz.date~`date$tz
1b
q)tz1.date
'nyi
q){tz1.date}[]
'nyi
/ A view evaluates those that it reads where it reads them: not on a branch that is not taken (learn/views: a change is
/ propagated when a result is demanded), and each is a level of a backtrace (releases/ChangesIn4.0).
q)bad::'`boom
q)safe::$[0b;bad;1]
q)safe
1
q)once::$[0b;slow;x+0N!1]
q)slow::x+0N!`slow
q)x:0
q)(once;once)
1
1 1
q)x:1
q)(once;once)
1
2 2
q)p1:1;p2:2
q)p::p1+p2
q)q1::p*2
q)r::q1+p1
q)r
7
q)p2:20
q)`p`q1`r in system"B"
111b
q)(`p`q1`r in system"B";r)
000b
43
q)s:`x
q)va::neg s
q)vb::va*3
q)2+vb
'type
  [2]  va::neg s
           ^
  [1]  vb::va*3
             ^
  [0]  2+vb
        ^
