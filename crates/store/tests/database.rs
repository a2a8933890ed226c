//! Databases are found, filled and read as kdb+ does.

#![allow(clippy::disallowed_methods)]

mod common;

use common::{Folder, fixture, outside, show};
use quarry_store::database::{self, Field};
use quarry_store::{Listing, cached, enumerate, get, hcount, hdel, list, set};
use quarry_value::{Attr, Sym, Type, Value, Vector};
use std::fs;
use std::path::Path;

fn table(n: i64) -> Value {
    let sym = Vector::enumeration(Sym::new("sym"), vec![0i64; n as usize]).with_attr(Attr::Parted);
    Value::table(vec![Sym::new("sym"), Sym::new("x")], vec![sym.into(), Value::longs((0..n).collect())])
}

fn write(root: &Path, part: &str, name: &str, n: i64) {
    set(&root.join(part).join(format!("{name}/")), &table(n), None).expect("written");
}

#[test]
fn the_fixture() {
    let root = fixture("fsp-hdb");
    let db = database::open(&root).expect("a database");
    assert_eq!(db.field, Some(Field::Date));
    assert_eq!(show(&db.values()), show(&Value::vector(Type::Date, vec![5485i32])));
    let names: Vec<_> = db.tables.iter().map(|t| t.name.text()).collect();
    assert_eq!(names, ["trade", "trade_iex"]);
    assert_eq!(db.objects, [(Sym::new("sym"), root.join("sym"))]);
    let (trade, sym) = (Sym::new("trade"), Sym::new("sym"));
    assert_eq!(db.count(0, trade).expect("a count"), 196519);
    assert_eq!(db.column(0, trade, sym).expect("a column").item_type(), Some(Type::Enum));
    assert_eq!(hcount(&db.table_dir(0, trade).join("sym")).expect("a size"), 786544);
}

