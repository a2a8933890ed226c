//! Columns that were mapped lately, so that a query over the same partitions does not open them again.
//!
//! A file that changed since is opened anew. What is expanded from compressed files stays in memory with the column,
//! so few bytes of those are kept.

use crate::read;
use quarry_value::{Result, Value};
use std::collections::HashMap;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};

/// Columns kept.
const COUNT_MAX: usize = 4096;
/// Bytes of images of compressed columns kept.
const EXPANDED_MAX: usize = 1 << 30;

/// What tells one state of a file from another.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stamp {
    device: u64,
    file: u64,
    size: u64,
    changed: (i64, i64),
}

struct Entry {
    stamp: Stamp,
    value: Value,
    /// Bytes that may come to lie in memory.
    expanded: usize,
    used: u64,
}

#[derive(Default)]
struct Cache {
    entries: HashMap<PathBuf, Entry>,
    expanded: usize,
    clock: u64,
}

static CACHE: LazyLock<Mutex<Cache>> = LazyLock::new(Mutex::default);

/// [`read::get`], from the cache if the file is what it was.
pub fn get(path: &Path) -> Result<Value> {
    let stamp = std::fs::metadata(path).ok().map(|m| stamp_of(&m));
    if let Some(value) = stamp.and_then(|s| find(path, s)) {
        return Ok(value);
    }
    let value = if path.is_dir() { return read::get(path) } else { read::image(path)? };
    let expanded = if value.is_ready() { 0 } else { value.size() };
    let value = read::value(&value, path)?;
    if let Some(stamp) = stamp {
        keep(path, stamp, &value, expanded);
    }
    Ok(value)
}

/// Forgets everything, as after `\l .`.
pub fn clear() {
    *lock() = Cache::default();
}

fn lock() -> std::sync::MutexGuard<'static, Cache> {
    CACHE.lock().unwrap_or_else(|e| e.into_inner())
}

fn stamp_of(m: &Metadata) -> Stamp {
    Stamp { device: m.dev(), file: m.ino(), size: m.size(), changed: (m.mtime(), m.mtime_nsec()) }
}

fn find(path: &Path, stamp: Stamp) -> Option<Value> {
    let mut cache = lock();
    cache.clock += 1;
    let now = cache.clock;
    let entry = cache.entries.get_mut(path).filter(|e| e.stamp == stamp)?;
    entry.used = now;
    Some(entry.value.clone())
}

fn keep(path: &Path, stamp: Stamp, value: &Value, expanded: usize) {
    if expanded > EXPANDED_MAX / 2 {
        return;
    }
    let mut cache = lock();
    cache.clock += 1;
    let entry = Entry { stamp, value: value.clone(), expanded, used: cache.clock };
    cache.expanded += expanded;
    if let Some(old) = cache.entries.insert(path.to_path_buf(), entry) {
        cache.expanded -= old.expanded;
    }
    if cache.entries.len() > COUNT_MAX || cache.expanded > EXPANDED_MAX {
        cache.shed();
    }
}

impl Cache {
    /// Drops the half that was not used for the longest time.
    fn shed(&mut self) {
        let mut uses: Vec<u64> = self.entries.values().map(|e| e.used).collect();
        uses.sort_unstable();
        let middle = uses[uses.len() / 2];
        self.entries.retain(|_, e| e.used >= middle);
        self.expanded = self.entries.values().map(|e| e.expanded).sum();
    }
}
