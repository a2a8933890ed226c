//! What is done once for each file or folder that a process meets.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
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

#[cfg(test)]
mod tests {
    use super::*;

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
