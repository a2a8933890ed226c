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
