//! Encrypted files: what is damaged, exchanged, moved or cut off is noticed, and nothing is read without the key.

mod common;

use common::{Folder, append, fixture, show};
use quarry_store::{Compression, compress_file, count, enumerate, get, hcount, key, set, stats};
use quarry_value::{Attr, Error, Result, Sym, Type, Value, Vector, fault};
use std::fs;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

const KEY: (&str, &str) = ("keys/first.key", "quarry");
const OTHER: (&str, &str) = ("keys/other.key", "quarry");
const HEADER: usize = 88;

/// The key and what is found late are the process's, so the tests take turns.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    key::unload();
    let _ = fault::take();
    turn
}

fn load((file, password): (&str, &str)) {
    key::load(&fixture(file), password.as_bytes(), None).expect("a key");
}

fn how(algorithm: i64) -> Option<Compression> {
    Compression::new(12, algorithm, 0).expect("good numbers")
}

fn longs(n: i64) -> Value {
    Value::longs((0..n).collect())
}

/// Everything in a file, or what is wrong with it.
fn whole(path: &Path) -> Result<String> {
    let text = get(path).map(|x| show(&x));
    fault::check().and(text)
}

fn word(e: &Error) -> String {
    String::from_utf8_lossy(e.word()).into_owned()
}

fn told<T>(done: Result<T>) -> String {
    word(&done.err().expect("an error"))
}

#[test]
fn whatever_byte_changes_it_is_noticed() {
    let _turn = alone();
    load(KEY);
    let folder = Folder::new();
    let path = folder.path("c");
    for algorithm in [16, 18, 21] {
        set(&path, &longs(1200), how(algorithm)).expect("written");
        let (good, file) = (whole(&path).expect("read"), fs::read(&path).expect("bytes"));
        for at in (0..file.len()).step_by(5).chain(0..HEADER + 8).chain(file.len() - 200..file.len()) {
            let mut bad = file.clone();
            bad[at] ^= 1 << (at % 8);
            fs::write(&path, bad).expect("written");
            assert!(whole(&path).is_err(), "{algorithm}: byte {at}");
        }
        for size in (0..file.len()).step_by(97) {
            fs::write(&path, &file[..size]).expect("written");
            assert!(whole(&path).is_err(), "{algorithm}: {size} bytes");
        }
        fs::write(&path, [&file[..], b"x"].concat()).expect("written");
        assert!(whole(&path).is_err(), "{algorithm}: one more");
        fs::write(&path, file).expect("written");
        assert_eq!(whole(&path).expect("read"), good);
    }
}

#[test]
fn a_bad_block_is_named_and_reads_as_nothing() {
    let _turn = alone();
    load(KEY);
    let folder = Folder::new();
    let path = folder.path("c");
    set(&path, &longs(4096), how(16)).expect("written");
    let good = fs::read(&path).expect("bytes");
    let mut bad = good.clone();
    bad[HEADER + 3 * 4096 + 5] ^= 4;
    fs::write(&path, bad).expect("written");
    let Value::Vector(v) = get(&path).expect("opened") else { panic!("a vector") };
    let items = v.slice::<i64>().expect("longs");
    assert_eq!(items[..3], [0, 1, 2]);
    // Two bytes of header are in each block's place before the items.
    assert_eq!(items[3 * 512 - 1..4 * 512 - 3], [0; 510]);
    let name = path.display();
    assert_eq!(word(&fault::take().expect("a fault")), format!("decryption error at block 3 in {name}"));
    let failed = compress_file(&path, &folder.path("d"), None);
    assert_eq!(told(failed), format!("decryption error at block 3 in {name}"));
    assert!(!folder.path("d").exists());
}

/// Swaps two blocks of 4096 bytes.
fn swapped(file: &[u8], a: usize, b: usize) -> Vec<u8> {
    let mut all = file.to_vec();
    let block = |k: usize| HEADER + 4096 * k..HEADER + 4096 * (k + 1);
    all[block(a)].copy_from_slice(&file[block(b)]);
    all[block(b)].copy_from_slice(&file[block(a)]);
    all
}

