//! Damaged files and hostile input: each a clear error, and the session goes on.

mod common;

use common::{Folder, q, typed};

/// A folder with files to damage.
struct Database(Folder);

impl Database {
    fn empty(name: &str) -> Database {
        Database(Folder::new(&format!("bad_{name}")))
    }

    /// A folder with a file, a compressed file, a splayed table and a partitioned one of two days.
    fn new(name: &str) -> Database {
        let folder = Database::empty(name);
        let (out, err) = folder.run(
            "n:20000\n\
             t:([]sym:n?`a`b`c`d;price:n?100f;size:n?1000;s:n#(\"ab\";\"cde\";enlist\"f\"))\n\
             `:spl/ set .Q.en[`:.]t\n\
             `:col set til 1000\n\
             (`:zip;17;2;6)set til 100000\n\
             (`:kdz;16;1;0)set 100000#1 2 3\n\
             trade:select sym,price,size from t\n\
             .Q.dpft[`:hdb;2024.01.01;`sym;`trade]\n\
             .Q.dpft[`:hdb;2024.01.02;`sym;`trade]\n",
        );
        assert!(err.is_empty(), "{out}{err}");
        folder
    }

    /// What `q` prints for a script, and its errors. The script ends with a sum that must be answered.
    fn run(&self, script: &str) -> (String, String) {
        let script = format!("{script}\n1\"still \",string[1+1],\"\\n\";\n");
        let said = typed(q(&["-q"]).current_dir(self.0.path()), &script);
        assert!(!said.err.contains("panicked"), "{}", said.err);
        assert!(said.out.ends_with("still 2\n"), "the session ended early\n{}\n{}", said.out, said.err);
        (said.out.trim_end_matches("still 2\n").to_string(), said.err)
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.join(name)
    }

    /// Cuts a file to its first bytes.
    fn cut(&self, name: &str, size: usize) {
        let bytes = std::fs::read(self.path(name)).expect(name);
        std::fs::write(self.path(name), &bytes[..size]).expect(name);
    }

    /// Writes over the bytes of a file from a place on.
    fn spoil(&self, name: &str, at: usize, with: &[u8]) {
        let mut bytes = std::fs::read(self.path(name)).expect(name);
        bytes[at..at + with.len()].copy_from_slice(with);
        std::fs::write(self.path(name), bytes).expect(name);
    }

    /// The script signals, naming `culprit` in what it says.
    #[track_caller]
    fn fails(&self, script: &str, culprit: &str) {
        let (out, err) = self.run(script);
        assert!(err.starts_with('\''), "{script}: no error\n{out}\n{err}");
        assert!(err.contains(culprit), "{script}: {culprit} is not named\n{err}");
    }
}

/// Bytes without order, the same each time.
fn noise(n: usize) -> Vec<u8> {
    let mut x = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        (x >> 24) as u8
    };
    (0..n).map(|_| next()).collect()
}

#[test]
fn a_file_that_is_no_data() {
    let db = Database::new("magic");
    db.spoil("col", 0, b"XY");
    db.fails("get`:col", "col");
    db.cut("col", 5);
    db.fails("get`:col", "col");
    db.cut("col", 0);
    db.fails("get`:col", "col");
    db.fails("get`:nothere", "nothere");
    db.spoil("spl/price", 0, b"WXYZ");
    db.fails("select from get`:spl/", "spl/price");
}

#[test]
fn a_column_cut_short() {
    let db = Database::new("cut");
    db.cut("spl/price", 300);
    db.fails("x:get`:spl/", "price has");
    db.cut("hdb/2024.01.01/trade/price", 160);
    for query in [
        "select sum price from trade",
        "select avg price by sym from trade",
        "exec price from trade where date=2024.01.01",
        "select from trade where sym=`a",
    ] {
        db.fails(&format!("\\l hdb\n{query}"), "price has");
        db.fails(&format!("\\l hdb\n{query}"), "2024.01.01/trade");
    }
    let (out, err) = db.run("\\l hdb\ncount select price from trade where date=2024.01.02");
    assert_eq!((out.trim(), err.as_str()), ("20000", ""));
}

#[test]
fn a_file_that_is_missing() {
    let db = Database::new("missing");
    std::fs::remove_file(db.path("spl/price")).expect("there");
    db.fails("x:get`:spl/", "spl/price");
    db.fails("\\l spl", "spl/price");
    std::fs::remove_file(db.path("hdb/2024.01.02/trade/price")).expect("there");
    db.fails("\\l hdb\nselect sum price from trade", "2024.01.02/trade/price");
    db.cut("spl/.d", 9);
    db.fails("get`:spl/", "spl/.d");
}

#[test]
fn a_sym_file_too_short() {
    let db = Database::new("sym");
    std::fs::write(db.path("hdb/sym"), b"\xff\x01\x0b\x00\x01\x00\x00\x00a\x00").expect("written");
    for query in ["select count i by sym from trade", "select from trade where sym=`a", "5#select from trade"]
    {
        db.fails(&format!("\\l hdb\n{query}"), "trade/sym");
    }
    std::fs::write(db.path("hdb/sym"), noise(50)).expect("written");
    db.fails("\\l hdb", "sym");
}

