//! Serialised objects and logs in files.

mod common;

use common::{Folder, append, fixture, outside, show};
use quarry_store::log::{self, Log};
use quarry_store::{get, set, start_log};
use quarry_value::{Dict, Lambda, Sym, Table, Type, Value, Vector};
use std::fs;

fn objects() -> Vec<Value> {
    let syms = |n: usize| Value::syms((0..n).map(|i| Sym::new(format!("s{i}"))).collect());
    let Value::Vector(names) = syms(2) else { panic!("a vector") };
    let names = names.slice::<Sym>().expect("symbols").to_vec();
    let who = Vector::enumeration(Sym::new("sym"), vec![0i64, 3, i64::MIN]);
    let table = Table::new(names, vec![Value::longs(vec![1, 2, 3]), who.into()]);
    let dict = Value::dict(syms(2), Value::list(vec![Value::long(1), Value::chars("two")]));
    let sorted = Dict { keys: Value::longs(vec![1, 2]), values: syms(2), sorted: true };
    let lambda = Value::from(Lambda::new(*b"{x+y}", Sym::EMPTY));
    let atoms =
        [Value::long(42), Value::sym("a"), Value::null(Type::Guid), Value::F32(1.5), Value::bool(true)];
    let mut all = vec![Value::empty_list(), table.clone().into(), dict, sorted.into(), lambda.clone()];
    all.push(Value::dict(Value::table(vec![Sym::new("k")], vec![Value::longs(vec![1, 2, 3])]), table.into()));
    all.push(Value::list(vec![lambda, Value::long(1)]));
    all.push(Value::list(vec![Value::Enum(Sym::new("sym"), 2), Value::identity()]));
    all.extend(atoms);
    all
}

#[test]
fn objects_are_read_back() {
    let folder = Folder::new();
    for x in objects() {
        let path = folder.path("o");
        set(&path, &x, None).expect("written");
        assert_eq!(show(&get(&path).expect("read")), show(&x));
        let how = quarry_store::Compression::new(17, 2, 6).expect("good numbers");
        set(&path, &x, how).expect("written");
        assert_eq!(show(&get(&path).expect("read")), show(&x));
    }
}

#[test]
fn tables_of_the_fixture() {
    let of = |name: &str| get(&fixture("btick2-gzip").join(name)).expect(name);
    let t = of("baum1/4");
    assert_eq!(t.type_number(), 99);
    let (keys, values) = t.as_keyed().expect("a keyed table");
    assert_eq!((keys.names[0], keys.count()), (Sym::new("n_"), 3));
    assert_eq!(show(&values.columns[3]), "9h 25 15 35f");
    assert_eq!(show(&of("json2/0").at(3)), "7h 0 1 2 3 4 5 6 7 8 9");
}

#[test]
fn logs_are_replayed_to_their_last_whole_item() {
    let whole = fixture("torq-logs/stpnone_20201006204450");
    assert_eq!(log::check(&whole).expect("a log"), (2, None));
    assert_eq!(log::check(&fixture("torq-logs/stp1_logmsg20220616122504")).expect("a log"), (0, None));
    let cut = fixture("torq-logs/testoldlog-head");
    assert_eq!(log::check(&cut).expect("a log"), (4, Some(4712)));
    let mut log = Log::open(&cut).expect("a log");
    let mut count = 0;
    let e = loop {
        match log.read() {
            Ok(Some(item)) => count += usize::from(item.count() == 3),
            Ok(None) => panic!("the tail is bad"),
            Err(e) => break e,
        }
    };
    assert_eq!((count, e.word()), (log.count(), &b"badtail"[..]));
    assert_eq!(get(&cut).expect_err("a bad tail").word(), b"badtail");
}

