//! A file as a [`Source`]: mapped into memory, read by the page as it is touched. A small one is read at once: to take a
//! mapping away stops all other threads for a moment.
//!
//! A mapping stays valid when the file is replaced (writers here rename over it). A file that is cut short by
//! somebody else while it is mapped is lost ([`crate::live`]).
#![allow(
    unsafe_code,
    reason = "a mapping is sound only as long as somebody looks after files that are cut short"
)]

use crate::live::{self, Live};
use crate::once::Asked;
use crate::{disk, fail};
use memmap2::Mmap;
use quarry_value::{Error, Result, Source, fault, meter};
use std::io::Read;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Files up to this size are read.
const SMALL: u64 = 4096;
/// Base-2 logarithm of the bytes that are asked for together.
const PART_LOG2: u32 = 16;

/// A whole file.
pub struct Mapped {
    name: Arc<str>,
    bytes: Bytes,
    /// What was asked for ahead of being read.
    asked: Asked,
}

enum Bytes {
    /// It is among those that live before it is a mapping no more.
    Mapped(Live, Mmap),
    Read(Vec<u8>),
}

impl Mapped {
    /// Maps a file. Errors: the file's name with what the system says.
    pub fn open(path: &Path) -> Result<Mapped> {
        let file = disk::open_to_map(path).map_err(|e| fail::os(path, &e))?;
        let meta = file.metadata().map_err(|e| fail::os(path, &e))?;
        if meta.is_dir() {
            return Err(fail::os(path, &std::io::Error::from_raw_os_error(21)));
        }
        if !meta.is_file() {
            // What the system says when a pipe is to be mapped.
            return Err(fail::os(path, &rustix::io::Errno::NODEV.into()));
        }
        let name: Arc<str> = path.display().to_string().into();
        let bytes = match meta.len() {
            0..=SMALL => {
                let mut bytes = Vec::with_capacity(meta.len() as usize);
                file.take(meta.len()).read_to_end(&mut bytes).map_err(|e| fail::os(path, &e))?;
                Bytes::Read(bytes)
            }
            _ => {
                // SAFETY: the mapping is read only, and all who read it are told when the file is cut short.
                let map = unsafe { Mmap::map(&file) }.map_err(|e| fail::os(path, &e))?;
                Bytes::Mapped(Live::new(&map, &name), map)
            }
        };
        let size = match &bytes {
            Bytes::Read(bytes) => bytes.len(),
            Bytes::Mapped(_, map) => map.len(),
        };
        let parts = size.div_ceil(1 << PART_LOG2);
        let mapped = Mapped { name, bytes, asked: Asked::none(parts) };
        meter::map(mapped.size_of_map() as i64);
        Ok(mapped)
    }

    /// Asks the system to read `range` while something else is done.
    pub fn will_need(&self, range: Range<usize>) {
        if let Bytes::Mapped(_, map) = &self.bytes {
            // A system that does not want to loses nothing but time.
            let _ = map.advise_range(memmap2::Advice::WillNeed, range.start, range.len());
        }
    }

    /// The error of those who read it, once a part of it could not be read.
    pub fn loss(&self) -> Option<Error> {
        self.is_lost().then(|| live::lost(&self.name))
    }

    pub fn as_slice(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Mapped(_, map) => map,
            Bytes::Read(bytes) => bytes,
        }
    }

    fn size_of_map(&self) -> usize {
        match &self.bytes {
            Bytes::Mapped(_, map) => map.len(),
            Bytes::Read(_) => 0,
        }
    }
}

impl Drop for Mapped {
    fn drop(&mut self) {
        meter::map(-(self.size_of_map() as i64));
    }
}

impl Source for Mapped {
    fn size(&self) -> usize {
        self.as_slice().len()
    }
    fn bytes(&self, range: Range<usize>) -> &[u8] {
        if self.is_lost()
            && let Some(e) = self.loss().filter(|_| !fault::pending())
        {
            fault::raise(e);
        }
        &self.as_slice()[range]
    }
    #[inline]
    fn is_lost(&self) -> bool {
        matches!(&self.bytes, Bytes::Mapped(live, _) if live.is_lost())
    }
    /// The first time only: what was read before is most likely still in memory.
    fn ahead(&self, ranges: &[Range<usize>]) {
        for range in ranges.iter().filter(|r| !r.is_empty()) {
            let new = self.asked.ask(range.start >> PART_LOG2..((range.end - 1) >> PART_LOG2) + 1);
            if !new.is_empty() {
                let (start, end) = (new.start << PART_LOG2, new.end << PART_LOG2);
                self.will_need(range.start.max(start)..range.end.min(end));
            }
        }
    }
    fn name(&self) -> String {
        self.name.to_string()
    }
}
