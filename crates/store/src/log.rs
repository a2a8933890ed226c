//! Log files: a general list in a file, its items appended one by one.
//!
//! `ff 01 00`, attribute, a count that is not kept (i32), then one serialised object after another to the end of the
//! file. A file that a handle wrote without `set` first has no header; it is not a log.

use crate::disk::{self, Out};
use crate::input::Input;
use crate::read::image;
use crate::{container, fail, object};
use quarry_value::wire::Front;
use quarry_value::{Error, Result, Source, Sym, Value, fault, room};
use std::collections::HashSet;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

/// Bytes before the first item.
pub const HEADER_SIZE: usize = 8;
/// What ``f set ()`` writes.
pub const HEADER: [u8; HEADER_SIZE] = [0xff, 1, 0, 0, 0, 0, 0, 0];
/// Bytes read at a time.
const WINDOW_SIZE: usize = 1 << 20;

/// A log that is read from the front, for `-11!`; it may be a pipe. Memory holds an item and a window, and of a
/// compressed log the image.
pub struct Log {
    name: String,
    from: From,
    /// Bytes that were read; those from `start` on are to come.
    window: Vec<u8>,
    start: usize,
    is_over: bool,
    /// Bytes of the header and the items so far.
    at: usize,
    count: usize,
}

enum From {
    File(Input),
    /// The image in a compressed file, and how much of it was read.
    Image(Arc<dyn Source>, usize),
}

impl Log {
    /// Errors: the system's; 'type when the file is not a log.
    pub fn open(path: &Path) -> Result<Log> {
        let os = |e| fail::os(path, &e);
        let name = path.display().to_string();
        let mut file = disk::open_to_read(path).map_err(os)?;
        let mut header = Vec::new();
        file.by_ref().take(HEADER_SIZE as u64).read_to_end(&mut header).map_err(os)?;
        let mut from = From::File(file);
        if container::is_compressed(&header) {
            let image = image(path)?;
            header = image.bytes(0..image.size().min(HEADER_SIZE)).to_vec();
            from = From::Image(image, HEADER_SIZE);
        }
        if header.len() < HEADER_SIZE || header[..3] != HEADER[..3] {
            return Err(fail::not_q(&name, "a log starts with ff 01 00"));
        }
        Ok(Log { name, from, window: Vec::new(), start: 0, is_over: false, at: HEADER_SIZE, count: 0 })
    }

    /// The next item; `None` at the end.
    ///
    /// Errors: 'badtail when the rest is no whole object, saying where it begins and whether whole objects follow.
    pub fn read(&mut self) -> Result<Option<Value>> {
        loop {
            let rest = &self.window[self.start..];
            if rest.is_empty() && self.is_over {
                return Ok(None);
            }
            let needs = match object::front(rest) {
                Front::Whole(value, used) => {
                    (self.start, self.at, self.count) = (self.start + used, self.at + used, self.count + 1);
                    return Ok(Some(value));
                }
                Front::Short(needs) => needs,
                // There is nothing wrong with the log when memory is short.
                Front::Bad(e) if e.word() == b"wsfull" => return Err(e),
                Front::Bad(_) => return Err(self.bad_tail()),
            };
            let torn = self.is_over || self.left().is_some_and(|n| needs > rest.len() + n);
            if torn && !rest.is_empty() {
                return Err(self.bad_tail());
            }
            self.fill(needs)?;
        }
    }

    /// Bytes that are still to be read, where that is known.
    fn left(&self) -> Option<usize> {
        match &self.from {
            From::File(file) => {
                let meta = file.file().metadata().ok().filter(|m| m.is_file())?;
                (meta.len() as usize).checked_sub(self.at + self.window.len() - self.start)
            }
            From::Image(image, done) => Some(image.size().saturating_sub(*done)),
        }
    }

    /// Reads on until there are `needs` bytes. Room is made as they come: a pipe may promise more than it has.
    fn fill(&mut self, needs: usize) -> Result<()> {
        self.window.drain(..self.start);
        self.start = 0;
        self.is_over = false;
        while self.window.len() < needs && !self.is_over {
            let before = self.window.len();
            let size = before.max(WINDOW_SIZE);
            self.fill_by(size, needs.min(before + size))?;
        }
        Ok(())
    }

    /// Reads up to `size` bytes more, waiting until there are `needs`.
    fn fill_by(&mut self, size: usize, needs: usize) -> Result<()> {
        let before = self.window.len();
        quarry_value::meter::check(size)?;
        room::reserve(&mut self.window, size);
        match &mut self.from {
            From::File(file) => {
                self.window.resize(before + size, 0);
                let read = read_some(file, &mut self.window[before..], needs - before);
                let count = read.map_err(|e| fail::os(Path::new(&self.name), &e))?;
                self.window.truncate(before + count);
            }
            From::Image(image, done) => {
                let end = image.size().min(done.saturating_add(size));
                self.window.extend_from_slice(image.bytes(*done..end));
                *done = end;
                fault::check()?;
            }
        }
        self.is_over = self.window.len() < needs;
        Ok(())
    }

