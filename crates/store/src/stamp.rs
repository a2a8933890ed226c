//! What tells one state of a file from another.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

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
