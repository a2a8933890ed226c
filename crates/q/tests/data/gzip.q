/ Small compressed files, one value each.
/ Lines that start with ? are checks: each must be 1b. The others prepare. `data` is the folder with the files.
/ The answers were computed with an independent reader of the formats and plain arithmetic, not with a q engine.
g:{get hsym`$data,"/btick2-gzip/",x}
z:{-21!hsym`$data,"/btick2-gzip/",x}
? (g"baum1/1")~([n_:(0#`;enlist `a;enlist `b)]A:``a`b;B:```;sum_v:10 3 7)
? (z"baum1/1")~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(129;124;2i;17i;6i)
? (g"baum1/2")~([n_:(0#`;enlist `a;`a`x;`a`y;enlist `b)]A:``a`a`a`b;B:```x`y`;sum_v:10 3 1 2 7)
? (z"baum1/2")~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(147;168;2i;17i;6i)
? (g"baum1/3")~([n_:(0#`;enlist `b;enlist `a)]A:``b`a;B:```;sum_v:17 12 5)
? (z"baum1/3")~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(130;124;2i;17i;6i)
? (g"baum1/4")~([n_:(0#`;enlist `a;enlist `b)]A:``a`b;B:```;sum_v:10 3 7;avg_w:25 15 35f;count_rows:4 2 2)
? (z"baum1/4")~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(169;201;2i;17i;6i)
? (g"baum1/5")~([n_:(0#`;enlist `a;`a`x;`$(enlist "a";enlist "x";enlist "0");`a`y;enlist `b;enlist `c)]A:``a`a`a`a`b`c;B:```x`x`y``;sum_v:21 3 1 1 2 7 11)
? (z"baum1/5")~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(161;211;2i;17i;6i)
? (g"baum1/6a")~([n_:enlist 0#`]A:enlist `;B:enlist `;sum_v:enlist 0i)
? (z"baum1/6a")~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(112;82;2i;17i;6i)
? (g"baum1/6b")~([n_:(0#`;enlist `a)]A:`a`a;B:`x`;sum_v:1 1)
? (z"baum1/6b")~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(126;107;2i;17i;6i)
? (g"json2/0")~(`b`c`d`e`a)!(2;13;13f;0 1 2 3 4 5 6 7 8 9;1)
? (z"json2/0")~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(130;147;2i;17i;6i)
? (g"json2/1")~(`b.j`c.j`d`e.J`a.j)!(2;13;13f;0 1 2 3 4 5 6 7 8 9;1)
? (z"json2/1")~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(135;155;2i;17i;6i)
? (g"proto2/0")~(`arg`exn`proj)!(`x1`x2;" ((x1*x2) + log x1) - sin x2";(())!())
? (z"proto2/0")~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(135;87;2i;17i;6i)
? (g"proto2/1")~(`arg`exn`proj)!(enlist `x2;" ((x1*x2) + log x1) - sin x2";(enlist `x1)!enlist 1)
? (z"proto2/1")~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(140;95;2i;17i;6i)
? (g"proto2/2")~(`arg`exn`proj)!(enlist `x1;" ((x1*x2) + log x1) - sin x2";(enlist `x2)!enlist 2)
? (z"proto2/2")~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(140;95;2i;17i;6i)
? (g"proto2/3")~(1.0907025731743183;3 1.4161468365471424)
? (z"proto2/3")~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(99;4112;2i;17i;6i)
? (z"proto2/3#")~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(122;4123;2i;17i;6i)
? (g"proto2/4")~1.0907025731743183 1.4161468365471424
? (z"proto2/4")~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(86;32;2i;17i;6i)
? (g"proto2/5")~1.0907025731743183 3
? (z"proto2/5")~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(82;32;2i;17i;6i)
? (g"proto2/6")~(0f;0 0f)
? (z"proto2/6")~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(99;4112;2i;17i;6i)
? (z"proto2/6#")~`compressedLength`uncompressedLength`algorithm`logicalBlockSize`zipLevel!(103;4123;2i;17i;6i)
? -9 9h~type each g"proto2/6"
