/ Many symbols beside one, and sought among others: the distinct ones are compared, with the answer that each has alone.
/ source: ref/less-than, ref/within, ref/bin            status: documented
q)s:2000?`$"s",/:string til 300
q)z:@[s;500?2000;:;`]
q)dom:asc distinct z
q)e:`dom$z
q)ones:``s`s1`s150`s99`s9999`zz
q)laws:{[f;x]all{[f;x;y](f[x;y]~f'[x;y])&f[y;x]~f'[y;x]}[f;x]each ones}
q)(<;>;<=;>=)laws/:\:(s;z;value e)
111b
111b
111b
111b
q)all{(x<y)~value[x]<y}[e]each ones
1b
q)all{(x within y)~(y[0]<=x)&x<=y 1}[z]each ones cross ones
1b
q)all{(x within y)~value[x]within y}[e]each ones cross ones
1b
q)d:asc distinct z
q)(d bin z)~{d bin x}each z
1b
q)(d binr z)~{d binr x}each z
1b
q)(`s1`s3`s5 bin s)~{`s1`s3`s5 bin x}each s
1b
q)((0#`)bin s)~2000#-1
1b
q)t:([]s;z;n:til 2000)
q)(select from t where s<`s3)~select from t where s<'`s3
1b
q)(exec n from t where z within`s2`s3,n>100)~exec n from t where z>=`s2,z<=`s3,n>100
1b
q)(exec count i by z<`s2 from t)~exec count i by z<'`s2 from t
1b
/ Two vectors, and the same in any nesting.
q)(s<z)~s<'z
1b
q)((s;z)<`s2)~(s<`s2;z<`s2)
1b
