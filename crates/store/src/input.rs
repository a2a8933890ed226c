//! What is read from the front, once, and may have to be waited for: a named pipe, a terminal, a device.

use crate::{fail, wait};
use quarry_value::{Error, meter};
use std::borrow::Borrow;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

/// Bytes that are asked of the system at once.
const PIECE_SIZE: usize = 64 << 10;
/// Bytes that are read before it is asked whether to go on.
const STRETCH_SIZE: usize = 64 << 20;
/// A device may have no end (`/dev/zero`): so many bytes are read of one by somebody who does not say how many.
const DEVICE_MAX: usize = 256 << 20;

/// A file that is read from the front.
pub struct Input<F = File> {
    file: F,
    early: Early,
}

/// Bytes that were read and not taken yet. There may be many, when somebody stopped a long wait: none is moved because
/// those before it are taken.
#[derive(Default)]
pub struct Early {
    bytes: Vec<u8>,
    /// Bytes at the front that were taken.
    start: usize,
}

impl Early {
    fn rest(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    /// Takes `n` bytes, which are there, and lets go of all when they were the last.
    fn pass(&mut self, n: usize) {
        self.start += n;
        if self.start == self.bytes.len() {
            *self = Early::default();
        }
    }

    /// Moves `n` bytes, which are there, behind those in `to`.
    fn take(&mut self, n: usize, to: &mut Vec<u8>) {
        to.extend_from_slice(&self.rest()[..n]);
        self.pass(n);
    }

    /// Puts bytes before all others.
    fn put_back(&mut self, mut bytes: Vec<u8>) {
        bytes.extend_from_slice(self.rest());
        *self = Early::from(bytes);
    }
}

impl From<Vec<u8>> for Early {
    fn from(bytes: Vec<u8>) -> Early {
        Early { bytes, start: 0 }
    }
}

impl Input {
    /// Opens what is there to be read; a pipe when somebody writes to it, as `open` does by itself.
    ///
    /// Errors: the system's; those of the evaluation that is to end.
    pub fn open(path: &Path) -> io::Result<Input> {
        let mut input =
            Input { file: wait::open(path, File::options().read(true))?, early: Early::default() };
        if input.file.metadata()?.file_type().is_fifo() {
            input.await_writer()?;
        }
        Ok(input)
    }

    /// Waits until somebody writes to a pipe, or did.
    fn await_writer(&mut self) -> io::Result<()> {
        while !wait::may_read(&self.file)? {
            let mut first = [0];
            // A pipe that is only silent would make one wait; without a writer it is at its end.
            match (&self.file).read(&mut first) {
                Ok(0) => {}
                Ok(n) => {
                    self.early = first[..n].to_vec().into();
                    return Ok(());
                }
                Err(e) if e.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
        Ok(())
    }

    pub fn file(&self) -> &File {
        &self.file
    }

    /// The file, and bytes that were read already.
    pub fn into_parts(self) -> (File, Early) {
        (self.file, self.early)
    }
}

impl<F: Borrow<File>> Input<F> {
    /// A file of which somebody else read too much before.
    pub fn resumed(file: F, early: Early) -> Input<F> {
        Input { file, early }
    }

    /// Bytes that were read too much.
    pub fn into_early(self) -> Early {
        self.early
    }

    /// What comes next, at most `most` bytes: waits for the first of them only. None at the end.
    ///
    /// Errors: the system's; those of the evaluation that is to end; 'wsfull. Nothing has been taken then.
    pub fn some(&mut self, most: usize) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        let done = self.take_at_once(&mut out, most);
        self.unless_failed(out, done)
    }

    /// What was taken; it is left for others when that failed.
    fn unless_failed(&mut self, taken: Vec<u8>, done: io::Result<()>) -> io::Result<Vec<u8>> {
        if let Err(e) = done {
            self.early.put_back(taken);
            return Err(e);
        }
        Ok(taken)
    }

    fn take_at_once(&mut self, out: &mut Vec<u8>, most: usize) -> io::Result<()> {
        meter::check(most).map_err(fail::stopped)?;
        while out.len() < most {
            wait::ask()?;
            match self.take_some(out, PIECE_SIZE.min(most - out.len())) {
                Ok(0) => break,
                Ok(_) => {}
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) if e.kind() != ErrorKind::WouldBlock => return Err(e),
                Err(_) if !out.is_empty() => break,
                Err(_) => wait::to_read(self.file.borrow())?,
            }
        }
        Ok(())
    }