    /// Items read so far.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Bytes that the header and the items read so far take.
    pub fn size(&self) -> usize {
        self.at
    }

    /// The error for what comes next.
    fn bad_tail(&mut self) -> Error {
        let (at, count) = (self.at, self.count);
        while !self.is_over && self.window.len() - self.start < SEARCH_SIZE {
            // What cannot be read is not searched.
            if self.fill(self.window.len() - self.start + 1).is_err() {
                break;
            }
        }
        let found = resumes(&self.window[self.start..]);
        let then = match found {
            Some(i) => format!("messages go on at byte {}", at + i),
            None if self.is_over => "no message follows".to_string(),
            None => format!("no message was found in the {SEARCH_SIZE} bytes after it"),
        };
        let detail = format!("{}: message {count} (from 0) at byte {at} is not whole; {then}", self.name);
        Error::new("badtail").detail(detail)
    }
}

/// Fills `to` with what is there, waiting for `needs` bytes only. Less comes at the end of the file.
fn read_some(file: &mut Input, to: &mut [u8], needs: usize) -> io::Result<usize> {
    let mut count = 0;
    while count < needs {
        match file.read(&mut to[count..]) {
            Ok(0) => break,
            Ok(n) => count += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(count)
}

/// Bytes that are searched for messages behind a damaged one.
const SEARCH_SIZE: usize = 1 << 20;

/// Where a message starts in bytes whose front is none: a text, or a list that begins with a name or a text; followed by
/// another object or nothing.
fn resumes(bytes: &[u8]) -> Option<usize> {
    let starts = |at: &usize| match bytes[*at..] {
        [0, 0, n, _, _, 0, 0xf5 | 10, ..] => n > 0,
        [10, 0, n, _, _, 0, first, ..] => n > 0 && (b' '..=b'~').contains(&first),
        _ => false,
    };
    let whole = |at: &usize| match object::front(&bytes[*at..]) {
        Front::Whole(_, used) => {
            let rest = &bytes[at + used..];
            rest.is_empty() || matches!(object::front(rest), Front::Whole(..) | Front::Short(_))
        }
        _ => false,
    };
    (1..bytes.len()).filter(starts).find(whole)
}

/// `-11!(-2;file)`: how many whole items, and the size of the good part when the rest is bad.
pub fn check(path: &Path) -> Result<(usize, Option<usize>)> {
    let mut log = Log::open(path)?;
    loop {
        match log.read() {
            Ok(Some(_)) => {}
            Ok(None) => return Ok((log.count, None)),
            Err(e) if e.word() == b"badtail" => return Ok((log.count, Some(log.at))),
            Err(e) => return Err(e),
        }
    }
}

/// Cuts off the message that a log ends within, as after a crash; how many are left.
///
/// Errors: 'badtail when messages follow what is damaged: these were written whole, and are not thrown away; and for a log
/// that is compressed.
pub fn repair(path: &Path) -> Result<usize> {
    let mut log = Log::open(path)?;
    let mut heads = HashSet::new();
    let e = loop {
        match log.read() {
            Ok(Some(message)) => heads.extend(head(&message)),
            Ok(None) => return Ok(log.count),
            Err(e) if e.word() == b"badtail" => break e,
            Err(e) => return Err(e),
        }
    };
    let image = image(path)?;
    // What counts of an image is no place in the file that it is compressed in.
    let is_plain = container::compression_of(path)?.is_none();
    if !is_plain || goes_on(image.bytes(log.at.min(image.size())..image.size()), &heads) {
        return Err(e);
    }
    let cut = Out::update(path).and_then(|out| out.cut(log.at as u64).and_then(|()| out.settle()));
    cut.map_err(|e| fail::os(path, &e)).map(|()| log.count)
}

/// What a message calls.
fn head(message: &Value) -> Option<Sym> {
    if message.is_list() && message.count() > 0 { message.at(0).as_sym() } else { None }
}

/// Do messages follow in bytes whose front is none? The parts of a message that was cut may look like messages: those that
/// go on to the end are some, unless the message that was cut has such parts there, and so are those that call what others called
/// before.
fn goes_on(bytes: &[u8], heads: &HashSet<Sym>) -> bool {
    let parts = object::front_size(bytes).unwrap_or(0);
    let mut at = 0;
    while let Some(next) = resumes(&bytes[at..]) {
        at += next;
        while let Front::Whole(message, used) = object::front(&bytes[at..]) {
            let is_part = at < parts;
            at += used;
            if at == bytes.len() && !is_part || head(&message).is_some_and(|h| heads.contains(&h)) {
                return true;
            }
        }
    }
    false
}

/// Every item of a log's bytes, for `get`.
pub fn all(bytes: &[u8], name: &str) -> Result<Vec<Value>> {
    let mut at = HEADER_SIZE;
    let mut items = Vec::new();
    while at < bytes.len() {
        let torn = |_| {
            let detail = format!("{name}: message {} (from 0) at byte {at} is not whole", items.len());
            Error::new("badtail").detail(detail)
        };
        let (value, used) = object::read(&bytes[at..]).map_err(torn)?;
        items.push(value);
        at += used;
    }
    Ok(items)
}
