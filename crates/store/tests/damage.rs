//! Damaged files. Alone in its process: what is found late is left in one place for all threads.

mod common;

use common::Folder;
use quarry_store::{Compression, get, set};
use quarry_value::{Value, fault};

#[test]
fn a_damaged_block_is_named_and_the_rest_is_read() {
    let folder = Folder::new();
    let path = folder.path("c");
    let how = Compression::new(12, 2, 6).expect("good numbers");
    set(&path, &Value::longs((0..4096).collect()), how).expect("written");
    let good = std::fs::read(&path).expect("bytes");
    let word = |e: quarry_value::Error| String::from_utf8_lossy(e.word()).into_owned();
    for (at, block) in [(12, 0), (good.len() - 8 - 9 * 8 - 32 - 20, 7)] {
        let mut file = good.clone();
        file[at] ^= 0x55;
        std::fs::write(&path, file).expect("written");
        let failed = match get(&path) {
            Err(e) => e,
            Ok(Value::Vector(v)) => {
                assert_eq!(v.slice::<i64>().expect("longs")[..3], [0, 1, 2]);
                fault::take().expect("a fault")
            }
            Ok(_) => panic!("a vector"),
        };
        assert_eq!(word(failed), format!("decompression error at block {block} in {}", path.display()));
    }
}
