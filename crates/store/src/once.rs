//! What is done once for each file or folder that a process meets, and for each part of a file.

use std::collections::HashSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{LazyLock, Mutex, PoisonError};

/// More than this are forgotten, and met anew.
const MOST: usize = 4096;

/// The paths that were met.
pub struct Paths(LazyLock<Mutex<HashSet<PathBuf>>>);

impl Paths {
    pub const fn new() -> Paths {
        Paths(LazyLock::new(Mutex::default))
    }

    /// Is it the first time?
    pub fn meets(&self, path: &Path) -> bool {
        let mut met = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if met.contains(path) {
            return false;
        }
        if met.len() >= MOST {
            met.clear();
        }
        met.insert(path.to_path_buf())
    }
}

/// The parts of a file that the system was asked to read. To ask again for what it has read takes it as long as to look at
/// every page.
pub struct Asked(Box<[AtomicU64]>);

impl Asked {
    /// None of so many parts.
    pub fn none(count: usize) -> Asked {
        Asked((0..count.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    /// Notes that `parts` are asked for: from the first to the last of them that were not before.
    pub fn ask(&self, parts: Range<usize>) -> Range<usize> {
        let mut new = 0..0;
        if parts.is_empty() {
            return new;
        }
        for word in parts.start / 64..parts.end.div_ceil(64) {
            let from = parts.start.max(word * 64) % 64;
            let count = parts.end.min(word * 64 + 64) - (word * 64 + from);
            let bits = (u64::MAX >> (64 - count)) << from;
            let missing = bits & !self.0[word].load(Relaxed);
            if missing != 0 {
                self.0[word].fetch_or(missing, Relaxed);
                let first = word * 64 + missing.trailing_zeros() as usize;
                let end = word * 64 + 64 - missing.leading_zeros() as usize;
                new = if new.is_empty() { first..end } else { new.start..end };
            }
        }
        new
    }

    /// A part may have to be asked for again.
    pub fn forget(&self, part: usize) {
        self.0[part / 64].fetch_and(!(1 << (part % 64)), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_asked_for_once_until_they_are_forgotten() {
        let asked = Asked::none(200);
        assert_eq!(asked.ask(3..3), 0..0);
        assert_eq!(asked.ask(60..70), 60..70);
        assert_eq!(asked.ask(62..69), 0..0);
        assert_eq!(asked.ask(50..200), 50..200);
        assert_eq!(asked.ask(0..200), 0..50);
        asked.forget(64);
        asked.forget(130);
        assert_eq!(asked.ask(0..129), 64..65);
        assert_eq!(asked.ask(0..200), 130..131);
    }

    #[test]
    fn a_path_is_met_once_until_it_is_forgotten() {
        let paths = Paths::new();
        assert!(paths.meets(Path::new("a")) && !paths.meets(Path::new("a")));
        for i in 0..MOST {
            assert!(paths.meets(Path::new(&format!("b{i}"))));
        }
        assert!(paths.meets(Path::new("a")));
    }
}
