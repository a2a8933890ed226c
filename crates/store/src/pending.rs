//! What a change of more than one step is about, in a small file beside it: `.x.pending` for the file `x`,
//! `x/.pending` for a splayed table. While it is there, readers see what was before, and the next writer repairs.
//!
//! ```text
//! "append" 00 count 00 file 00 "end"           an append: what counts of the file (bytes) or table (rows)
//! "rename" 00 from 00 to 00 … "end"            files that are written and take their places
//! ```
//!
//! Its owner has it locked, and the file `x`. One that does not end with `end` was never acted upon.

use crate::disk::{self, Out};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// `count` bytes of the file with this number, or rows of a table, are there whatever happens.
    Append { count: u64, file: u64 },
    /// File names in one folder: those that are still there under the first name belong under the second.
    Rename(Vec<(Vec<u8>, Vec<u8>)>),
}

/// A change that is being made, by this process alone.
pub struct Pending {
    /// None where nothing may be made beside the file.
    out: Option<Out>,
    /// What somebody began and did not end.
    pub left: Option<Step>,
    /// Is there something that readers and the next writer must know?
    noted: bool,
    /// Has the file no bytes?
    is_empty: bool,
    /// The file that is changed, locked, too: others may know it by another name, a link.
    _changed: Option<Out>,
}

/// Where the change of a file is noted.
fn beside(path: &Path) -> PathBuf {
    path.with_file_name(OsStr::from_bytes(&[b".", &disk::stem(path)[..], b".pending"].concat()))
}

fn inside(dir: &Path) -> PathBuf {
    dir.join(".pending")
}

/// The change of a file that is being made, or that was not ended.
pub fn of_file(path: &Path) -> Option<Step> {
    parse(&fs::read(beside(path)).ok()?)
}

/// Is this the name of a note?
pub fn is_note(name: &OsStr) -> bool {
    let name = name.as_bytes();
    name.starts_with(b".") && name.ends_with(b".pending")
}

/// The change that a file is a note of.
pub fn noted_in(path: &Path) -> Option<Step> {
    if is_note(path.file_name()?) { parse(&fs::read(path).ok()?) } else { None }
}

/// Is a file a note that was not ended, and not what others write under such a name?
pub fn is_unfinished(path: &Path) -> io::Result<bool> {
    let bytes = fs::read(path)?;
    let begins = |word: &[u8]| bytes.starts_with(word) || word.starts_with(&bytes);
    Ok(parse(&bytes).is_none() && (begins(b"append\0") || begins(b"rename\0")))
}

/// The change of a splayed table.
pub fn of_table(dir: &Path) -> Option<Step> {
    parse(&fs::read(inside(dir)).ok()?)
}

impl Pending {
    /// Waits until nobody else changes the file or splayed table.
    pub fn begin(path: &Path) -> io::Result<Pending> {
        loop {
            let place = if path.is_dir() { inside(path) } else { beside(path) };
            let out = match Out::update_or_create(&place) {
                // Another table has taken the place of the one that was there.
                Err(e) if e.kind() == io::ErrorKind::NotFound && path.is_dir() => continue,
                Err(e) if e.kind() == io::ErrorKind::PermissionDenied && !place.exists() => {
                    return Pending::without_note(path)?.ok_or(e);
                }
                out => out?,
            };
            out.lock()?;
            // Who had it before may have removed it.
            if out.is_at_path()? {
                let bytes = out.read()?;
                let (left, is_empty) = (parse(&bytes), bytes.is_empty());
                let noted = left.is_some();
                return Ok(Pending { out: Some(out), noted, left, is_empty, _changed: locked(path)? });
            }
        }
    }

    /// Of a file that may be written in a folder that may not. `None`: it may not be written, or it is a folder.
    fn without_note(path: &Path) -> io::Result<Option<Pending>> {
        let file = locked(path)?;
        let pending =
            |file| Pending { out: None, left: None, noted: false, is_empty: true, _changed: Some(file) };
        Ok(file.map(pending))
    }

