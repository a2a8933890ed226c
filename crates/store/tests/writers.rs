//! Several who write to one place at a time: nobody's rows are lost, and what is read is whole.

#![allow(clippy::disallowed_methods)]

mod common;

use common::{Folder, append};
use quarry_store::{Compression, change, get, see, set, set_over, splay_over};
use quarry_value::{Attr, Sym, Value, Vector};
use std::path::Path;
use std::thread;

const WRITERS: i64 = 4;
const ROUNDS: i64 = 25;

fn gzip() -> Option<Compression> {
    Compression::new(12, 2, 6).expect("good numbers")
}

fn pair(i: i64) -> Value {
    Value::longs(vec![i, i])
}

fn enumerated(i: i64) -> Value {
    Vector::enumeration(Sym::new("sym"), vec![i % 3, i % 5]).into()
}

fn strings(i: i64) -> Value {
    Value::list(vec![Value::chars(format!("{i}")), Value::list(vec![Value::sym(format!("s{i}"))])])
}

fn table(i: i64) -> Value {
    let grouped = Vector::enumeration(Sym::new("sym"), vec![i % 3, i % 5]).with_attr(Attr::Grouped);
    Value::table(["a", "b", "c"].map(Sym::new).to_vec(), vec![grouped.into(), pair(i), strings(i)])
}

/// Everybody appends two items at a time to what `begin` leaves at a path; how many are there then.
fn appended(path: &Path, item: fn(i64) -> Value) -> usize {
    thread::scope(|s| {
        for writer in 0..WRITERS {
            s.spawn(move || {
                for i in 0..ROUNDS {
                    append(path, &item(writer * ROUNDS + i)).expect("appended");
                }
            });
        }
    });
    get(path).expect("whole").count()
}

