/ Values as text.
/ source: ref/string            status: documented
q)string 12
"12"
q)string -1.5
"-1.5"
q)string `abc
"abc"
q)string 1 2
,"1"
,"2"
q)string "ab"
,"a"
,"b"
q)string 2024.01.02
"2024.01.02"
q)string 1b
,"1"
q)string 0x1f
"1f"
q)string 0N
""
q)string 0n 0w
""
"0w"
q)string {x+1}
"{x+1}"
q)string (+)
,"+"
q)string `a`b!1 22
a| ,"1"
b| "22"
q)string ([]a:1 2;b:`x`yz)
a    b
---------
,"1" ,"x"
,"2" "yz"
/ empty: no text.
q)string ()
q)string `
""
/ nested: to any depth.
q)string (1;(`ab;2.5))
,"1"
("ab";"2.5")
q)string[1;2]
'rank