    /// Writes down what is going to be done.
    pub fn note(&mut self, step: &Step) -> io::Result<()> {
        // Some file systems write to the disk before they close a file that was cut, even one that was empty.
        if !self.is_empty {
            self.repaired()?;
        }
        let Some(out) = &mut self.out else { return Ok(()) };
        (self.noted, self.is_empty) = (true, false);
        let done = out.write_at(0, &text(step)).and_then(|()| out.settle());
        let done = done.and_then(|()| disk::settle_names(disk::folder_of(out.path())));
        // Nothing will be done, so nothing must be read here.
        done.or_else(|e| self.repaired().and(Err(e)))
    }

    /// What was left is put right.
    pub fn repaired(&mut self) -> io::Result<()> {
        self.out.as_ref().map_or(Ok(()), |out| out.cut(0))?;
        (self.noted, self.is_empty) = (false, true);
        Ok(())
    }

    /// All is done, or undone.
    pub fn done(mut self) -> io::Result<()> {
        if !self.noted {
            // What is done is done, also where a note that says nothing cannot be removed.
            return Ok(());
        }
        // Somebody else may have made one by now.
        self.noted = true;
        self.out.as_ref().map_or(Ok(()), remove)
    }

    /// It has gone with what it was about.
    pub fn leave(mut self) {
        self.noted = true;
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if !self.noted {
            // It says nothing; if it stays, that is no matter.
            let _ = self.out.as_ref().map(remove);
        }
    }
}

/// The file at a path, for this process alone until it is closed. `None`: no file is there, or none that may be written, which
/// only gets replaced.
fn locked(path: &Path) -> io::Result<Option<Out>> {
    while path.is_file() {
        let file = match Out::update(path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => continue,
            Err(e) if e.kind() == io::ErrorKind::PermissionDenied => return Ok(None),
            file => file?,
        };
        file.lock()?;
        // Meanwhile another file may have taken its place.
        if file.is_at_path()? {
            return Ok(Some(file));
        }
    }
    Ok(None)
}

/// Removes a note, unless another has its name because the folder is another one.
fn remove(note: &Out) -> io::Result<()> {
    if note.is_at_path()? { disk::remove_file(note.path()) } else { Ok(()) }
}

/// The number of a file, which one that takes its place does not have.
pub fn number(path: &Path) -> io::Result<u64> {
    Ok(fs::metadata(path)?.ino())
}

/// The number and the size of a file. Where both are the same before it was opened and after it was seen that nothing is
/// appended, no append went on in between.
pub fn stamp(path: &Path) -> Option<(u64, u64)> {
    fs::metadata(path).ok().map(|file| (file.ino(), file.len()))
}

fn text(step: &Step) -> Vec<u8> {
    let mut words: Vec<Vec<u8>> = Vec::new();
    match step {
        Step::Append { count, file } => {
            words.extend([b"append".to_vec(), count.to_string().into(), file.to_string().into()]);
        }
        Step::Rename(files) => {
            words.push(b"rename".to_vec());
            files.iter().for_each(|(from, to)| words.extend([from.clone(), to.clone()]));
        }
    }
    words.push(b"end".to_vec());
    words.join(&0)
}

fn parse(bytes: &[u8]) -> Option<Step> {
    let words: Vec<&[u8]> = bytes.split(|b| *b == 0).collect();
    let number = |w: &[u8]| std::str::from_utf8(w).ok()?.parse().ok();
    match words[..] {
        [b"append", count, file, b"end"] => Some(Step::Append { count: number(count)?, file: number(file)? }),
        [b"rename", ref files @ .., b"end"] if files.len().is_multiple_of(2) => {
            let plain = |w: &&[u8]| !w.is_empty() && !w.contains(&b'/');
            let pairs = files.chunks_exact(2).map(|p| (p[0].to_vec(), p[1].to_vec()));
            files.iter().all(plain).then(|| Step::Rename(pairs.collect()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_noted_is_read() {
        for step in [
            Step::Append { count: 7, file: 9 },
            Step::Rename(vec![(b".a.qtmp".to_vec(), b"a".to_vec()), (b"b".to_vec(), b"c".to_vec())]),
        ] {
            let whole = text(&step);
            assert_eq!(parse(&whole), Some(step));
            for cut in 0..whole.len() {
                assert_eq!(parse(&whole[..cut]), None, "cut at {cut}");
            }
        }
        assert_eq!(parse(b"rename\0../x\0y\0end"), None);
    }
}
