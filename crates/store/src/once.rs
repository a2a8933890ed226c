//! What is done once for each folder that a process meets.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

/// More folders than this are forgotten, and met anew.
const MOST: usize = 4096;

/// The folders that were met.
pub struct Folders(LazyLock<Mutex<HashSet<PathBuf>>>);

impl Folders {
    pub const fn new() -> Folders {
        Folders(LazyLock::new(Mutex::default))
    }

    /// Is it the first time?
    pub fn meets(&self, folder: &Path) -> bool {
        let mut met = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if met.contains(folder) {
            return false;
        }
        if met.len() >= MOST {
            met.clear();
        }
        met.insert(folder.to_path_buf())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_met_once_until_it_is_forgotten() {
        let folders = Folders::new();
        assert!(folders.meets(Path::new("a")) && !folders.meets(Path::new("a")));
        for i in 0..MOST {
            assert!(folders.meets(Path::new(&format!("b{i}"))));
        }
        assert!(folders.meets(Path::new("a")));
    }
}
