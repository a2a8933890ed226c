//! Files that kdb+ wrote are read as it reads them.

mod common;

use common::{fixture, outside};
use quarry_store::{get, stats};
use quarry_value::{Attr, Sym, Type, Value, fault};
use std::path::Path;

fn column(table: &Value, name: &str) -> Value {
    let Value::Table(t) = table else { panic!("a table") };
    t.column(Sym::new(name)).expect("a column").clone()
}

fn longs(v: &Value) -> Vec<i64> {
    let Value::Vector(v) = v else { panic!("a vector") };
    v.slice::<i64>().expect("longs").to_vec()
}

fn texts(v: &Value) -> Vec<String> {
    v.items().map(|s| String::from_utf8_lossy(s.as_text().expect("a string")).into_owned()).collect()
}

/// The symbols an enumeration stands for.
fn names(v: &Value, domain: &Value) -> Vec<String> {
    let domain = domain.as_syms().expect("symbols");
    longs(v)
        .iter()
        .map(|i| usize::try_from(*i).map_or("".into(), |i| domain[i].text().into_owned()))
        .collect()
}

#[test]
fn a_table_with_old_enumerations_and_nested_columns() {
    let root = fixture("fsp-dqe/dqcdb");
    let sym = get(&root.join("sym")).expect("sym");
    let t = get(&root.join("2020.04.17/configtable")).expect("a table");
    assert_eq!(t.count(), 12);
    let Value::Vector(action) = column(&t, "action") else { panic!("a vector") };
    assert_eq!((action.ty, action.attr.get(), action.domain), (Type::Enum, Attr::None, Sym::new("sym")));
    let expected = "tableticking tableticking constructcheck constructcheck attrcheck freeform xmarketalert \
                    anomalychk nullchk pctAvgDailyChange datechk dfilechk";
    assert_eq!(names(&column(&t, "action"), &sym).join(" "), expected);
    let proc = texts(&column(&t, "proc"));
    assert_eq!(
        proc.join("").replace('`', " ").trim(),
        "rdb1 rdb1 rdb1 hdb2 rdb1 hdb1 rdb1 rdb1 rdb1 dqedb1 hdb1 hdb1"
    );
    let counts: Vec<usize> = texts(&column(&t, "params")).iter().map(String::len).collect();
    assert_eq!(counts, [34, 34, 31, 60, 39, 57, 24, 41, 41, 50, 18, 22]);
    assert_eq!(longs(&column(&t, "checkid")), [0, 2, 3, 4, 5, 7, 9, 10, 11, 12, 13, 14]);
}

#[test]
fn an_anymap_of_dictionaries_of_tables() {
    let root = fixture("fsp-dqe/dqedb");
    let sym = get(&root.join("sym")).expect("sym");
    assert_eq!(sym.count(), 15);
    let t = get(&root.join("2020.09.03/advancedres")).expect("a table");
    assert_eq!(names(&column(&t, "funct"), &sym), ["bycount", "bycount"]);
    let data = column(&t, "resultdata");
    assert_eq!((data.type_number(), data.count()), (0, 2));
    let second = data.at(1);
    let (keys, values) = second.as_keyed().expect("a keyed table");
    assert_eq!(keys.names, [Sym::new("sym"), Sym::new("ex")]);
    assert_eq!(keys.count(), 20);
    let Value::Vector(first) = &keys.columns[0] else { panic!("a vector") };
    assert_eq!((first.ty, first.attr.get()), (Type::Symbol, Attr::Parted));
    assert_eq!(first.slice::<Sym>().expect("symbols")[..3], ["AAPL", "AAPL", "AIG"].map(Sym::new));
    assert_eq!(keys.columns[1].as_text(), Some(&b"NONONONONONONONONONO"[..]));
    assert_eq!(longs(&values.columns[0])[..2], [0x19a08, 0x197c4]);
    assert!(!fault::pending());
}

#[test]
fn compressed_vectors_and_anymaps() {
    let of = |name: &str| get(&fixture("btick2-gzip").join(name)).expect(name);
    let Value::Vector(v) = of("proto2/4") else { panic!("a vector") };
    assert_eq!(v.slice::<f64>(), Some(&[1.0907025731743183, 1.4161468365471424][..]));
    let list = of("proto2/3");
    assert!(matches!(list.at(0), Value::F64(Type::Float, x) if x == 1.0907025731743183));
    assert!(
        matches!(list.at(1), Value::Vector(v) if v.slice::<f64>() == Some(&[3.0, 1.4161468365471424][..]))
    );
    assert_eq!(of("proto2/6").count(), 2);
    let s = stats(&fixture("btick2-gzip/proto2/4")).expect("stats").expect("compressed");
    assert_eq!((s.compressed_size, s.plain_size, s.algorithm, s.block_log2, s.level), (86, 32, 2, 17, 6));
    assert_eq!(stats(&fixture("fsp-hdb/sym")).expect("stats"), None);
}

#[test]
fn columns_in_q_s_own_compression() {
    let t = get(&fixture("fsp-hdb/2015.01.07/trade")).expect("a table");
    let Value::Vector(sym) = column(&t, "sym") else { panic!("a vector") };
    assert_eq!((sym.len(), sym.attr.get(), sym.ty), (196519, Attr::Parted, Type::Enum));
    assert_eq!(sym.slice::<i64>().expect("positions").iter().filter(|i| **i == 0).count(), 19603);
    let Value::Vector(stop) = column(&t, "stop") else { panic!("a vector") };
    assert_eq!(stop.slice::<u8>().expect("booleans").iter().filter(|b| **b == 1).count(), 9931);
    let empty = get(&fixture("fsp-hdb/2015.01.07/trade_iex")).expect("a table");
    assert_eq!(empty.count(), 0);
    assert!(!fault::pending());
}

#[test]
fn a_whole_database() {
    let Some(root) = outside("fsp-hdb") else { return };
    let t = get(&root.join("2015.01.07/trade")).expect("a table");
    let Value::Vector(price) = column(&t, "price") else { panic!("a vector") };
    let sum: f64 = price.slice::<f64>().expect("floats")[..19603].iter().sum();
    assert!((sum - 368216.62).abs() < 1e-3);
    let q = get(&root.join("2015.01.07/quote")).expect("a table");
    assert_eq!(longs(&column(&q, "bsize")).iter().sum::<i64>(), 18790716);
    assert_eq!(longs(&column(&q, "asize")).iter().sum::<i64>(), 18774936);
    assert!(!fault::pending());
}

#[test]
fn errors_name_the_file() {
    let word = |p: &Path| String::from_utf8_lossy(get(p).expect_err("an error").word()).into_owned();
    assert!(word(Path::new("no/such")).starts_with("no/such. OS reports: No such file or directory"));
    assert_eq!(word(&fixture("README.md")), "type");
    assert!(word(&fixture("btick2-gzip")).ends_with("btick2-gzip/.d. OS reports: No such file or directory"));
}
