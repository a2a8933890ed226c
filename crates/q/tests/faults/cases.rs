//! What changes files: the texts of q that `faults.rs` walks through.

pub struct Case {
    pub name: &'static str,
    /// What a process has in memory before it changes anything.
    pub memory: &'static str,
    /// What made the files that are there before.
    pub before: &'static str,
    /// What changes them.
    pub work: &'static str,
    /// Functions that read, each of them something that changes as a whole: old or new, and nothing else.
    pub read: &'static str,
    /// Doing it twice is not the same as doing it once.
    pub adds: bool,
    /// A crash in the middle of the bytes leaves the first of them.
    pub tears: bool,
}

/// What all have. `opened` looks at the database `db` as people open it.
pub const COMMON: &str = r#"
\d .c
looked:{{@[{-3!x[]};x;{"'",x}]}each 1_x}
bare:{$[98h=t:type x;flip .z.s flip x;99h=t;(.z.s key x)!.z.s value x;t within 20 76h;value x;t in 0 77h;.z.s each x;x]}
syms:{if[not()~key`:db/sym;`..sym set get`:db/sym];if[not()~key`:db/other;`..other set get`:db/other]}
at:{.c.syms[];$[()~key x;`nothing;bare select from get x]}
opened:{system"l db";bare select from get x}
there:{$[()~key x;`nothing;bare get x]}
day:{([]time:09:00+til x;sym:x#`b`a`c;price:x#1.5 2.5;note:x#("one";"two words");more:x#(1 2;3 4 5;0#0))}
/ A function that goes to another directory, and back.
away:{[here;f]r:@[{(1b;x[])};f;{(0b;x)}];system"cd ",here;$[r 0;r 1;'r 1]}
/ Two partitions, and where their table is.
base:{`..t set day 2;.Q.dpft[`:db;;`sym;`t]each 2024.01.01 2024.01.02;}
has:{x in/:{get` sv x,`.d}each dirs}
dirs:`:db/2024.01.01/t`:db/2024.01.02/t
\d .
"#;

const fn case(
    name: &'static str,
    memory: &'static str,
    before: &'static str,
    work: &'static str,
    read: &'static str,
) -> Case {
    Case { name, memory, before, work, read, adds: false, tears: false }
}

impl Case {
    const fn adds(mut self) -> Case {
        self.adds = true;
        self
    }

    const fn tears(mut self) -> Case {
        self.tears = true;
        self
    }
}

/// Files are encrypted: the key, which a process keeps, and the setting.
const ENCRYPTED: &str = concat!(
    "if[not -36!(::);-36!(`$\":",
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/fixtures/keys/first.key\";\"quarry\")];.z.zd:17 18 6;t:.c.day 9"
);

pub static CASES: &[Case] = &[
    // Files.
    case("set encrypted", ENCRYPTED, "`:f set 1 2 3", "`:f set 500#enlist\"abc\"", "{.c.there`:f}"),
    case("append encrypted", ENCRYPTED, "`:f set til 300", "`:f upsert 1 2 3", "{.c.there`:f}").adds(),
    case("append to an encrypted domain", ENCRYPTED, "`:f set`a`b", "`:f?`c`d`a", "{.c.there`:f}"),
    case(
        "encrypt a nested file",
        ENCRYPTED,
        "`:f set 200#(\"abc\";`a`b)",
        "-19!(`:f;`:g;17;16;6)",
        "{.c.there`:g}",
    ),
    case("set", "", "`:f set 1 2 3", "`:f set til 500", "{.c.there`:f}"),
    case("set what is new", "", "", "`:a/b/f set til 500", "{.c.there`:a/b/f}"),
    case("set compressed", "", "`:f set 1 2 3", "(`:f;17;2;6)set til 5000", "{.c.there`:f}"),
    case(
        "set by default compressed",
        ".z.zd:17 2 6",
        "`:f set 1 2 3",
        "`:f set 500#enlist\"abc\"",
        "{.c.there`:f}",
    ),
    case("set a keyed table", "", "`:f set 1 2 3", "`:f set([k:`a`b]v:1 2)", "{.c.there`:f}"),
    case("set a dictionary", "", "`:f set(`a`b!1 2)", "`:f set`a`b!(1 2;\"abc\")", "{.c.there`:f}"),
    case("set by amending", "", "`:f set 1 2 3", ".[`:f;();:;til 100]", "{.c.there`:f}"),
    case("append by amending", "", "`:f set 1 2 3", ".[`:f;();,;4 5 6]", "{.c.there`:f}").adds(),
    case(
        "append to a keyed table",
        "",
        "`:f set([k:`a`b]v:1 2;w:3 4)",
        "`:f upsert(`b;.z.i*0;1+get[`:f][`b]`w)",
        "{.c.there`:f}",
    )
    .adds(),
    case("append strings", "", "`:f set(\"ab\";\"cd\")", "`:f upsert(\"new\";\"lines\")", "{.c.there`:f}")
        .adds(),
    case("append compressed", "", "(`:f;17;2;6)set til 300", "`:f upsert 1 2 3", "{.c.there`:f}").adds(),
    case("change an item", "", "`:f set til 9", "@[`:f;2 4;:;77 78]", "{.c.there`:f}"),
    case("change items", "", "`:f set til 9", "@[`:f;2 4;+;77 78]", "{.c.there`:f}").adds(),
    case("change all", "", "`:f set til 9", "@[`:f;::;1+]", "{.c.there`:f}").adds(),
    case("delete a file", "", "`:f set 1 2 3", "@[hdel;`:f;{if[not()~key`:f;'x]}]", "{.c.there`:f}"),
    case(
        "rename a file",
        "",
        "`:f set 1 2 3",
        "if[not()~key`:f;system\"r f g\"]",
        "{(.c.there`:f;.c.there`:g)}",
    ),
    case("compress a file", "", "`:f set til 900", "-19!(`:f;`:g;17;2;6)", "{.c.there`:g}"),
    case("compress a nested file", "", "`:f set 200#(\"abc\";`a`b)", "-19!(`:f;`:g;17;2;6)", "{.c.there`:g}"),
    case("empty nested column of old", "", "", ".Q.Cf`:f", "{.c.there`:f}"),
    // Text and bytes.
    case("text", "", "`:f.txt 0:(\"old\";\"text\")", "`:f.txt 0:100#enlist\"a new line\"", "{read0`:f.txt}"),
    case(
        "text that is new",
        "",
        "",
        "`:a/f.txt 0:100#enlist\"a new line\"",
        "{$[()~key f:`:a/f.txt;0;read0 f]}",
    ),
    case("bytes", "", "`:f 1:0x0102", "`:f 1:100#0x03", "{read1`:f}"),
    case("bytes compressed", "", "`:f 1:0x0102", "(`:f;17;2;6)1:900#0x03", "{read1`:f}"),
    case("save", "t:.c.day 9", "`:t set 1 2", "save`t", "{.c.there`:t}"),
    case("save csv", "t:3#([]a:1 2 3;s:`a`b`c)", "`:t.csv 0:enlist\"old\"", "save`t.csv", "{read0`:t.csv}"),
    case(
        "save txt and xml",
        "t:3#([]a:1 2 3;s:`a`b`c)",
        "`:t.txt 0:enlist\"old\";`:t.xml 0:enlist\"old\"",
        "save`t.txt`t.xml",
        "{read0`:t.txt};{read0`:t.xml}",
    ),
    // Handles.
    case("a handle to bytes", "", "`:f 1:0x0102", "h:hopen`:f;h 0x030405;hclose h", "{read1`:f}")
        .adds()
        .tears(),
    case(
        "a handle to text",
        "",
        "`:f 0:enlist\"old\"",
        "h:hopen`:f;neg[h](\"more\";\"lines\");hclose h",
        "{read0`:f}",
    )
    .adds()
    .tears(),
    case("a handle to a vector", "", "`:f set 1 2 3", "h:hopen`:f;h 4 5;hclose h", "{.c.there`:f}").adds(),
    case(
        "a handle to strings",
        "",
        "`:f set(\"ab\";\"cd\")",
        "h:hopen`:f;h(\"ef\";\"gh\");hclose h",
        "{.c.there`:f}",
    )
    .adds(),
    case(
        "a handle to compressed bytes",
        "",
        "(`:f;17;2;6)1:500#0x01",
        "h:hopen`:f;h 0x030405;hclose h",
        "{read1`:f}",
    )
    .adds(),
    case(
        "a log",
        "",
        "`:f set()",
        "if[1<count c:-11!(-2;`:f);`:f 1:read1(`:f;0;last c)];h:hopen`:f;h enlist(`upd;1 2);hclose h",
        "{first -11!(-2;`:f)}",
    )
    .adds(),
    // Splayed tables.
    case(
        "splay",
        "t:.c.day 9",
        "`:db/t/ set .Q.en[`:db].c.day 3",
        "`:db/t/ set .Q.en[`:db]t",
        "{.c.at`:db/t}",
    ),
    case(
        "splay compressed",
        "t:.c.day 9",
        "`:db/t/ set .Q.en[`:db].c.day 3",
        "(`:db/t/;17;2;6)set .Q.en[`:db]t",
        "{.c.at`:db/t}",
    ),
    case(
        "splay, a column compressed",
        "t:.c.day 9",
        "`:db/t/ set .Q.en[`:db].c.day 3",
        "(`:db/t/;``price!(17 2 6;0 0 0))set .Q.en[`:db]t",
        "{.c.at`:db/t}",
    ),
    case(
        "append rows",
        "t:.c.day 9",
        "`:db/t/ set .Q.en[`:db].c.day 3",
        "`:db/t/ upsert .Q.en[`:db]t",
        "{.c.at`:db/t}",
    )
    .adds(),
    case(
        "append a row",
        ".c.syms[]",
        "`:db/t/ set .Q.en[`:db].c.day 3",
        "`:db/t/ upsert(10:00;`sym$`a;1f;\"row\";1 2)",
        "{.c.at`:db/t}",
    )
    .adds(),
    case(
        "append rows by amending",
        "t:.c.day 9",
        "`:db/t/ set .Q.en[`:db].c.day 3",
        ".[`:db/t/;();,;.Q.en[`:db]t]",
        "{.c.at`:db/t}",
    )
    .adds(),
    case(
        "append rows compressed",
        ".z.zd:17 2 6;t:.c.day 9",
        "`:db/t/ set .Q.en[`:db].c.day 3",
        "`:db/t/ upsert .Q.en[`:db]t",
        "{.c.at`:db/t}",
    )
    .adds(),
    case(
        "append rows to nothing",
        "t:.c.day 9",
        "",
        "if[()~key`:db/t;`:db/t/ upsert .Q.en[`:db]t]",
        "{.c.at`:db/t}",
    ),
    case(
        "append rows out of order",
        "",
        "`:db/t/ set([]a:`s#til 5;b:`s#2 3 4 5 6)",
        "`:db/t/ upsert([]a:0 1;b:8 9)",
        "{.c.at`:db/t}",
    )
    .adds(),
    case(
        "an attribute",
        "",
        "`:db/t/ set .Q.en[`:db].c.day 1",
        "@[`:db/t;`sym;`p#]",
        "{.c.at`:db/t};{attr get`:db/t/sym}",
    ),
    case("a column", "", "`:db/t/ set .Q.en[`:db].c.day 3", "@[`:db/t;`price;:;7 8 9f]", "{.c.at`:db/t}"),
    case(
        "columns",
        "",
        "`:db/t/ set .Q.en[`:db].c.day 3",
        "@[`:db/t;`price`time;:;(7 8 9f;3#10:00)]",
        "{.c.syms[];get`:db/t/price};{get`:db/t/time}",
    ),
    case(
        "items of a column",
        "",
        "`:db/t/ set .Q.en[`:db].c.day 3",
        ".[`:db/t;(`price;0 2);:;7 8f]",
        "{.c.at`:db/t}",
    ),
    case(
        "xasc on disk",
        ".c.syms[]",
        "`:db/t/ set .Q.en[`:db].c.day 7",
        "`sym`price xasc`:db/t/",
        "{.c.at`:db/t}",
    ),
    case(
        "xdesc on disk",
        ".c.syms[]",
        "`:db/t/ set .Q.en[`:db].c.day 7",
        "`time xdesc`:db/t",
        "{.c.at`:db/t}",
    ),
    case("rsave", "t:.Q.en[`:db].c.day 9", "`:t/ set .Q.en[`:db].c.day 3", "rsave`t", "{.c.at`:t}"),
    case(
        "dsave",
        "t:`sym xcols`sym xasc .c.day 9;u:`sym xcols`sym xasc .c.day 5",
        "`:db/2024.01.01/t/ set .Q.en[`:db].c.day 3",
        "`:db`2024.01.01 dsave`t`u",
        "{.c.at`:db/2024.01.01/t};{.c.at`:db/2024.01.01/u}",
    ),
    // Domains.
    case(
        "enumerate",
        "",
        "`:db/sym set`p`q",
        "`:db/t set .Q.en[`:db]([]s:`p`new`q`other;n:(`x`y;`z;`p;0#`))",
        "{s~count[s:.c.there`:db/sym]#`p`q`new`other`x`y`z};{.c.at`:db/t}",
    ),
    case(
        "enumerate in another domain",
        "",
        "`:db/sym set`p`q",
        "`:db/t set .Q.ens[`:db;([]s:`p`new`q`other);`other]",
        "{.c.there`:db/sym};{.c.at`:db/t}",
    ),
    case(
        "enumerate one by one",
        "",
        "`:db/sym set`p`q",
        "`:db/a set`:db/sym?`new`q;`:db/b set`:db/sym?`more`new",
        "{.c.at`:db/a};{.c.at`:db/b}",
    ),
    // Partitions.
    case("dpft", "t:.c.day 9", "", ".Q.dpft[`:db;2024.01.01;`sym;`t]", "{.c.at`:db/2024.01.01/t}"),
    case(
        "dpft over a partition",
        "t:.c.day 9",
        "u:t;t:.c.day 2;.Q.dpft[`:db;2024.01.01;`sym;`t];t:u",
        ".Q.dpft[`:db;2024.01.01;`sym;`t]",
        "{.c.at`:db/2024.01.01/t}",
    ),
    case(
        "dpft beside a partition, opened",
        "t:.c.day 9",
        "u:t;t:.c.day 2;.Q.dpft[`:db;2024.01.01;`sym;`t];t:u",
        ".Q.dpft[`:db;2024.01.02;`sym;`t]",
        "{.c.opened`t}",
    ),
    case(
        "dpfts compressed",
        ".z.zd:17 2 6;t:.c.day 9",
        "",
        ".Q.dpfts[`:db;2024.01m;`sym;`t;`other]",
        "{.c.at`:db/2024.01/t}",
    ),
    case("dpft encrypted", ENCRYPTED, "", ".Q.dpft[`:db;2024.01.02;`sym;`t]", "{.c.at`:db/2024.01.02/t}"),
    case(
        "append rows encrypted",
        ENCRYPTED,
        "`:db/t/ set .Q.en[`:db].c.day 3",
        "`:db/t/ upsert .Q.en[`:db]t",
        "{.c.at`:db/t}",
    )
    .adds(),
    case("dpt", "t:.c.day 9", "", ".Q.dpt[`:db;7;`t]", "{.c.at`:db/7/t}"),
    case("dpts", "t:.c.day 9", "", ".Q.dpts[`:db;2024;`t;`other]", "{.c.at`:db/2024/t}"),
    case(
        "dpft with segments",
        "t:.c.day 9",
        "`:db/par.txt 0:(\"s1\";\"s2\")",
        "{.Q.dpft[`:db;x;`sym;`t]}each 2024.01.01 2024.01.02",
        "{.c.at .Q.par[`:db;2024.01.01;`t]};{.c.at .Q.par[`:db;2024.01.02;`t]}",
    ),
    case(
        "hdpf",
        "t:.c.day 9;u:.c.day 5",
        "",
        ".Q.hdpf[`;`:db;2024.01.01;`sym]",
        "{.c.at`:db/2024.01.01/t};{.c.at`:db/2024.01.01/u}",
    ),
    case(
        "chk",
        "",
        "t:.c.day 9;u:([]s:`a`b;n:(\"ab\";\"cd\"));.Q.dpft[`:db;2024.01.01;`sym;`t];.Q.dpft[`:db;2024.01.02;`sym;`t];.Q.dpft[`:db;2024.01.02;`s;`u];.Q.dpt[`:db;2024.01.03;`u]",
        ".Q.chk`:db",
        "{.c.at`:db/2024.01.01/t};{.c.at`:db/2024.01.01/u};{.c.at`:db/2024.01.02/u};{.c.at`:db/2024.01.03/t}",
    ),
    case(
        "records of a file",
        "",
        "`:f 1:til 5",
        "if[()~key`:db/1/t;.Q.dsftg[(`:db;1;`t);(`:f;0;0);`a`b;(\"ii\";4 4);::]]",
        "{.c.at`:db/1/t}",
    ),
    // Maintenance of databases.
    case(
        "addcol",
        "m:use`quarry.db",
        ".c.base[]",
        "if[not all .c.has`x;m.addcol[`:db;`t;`x;`new]]",
        "{.c.at`:db/2024.01.01/t};{.c.at`:db/2024.01.02/t}",
    ),
    case(
        "addcol nested",
        "m:use`quarry.db",
        ".c.base[]",
        "if[not all .c.has`x;m.addcol[`:db;`t;`x;\"abc\"]]",
        "{.c.at`:db/2024.01.01/t};{.c.at`:db/2024.01.02/t}",
    ),
    case(
        "deletecol",
        "m:use`quarry.db",
        ".c.base[]",
        "if[any`note in/:key each .c.dirs;m.deletecol[`:db;`t;`note]]",
        "{.c.at`:db/2024.01.01/t};{.c.at`:db/2024.01.02/t}",
    ),
    case(
        "renamecol",
        "m:use`quarry.db",
        ".c.base[]",
        "if[any`note in/:key each .c.dirs;m.renamecol[`:db;`t;`note;`text]]",
        "{.c.at`:db/2024.01.01/t};{.c.at`:db/2024.01.02/t}",
    ),
    case(
        "copycol",
        "m:use`quarry.db",
        ".c.base[]",
        "if[not all .c.has`x;m.copycol[`:db;`t;`note;`x]]",
        "{.c.at`:db/2024.01.01/t};{.c.at`:db/2024.01.02/t}",
    ),
    case(
        "reordercols",
        "m:use`quarry.db",
        ".c.base[]",
        "m.reordercols[`:db;`t;`price`time]",
        "{.c.at`:db/2024.01.01/t};{.c.at`:db/2024.01.02/t}",
    ),
    case(
        "castcol",
        "m:use`quarry.db",
        ".c.base[]",
        "m.castcol[`:db;`t;`price;`int]",
        "{.c.at`:db/2024.01.01/t};{.c.at`:db/2024.01.02/t}",
    ),
    case(
        "castcol of symbols",
        "m:use`quarry.db",
        ".c.base[]",
        "m.castcol[`:db;`t;`note;`symbol]",
        "{.c.at`:db/2024.01.01/t};{.c.at`:db/2024.01.02/t}",
    ),
    case(
        "setattrcol",
        "m:use`quarry.db",
        ".c.base[];@[;`time;:;09:00 09:00]each .c.dirs",
        "m.setattrcol[`:db;`t;`time;`s]",
        "{attr get`:db/2024.01.01/t/time};{attr get`:db/2024.01.02/t/time}",
    ),
    case(
        "fncol",
        "m:use`quarry.db",
        ".c.base[]",
        "m.fncol[`:db;`t;`note;{count[x]#enlist\"same\"}]",
        "{.c.at`:db/2024.01.01/t};{.c.at`:db/2024.01.02/t}",
    ),
    case(
        "fixtable",
        "m:use`quarry.db",
        ".c.base[];m:use`quarry.db;m.deletecol[`:db;`t;`note];t:.c.day 4;.Q.dpft[`:db;2024.01.02;`sym;`t]",
        "m.fixtable[`:db;`t;`:db/2024.01.02/t]",
        "{.c.at`:db/2024.01.01/t};{.c.at`:db/2024.01.02/t}",
    ),
    case(
        "addtable",
        "m:use`quarry.db",
        ".c.base[]",
        "if[not all`u in/:key each`:db/2024.01.01`:db/2024.01.02;m.addtable[`:db;`u;([]s:`a`b;n:1 2)]]",
        "{.c.at`:db/2024.01.01/u};{.c.at`:db/2024.01.02/u}",
    ),
    case(
        "rentable",
        "m:use`quarry.db",
        ".c.base[]",
        "if[any`t in/:key each`:db/2024.01.01`:db/2024.01.02;m.rentable[`:db;`t;`u]]",
        "{(.c.at`:db/2024.01.01/t;.c.at`:db/2024.01.01/u)};{(.c.at`:db/2024.01.02/t;.c.at`:db/2024.01.02/u)}",
    ),
    // What is read and written elsewhere.
    case(
        "read a splayed table",
        ".c.syms[]",
        "`:db/t/ set .Q.en[`:db].c.day 9",
        "`:out set .c.bare select from get`:db/t",
        "{.c.there`:out}",
    ),
    case(
        "read a compressed table",
        ".c.syms[]",
        "(`:db/t/;17;2;6)set .Q.en[`:db].c.day 9",
        "`:out set .c.bare select from get`:db/t",
        "{.c.there`:out}",
    ),
    case(
        "read a database",
        "here:system\"cd\"",
        ".c.base[]",
        "r:.c.away[here]{system\"l db\";.c.bare select from t};`:out set r",
        "{.c.there`:out}",
    ),
    case(
        "read a database by groups",
        "here:system\"cd\"",
        ".c.base[]",
        "r:.c.away[here]{system\"l db\";.c.bare select sum price,count i by sym from t where date>2024.01.01};`:out set r",
        "{.c.there`:out}",
    ),
    case("load a table's file", "", "`:t set .c.day 4", "load`:t;`:out set t", "{.c.there`:out}"),
    case(
        "copy text and bytes",
        "",
        "`:a.txt 0:(\"ab\";\"cd\");`:b 1:0x010203",
        "`:out set(read0`:a.txt;read1`:b;(enlist\"*\";\",\")0:`:a.txt)",
        "{.c.there`:out}",
    ),
];
