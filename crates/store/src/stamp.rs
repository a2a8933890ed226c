//! What tells one state of a file from another.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    device: u64,
    file: u64,
    size: u64,
    changed: (i64, i64),
}

impl Stamp {
    /// `None` when there is no file.
    pub fn of(path: &Path) -> Option<Stamp> {
        let m = std::fs::metadata(path).ok()?;
        Some(Stamp { device: m.dev(), file: m.ino(), size: m.size(), changed: (m.mtime(), m.mtime_nsec()) })
    }
}

/// The files that a change goes by, as they were when it began.
pub struct Before(Vec<(PathBuf, Option<Stamp>)>);

impl Before {
    pub fn of(paths: &[PathBuf]) -> Before {
        Before(paths.iter().map(|p| (p.clone(), Stamp::of(p))).collect())
    }

    pub fn is_now(&self) -> bool {
        self.0.iter().all(|(path, stamp)| Stamp::of(path) == *stamp)
    }
}