#[test]
fn partitions_scripts_and_objects() {
    let folder = Folder::new();
    let root = &folder.0;
    write(root, "2024.01.02", "trade", 3);
    write(root, "2024.01.03", "trade", 4);
    write(root, "2024.01.03", "quote", 1);
    set(&root.join("ref/"), &table(2), None).expect("written");
    set(&root.join("old$/"), &table(2), None).expect("written");
    set(&root.join("limits"), &Value::longs(vec![1]), None).expect("written");
    set(&root.join("texts"), &Value::list(vec![Value::chars("a"), Value::long(1)]), None).expect("written");
    set(&root.join("more/a"), &Value::longs(vec![1]), None).expect("written");
    fs::write(root.join("more/.b.pending"), "").expect("written");
    fs::write(root.join("init.q"), "a:1\n").expect("written");
    fs::write(root.join("notes.md"), "hello\n").expect("written");
    let db = database::open(root).expect("a database");
    let names =
        |all: &[(Sym, std::path::PathBuf)]| all.iter().map(|o| o.0.text().into_owned()).collect::<Vec<_>>();
    assert_eq!(names(&db.objects), ["limits", "more", "ref", "texts"]);
    assert_eq!(db.scripts, [root.join("init.q")]);
    assert_eq!(db.tables.iter().map(|t| t.name.text()).collect::<Vec<_>>(), ["quote", "trade"]);
    assert!(!db.has(0, Sym::new("quote")));
    let filled = database::fill_missing(root).expect("filled");
    assert_eq!(filled.iter().map(|f| f.1.len()).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(db.count(0, Sym::new("quote")).expect("a count"), 0);
    let quote = get(&db.table_dir(0, Sym::new("quote"))).expect("a table");
    let Value::Table(t) = &quote else { panic!("a table") };
    assert!(matches!(&t.columns[0], Value::Vector(v) if v.attr == Attr::None && v.domain == Sym::new("sym")));
}

#[test]
fn segments_share_the_partitions() {
    let folder = Folder::new();
    let root = folder.path("root");
    fs::create_dir_all(&root).expect("made");
    fs::write(root.join("par.txt"), "../a\n../b/\n").expect("written");
    write(&folder.path("a"), "2024.01.02", "t", 1);
    write(&folder.path("b"), "2024.01.03", "t", 2);
    write(&folder.path("a"), "2024.01.04", "t", 3);
    write(&folder.path("b"), "2024.01.04", "t", 4);
    let db = database::open(&root).expect("a database");
    assert_eq!(db.segments, ["../a", "../b"]);
    let places: Vec<_> = db.partitions.iter().map(|p| (&p.name[8..], &p.segment[..])).collect();
    assert_eq!(places, [("02", "../a"), ("03", "../b"), ("04", "../a"), ("04", "../b")]);
    let counts: Vec<_> = (0..4).map(|i| db.count(i, Sym::new("t")).expect("a count")).collect();
    assert_eq!(counts, [1, 2, 3, 4]);
    let par = |day: &str| database::par(&root, day, Sym::new("t")).expect("a place");
    assert_ne!(par("2024.01.02").parent(), par("2024.01.03").parent());
    fs::write(root.join("par.txt"), "../none\n").expect("written");
    assert!(database::open(&root).is_err());
}

#[test]
fn years_and_ints() {
    let folder = Folder::new();
    for (names, field) in [(&["2023", "2024"][..], Field::Year), (&["7", "2024", "123456789012"], Field::Int)]
    {
        let root = folder.path(field.name());
        names.iter().for_each(|n| write(&root, n, "t", 1));
        let db = database::open(&root).expect("a database");
        assert_eq!((db.field, db.partitions.len()), (Some(field), names.len()));
        let ty = if field == Field::Int { Type::Long } else { Type::Int };
        assert_eq!(db.values().item_type(), Some(ty));
    }
}

#[test]
fn a_cached_column_follows_its_file() {
    let folder = Folder::new();
    let path = folder.path("c");
    for n in 1..5 {
        set(&path, &Value::longs((0..n).collect()), None).expect("written");
        assert_eq!(cached(&path).expect("read").count(), n as usize);
        assert_eq!(cached(&path).expect("read").count(), n as usize);
    }
}

#[test]
fn two_writers_enumerate_into_one_file() {
    let folder = Folder::new();
    let path = folder.path("db/sym");
    std::thread::scope(|s| {
        for k in 0..4 {
            let path = &path;
            s.spawn(move || {
                for i in 0..50 {
                    let names = [Sym::new(format!("s{}", i % 30)), Sym::new(format!("t{k}{i}"))];
                    let got = enumerate(path, &names, None).expect("enumerated");
                    let domain = got.domain.as_syms().expect("symbols");
                    assert_eq!(domain[got.positions[1] as usize], names[1]);
                }
            });
        }
    });
    let all = get(&path).expect("read");
    assert_eq!(all.count(), 30 + 200);
}

#[test]
fn keys_and_deletion() {
    let folder = Folder::new();
    assert_eq!(list(&folder.path("none")).expect("looked"), Listing::Nothing);
    set(&folder.path("d/b"), &Value::longs(vec![1]), None).expect("written");
    fs::write(folder.path("d/a"), "12345").expect("written");
    assert_eq!(
        list(&folder.path("d")).expect("looked"),
        Listing::Directory(vec![Sym::new("a"), Sym::new("b")])
    );
    assert_eq!(list(&folder.path("d/a")).expect("looked"), Listing::File);
    assert_eq!(hcount(&folder.path("d/a")).expect("a size"), 5);
    assert!(hdel(&folder.path("d")).is_err());
    hdel(&folder.path("d/a")).expect("deleted");
    assert!(hdel(&folder.path("d/a")).is_err());
}

#[test]
fn a_whole_database() {
    let Some(root) = outside("fsp-hdb") else { return };
    let db = database::open(&root).expect("a database");
    let names: Vec<_> = db.tables.iter().map(|t| t.name.text()).collect();
    assert_eq!(names, ["quote", "quote_iex", "trade", "trade_iex"]);
    assert_eq!(db.count(0, Sym::new("quote")).expect("a count"), 344455);
}