#[test]
fn blocks_and_trailers_hold_for_one_place() {
    let _turn = alone();
    load(KEY);
    let folder = Folder::new();
    let (a, b) = (folder.path("a"), folder.path("b"));
    set(&a, &longs(1500), how(16)).expect("written");
    set(&b, &longs(1500), how(16)).expect("written");
    let (one, two) = (fs::read(&a).expect("bytes"), fs::read(&b).expect("bytes"));
    assert_eq!(one.len(), two.len());
    // The same values never give the same bytes: number, key and nonces are new.
    let same = one.iter().zip(&two).filter(|(x, y)| x == y).count();
    assert!(same < one.len() / 50, "{same} of {} bytes", one.len());
    let trailer = one.len() - 8 - (16 + 28 + 3 * 36);
    let mixed = [
        ("blocks exchanged", swapped(&one, 0, 1)),
        (
            "a block of another file",
            [&one[..HEADER], &two[HEADER..HEADER + 4096], &one[HEADER + 4096..]].concat(),
        ),
        ("all blocks of another file", [&one[..HEADER], &two[HEADER..trailer], &one[trailer..]].concat()),
        ("the header of another file", [&one[..HEADER], &two[HEADER..]].concat()),
        ("the trailer of another file", [&one[..trailer], &two[trailer..]].concat()),
    ];
    for (what, file) in mixed {
        fs::write(&a, file).expect("written");
        assert!(whole(&a).is_err(), "{what}");
    }
    // A block as it was before an append that made it again.
    fs::write(&a, &one).expect("written");
    append(&a, &Value::longs(vec![7])).expect("appended");
    let longer = fs::read(&a).expect("bytes");
    assert_eq!(longer[..HEADER + 2 * 4096], one[..HEADER + 2 * 4096], "whole blocks are copied");
    let (last, size) = (HEADER + 2 * 4096, trailer - HEADER - 2 * 4096);
    assert_ne!(longer[last..last + size], one[last..last + size]);
    let mut old = longer.clone();
    old[last..last + size].copy_from_slice(&one[last..last + size]);
    fs::write(&a, old).expect("written");
    assert!(whole(&a).is_err());
    fs::write(&a, longer).expect("written");
    assert_eq!(count(&a).expect("read"), 1501);
}

#[test]
fn nothing_is_read_or_written_without_the_key() {
    let _turn = alone();
    let folder = Folder::new();
    let path = folder.path("c");
    let none = "encryption key not loaded";
    assert_eq!(told(set(&path, &longs(9), how(16))), none);
    assert!(!path.exists());
    let table = Value::table(vec![Sym::new("a")], vec![longs(9)]);
    assert_eq!(told(set(&folder.path("t/"), &table, how(18))), none);
    assert!(!folder.path("t").exists());
    load(KEY);
    set(&path, &longs(9), how(18)).expect("written");
    let kept = get(&path).expect("read");
    key::unload();
    assert!(!key::is_loaded());
    assert_eq!(told(get(&path)), none);
    assert_eq!(told(stats(&path)), none);
    assert_eq!(told(hcount(&path)), none);
    assert_eq!(told(count(&path)), none);
    assert_eq!(told(append(&path, &longs(1))), none);
    assert_eq!(told(enumerate(&path, &[Sym::new("a")], None).map(|_| ())), none);
    assert_eq!(told(compress_file(&path, &folder.path("d"), None)), none);
    load(OTHER);
    let name = path.display();
    assert_eq!(told(get(&path)), format!("decryption error in {name}"));
    // What was mapped before stays good.
    assert_eq!(show(&kept), show(&longs(9)));
    // Another password is not another key.
    load(("keys/changed.key", "another"));
    assert_eq!(show(&get(&path).expect("read")), show(&longs(9)));
    assert_eq!(common::files(&folder.0), [path]);
}

#[test]
fn a_nested_column_is_not_taken_for_another_thing_without_the_key() {
    let _turn = alone();
    load(KEY);
    let folder = Folder::new();
    let path = folder.path("c");
    set(&path, &Value::list(vec![longs(3), Value::sym("a")]), how(16)).expect("written");
    let files = common::files(&folder.0);
    assert_eq!(files.len(), 3);
    key::unload();
    assert_eq!(told(set(&path, &longs(1), None)), "encryption key not loaded");
    assert_eq!(told(compress_file(&path, &folder.path("d"), None)), "encryption key not loaded");
    assert_eq!(common::files(&folder.0), files);
    load(KEY);
    assert_eq!(get(&path).expect("read").count(), 2);
    set(&path, &longs(1), None).expect("written");
    assert_eq!(common::files(&folder.0), [path]);
}