#[test]
fn what_several_append_is_all_there() {
    let all = (2 * WRITERS * ROUNDS) as usize;
    let folder = Folder::in_memory();
    type Case = (&'static str, fn(i64) -> Value, Option<Value>, Option<Compression>);
    let indexed = Vector::enumeration(Sym::new("sym"), vec![0i64, 1]).with_attr(Attr::Grouped);
    let cases: Vec<Case> = vec![
        ("nothing", pair, None, None),
        ("longs", pair, Some(pair(7)), None),
        ("compressed", pair, Some(pair(7)), gzip()),
        ("indexed", enumerated, Some(indexed.into()), None),
        ("no list", strings, None, None),
        ("a list", strings, Some(strings(7)), None),
        ("a list compressed", strings, Some(strings(7)), gzip()),
        ("no table/", table, None, None),
        ("a table/", table, Some(table(7)), None),
        ("a table compressed/", table, Some(table(7)), gzip()),
        ("p/no partition/", table, None, None),
    ];
    for (name, item, before, how) in cases {
        let path = folder.path(name);
        let first = before.as_ref().map_or(0, Value::count);
        if let Some(x) = before {
            set(&path, &x, how).expect("written");
        }
        assert_eq!(appended(&path, item), first + all, "{name}");
    }
}

#[test]
fn what_is_appended_under_several_names_is_all_there() {
    let folder = Folder::in_memory();
    for how in [None, gzip()] {
        let [path, link, other] = ["v", "link", "other"].map(|name| folder.path(name));
        set(&path, &pair(7), how).expect("written");
        std::os::unix::fs::symlink(&path, &link).expect("linked");
        let mut names = vec![&path, &link];
        // One that is written anew keeps no second name.
        if how.is_none() {
            std::fs::hard_link(&path, &other).expect("linked");
            names.push(&other);
        }
        let counted = names.len() as i64 * ROUNDS;
        thread::scope(|s| {
            for name in &names {
                s.spawn(|| (0..8 * ROUNDS).for_each(|i| append(name, &pair(i)).expect("appended")));
            }
        });
        assert_eq!(get(&path).expect("whole").count() as i64, 2 + 16 * counted);
        names.iter().for_each(|name| std::fs::remove_file(name).expect("removed"));
    }
}

/// Several add to the one number in a file, each by another way, and others put the file there anew as it is.
#[test]
fn what_several_make_of_a_file_counts() {
    let folder = Folder::in_memory();
    let path = folder.path("number");
    let more = |x: &Value| Value::longs(vec![x.at(0).as_long().expect("a number") + 1]);
    set(&path, &Value::longs(vec![0]), None).expect("written");
    let seen_and_set = || {
        loop {
            let seen = see(&path);
            let x = more(&get(&path).expect("whole"));
            if set_over(&path, &seen, &x, None).expect("written") {
                return;
            }
        }
    };
    thread::scope(|s| {
        for _ in 0..WRITERS {
            s.spawn(|| (0..ROUNDS).for_each(|_| change(&path, &mut |x| Ok(more(&x))).expect("changed")));
            s.spawn(|| (0..ROUNDS).for_each(|_| seen_and_set()));
        }
        s.spawn(|| (0..ROUNDS).for_each(|_| change(&path, &mut Ok).expect("changed")));
    });
    assert_eq!(get(&path).expect("whole").at(0).as_long(), Some(2 * WRITERS * ROUNDS));
    assert_eq!(common::files(folder.path("").as_path()), [path]);
}

/// Rows that others append are never lost to those who write a splayed table back.
#[test]
fn what_is_made_of_a_splayed_table_keeps_what_others_append() {
    let folder = Folder::in_memory();
    for name in ["one/", "two/"] {
        let path = folder.path(name);
        let columns = if name == "one/" { 1 } else { 2 };
        let rows = |i| {
            let names = ["a", "b"].map(Sym::new)[..columns].to_vec();
            Value::table(names, vec![pair(i); columns])
        };
        set(&path, &rows(0), None).expect("written");
        let written_back = || {
            let seen = see(&path);
            let Value::Table(t) = get(&path).expect("whole") else { panic!("no table") };
            splay_over(&path, &seen, &t, &|_| None).expect("written")
        };
        thread::scope(|s| {
            s.spawn(|| (0..400).filter(|_| written_back()).count());
            for _ in 0..WRITERS {
                s.spawn(|| (0..ROUNDS).for_each(|i| append(&path, &rows(i)).expect("appended")));
            }
        });
        assert_eq!(get(&path).expect("whole").count() as i64, 2 + 2 * WRITERS * ROUNDS, "{name}");
        assert!(written_back(), "{name}");
    }
}

#[test]
fn who_sets_waits_for_who_changes() {
    let folder = Folder::in_memory();
    let path = folder.path("f");
    set(&path, &pair(1), None).expect("written");
    thread::scope(|s| {
        change(&path, &mut |x| {
            s.spawn(|| set(&path, &pair(9), None).expect("written"));
            // Whether it has come by now or not, it comes after this.
            thread::sleep(std::time::Duration::from_millis(20));
            Ok(x)
        })
        .expect("changed");
    });
    assert_eq!(common::show(&get(&path).expect("whole")), common::show(&pair(9)));
}

#[test]
fn what_is_set_meanwhile_is_whole() {
    const ROWS: i64 = 3000;
    let folder = Folder::in_memory();
    let longs = || Value::longs((0..ROWS).collect());
    let many = || Value::list((0..ROWS).map(|i| strings(i % 7).at((i % 2) as usize)).collect());
    let rows = || Value::table(vec![Sym::new("a"), Sym::new("b")], vec![longs(), longs()]);
    let row = |_| Value::table(vec![Sym::new("a"), Sym::new("b")], vec![pair(1), pair(2)]);
    type Case<'a> = (&'static str, &'a (dyn Fn() -> Value + Sync), fn(i64) -> Value, Option<Compression>);
    let cases: Vec<Case> = vec![
        ("longs", &longs, pair, None),
        ("compressed", &longs, pair, gzip()),
        ("a list", &many, strings, None),
        ("rows/", &rows, row, None),
    ];
    for (name, whole, more, how) in cases {
        let path = folder.path(name);
        set(&path, &whole(), how).expect("written");
        thread::scope(|s| {
            s.spawn(|| (0..40).for_each(|_| set(&path, &whole(), how).expect("written")));
            s.spawn(|| (0..60).for_each(|i| append(&path, &more(i)).expect("appended")));
            for _ in 0..100 {
                let x = get(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
                let count = x.count() as i64;
                assert!(count >= ROWS && count % 2 == 0, "{name}: {count}");
            }
        });
    }
}

#[test]
fn lists_that_are_set_at_once_do_not_mix() {
    let folder = Folder::in_memory();
    let list =
        |n: i64| Value::list((0..300).map(|i| Value::list(vec![Value::sym(format!("s{n} {i}"))])).collect());
    for round in 0..20 {
        let path = folder.path(&format!("l{round}"));
        thread::scope(|s| {
            for n in 0..4 {
                let path = &path;
                s.spawn(move || set(path, &list(n), None).expect("written"));
            }
        });
        let read = common::show(&get(&path).expect("whole"));
        assert!((0..4).any(|n| read == common::show(&list(n))), "{round}");
    }
}

/// Columns change at once, also of a table whose directory holds others.
#[test]
fn readers_see_one_table_whatever_lies_beside_its_columns() {
    let folder = Folder::in_memory();
    let path = folder.path("t/");
    let rows = |n: i64| {
        let column = Value::longs(vec![n; n as usize]);
        Value::table(["a", "b", "c"].map(Sym::new).to_vec(), vec![column; 3])
    };
    set(&path, &rows(1), None).expect("written");
    set(&path.join("sub/f"), &pair(7), None).expect("written");
    thread::scope(|s| {
        s.spawn(|| (0..600).for_each(|i| set(&path, &rows(1 + i % 2), None).expect("written")));
        for _ in 0..600 {
            let Value::Table(t) = get(&path).expect("whole") else { panic!("no table") };
            assert!(t.columns.iter().all(|c| c.at(0).as_long() == Some(t.count() as i64)));
        }
    });
    assert_eq!(get(&path.join("sub/f")).expect("whole").at(0).as_long(), pair(7).at(0).as_long());
}
