//! `set`: a value to its files.
//!
//! A file is written under a temporary name beside it and renamed, so that a crash leaves the old file or the new
//! one, and values mapped from the old one stay good.

use crate::container::{self, Compression, Plain};
use crate::encode::{self, Files, Image};
use crate::nested::companion;
use crate::{decoded, fail, read, splayed};
use quarry_value::{Error, Result, Sym, Table, Type, Value, fault};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// `file set x`, `(file;lbs;alg;lvl) set x`: writes a value. A path that ends with `/` takes a table, splayed.
///
/// Missing directories are made. Errors: the system's; for a splayed table those of [`splay`].
/// Source: ref/get.
pub fn set(path: &Path, x: &Value, how: Option<Compression>) -> Result<()> {
    if is_directory_name(path) {
        return match x {
            Value::Table(t) => splay(path, t, &|_| how),
            _ => Err(Error::new("type").detail("only a table is written to a directory")),
        };
    }
    let files = encode::files(x)?;
    put(path, &files, how)
}

/// Does the name end with `/`?
pub fn is_directory_name(path: &Path) -> bool {
    path.as_os_str().as_bytes().ends_with(b"/")
}

/// `dir set t`, `(dir;dic) set t`: a file for each column, compressed as `how` says of it, and `.d`.
///
/// Errors: 'type for symbols that are not enumerated; 'length.
pub fn splay(dir: &Path, t: &Table, how: &dyn Fn(Sym) -> Option<Compression>) -> Result<()> {
    check_splayed(t)?;
    for (name, column) in t.names.iter().zip(&t.columns) {
        put(&splayed::column_path(dir, *name), &encode::files(column)?, how(*name))?;
    }
    let order = Files {
        main: Image::new(vec![encode::symbols(&t.names, Default::default()).into()]),
        ..Files::default()
    };
    put(&dir.join(splayed::ORDER), &order, None)
}

fn check_splayed(t: &Table) -> Result<()> {
    if t.is_elsewhere() {
        return Err(Error::new("type").detail("the table's columns are not in memory"));
    }
    let symbols = |c: &Value| matches!(c, Value::Vector(v) if v.ty == Type::Symbol);
    if let Some(i) = t.columns.iter().position(symbols) {
        return Err(Error::new("type").detail(format!("column {} is not enumerated", t.names[i].text())));
    }
    if let Some(i) = t.columns.iter().position(|c| !c.is_list()) {
        return Err(Error::new("type").detail(format!("column {} is not a list", t.names[i].text())));
    }
    if t.columns.iter().any(|c| c.count() != t.count()) {
        return Err(Error::new("length"));
    }
    Ok(())
}

/// Writes a file and its companions; companions that the value does not have are removed.
pub fn put(path: &Path, files: &Files, how: Option<Compression>) -> Result<()> {
    make_directory_of(path)?;
    let stale = had_companions(path);
    for (suffix, image) in [("##", &files.syms), ("#", &files.pool)] {
        let file = companion(path, suffix);
        match image {
            Some(image) => put_image(&file, image, how)?,
            None if stale => remove_if_there(&file)?,
            None => {}
        }
    }
    put_image(path, &files.main, how)
}

/// Writes a file that has no companions as `write` says.
pub fn put_stream(path: &Path, write: &mut dyn FnMut(&mut BufWriter<File>) -> io::Result<()>) -> Result<()> {
    make_directory_of(path)?;
    let stale = had_companions(path);
    replace(path, write)?;
    let suffixes: &[&str] = if stale { &["##", "#"] } else { &[] };
    suffixes.iter().try_for_each(|suffix| remove_if_there(&companion(path, suffix)))
}

/// `.Q.Xf`: an empty nested column as written before V3.6, whose vectors have type `ty`: a header of type 77 and more,
/// and an empty companion for the elements.
///
/// Source: ref/dotq.
pub fn create_nested(path: &Path, ty: Type) -> Result<()> {
    make_directory_of(path)?;
    let mut header = vec![0xfe, 0x20, OLD_NESTED + ty as u8, 0, 0, 0, 0, 0];
    header.extend(0i64.to_le_bytes());
    put_image(&companion(path, "#"), &Image::new(Vec::new()), None)?;
    put_image(path, &Image::new(vec![header.into()]), None)
}

/// Added to a type's number in the header of a nested column as written before V3.6.
const OLD_NESTED: u8 = 77;

fn remove_if_there(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(fail::os(path, &e)),
        _ => Ok(()),
    }
}

/// Is there a nested column at `path`?
fn had_companions(path: &Path) -> bool {
    companion(path, "#").exists() && read::is_nested(path)
}

pub fn make_directory_of(path: &Path) -> Result<()> {
    match path.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => fs::create_dir_all(dir).map_err(|e| fail::os(dir, &e)),
        _ => Ok(()),
    }
}

fn put_image(path: &Path, image: &dyn Plain, how: Option<Compression>) -> Result<()> {
    match how {
        None => replace(path, &mut |to| container::write_plain(image, to)),
        Some(how) => replace(path, &mut |to| container::write(image, how, to)),
    }
}

/// Writes a file under a temporary name and renames it to `path`. A device or pipe is written as it is.
pub fn replace(path: &Path, write: &mut dyn FnMut(&mut BufWriter<File>) -> io::Result<()>) -> Result<()> {
    // What a symbolic link points to is replaced, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let special = fs::metadata(&target).is_ok_and(|m| !m.is_file() && !m.is_dir());
    if special {
        let file = File::options().write(true).open(&target).map_err(|e| fail::os(path, &e))?;
        return fill(file, write).map_err(|e| reason(path, &e));
    }
    let beside = temporary(&target);
    decoded::forget(path);
    let done = File::create(&beside).and_then(|f| fill(f, write)).and_then(|()| fs::rename(&beside, &target));
    done.map_err(|e| {
        // Whatever was written is of no use; that it cannot be removed changes nothing.
        let _ = fs::remove_file(&beside);
        reason(path, &e)
    })
}

/// Why a file could not be written: what it was made from is damaged, or what the system says.
fn reason(path: &Path, e: &io::Error) -> Error {
    fault::take().unwrap_or_else(|| fail::os(path, e))
}

fn fill(file: File, write: &mut dyn FnMut(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let mut to = BufWriter::with_capacity(1 << 16, file);
    write(&mut to)?;
    // What was to be written may have had to be decoded first.
    if fault::pending() {
        return Err(io::Error::other("what was to be written is damaged"));
    }
    to.flush()
}

/// A name beside `path` that nobody else uses.
fn temporary(path: &Path) -> PathBuf {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let n = NEXT.fetch_add(1, Ordering::Relaxed);
    path.with_file_name(format!(".{name}.{}.{n}.tmp", std::process::id()))
}

/// `-19!`: the image of a file written to another, compressed as asked; companions of a nested column go with it.
///
/// Source: basics/internal.
pub fn compress_file(from: &Path, to: &Path, how: Option<Compression>) -> Result<()> {
    make_directory_of(to)?;
    let companions: &[&str] = if read::is_nested(from) { &["##", "#"] } else { &[] };
    for suffix in companions {
        let (from, to) = (companion(from, suffix), companion(to, suffix));
        if from.exists() {
            copy_image(&from, &to, how)?;
        }
    }
    copy_image(from, to, how)
}

fn copy_image(from: &Path, to: &Path, how: Option<Compression>) -> Result<()> {
    match decoded::open(from)? {
        Err(file) => put_image(to, &Image::new(vec![file.as_slice().into()]), how),
        // Piece by piece: nothing of it stays decoded.
        Ok(image) => put_image(to, image.maker(), how),
    }
}
