/ .z.zd: how files are compressed when nothing else is said.
/ source: ref/dotz            status: documented
q).z.zd:17 2 6
q)`:plain set til 1000
`:plain
q)(-21!`:plain)`algorithm
2i
q)`:file.dotted set til 1000
`:file.dotted
q)count -21!`:file.dotted
0
q)`:table/ set([]a:til 1000;b:til 1000)
`:table/
q)(-21!`:table/b)`algorithm
2i
/ A dictionary has settings by column; the null symbol is for the others.
q).z.zd:``a`b!(17 2 3;17 5 3;17 3 0)
q)key .z.zd
``a`b
q)`:table/ set([]a:til 1000;b:til 1000;c:til 1000)
`:table/
q){(-21!x)`algorithm}each`:table/a`:table/b`:table/c
5 3 2i
q)(`:table/;enlist[`a]!enlist 17 3 0)set([]a:til 1000;b:til 1000;c:til 1000)
`:table/
q){(-21!x)`algorithm}each`:table/a`:table/b`:table/c
3 3 2i
q).z.zd:enlist[`a]!enlist 17 5 3
q)`:table/ set([]a:til 1000;c:til 1000)
`:table/
q)count each{-21!x}each`:table/a`:table/c
5 0
q).z.zd:1 2
q)`:plain set 1 2 3
'length
/ \x gives a callback or setting its default back; what was not set has it.
/ source: basics/syscmds            status: documented
q)\x .z.zd
q)\x .z.zd
q).z.zd
'.z.zd
q)`:plain set til 1000
`:plain
q)count -21!`:plain
0
q)\x a
'a
/ The columns of a table that is sorted on disk are written as .z.zd says, else as they were; one that gets an attribute
/ stays as it was: the tests of di.dataloader in DataIntellectTech/kdbx-modules load rows and compress them with the sort.
q)`:sorted/ set([]a:1000#3 1 2;b:1000#1.5)
`:sorted/
q)alg:{{(-21!x)`algorithm}each`:sorted/a`:sorted/b}
q)count each{-21!x}each`:sorted/a`:sorted/b
0 0
q).z.zd:17 2 6
q)`a xasc`:sorted/
`:sorted/
q)alg[]
2 2i
q).z.zd:``a!(17 5 3;17 3 0)
q)@[`:sorted/;`a;`p#]
`:sorted/
q)alg[]
2 2i
q)`b xasc`:sorted/
`:sorted/
q)alg[]
3 5i
q)\x .z.zd
q)`b xdesc`:sorted/
`:sorted/
q)alg[]
3 5i
q)attr get`:sorted/a
`
