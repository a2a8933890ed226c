/ Modules: use, export, their namespaces and their files.
/ source: KDB-X, get started with the module framework    status: documented
q).Q.m.SP:("nowhere";"mods")
q)write:{(`$":mods/",x)0:y;}
q)write["parent/child1.q";("-1\"This is child1\";";"f:{\"bbb\",x}";"export:([f])")]
q)write["parent/child2/init.q";("-1\"This is child2\";";"d:use`.grandchild1";"f:{\"ccc\",d.f x}";"export:([f])")]
q)write["parent/child2/grandchild1.q";("e:use`..grandchild2";"b:use`...child1";"f:{\"ddd\",b.f e.f x}";"export:([f])")]
q)write["parent/child2/grandchild2.q";("f:{\"eee\",x}";"export:([f])")]
q)([f]):use`parent.child2
This is child2
This is child1
q)f"aaa"
"cccdddbbbeeeaaa"
q)type f
104h
q)value first value f
{"ccc",d.f x}
/ Loaded once, wherever it is asked for.
q)g:use`parent.child1
q){use[`parent.child1][`f]x}"aaa"
"bbbaaa"
/ Private names, setters, aliases that follow, .z.m and .z.M, files beside the module.
q)write["foo/init.q";("MULT:2 / private";"g:{f[x]*MULT}";"f:{x+1}";"getMult:{MULT}";"setMult:{MULT::x}";"\\l ::bar.q";".z.m.log:{(`logged;x)}";"quiet:{.z.M.log set(::);}";"upd:{.z.m.log select .z.m.f a from ([]a:1 2)}";"two:{x-y}";"export:([g;getMult;setMult;quiet;upd;two;rd;at:.z.M;now])")]
q)write["foo/bar.q";("data:.Q.rp`:::bar.txt";"rd:{read0 data}";"now:read0`:::bar.txt")]
q)`:mods/foo/bar.txt 0: enlist"hello";
q)foo:use`foo
q)foo.g 10
22
q)foo.setMult 5
q)foo.g 10
55
q)MULT
'MULT
q)f:{x+3}
q)foo.upd[]
`logged
+(,`a)!,2 3
q)foo.quiet[]
q)foo.upd[]
a
-
2
3
q)foo.rd[]
"hello"
q)foo.now
"hello"
q)foo.two[5]3
2
q)foo.two/[10 1 2]
7
q)foo.at
`.m.foo
/ Outside of modules .z.m is the root.
q).z.m.v:5
q)v
5
q){v:1;.z.m.v}[]
5
q).z.M
`.
/ An export may be a function, or the whole namespace; modules may be in k.
q)write["fn.q";("a:3";"export:{([a])}")]
q)use`fn
a| 3
q)write["all.q";("a:1";"b:{x+a}";"export:.z.m")]
q)(use`all)[`b]5
6
q).z.m,:use`all
q)b a
2
q)write["kk.k";("f:{#x}";"export:(,`f)!,f")]
q)(use`kk)[`f]1 2
2
/ The first file of the first directory counts: m.k before m.q before m/init.q.
q)write["first.q";enlist"export:([at:`q])"]
q)write["first/init.q";enlist"export:([at:`init])"]
q)use`first
at| q
/ What fails.
q)use`nosuch
'nosuch
q)write["noexport.q";enlist"x:1"]
q)use`noexport
'export
q)write["circle1.q";("b:use`circle2";"export:([])")]
q)write["circle2.q";("b:use`circle1";"export:([])")]
q)use`circle1
'circle1
q)use`$"../x"
'../x
q)use`...x
'...x
q)use"foo"
'type
q)write["bad.q";("ok:1";"1+`a")]
q)use`bad
'type
q)write["bad.q";("ok:1";"export:([ok])")]
q)use`bad
ok| 1
q)write["half.q";("g:{x}";"export:([f:{1+g x}])";"'\"oops\"")]
q)use`half
'oops
q)use`half
'oops
q)write["half.q";("g:{x}";"export:{'\"none\"}")]
q)use`half
'none
q)use`half
'none
q)write["half.q";("g:{x}";"export:([f:{2+g x}])")]
q)(use`half)[`f]1
3
q)\d
`.
/ A script asks as if its file were a module: `..a` lies beside it. What it finds has the same siblings.
q)`:scripts/log.q 0:("p:use`..printf";"say:{p.two x}";"export:([say])");
q)`:scripts/printf.q 0:("two:{x,x}";"export:([two])");
q)`:scripts/run.q 0:enlist".l:use`..log";
q)`:scripts/run2.q 0:enlist"n:(use`...scripts.printf2)`a";
q)`:scripts/printf2.q 0:enlist"export:([a:7])";
q)\l scripts/run.q
q).l.say"ab"
"abab"
q)\l scripts/run2.q
q)n
7
q)use`..log
'..log
/ What lies below a script or a module of one file is below its path without the end, so that ::../ is where it lies:
/ the tests of KxSystems/unit-test ask so for their repository. A folder with init.q is its own place.
q)here:first system"pwd"
q)`:scripts/deep/at.q 0:("at:.Q.rp each(\"::../../\";\"::x.q\";\"::./a/../b\")";"up:.Q.rp`:::../c.q";"me:first` vs first` vs .Q.rp`:::";"n0:read0`:::../at.txt");
q)`:scripts/deep/at.txt 0:enlist"beside";
q)\l scripts/deep/at.q
q)(count here)_/:at
"/scripts/"
"/scripts/deep/at/x.q"
"/scripts/deep/at/b"
q)(count here)_/:1_/:string(up;me)
"/scripts/deep/c.q"
"/scripts/deep"
q)n0
"beside"
q)write["solo.q";("f:{read0 data}";"data:.Q.rp`:::../foo/bar.txt";"export:([f])")]
q)(use`solo)[`f][]
"hello"
q)(1+count here)_/:.Q.m.mp each`foo`solo`parent.child2`parent.child2.grandchild1
"mods/foo"
"mods/solo"
"mods/parent/child2"
"mods/parent/child2/grandchild1"
q).Q.m.mp`nosuch
'nosuch
q).Q.m.mp"foo"
'type
/ Outside of both the two colons go.
q).Q.rp`:::a/b.q
`:a/b.q
q).Q.rp each("::b.q";"b.q")
"b.q"
"b.q"
q).Q.rp`b
`b
