/ Members of .h.
/ source: ref/doth            status: documented
q).h.cd ([]a:1 2 3;b:`x`y`z)
"a,b"
"1,x"
"2,y"
"3,z"
q).h.cd (`a`b`c;1 2 3;"xyz")
"a,1,x"
"b,2,y"
"c,3,z"
q).h.cd ([a:til 3]b:3 3#"abc";c:3 3#1 2 3)
"a,b,c"
"0,abc,1 2 3"
"1,abc,1 2 3"
"2,abc,1 2 3"
q).h.code "foo\tbar\tabc\tdef"
"foo <code><nobr>bar</nobr></code> abc <code><nobr>def</nobr></code>"
q).h.code "foo"
"foo"
q).h.ha[`http://www.example.com;"Example.com Main Page"]
"<a href=http://www.example.com>Example.com Main Page</a>"
q).h.ha["http://www.example.com";"Example.com Main Page"]
"<a href=\"http://www.example.com\">Example.com Main Page</a>"
q).h.hb["http://www.example.com";"Example.com Main Page"]
"<a target=v href=\"http://www.example.com\">Example.com Main Page</a>"
q).h.hc "<foo>"
"&lt;foo>"
q).h.he "<rubbish>"
"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\..
q).h.hn["404";`txt;"Not found: favicon.ico"]
"HTTP/1.1 404\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Len..
q).h.hr "foo"
"---"
q).h.hta[`a;(`href`target)!("http://www.example.com";"_blank")]
"<a href=\"http://www.example.com\" target=\"_blank\">"
q).h.htac[`a;(`href`target)!("http://www.example.com";"_blank");"Example.com Main Page"]
"<a href=\"http://www.example.com\" target=\"_blank\">Example.com Main Page</..
q).h.htc[`tag;"value"]
"<tag>value</tag>"
q).h.html "<p>Hello world!</p>"
"<html><head><style>a{text-decoration:none}a:link{color:024C7E}a:visited{colo..
q).h.http "The main page is http://www.example.com"
"The main page is <a href=\"http://www.example.com\">http://www.example.com</..
q).h.hu "http://www.kx.com"
"http%3a%2f%2fwww.kx.com"
q).h.uh "http%3a%2f%2fwww.kx.com"
"http://www.kx.com"
q).h.iso8601 100
"2000-01-01T00:00:00.000000100"
q).h.nbr "foo bar"
"<nobr>foo bar</nobr>"
q).h.pre("foo";"bar")
"<pre>foo\nbar\n</pre>"
q).h.sa
"a{text-decoration:none}a:link{color:024C7E}a:visited{color:024C7E}a:active{c..
q).h.sc
"$-.+!*'(),abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"
q).h.td ([]a:1 2 3;b:`x`y`z)
"a\tb"
"1\tx"
"2\ty"
"3\tz"
q).h.text("foo";"bar")
"<p>foo</p>\n<p>bar</p>\n"
q).h.xd ([]a:1 2 3;b:`x`y`z)
"<R>"
"<r><a>1</a><b>x</b></r>"
"<r><a>2</a><b>y</b></r>"
"<r><a>3</a><b>z</b></r>"
"</R>"
q).h.xmp("foo";"bar")
"<xmp>foo\nbar\n</xmp>"
q).h.xs "Arthur & Co."
"Arthur &amp; Co."
q).h.tx[`csv]([]a:1 2;b:`x`y)
"a,b"
"1,x"
"2,y"
q)count .h.ed ([]a:1 2;b:`x`y)
2
q).h.edsn[`one`two!2#enlist([]a:1 2)][1] like "*Name=\"one\"*Name=\"two\"*</Workbook>"
1b
q).h.hu""
""
q).h.xd([]a:1 2;b:(1 2;3 4);c:("ab";"c<"))
"<R>"
"<r><a>1</a><b>1 2</b><c>ab</c></r>"
"<r><a>2</a><b>3 4</b><c>c&lt;</c></r>"
"</R>"
/ A column of lists in a file, as XML.
q)`:nt/ set ([]s:("ab";"c");n:(1 2;3 4 5))
`:nt/
q).h.xd get`:nt/
"<R>"
"<r><s>ab</s><n>1 2</n></r>"
"<r><s>c</s><n>3 4 5</n></r>"
"</R>"
