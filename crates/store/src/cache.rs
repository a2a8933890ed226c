//! Columns that were mapped lately, so that a query over the same partitions does not open them again.
//!
//! A file that changed since is opened anew. Compressed columns are not kept here: `decoded` has what is dear in them.

use crate::read;
use crate::stamp::Stamp;
use crate::{ahead, live};
use quarry_value::{Result, Value};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};

/// Mappings kept at least.
const COUNT_MIN: usize = 4096;
/// The most files that a column of lists is in: itself, its items, and their symbols.
const FILES_OF_LISTS: usize = 3;

/// Mappings kept: half as many as the system lets a process have, for ten years of days have more than some thousand columns.
static COUNT_MAX: LazyLock<usize> = LazyLock::new(|| {
    let most = std::fs::read_to_string("/proc/sys/vm/max_map_count");
    let most = most.ok().and_then(|n| n.trim().parse::<usize>().ok()).unwrap_or(0);
    (most / 2).max(COUNT_MIN)
});

struct Entry {
    stamp: Stamp,
    value: Value,
    used: u64,
}

impl Entry {
    fn mappings(&self) -> usize {
        if matches!(self.value, Value::List(_)) { FILES_OF_LISTS } else { 1 }
    }
}

#[derive(Default)]
struct Cache {
    entries: HashMap<PathBuf, Entry>,
    clock: u64,
    /// The mappings of all entries, at most.
    count: usize,
    /// Mappings that were lost before it was looked at last.
    losses: u64,
}

static CACHE: LazyLock<Mutex<Cache>> = LazyLock::new(Mutex::default);

/// [`read::get`], from the cache if the file is what it was.
pub fn get(path: &Path) -> Result<Value> {
    let stamp = Stamp::of(path);
    match stamp.and_then(|s| find(path, s)) {
        Some(value) => Ok(value),
        None => open(path, stamp),
    }
}

/// [`get`] of several, of which the system is told before the first is opened.
pub fn get_all(paths: &[PathBuf]) -> Result<Vec<Value>> {
    let known = |path: &PathBuf| {
        let stamp = Stamp::of(path);
        (stamp, stamp.and_then(|s| find(path, s)))
    };
    let found: Vec<_> = paths.iter().map(known).collect();
    let new = |(path, (_, value)): (&PathBuf, &(_, Option<Value>))| value.is_none().then(|| path.clone());
    ahead::ask_once(&paths.iter().zip(&found).filter_map(new).collect::<Vec<_>>());
    let open = |(path, (stamp, value)): (&PathBuf, (Option<Stamp>, Option<Value>))| match value {
        Some(value) => Ok(value),
        None => open(path, stamp),
    };
    paths.iter().zip(found).map(open).collect()
}

fn open(path: &Path, stamp: Option<Stamp>) -> Result<Value> {
    let (image, plain) = read::open(path)?;
    let value = read::value(&image, path)?;
    if let Some(stamp) = stamp.filter(|_| plain) {
        keep(path, stamp, &value);
    }
    Ok(value)
}

/// Forgets everything, as after `\l .`.
pub fn clear() {
    *lock() = Cache::default();
    crate::decoded::forget_changed();
}

fn lock() -> std::sync::MutexGuard<'static, Cache> {
    CACHE.lock().unwrap_or_else(|e| e.into_inner())
}

fn find(path: &Path, stamp: Stamp) -> Option<Value> {
    let mut cache = lock();
    cache.let_go_of_lost();
    cache.clock += 1;
    let now = cache.clock;
    let entry = cache.entries.get_mut(path).filter(|e| e.stamp == stamp)?;
    entry.used = now;
    Some(entry.value.clone())
}

fn keep(path: &Path, stamp: Stamp, value: &Value) {
    let mut cache = lock();
    cache.clock += 1;
    let entry = Entry { stamp, value: value.clone(), used: cache.clock };
    cache.count += entry.mappings();
    let old = cache.entries.insert(path.to_path_buf(), entry);
    cache.count -= old.map_or(0, |old| old.mappings());
    if cache.count > *COUNT_MAX {
        cache.shed();
    }
}

impl Cache {
    /// Forgets everything when a mapping was lost, which may be one of these. Seldom enough to look for none.
    fn let_go_of_lost(&mut self) {
        let losses = live::losses();
        if self.losses != losses {
            (self.losses, self.count, self.entries) = (losses, 0, HashMap::new());
        }
    }

    /// Drops every second, in the order in which they were used.
    fn shed(&mut self) {
        // Of queries that go through more columns than are kept, one after the other, half are found again.
        let mut uses: Vec<u64> = self.entries.values().map(|e| e.used).collect();
        uses.sort_unstable();
        let kept: HashSet<u64> = uses.into_iter().rev().step_by(2).collect();
        self.entries.retain(|_, e| kept.contains(&e.used));
        self.count = self.entries.values().map(Entry::mappings).sum();
    }
}