#[test]
fn a_key_that_is_locked_stays() {
    let _turn = alone();
    let load = |file, password: &str, lock| {
        key::load(&fixture(file), password.as_bytes(), lock).map_err(|e| word(&e))
    };
    let locked = Err("DARE key locked".to_string());
    assert_eq!(load(KEY.0, "wrong", None), Err("Invalid password".into()));
    assert_eq!(load("keys/iter.key", "quarry", None), Err("Invalid password".into()));
    assert_eq!(load("keys/raw.hex", "quarry", None), Err("Unrecognized key format".into()));
    assert!(!key::is_loaded());
    assert_eq!(load(KEY.0, KEY.1, Some(true)), Ok(()));
    for lock in [None, Some(true)] {
        assert_eq!(load(OTHER.0, OTHER.1, lock), locked);
        assert_eq!(load(KEY.0, KEY.1, lock), locked);
    }
    assert_eq!(load(OTHER.0, OTHER.1, Some(false)), locked);
    assert_eq!(load(KEY.0, "wrong", Some(false)), Err("Invalid password".into()));
    assert_eq!(load(OTHER.0, OTHER.1, None), locked);
    assert_eq!(load("keys/changed.key", "another", Some(false)), Ok(()));
    assert_eq!(load(OTHER.0, OTHER.1, None), Ok(()));
}

#[test]
fn a_domain_grows_and_stays_encrypted() {
    let _turn = alone();
    load(KEY);
    let folder = Folder::new();
    let path = folder.path("sym");
    let syms = |text: &str| text.split(' ').map(Sym::new).collect::<Vec<_>>();
    let grow = |names: &str| enumerate(&path, &syms(names), how(18)).expect("enumerated").positions;
    let is_encrypted = || stats(&path).expect("told").is_some_and(|s| s.algorithm == 18);
    assert_eq!(grow("b a b"), [0, 1, 0]);
    assert_eq!(grow("c a"), [2, 1]);
    assert_eq!(grow("c a"), [2, 1]);
    assert!(is_encrypted());
    append(&path, &Value::syms(syms("d"))).expect("appended");
    assert_eq!(show(&get(&path).expect("read")), show(&Value::syms(syms("b a c d"))));
    let sorted = Vector::of(Type::Symbol, syms("a b")).with_attr(Attr::Sorted);
    set(&path, &sorted.into(), how(18)).expect("written");
    append(&path, &Value::syms(syms("c"))).expect("appended");
    assert_eq!(show(&get(&path).expect("read")), "11h `s#`a`b`c");
    assert_eq!(grow("c A"), [2, 3]);
    assert_eq!(show(&get(&path).expect("read")), "11h `a`b`c`A");
    assert!(is_encrypted());
    // One that is compressed only takes none, and one that is plain stays so.
    set(&path, &Value::syms(syms("a")), how(2)).expect("written");
    assert_eq!(told(enumerate(&path, &syms("b"), how(18)).map(|_| ())), "no append to zipped enums");
    set(&path, &Value::syms(syms("a")), None).expect("written");
    assert_eq!(grow("b"), [1]);
    assert_eq!(stats(&path).expect("told"), None);
}

#[test]
fn it_costs_little() {
    let _turn = alone();
    load(KEY);
    let folder = Folder::new();
    let path = folder.path("c");
    for block in [12, 17, 20] {
        let how = Compression::new(block, 16, 6).expect("good numbers");
        set(&path, &longs(100_000), how).expect("written");
        let s = stats(&path).expect("told").expect("encrypted");
        assert_eq!((s.plain_size, s.algorithm, s.block_log2, s.level), (800_016, 16, block as i32, 6));
        assert_eq!(s.compressed_size as u64, fs::metadata(&path).expect("a file").len());
        assert!(s.compressed_size * 100 < s.plain_size * 101, "{s:?}");
    }
}

#[test]
fn what_kdb_encrypted_is_refused() {
    let _turn = alone();
    let folder = Folder::new();
    let path = folder.path("c");
    fs::write(&path, [&b"kxzippEd"[..], &[0; 200]].concat()).expect("written");
    assert_eq!(told(get(&path)), "nyi");
    assert_eq!(told(stats(&path)), "nyi");
}
