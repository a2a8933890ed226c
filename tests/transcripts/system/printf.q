/ The module kx.printf: text with values in it.
/ source: KX, reference of the module printf, printf(3)            status: documented
q)([printf]):use`kx.printf
q)printf("%'d %'.2f %'015d %'+d %'x";1234567;1234567.891;1234567;-1000;100000)
"1,234,567 1,234,567.89 0000001,234,567 -1,000 186a0"
q)printf("%'d %'d %'d %'d %'.0f %-'8d|%'8.1f";0;12;123;123456;999999.5;1234;1234.5)
"0 12 123 123,456 1,000,000 1,234   | 1,234.5"
q)printf("%.0d|%.d|%.0x|%3.0d|%.0d";0;0;0;0;7)
"|||   |7"
q)printf"nothing to fill in"
"nothing to fill in"
q)printf"100%%"
"100%"
q)printf("%s, %5s, %-5s, %.2s|";`foo;"ab";"cd";"efgh")
"foo,    ab, cd   , ef|"
q)printf("%d %5d %05d %+d % d %-4d| %.3d";1;-42;-42;7;7;7;7)
"1   -42 -0042 +7  7 7   | 007"
q)printf("%f %.2f %8.3f %08.3f %+.1f %.0f";3.14159;2.5;3.14159;-3.14159;2.25;2.0)
"3.141590 2.50    3.142 -003.142 +2.2 2"
q)printf("%4X %04X %x %o %x %.4x";3;3;255;8;-1;10)
"   3 0003 ff 10 ffffffffffffffff 000a"
q)printf("%r %s";`a`b!1 2;2000.01.01)
"`a`b!1 2 2000.01.01"
q)printf("%d %f %s %r";"42";"2.5";1 2;"x")
"42 2.500000 1 2 \"x\""
q)printf("%%d is not %d";1)
"%d is not 1"
/ A null, and an infinity.
q)printf("%d %f %5d %d %f";0N;0n;0N;-0W;0w)
"0N 0n    0N -0W 0w"
/ empty: of nothing there is nothing; nested: a list is shown as .Q.s1 shows it.
q)printf""
""
q)printf("%r%r";();(1;`a`b))
"()(1;`a`b)"
q)printf("%d";1 2)
'type
q)printf("%d";`a)
'type
q)printf("%d %d";1)
'length
q)printf("%q";1)
'conversion
q)printf"at the end %"
'conversion
