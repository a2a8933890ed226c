//! What the tests of files share.
#![allow(dead_code, clippy::disallowed_macros)]

use quarry_value::{Value, text};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A folder that goes away with the value.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        Folder::below(&std::env::temp_dir())
    }

    /// In memory where there is such a place: waiting for the disk costs nothing there.
    pub fn in_memory() -> Folder {
        let memory = Path::new("/dev/shm");
        Folder::below(&if memory.is_dir() { memory.to_path_buf() } else { std::env::temp_dir() })
    }

    fn below(place: &Path) -> Folder {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("quarry-store-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = place.join(name);
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left behind in the temporary folder harms nobody.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures").join(name)
}

/// Loads the master key of the fixtures, once: encrypted files can be read and written then.
pub fn with_key() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        quarry_store::key::load(&fixture("keys/first.key"), b"quarry", None).expect("a key");
    });
}

/// The larger data, which is not in the repository: `QUARRY_DATA`, or `shared/data` beside the repository.
pub fn outside(name: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let places = [std::env::var_os("QUARRY_DATA").map(PathBuf::from), Some(root.join("../shared/data"))];
    let found = places.into_iter().flatten().map(|p| p.join(name)).find(|p| p.exists());
    if found.is_none() {
        println!("skipped: {name} is not here; set QUARRY_DATA to the folder that holds it");
    }
    found
}

/// Every file below a folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { all.extend(files(&path)) } else { all.push(path) }
    }
    all.sort();
    all
}

/// A value as text that shows everything of it: types, attributes, items.
pub fn show(x: &Value) -> String {
    format!("{}h {}", x.type_number(), String::from_utf8_lossy(&text::literal(x)))
}

/// Appends to a file; what is not there yet is made without compression.
pub fn append(path: &Path, x: &Value) -> quarry_value::Result<()> {
    quarry_store::append(path, x, &|_| None)
}