    /// Up to `size` bytes more, if they are there; how many.
    fn take_some(&mut self, out: &mut Vec<u8>, size: usize) -> io::Result<usize> {
        let n = size.min(self.early.rest().len());
        if n > 0 {
            self.early.take(n, out);
            return Ok(n);
        }
        let before = out.len();
        out.resize(before + size, 0);
        let read = self.file.borrow().read(&mut out[before..]);
        out.truncate(before + *read.as_ref().unwrap_or(&0));
        read
    }

    /// The bytes up to the next line feed, without it and a carriage return before it; what is left at the end.
    ///
    /// Errors: those of [`Input::some`].
    pub fn line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        let done = self.take_line(&mut line);
        let mut line = self.unless_failed(line, done)?;
        line.truncate(line.len() - usize::from(line.ends_with(b"\r")));
        Ok(line)
    }

    fn take_line(&mut self, line: &mut Vec<u8>) -> io::Result<()> {
        loop {
            let here = self.early.rest();
            if let Some(end) = here.iter().position(|c| *c == b'\n') {
                self.early.take(end, line);
                self.early.pass(1);
                return Ok(());
            }
            let all = here.len();
            self.early.take(all, line);
            meter::check(2 * line.len()).map_err(fail::stopped)?;
            self.early = self.some(PIECE_SIZE)?.into();
            if self.early.rest().is_empty() {
                return Ok(());
            }
        }
    }
}

/// Waits for what is read.
impl<F: Borrow<File>> Read for Input<F> {
    fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
        let n = space.len().min(self.early.rest().len());
        if n > 0 {
            space[..n].copy_from_slice(&self.early.rest()[..n]);
            self.early.pass(n);
            return Ok(n);
        }
        loop {
            match self.file.borrow().read(space) {
                Err(e) if e.kind() == ErrorKind::WouldBlock => wait::to_read(self.file.borrow())?,
                read => return read,
            }
        }
    }
}

/// What a file holds from byte `offset` on, or `size` bytes of that.
///
/// Errors: the system's; those of the evaluation that is to end; 'wsfull; 'limit for a device that goes on and on.
pub fn contents(path: &Path, offset: usize, size: Option<usize>) -> io::Result<Vec<u8>> {
    let mut input = Input::open(path)?;
    let meta = input.file.metadata()?;
    let most = size.unwrap_or(usize::MAX);
    // Those of the system's own file systems do not know their size.
    if meta.is_file() && meta.len() > 0 {
        let mut file = input.file;
        file.seek(SeekFrom::Start(offset as u64))?;
        let left = usize::try_from(meta.len()).unwrap_or(usize::MAX).saturating_sub(offset);
        return gather(&mut file, most, left.min(most), usize::MAX);
    }
    pass(&mut input, offset)?;
    match (meta.file_type().is_char_device(), size) {
        (false, _) => gather(&mut input, most, 0, usize::MAX),
        (true, None) => gather(&mut input, most, 0, DEVICE_MAX),
        (true, Some(size)) => {
            meter::check(size).map_err(fail::stopped)?;
            gather(&mut input, most, 0, usize::MAX)
        }
    }
}

