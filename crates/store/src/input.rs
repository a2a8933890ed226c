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
    /// Bytes that were read and not taken yet.
    early: Vec<u8>,
}

impl Input {
    /// Opens what is there to be read; a pipe when somebody writes to it, as `open` does by itself.
    ///
    /// Errors: the system's; those of the evaluation that is to end.
    pub fn open(path: &Path) -> io::Result<Input> {
        let mut input = Input { file: wait::open(path, File::options().read(true))?, early: Vec::new() };
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
                    self.early.extend_from_slice(&first[..n]);
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
    pub fn into_parts(self) -> (File, Vec<u8>) {
        (self.file, self.early)
    }
}

impl<F: Borrow<File>> Input<F> {
    /// A file of which somebody else read too much before.
    pub fn resumed(file: F, early: Vec<u8>) -> Input<F> {
        Input { file, early }
    }

    /// Bytes that were read too much.
    pub fn into_early(self) -> Vec<u8> {
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
    fn unless_failed(&mut self, mut taken: Vec<u8>, done: io::Result<()>) -> io::Result<Vec<u8>> {
        if let Err(e) = done {
            taken.append(&mut self.early);
            self.early = taken;
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
        if !self.early.is_empty() {
            let n = size.min(self.early.len());
            out.extend(self.early.drain(..n));
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
            if let Some(end) = self.early.iter().position(|c| *c == b'\n') {
                line.extend(self.early.drain(..=end).take(end));
                return Ok(());
            }
            line.append(&mut self.early);
            meter::check(2 * line.len()).map_err(fail::stopped)?;
            self.early = self.some(PIECE_SIZE)?;
            if self.early.is_empty() {
                return Ok(());
            }
        }
    }
}

/// Waits for what is read.
impl<F: Borrow<File>> Read for Input<F> {
    fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
        if !self.early.is_empty() {
            let n = space.len().min(self.early.len());
            space[..n].copy_from_slice(&self.early[..n]);
            self.early.drain(..n);
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
            let more = out.len().max(PIECE_SIZE).min(most - out.len());
            reserve(&mut out, more)?;
        }
        let piece = (out.capacity() - out.len()).min(most - out.len()).min(STRETCH_SIZE);
        if from.by_ref().take(piece as u64).read_to_end(&mut out)? < piece {
            break;
        }
    }
    Ok(out)
}

fn reserve(out: &mut Vec<u8>, more: usize) -> io::Result<()> {
    meter::check(out.len().saturating_add(more)).map_err(fail::stopped)?;
    out.reserve_exact(more);
    Ok(())
}

/// Passes over bytes; as many as there are.
fn pass(input: &mut Input, mut count: usize) -> io::Result<()> {
    let mut space = [0; 4096];
    while count > 0 {
        wait::ask()?;
        let most = space.len().min(count);
        match input.read(&mut space[..most]) {
            Ok(0) => break,
            Ok(n) => count -= n,
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(())
}
