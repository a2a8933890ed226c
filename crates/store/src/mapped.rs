//! A file as a [`Source`]: mapped into memory, read by the page as it is touched.
//!
//! A mapping stays valid when the file is replaced (writers here rename over it). A file that is cut short by
//! somebody else while it is mapped kills the process, as it does in every program that maps files.
#![allow(unsafe_code)]

use crate::{disk, fail};
use memmap2::Mmap;
use quarry_value::{Result, Source, meter};
use std::ops::Range;
use std::path::Path;

/// A whole file.
pub struct Mapped {
    name: String,
    /// `None` for an empty file, which cannot be mapped.
    map: Option<Mmap>,
}

impl Mapped {
    /// Maps a file. Errors: the file's name with what the system says.
    pub fn open(path: &Path) -> Result<Mapped> {
        let file = disk::open_to_map(path).map_err(|e| fail::os(path, &e))?;
        let meta = file.metadata().map_err(|e| fail::os(path, &e))?;
        if meta.is_dir() {
            return Err(fail::os(path, &std::io::Error::from_raw_os_error(21)));
        }
        let map = match meta.len() {
            0 => None,
            // SAFETY: the mapping is read only. That nobody cuts the file short is the contract stated above.
            _ => Some(unsafe { Mmap::map(&file) }.map_err(|e| fail::os(path, &e))?),
        };
        meter::map(map.as_ref().map_or(0, |m| m.len() as i64));
        Ok(Mapped { name: path.display().to_string(), map })
    }

    /// Asks the system to read `range` while something else is done.
    pub fn will_need(&self, range: Range<usize>) {
        if let Some(map) = &self.map {
            // A system that does not want to loses nothing but time.
            let _ = map.advise_range(memmap2::Advice::WillNeed, range.start, range.len());
        }
    }

    pub fn as_slice(&self) -> &[u8] {
        self.map.as_deref().unwrap_or_default()
    }
}

impl Drop for Mapped {
    fn drop(&mut self) {
        meter::map(-(self.as_slice().len() as i64));
    }
}

impl Source for Mapped {
    fn size(&self) -> usize {
        self.as_slice().len()
    }
    fn bytes(&self, range: Range<usize>) -> &[u8] {
        &self.as_slice()[range]
    }
    fn name(&self) -> String {
        self.name.clone()
    }
}
