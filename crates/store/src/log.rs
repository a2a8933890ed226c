//! Log files: a general list in a file, its items appended one by one.
//!
//! `ff 01 00`, attribute, a count that is not kept (i32), then one serialised object after another to the end of the
//! file. A file that a handle wrote without `set` first has no header; it is not a log.

use crate::read::image;
use crate::{fail, object};
use quarry_value::{Error, Result, Source, Value};
use std::path::Path;
use std::sync::Arc;

/// Bytes before the first item.
pub const HEADER_SIZE: usize = 8;
/// What ``f set ()`` writes.
pub const HEADER: [u8; HEADER_SIZE] = [0xff, 1, 0, 0, 0, 0, 0, 0];

/// A log that is read from the front, for `-11!`.
pub struct Log {
    image: Arc<dyn Source>,
    at: usize,
    count: usize,
}

impl Log {
    /// Errors: the system's; 'type when the file is not a log.
    pub fn open(path: &Path) -> Result<Log> {
        let image = image(path)?;
        let size = image.size();
        let good = size >= HEADER_SIZE && image.bytes(0..3) == [0xff, 1, 0];
        if !good {
            return Err(fail::not_q(&image.name(), "a log starts with ff 01 00"));
        }
        Ok(Log { image, at: HEADER_SIZE, count: 0 })
    }

    /// The next item; `None` at the end. Errors: 'badtail when the rest is no whole object.
    pub fn read(&mut self) -> Result<Option<Value>> {
        let rest = self.image.bytes(self.at..self.image.size());
        if rest.is_empty() {
            return Ok(None);
        }
        let (value, used) = object::read(rest).map_err(|_| bad_tail(&self.image.name(), self.at))?;
        self.at += used;
        self.count += 1;
        Ok(Some(value))
    }

    /// Items read so far.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Bytes that the header and the items read so far take.
    pub fn size(&self) -> usize {
        self.at
    }
}

/// `-11!(-2;file)`: how many whole items, and the size of the good part when the rest is bad.
pub fn check(path: &Path) -> Result<(usize, Option<usize>)> {
    let mut log = Log::open(path)?;
    loop {
        match log.read() {
            Ok(Some(_)) => {}
            Ok(None) => return Ok((log.count, None)),
            Err(_) => return Ok((log.count, Some(log.at))),
        }
    }
}

/// Every item of a log's bytes, for `get`.
pub fn all(bytes: &[u8], name: &str) -> Result<Vec<Value>> {
    let mut at = HEADER_SIZE;
    let mut items = Vec::new();
    while at < bytes.len() {
        let (value, used) = object::read(&bytes[at..]).map_err(|_| bad_tail(name, at))?;
        items.push(value);
        at += used;
    }
    Ok(items)
}

fn bad_tail(name: &str, at: usize) -> Error {
    Error::new("badtail").detail(format!("{name}: no whole object at byte {at}"))
}