#[test]
fn damaged_blocks() {
    let db = Database::new("blocks");
    for name in ["zip", "kdz"] {
        let whole = std::fs::read(db.path(name)).expect("there");
        db.spoil(name, 100, &noise(1000.min(whole.len() - 200)));
        db.fails(&format!("sum get`:{name}"), name);
        // What is shown, sent and written is as good as what is computed.
        for reads in
            ["get`:NAME", "-1 .Q.s get`:NAME", "show get`:NAME", "`:copy set get`:NAME", "-8!get`:NAME"]
        {
            db.fails(&reads.replace("NAME", name), name);
        }
        db.cut(name, whole.len() / 2);
        db.fails(&format!("sum get`:{name}"), name);
        db.cut(name, 12);
        db.fails(&format!("sum get`:{name}"), name);
    }
}

/// What has a damaged block is not changed by halves: neither do zeros take the place of what cannot be read, nor is the variable
/// gone, and it can be put elsewhere unread.
#[test]
fn changes_of_what_is_damaged() {
    let db = Database::new("changes");
    let size = std::fs::metadata(db.path("zip")).expect("there").len() as usize;
    db.spoil("zip", size / 2, &noise(1000));
    let changes = [
        ["x:Z", "x[0]:5", "sum x"],
        ["x:Z", "x,:5", "sum x"],
        ["x:Z", "x[til 20]+:1", "sum x"],
        ["x:Z", "@[`x;0 1;{x+1}]", "sum x"],
        ["x:Z", "x:x upsert 5", "sum x"],
        ["t:([]a:Z;b:til 100000)", "t[0]:1 2", "sum t`a"],
        ["t:([]a:Z;b:til 100000)", "`t insert 1 2", "sum t`a"],
        ["t:([]a:Z;b:til 100000)", "update a:5 from`t where i=3", "sum t`a"],
        ["k:([a:til 100000]b:Z)", "`k upsert -1 5", "sum exec b from k"],
        ["d:`a`b!(Z;0)", "d[`a],:5", "sum d`a"],
        ["d:Z!til 100000", "d[-5]:5", "sum key d"],
        ["l:(Z;0)", "l[0;4]:4", "sum l 0"],
    ];
    for [before, change, sum] in changes {
        let before = before.replace('Z', "(get`:zip)");
        db.fails(&format!("{before}\n@[value;{:?};::];\n{sum}", change), "zip");
    }
    let (_, err) = db.run("d:()!();d[`a]:get`:zip;.n.x:get`:zip;@[`.;`y;:;get`:zip];count each(d`a;.n.x;y)");
    assert_eq!(err, "");
}

#[test]
fn a_par_txt_that_leads_nowhere() {
    let db = Database::new("par");
    std::fs::write(db.path("hdb/par.txt"), "/nonexistent/folder\n").expect("written");
    db.fails("\\l hdb", "/nonexistent/folder");
    std::fs::write(db.path("hdb/par.txt"), [0xff, 0xfe, 0, 1]).expect("written");
    db.fails("\\l hdb", "par.txt");
    std::fs::remove_file(db.path("hdb/par.txt")).expect("there");
    std::fs::create_dir(db.path("hdb/par.txt")).expect("made");
    db.fails("\\l hdb", "par.txt");
}

#[test]
fn scripts_that_are_none() {
    let folder = Database::empty("script");
    let script = |name: &str, bytes: &[u8]| std::fs::write(folder.path(name), bytes).expect("written");
    script("noise.q", &noise(3000));
    folder.fails("\\l noise.q", "noise.q:1");
    script("open.q", b"a:1\nb:(1;\nc:3\n");
    folder.fails("\\l open.q", "open.q:2");
    folder.fails("\\l nothere.q", "nothere.q");
}

#[test]
fn nesting_without_end() {
    let folder = Database::empty("nesting");
    let n = 100_000;
    let pair = |open: &str, close: &str| format!("{}1{}", open.repeat(n), close.repeat(n));
    for text in
        [pair("(", ")"), pair("{", "}"), "[".repeat(n), pair("-", ""), pair("neg ", ""), pair("1+", "")]
    {
        folder.fails(&text, "stack");
    }
    folder.fails("value(100000#\"(\"),\"1\",100000#\")\"", "stack");
    folder.fails("f:{.z.s x+1};f 0", "stack");
    folder.fails(".j.k 100000#\"[\"", "limit");
    folder.fails("x:1;do[100000;x:enlist x];-8!x", "limit");
    folder.fails("x:1;do[100000;x:enlist x];neg x", "stack");
    let (_, err) = folder.run("x:1;do[100000;x:enlist x];x~x;count -3!x;x\nx:1");
    assert_eq!(err, "");
}

