/ Lists of lists at the prompt.
/ source: learn/startingkdb/language            status: observed
/ Rows that are lists: each is laid out as a matrix of its own, and those are columns of the whole.
q)"-"vs/:/:(("2-4";"6-8");("2-33";"4-5"))
,"2" ,"4" ,"6" ,"8"
,"2" "33" ,"4" ,"5"
q)flip(1+til 3)#'/:0 1 -1
0        1        -1      
0  0     1  1     -1 -1   
0  0  0  1  1  1  -1 -1 -1
q)signum(0 -1;2 0)-\:/:(0 0;5 5)
0 -1  1 0  
-1 -1 -1 -1
q)enlist(1 2;`dark`vv)
1    2  dark vv
q)2 2 2#01100110b
01b 10b
01b 10b
q)((1 2;3);(4;5 6))
1 2 3  
4   5 6
q)((1 2;3 4 5);(6 7;8 9 0))
1 2 3 4 5
6 7 8 9 0
q)([]a:2 2 2#til 8;b:`x`y)
a       b
---------
0 1 2 3 x
4 5 6 7 y
q)`a`b!2 2 2#til 8
a| 0 1 2 3
b| 4 5 6 7
/ Rows of different counts are written as they would be typed.
q)((1 2;3 4);enlist 5 6)
(1 2;3 4)
,5 6
/ Rows without items are a matrix without columns, whatever their types (ref/take: 2 0N#0#0; gyorokpeter/puzzle_solutions,
/ aoc/2019/day25); strings, booleans and bytes of one type are shown whole.
q)2 0N#0#0


q)(`$();())


q)(`$();"")


q)("";"")
""
""
q)2#enlist 0#0b
`boolean$()
`boolean$()
q)([]room:`Hull`Storage;items:2#enlist`$())
room    items
-------------
Hull         
Storage      
q)enlist[enlist`Hull]!enlist`$()
Hull| 
q)`a`b!2#enlist 0#0
a| 
b| 
q)`a`b!(0#0;1 2)
a| `long$()
b| 1 2
/ What is not shown does not widen columns; of what is shown all items do.
/ source: gyorokpeter/puzzle_solutions (2023, day 18; 2021, day 19)            status: observed
q)\c 10 40
q)(7#enlist 1 2),(1000 2;3 4)
1 2
1 2
1 2
1 2
1 2
1 2
1 2
..
q)(6#enlist 1 2),(1000 2;3 4)
1    2
1    2
1    2
1    2
1    2
1    2
1000 2
3    4
q)([]a:(5#1),1000 2)
a
-
1
1
1
1
1
..
q)([]a:(5#1),1000)
a
----
1
1
1
1
1
1000
q)(til 9)!(8#1),1000
0| 1
1| 1
2| 1
3| 1
4| 1
5| 1
6| 1
..
q)enlist enlist(100#enlist 1 2 3),enlist 10000 2 3
1     2 3 1     2 3 1     2 3 1     2..
q)\c 25 80