#[test]
fn what_is_wrong_with_a_log_is_told_and_cut_off() {
    let folder = Folder::new();
    let path = folder.path("log");
    let message = |i: i64| Value::list(vec![Value::sym("upd"), Value::longs((0..i).collect())]);
    set(&path, &Value::empty_list(), None).expect("started");
    let mut starts = vec![];
    for i in 1..50 {
        starts.push(fs::metadata(&path).expect("a file").len() as usize);
        append(&path, &Value::list(vec![message(i * 100)])).expect("appended");
    }
    let good = fs::read(&path).expect("bytes");
    let told = || {
        let mut log = Log::open(&path).expect("a log");
        let e = std::iter::from_fn(|| log.read().transpose()).find_map(|r| r.err()).expect("damage");
        (log.count(), e.details().unwrap_or_default().to_string())
    };
    // A count that is beyond the end, and one that is negative; then a file cut in the middle of a message.
    for (damage, at) in [(0x7f, 16), (0xff, 16), (0x60, 0)] {
        let mut bad = good.clone();
        bad[starts[7] + at] = damage;
        fs::write(&path, &bad).expect("written");
        let (count, detail) = told();
        assert_eq!(count, 7);
        let wanted = format!(
            "message 7 (from 0) at byte {} is not whole; messages go on at byte {}",
            starts[7], starts[8]
        );
        assert!(detail.ends_with(&wanted), "{detail}\n{wanted}");
        assert_eq!(log::check(&path).expect("a log"), (7, Some(starts[7])));
        // What was written whole is not thrown away.
        assert_eq!(log::repair(&path).expect_err("messages follow").word(), b"badtail");
        assert_eq!(fs::read(&path).expect("bytes"), bad);
        // Nor when the log ends within a message, too.
        fs::write(&path, &bad[..bad.len() - 5]).expect("written");
        assert_eq!(log::repair(&path).expect_err("messages follow").word(), b"badtail");
    }
    fs::write(&path, &good[..starts[30] + 11]).expect("written");
    assert!(told().1.ends_with("no message follows"));
    assert_eq!(log::repair(&path).expect("repaired"), 30);
    assert_eq!(fs::read(&path).expect("bytes"), good[..starts[30]]);
    assert_eq!(log::check(&path).expect("a log"), (30, None));
}

/// The rows in a message look like messages.
#[test]
fn a_message_that_was_cut_goes_wherever_it_was_cut() {
    let folder = Folder::new();
    let path = folder.path("log");
    let row = |i: i64| Value::list(vec![Value::sym("row"), Value::long(i), Value::chars("text")]);
    let message =
        Value::list(vec![Value::sym("upd"), Value::sym("t"), Value::list((0..9).map(row).collect())]);
    set(&path, &Value::empty_list(), None).expect("started");
    append(&path, &Value::list(vec![message.clone()])).expect("appended");
    let whole = fs::read(&path).expect("bytes");
    append(&path, &Value::list(vec![message])).expect("appended");
    let two = fs::read(&path).expect("bytes");
    for cut in whole.len() + 1..two.len() {
        fs::write(&path, &two[..cut]).expect("written");
        assert_eq!(log::repair(&path).expect("repaired"), 1, "{cut}");
        assert_eq!(fs::read(&path).expect("bytes"), whole, "{cut}");
    }
}

#[test]
fn a_log_is_started_and_appended_to() {
    let folder = Folder::new();
    let path = folder.path("log");
    set(&path, &Value::empty_list(), None).expect("started");
    assert_eq!(fs::read(&path).expect("bytes"), [0xff, 1, 0, 0, 0, 0, 0, 0]);
    let message = Value::list(vec![Value::sym("upd"), Value::sym("trade"), Value::longs(vec![1, 2])]);
    append(&path, &Value::list(vec![message.clone()])).expect("appended");
    append(&path, &Value::list(vec![message.clone(), Value::long(1)])).expect("appended");
    let all = get(&path).expect("read");
    assert_eq!((all.count(), show(&all.at(1))), (3, show(&message)));
    assert_eq!(log::check(&path).expect("a log"), (3, None));
    start_log(&path).expect("started");
    assert_eq!(get(&path).expect("read").count(), 0);
}

#[test]
fn flat_tables_take_rows() {
    let folder = Folder::new();
    let path = folder.path("t");
    let t = |n: i64| Value::table(vec![Sym::new("a")], vec![Value::longs((0..n).collect())]);
    set(&path, &t(2), None).expect("written");
    append(&path, &t(3)).expect("appended");
    let joined = get(&path).expect("read");
    assert_eq!((joined.type_number(), joined.count()), (98, 5));
}

#[test]
fn the_larger_logs() {
    for (name, count) in
        [("testoldlog", 100), ("stp1_quote20220616122504", 308), ("stp1_trade20220616122504", 306)]
    {
        let Some(path) = outside("torq-logs").map(|p| p.join(name)) else { return };
        assert_eq!(log::check(&path).expect("a log"), (count, None));
    }
}
