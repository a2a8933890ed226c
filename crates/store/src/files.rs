//! Files as q's keywords and system commands see them: `hcount`, `hdel`, `key`, `\r`, `\cd`.

use crate::container::Trailer;
use crate::{disk, fail, read};
use quarry_value::{Result, Sym};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// What `key` finds at a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Listing {
    /// A directory's entries, in ascending order.
    Directory(Vec<Sym>),
    File,
    Nothing,
}

/// ``key `:path``: a directory's entries, or whether a file is there. Source: ref/key.
pub fn list(path: &Path) -> Result<Listing> {
    let Ok(meta) = fs::metadata(path) else { return Ok(Listing::Nothing) };
    if !meta.is_dir() {
        return Ok(Listing::File);
    }
    let entries = fs::read_dir(path).map_err(|e| fail::os(path, &e))?;
    let mut names = Vec::new();
    for entry in entries {
        names.push(Sym::new(entry.map_err(|e| fail::os(path, &e))?.file_name().as_bytes()));
    }
    names.sort();
    Ok(Listing::Directory(names))
}

/// Is this the name of a file that is loaded? Hidden ones are not, such as those of changes that are being made, nor the
/// companions of a nested column, which go with it.
pub fn is_loaded(name: &OsStr) -> bool {
    let name = name.as_bytes();
    !name.starts_with(b".") && !name.ends_with(b"#")
}

/// ``hcount `:file``: the size of a file in bytes; of a compressed one, that of its image. Source: ref/hcount.
pub fn hcount(path: &Path) -> Result<i64> {
    if read::is_compressed(path) {
        let file = crate::mapped::Mapped::open(path)?;
        return Ok(Trailer::read(file.as_slice(), &path.display().to_string())?.plain_size as i64);
    }
    let meta = fs::metadata(path).map_err(|e| fail::os(path, &e))?;
    Ok(meta.len() as i64)
}

/// ``hdel `:path``: deletes a file or an empty directory. Source: ref/hdel.
pub fn hdel(path: &Path) -> Result<()> {
    crate::decoded::forget(path);
    let is_dir = fs::symlink_metadata(path).is_ok_and(|m| m.is_dir());
    let done = if is_dir { disk::remove_dir(path) } else { disk::remove_file(path) };
    done.map_err(|e| fail::os(path, &e))
}

/// `\r from to`: a file or directory gets another name; a file that has it is replaced. Source: basics/syscmds.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    crate::decoded::forget(to);
    disk::rename(from, to)?;
    [from, to].into_iter().try_for_each(|path| disk::settle_names(disk::folder_of(path)))
}

/// `\cd dir`: a directory and those above it, unless they are there. Source: basics/syscmds.
pub fn make_directory(path: &Path) -> io::Result<()> {
    disk::create_dir_all(path)
}
