/ comment
a:0

func:{
 1+x}
a:func`a
b:1
