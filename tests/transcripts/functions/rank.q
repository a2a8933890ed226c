/ Too few arguments project: compositions have the rank of their last function, Each that of what it applies. Functions
/ inside lists take the indexes that are left.
/ source: ref/compose, ref/maps, ref/apply            status: documented
q)f:{x+y}
q)g:neg f::
q)g[1;2]
-3
q)h:g 1
q)h 2
-3
q)('[count;,])[1 2]3 4 5
5
q){x,y}'[1 2]
{x,y}'[1 2]
q){x,y}'[1 2][3 4]
1 3
2 4
q)({x+y}'[1 2])each(3 4;5 6)
4 6
6 8
q)count'[("ab";"c")]
2 1
q)fs:({x+y};{x*y})
q)fs[0;2;3]
5
q)fs[;2;3]
5 6
q)fs[1 0;2;3]
6 5
q)p:(({x+y};{x-y});({x*y};{x%y}))
q)p[;1;10;2]
8
5f
q)p[;;10;2]
12 8 
20 5f
q)p[;1][;10;2]
8
5f
q)(`a`b!fs)[;2;3]
a| 5
b| 6
q)(`a`b!fs)[`b;2;3]
6
/ A list with elided items has the rank of their number, up to eight.
/ source: basics/application            status: documented
q)l:("the";;;"fox")
q)l["quick";"brown"]
"the"
"quick"
"brown"
"fox"
q)l["quick"]"brown"
"the"
"quick"
"brown"
"fox"
q)l["a";"b";"c"]
'rank
q)l["a"]["b";"c"]
'rank
q)(;;;;;;;)[1;2;3;4;5;6;7;8]
1 2 3 4 5 6 7 8
q)(;;;;;;;;)
'rank
q)(-9!-8!l)["quick";"brown"]
"the"
"quick"
"brown"
"fox"
q)(-9!-8!(1;))2
1 2
/ A member of a namespace that is no lambda is sent as one that calls it, so that a namespace can be sent whole.
q)-9!-8!.Q.par
{[x;y;z].Q.par[x;y;z]}
q)(-9!-8!.Q.s1)1 2
"1 2"
q)(-9!-8!.Q.m)[`mp]`nosuch
'nosuch
q)(-22!.Q.dpfts)within 1 100
1b
q)all 0<{@[-22!;value x;0]}each` sv'`.Q,'1_key`.Q
1b
