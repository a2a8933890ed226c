/ HTML and text for other programs.
/ source: ref/doth            status: documented
q).h.htc[`b;"bold"]
"<b>bold</b>"
q).h.htac[`p;(enlist`class)!enlist"k";"text"]
"<p class=\"k\">text</p>"
q).h.hc "a<b>c"
"a&lt;b>c"
q).h.xs "a<b&c"
"a&lt;b&amp;c"
q).h.hb["addr";"text"]
"<a target=v href=\"addr\">text</a>"
q).h.ha[`addr;"text"]
"<a href=addr>text</a>"
q).h.uh "a%20b%2fc"
"a b/c"
q).h.hu "a b/c"
"a%20b%2fc"
q).h.td ([]a:1 2;b:`x`y)
"a\tb"
"1\tx"
"2\ty"
q).h.cd ([]a:1 2;b:`x`y)
"a,b"
"1,x"
"2,y"
q).h.br
"<br>"
/ empty: nothing between the tags.
q).h.htc[`b;""]
"<b></b>"
/ nested: tags in tags.
q).h.htc[`p;.h.htc[`b;"x"],.h.br]
"<p><b>x</b><br></p>"
q).h.cd 5
'type
q).h.nosuch
'.h.nosuch

/ .h.ht: pages from Marqdown.
/ source: ref/doth
q)`:src/doc.txt 0:(".Start";"Type\t1+1\tthere.";"";" a b";" -";" 1 <";"\tq)1<3";".More";"See http://a.b for a<b.";" -p\t the port";" -time\t seconds")
`:src/doc.txt
q).h.ht`doc
q)-1 read0`:doc.htm;
<html><head><title>doc</title><frameset cols="46,*"><frame src="a/_doc.htm"><frame name=v src="a/doc.htm"></frameset></head></html>
q)body:{(first x ss"<body>")_x:"\n"sv read0 x}
q)-1 body`:a/_doc.htm;
<body><a target=v href="doc.htm#0">Start</a><br><a target=v href="doc.htm#1">More</a><br></body></html>
q)-1 body`:a/doc.htm;
<body><h3><a name="0">Start</a></h3><p>Type <code><nobr>1+1</nobr></code> there.</p><xmp>a b
---
1 <
</xmp><code><nobr>q)1&lt;3</nobr><br></code><h3><a name="1">More</a></h3><p>See <a href="http://a.b">http://a.b</a> for a&lt;b.</p><xmp>-p     the port
-time  seconds
</xmp></body></html>
/ empty: a document without headings.
q)`:src/none.txt 0:()
`:src/none.txt
q).h.ht`none
q)body each`:none.htm`:a/none.htm
""
"<body></body></html>"
q).h.ht"doc"
'type
q).h.ht`nothere
'src/nothere.txt. OS reports: No such file or directory