#[test]
fn counts_beyond_reason() {
    let folder = Database::empty("counts");
    let counts = [
        "0W#1",
        "-0W#1 2",
        "0Wi#1",
        "til 0W",
        "(0W;0W)#1",
        "0W#enlist til 3",
        "0W#()",
        "0W#([]a:1 2)",
        "(0W;2)#til 6",
        "0W?1",
        "0W?`8",
        "-0W?10",
        "where 0W 1",
        "string 0W#\"a\"",
        "raze 0W#enlist 1",
        "enlist[0W]#0",
        "til 1000000000000",
        "1000000000000#0",
        "1000000000000?1f",
        "1000000000000#`a",
        "(10000000;1000000)#0",
        "1000000000000$\"abc\"",
        "0W$\"abc\"",
        "where 1000000000000 1",
        "med 0W#1",
    ];
    for expression in counts {
        let (out, err) = folder.run(expression);
        assert!(err.starts_with("'limit") || err.starts_with("'wsfull"), "{expression}: {out}{err}");
    }
    // Large numbers that ask for nothing large.
    for expression in
        ["0W _ til 3", "0W rotate til 3", "0W sublist til 3", "0W msum 1 2", "0W xprev til 3", "0W cut 1 2"]
    {
        let (_, err) = folder.run(expression);
        assert_eq!(err, "", "{expression}");
    }
    for message in ["0x0100000000", "0x01000000ffffff7f", "0x010000000e00000007000000ff7f"] {
        folder.fails(&format!("-9!{message}"), "badmsg");
    }
}

#[test]
fn reval_changes_nothing() {
    let folder = Database::empty("reval");
    std::fs::write(folder.path("kept"), "text\n").expect("written");
    for text in [
        "a:1",
        "b::1",
        "{a::x}[1]",
        "delete from `t",
        "`t insert 3",
        "@[`t;`a;:;1]",
        "value \\\"c:1\\\"",
        "hdel `:kept",
        "`:new set 1",
        "`:new 0: enlist \\\"x\\\"",
        "`:new 1: 0x01",
        "`:new upsert 1",
        "hopen `:kept",
        "system \\\"rm kept\\\"",
        "system \\\"P 3\\\"",
        "(`:new;17;2;6) set 1",
        "{`:new set x} peach 1 2",
    ] {
        let (out, err) = folder.run(&format!("t:([]a:1 2)\nreval parse\"{}\"", text));
        let word = if text.starts_with("hopen") { "'access" } else { "'noupdate" };
        assert!(err.starts_with(word), "{text}: {out}{err}");
    }
    assert_eq!(std::fs::read_dir(folder.0.path()).expect("there").count(), 1);
    let (out, err) =
        folder.run("t:([]a:1 2)\nreval parse\"exec sum a from t\"\nreval parse\"count read0 `:kept\"");
    assert_eq!((out.as_str(), err.as_str()), ("3\n1\n", ""));
}

/// A table that names its own folder, and the one above it, as columns.
#[test]
fn a_column_that_is_a_folder() {
    let db = Database::empty("folder");
    for name in [".", "..", "u"] {
        std::fs::create_dir_all(db.path("t/u")).expect("made");
        let order = [&[0xff, 1, 11, 0, 1, 0, 0, 0], name.as_bytes(), &[0]].concat();
        for d in ["t/.d", "t/u/.d", ".d"] {
            std::fs::write(db.path(d), &order).expect("written");
        }
        let why = if name == "u" { "Is a directory" } else { "bad column name" };
        db.fails("get`:t/", why);
        db.fails("`:t/ upsert ([]a:1 2)", why);
    }
}

/// A list of a thousand references to a list of a thousand references to one vector: 24 kB that stand for 4 GB.
#[test]
fn a_small_list_that_stands_for_much() {
    let db = Database::empty("dag");
    let full = |ty: u8, count: u64, items: &[u64]| {
        let head = [&[0xfb, 0, ty, 0, 1, 0, 0, 0][..], &count.to_le_bytes()].concat();
        [head, items.iter().flat_map(|i| i.to_le_bytes()).collect()].concat()
    };
    let page = |second: u8, ty: u8| {
        let mut page = vec![0; 4096];
        page[..2].copy_from_slice(&[0xfd, 0x20]);
        page[4080..4083].copy_from_slice(&[0xfd, second, ty]);
        page
    };
    let parts = [full(7, 500, &[7; 500]), full(77, 1000, &[0; 1000]), full(77, 1000, &[4016; 1000])];
    std::fs::write(db.path("d#"), [page(0, 4), parts.concat()].concat()).expect("written");
    std::fs::write(db.path("d"), [page(1, 77), 12032u64.to_le_bytes().to_vec()].concat()).expect("written");
    let said = typed(q(&["-q", "-w", "200"]).current_dir(db.0.path()), "x:get`:d;-22!x\n1+1\n");
    assert_eq!(said.out, "2\n", "{}", said.err);
    assert!(said.err.starts_with("'wsfull"), "{}", said.err);
}

#[test]
fn a_folder_is_given_back() {
    let path = Database::empty("gone").0.path().to_path_buf();
    assert!(!path.exists());
}
