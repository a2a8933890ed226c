//! Decoded blocks stay as long as they may, and answers do not depend on it. One test: the cache belongs to the process.

mod common;

use common::{Folder, fixture};
use quarry_store::{Compression, cache_statistics, get, request, set, set_cache_limit};
use quarry_value::{Value, fault, pool};
use std::path::Path;

const BLOCK: usize = 1 << 12;

fn sum(x: &Value) -> i64 {
    let Value::Vector(v) = x else { panic!("a vector") };
    v.slice::<i64>().expect("longs").iter().sum()
}

fn sum_of(path: &Path) -> i64 {
    request(|| sum(&get(path).expect("read")))
}

#[test]
fn blocks_stay_within_the_limit() {
    let folder = Folder::new();
    let how = Compression::new(12, 5, 1).expect("good numbers");
    let paths = ["a", "b", "c"].map(|n| folder.path(n));
    for path in &paths {
        set(path, &Value::longs((0..100_000).collect()), how).expect("written");
    }
    let (total, size) = (4_999_950_000, 800_016usize);
    let blocks = size.div_ceil(BLOCK) as u64;
    for threads in [0, 2] {
        pool::set_threads(threads).expect("threads");
        nothing_stays_with_a_limit_of_0(&paths[0], total, blocks);
        what_is_held_by_a_value_goes_and_comes_back(&paths[0], total);
        set_cache_limit(Some(2 * size));
        sum_of(&paths[0]);
        let before = cache_statistics();
        assert_eq!(sum_of(&paths[0]), total);
        let after = cache_statistics();
        assert_eq!((after.misses, after.hits - before.hits), (before.misses, blocks));
        // The file that was used least lately makes room.
        sum_of(&paths[1]);
        sum_of(&paths[2]);
        let before = cache_statistics();
        assert!(before.held <= 2 * size && before.held > 2 * size - 2 * BLOCK, "{before:?}");
        sum_of(&paths[1]);
        assert_eq!(cache_statistics().misses, before.misses);
        sum_of(&paths[0]);
        assert!(cache_statistics().misses >= before.misses + blocks - 1);
        set_cache_limit(Some(0));
        request(|| ());
        assert_eq!(cache_statistics().held, 0);
    }
    a_file_that_changed_is_read_anew(&paths[1], how);
    damage_is_told_every_time(&paths[2], how);
    old_enumerations_are_widened_again();
}

fn nothing_stays_with_a_limit_of_0(path: &Path, total: i64, blocks: u64) {
    set_cache_limit(Some(0));
    for _ in 0..2 {
        let before = cache_statistics();
        let twice = request(|| {
            let x = get(path).expect("read");
            // Read twice, decoded once.
            let sums = (sum(&x), sum(&get(path).expect("read")));
            assert!(cache_statistics().held > 800_000);
            sums
        });
        assert_eq!(twice, (total, total));
        let after = cache_statistics();
        assert_eq!((after.misses - before.misses, after.held), (blocks, 0));
    }
}

fn what_is_held_by_a_value_goes_and_comes_back(path: &Path, total: i64) {
    let x = request(|| get(path).expect("read"));
    for _ in 0..3 {
        assert_eq!(request(|| sum(&x)), total);
        assert_eq!(cache_statistics().held, 0);
    }
    let first = request(|| request(|| x.at(99_999)).as_long());
    assert_eq!(first, Some(99_999));
    assert_eq!(cache_statistics().held, 0);
}

fn a_file_that_changed_is_read_anew(path: &Path, how: Option<Compression>) {
    set_cache_limit(Some(100 << 20));
    let old = request(|| get(path).expect("read"));
    set(path, &Value::longs(vec![7; 100_000]), how).expect("written");
    assert_eq!(sum_of(path), 700_000);
    assert_eq!(request(|| sum(&old)), 4_999_950_000);
    quarry_store::hdel(path).expect("deleted");
    assert!(get(path).is_err());
    assert_eq!(request(|| sum(&old)), 4_999_950_000);
}

fn damage_is_told_every_time(path: &Path, how: Option<Compression>) {
    set(path, &Value::longs((0..100_000).map(|i| i * 77).collect()), how).expect("written");
    let mut bytes = std::fs::read(path).expect("bytes");
    let middle = bytes.len() / 2;
    bytes[middle - 400..middle].fill(0x55);
    std::fs::write(path, bytes).expect("written");
    for _ in 0..3 {
        let x = request(|| get(path).expect("its start is good"));
        request(|| sum(&x));
        let e = fault::take().expect("a fault").word().to_vec();
        assert!(String::from_utf8_lossy(&e).starts_with("decompression error at block "), "{e:?}");
    }
    fault::take();
}

fn old_enumerations_are_widened_again() {
    let path = fixture("fsp-dqe/dqcdb/2020.04.17/configtable/action");
    let x = request(|| get(&path).expect("read"));
    for limit in [0, 1 << 20] {
        set_cache_limit(Some(limit));
        assert_eq!(request(|| sum(&x)), request(|| sum(&get(&path).expect("read"))));
    }
    fault::check().expect("nothing is damaged");
}
