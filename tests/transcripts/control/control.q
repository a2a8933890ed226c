/ if, do, while, cond, vector conditional.
/ source: ref/if, ref/do, ref/while, ref/cond, ref/vector-conditional            status: documented
q)$[1b;`yes;`no]
`yes
q)$[0b;`yes;`no]
`no
q)$[0;1;0;2;3]
3
q)$[0;1;1;2;3]
2
q)$[`a;1;2]
'type
q)$[();1;2]
'type
q)$[0N;1;2]
1
q)$["a";1;2]
1
q)x:0
q)if[1b;x:1]
q)x
1
q)if[0b;x:2;x:3]
q)x
1
q)if[1b;x:2;x+:10]
q)x
12
q)do[3;x+:1]
q)x
15
q)do[0;x+:1]
q)x
15
q)i:0
q)while[i<5;i+:1]
q)i
5
q)while[0b;i:100]
q)i
5
q)r:()
q)i:0;while[i<3;r,:i*i;i+:1]
q)r
0 1 4
q)if["a"=`a;1]
'type
q){if[x;:1];2}each 10b
1 2
q){r:0;do[x;r+:2];r}4
8
q){$[x>0;"pos";x<0;"neg";"zero"]}each 1 -1 0
"pos"
"neg"
"zero"
q)$[1b;[y:1;y+1];0]
2
q)?[101b;1 2 3;4 5 6]
1 5 3
q)?[101b;1;4 5 6]
1 5 1
q)?[101b;1 2 3;0]
1 0 3
q)?[10b;`a;`b]
`a`b
q)?[10b;1 2 3;4 5]
'length
q)?[01b;"ab";"cd"]
"cb"
q)do[2;-1"x"];
x
x
/ What is on the left of something that fails is not evaluated.
q)few:1 2
q)many:1 2 3
q)(left:5)+few+many
'length
q)left
'left
q){-1"left";x}[1]+few+many
'length
/ A variable that is assigned in the bracket of select is local.
q)lines:([]a:1 2 3)
q){r:select[within1:2] from lines;(within1;count r)}[]
2 2
q)within1
'within1
/ Without brackets, the expression on the right is all there is: mau-mauricelim/dotfiles, gyorokpeter/qutils.
q)n:5
q)left:{n::n-1;n}
q){while 0<left x;n}`
0
q){if 1b;a:1;x+a}2
3
q)do 3
q)if(0b;2)
'type
q)parse"while 0<x"
`while
(<;0;`x)
q)if
'parse
q)(do;3)
'parse
q)if::3
'assign
q){while::x}1
'assign
q)do:2
'assign