/// At most `most` bytes, of which about `expected` will come; an error when there are more than `bound`.
fn gather(from: &mut impl Read, most: usize, expected: usize, bound: usize) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    reserve(&mut out, expected)?;
    while out.len() < most {
        wait::ask()?;
        if out.len() > bound {
            let why = "this device has no end: say how many bytes, (name;offset;length)";
            return Err(fail::stopped(Error::new("limit").detail(why)));
        }
        if out.len() == out.capacity() {
            let mut next = [0; 32];
            let n = if out.is_empty() { 0 } else { some_of(from, &mut next[..(most - out.len()).min(32)])? };
            // What has the size that was expected takes no more room than that.
            if n == 0 && !out.is_empty() {
                break;
            }
            let more = out.len().max(PIECE_SIZE).min(most - out.len());
            reserve(&mut out, more)?;
            out.extend_from_slice(&next[..n]);
        }
        let piece = (out.capacity() - out.len()).min(most - out.len()).min(STRETCH_SIZE);
        if from.by_ref().take(piece as u64).read_to_end(&mut out)? < piece {
            break;
        }
    }
    Ok(out)
}

/// What is there, as much as `space` takes; nothing at the end.
fn some_of(from: &mut impl Read, space: &mut [u8]) -> io::Result<usize> {
    loop {
        match from.read(space) {
            Err(e) if e.kind() == ErrorKind::Interrupted => wait::ask()?,
            read => return read,
        }
    }
}

fn reserve(out: &mut Vec<u8>, more: usize) -> io::Result<()> {
    meter::check(out.len().saturating_add(more)).map_err(fail::stopped)?;
    let lacking = || Error::new("wsfull").detail(format!("{more} bytes are not to be had"));
    out.try_reserve_exact(more).map_err(|_| fail::stopped(lacking()))
}

/// Passes over bytes; as many as there are.
fn pass(input: &mut Input, mut count: usize) -> io::Result<()> {
    let mut space = [0; 4096];
    while count > 0 {
        wait::ask()?;
        let most = space.len().min(count);
        match some_of(input, &mut space[..most])? {
            0 => break,
            n => count -= n,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, bytes: &[u8]) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("quarry-input-{name}-{}", std::process::id()));
        std::fs::write(&path, bytes).expect("a file");
        path
    }

    #[test]
    fn lines_come_in_order_from_what_was_read_before_and_from_the_file() {
        let path = file("lines", b"d\ne\r\n\nlast");
        let early = Early::from(b"a\n\nb\r\nc".to_vec());
        let mut input = Input::resumed(File::open(&path).expect("it is there"), early);
        let lines: Vec<Vec<u8>> = (0..8).map(|_| input.line().expect("a line")).collect();
        assert_eq!(lines, [&b"a"[..], b"", b"b", b"cd", b"e", b"", b"last", b""]);
        std::fs::remove_file(path).expect("it goes");
    }

    #[test]
    fn what_is_taken_moves_nothing_of_the_rest() {
        let mut early = Early::from(b"one\ntwo\nthree".to_vec());
        let last = early.rest().as_ptr_range().end;
        let mut line = Vec::new();
        early.take(3, &mut line);
        early.pass(1);
        assert_eq!((line.as_slice(), early.rest()), (&b"one"[..], &b"two\nthree"[..]));
        assert_eq!(early.rest().as_ptr_range().end, last);
        early.put_back(b"0".to_vec());
        assert_eq!(early.rest(), b"0two\nthree");
        early.pass(10);
        assert_eq!((early.rest().len(), early.bytes.capacity()), (0, 0));
    }

    #[test]
    fn a_file_takes_the_room_of_its_bytes() {
        let path = file("room", &[7; 100_000]);
        let all = contents(&path, 0, None).expect("bytes");
        assert_eq!((all.len(), all.capacity()), (100_000, 100_000));
        let part = contents(&path, 99_000, Some(5000)).expect("bytes");
        assert_eq!((part.len(), part.capacity()), (1000, 1000));
        std::fs::remove_file(path).expect("it goes");
    }

    #[test]
    fn more_may_come_than_was_expected() {
        let bytes: Vec<u8> = (0..200_000u32).map(|i| i as u8).collect();
        for expected in [0, 1, 31, 32, 33, 199_999, 200_000, 200_001] {
            assert!(gather(&mut &bytes[..], usize::MAX, expected, usize::MAX).expect("bytes") == bytes);
            let part = gather(&mut &bytes[..], 199_990, expected.min(199_990), usize::MAX).expect("bytes");
            assert!(part == bytes[..199_990], "{expected}");
        }
    }
}
