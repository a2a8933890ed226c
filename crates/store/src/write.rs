//! `set`: a value to its files.
//!
//! A file is written under a temporary name beside it and renamed, so that a crash leaves the old file or the new
//! one, and values mapped from the old one stay good.

use crate::append::Seen;
use crate::container::{self, Compression, Plain};
use crate::disk::{self, Out};
use crate::encode::{self, Files, Image};
use crate::nested::companion;
use crate::pending::{self, Pending, Step};
use crate::stage::{Fill, Over, Staged, StagedTable};
use crate::{decoded, fail, leftover, object, read, repair, splayed};
use quarry_value::{Error, Result, Sym, Table, Type, Value, fault, pool};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Rows of a table whose columns are worth a thread each.
const AT_ONCE_MIN: usize = 1 << 15;

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

/// `dir set t`, `(dir;dic) set t`: a file for each column, compressed as `how` says of it, and `.d`. They are written to
/// a directory of their own that takes the place of the old one; files that are no columns stay.
///
/// Errors: 'type for symbols that are not enumerated; 'dup and the name when a column is there twice; 'length.
pub fn splay(dir: &Path, t: &Table, how: &dyn Fn(Sym) -> Option<Compression>) -> Result<()> {
    check_splayed(t, &|_| false)?;
    splay_as(dir, t, how, Over::Anything).map(drop)
}

/// [`splay`] in place of the table that was seen. A column that has symbols there may have them again. No: it is another by now.
pub fn splay_over(
    dir: &Path,
    seen: &Seen,
    t: &Table,
    how: &dyn Fn(Sym) -> Option<Compression>,
) -> Result<bool> {
    let had_symbols = |name| {
        let path = splayed::column_path(dir, name);
        path.is_file() && read::get(&path).is_ok_and(|x| x.as_syms().is_some())
    };
    check_splayed(t, &had_symbols)?;
    splay_as(dir, t, how, Over::Seen(&seen.before))
}

/// [`splay`] where no table is. False: there is one, perhaps since a moment ago.
pub fn splay_new(dir: &Path, t: &Table, how: &dyn Fn(Sym) -> Option<Compression>) -> Result<bool> {
    check_splayed(t, &|_| false)?;
    splay_as(dir, t, how, Over::NoTable)
}

fn splay_as(dir: &Path, t: &Table, how: &dyn Fn(Sym) -> Option<Compression>, over: Over) -> Result<bool> {
    // Its name without the slash; what a symbolic link leads to is replaced, not the link.
    let dir: &Path = &dir.components().collect::<PathBuf>();
    let target = disk::led_to(dir);
    let os = |e| fail::os(dir, &e);
    let stage = StagedTable::begin(&target).map_err(os)?;
    let columns = (0..t.names.len()).map(|i| (t.names[i], &t.columns[i], how(t.names[i])));
    let write = |(name, column, how): (Sym, &Value, Option<Compression>)| {
        write_column(&stage, name, &encode::files(&listed(column))?, how)
            .map_err(|e| reason(&splayed::column_path(dir, name), &e))
    };
    // Vectors are written at the same time, as they lie. What has to be made first takes memory, and threads of its own.
    let (plain, made): (Vec<_>, Vec<_>) =
        columns.partition(|(_, column, how)| how.is_none() && matches!(column, Value::Vector(_)));
    if pool::threads() > 0 && t.count() >= AT_ONCE_MIN {
        pool::map_each(plain, write).into_iter().collect::<Result<()>>()?;
    } else {
        plain.into_iter().try_for_each(&write)?;
    }
    made.into_iter().try_for_each(write)?;
    let order = encode::symbols(&t.names, Default::default());
    stage.write(OsStr::new(splayed::ORDER), &mut |to| to.write_all(&order)).map_err(os)?;
    fault::check()?;
    t.names.iter().for_each(|n| decoded::forget(&splayed::column_path(dir, *n)));
    stage.commit(&|name| belongs(name, &t.names), over).map_err(os)
}

fn write_column(stage: &StagedTable, name: Sym, files: &Files, how: Option<Compression>) -> io::Result<()> {
    for (suffix, image) in files.images() {
        let name = [name.bytes(), suffix.as_bytes()].concat();
        stage.write(OsStr::from_bytes(&name), &mut |to| write_image(image, how, to))?;
    }
    Ok(())
}

/// Is a file in a table's directory one of the table with these columns, or what is left of writing one?
fn belongs(file: &OsStr, names: &[Sym]) -> bool {
    let own = leftover::is_staged(file) || pending::is_note(file);
    let file = file.as_bytes();
    let column = file.strip_suffix(b"##").or(file.strip_suffix(b"#")).unwrap_or(file);
    own || names.iter().any(|n| n.bytes() == column || n.bytes() == file)
}

/// May a table be splayed? Symbols only in columns that `may_have_symbols`.
fn check_splayed(t: &Table, may_have_symbols: &dyn Fn(Sym) -> bool) -> Result<()> {
    if t.is_elsewhere() {
        return Err(Error::new("type").detail("the table's columns are not in memory"));
    }
    let is_file = |name: &Sym| {
        let name = name.bytes();
        !matches!(name, b"" | b"." | b".." | b".d") && !name.iter().any(|c| matches!(c, b'/' | 0))
    };
    if let Some(name) = t.names.iter().find(|name| !is_file(name)) {
        return Err(
            Error::new("domain").detail(format!("no column can be in a file named {:?}", name.text()))
        );
    }
    if let Some(i) = (0..t.names.len()).find(|i| t.names[..*i].contains(&t.names[*i])) {
        return Err(Error::text([b"dup ", t.names[i].bytes()].concat()));
    }
    let symbols = |c: &Value| matches!(c, Value::Vector(v) if v.ty == Type::Symbol);
    let refused = t.names.iter().zip(&t.columns).find(|(name, c)| symbols(c) && !may_have_symbols(**name));
    if let Some((name, _)) = refused {
        return Err(not_enumerated(*name));
    }
    let is_column = |c: &Value| c.is_list() || matches!(c, Value::Table(t) if !t.is_elsewhere());
    if let Some(i) = t.columns.iter().position(|c| !is_column(c)) {
        return Err(Error::new("type").detail(format!("column {} is not a list", t.names[i].text())));
    }
    if t.columns.iter().any(|c| c.count() != t.count()) {
        return Err(Error::new("length"));
    }
    Ok(())
}

/// A splayed table has no symbols.
pub fn not_enumerated(name: Sym) -> Error {
    Error::new("type").detail(format!("column {} is not enumerated: .Q.en does that", name.text()))
}

/// What goes to the file of a column: records of one shape, which are a table, as a list of dictionaries.
pub fn listed(x: &Value) -> Cow<'_, Value> {
    match x {
        Value::Table(_) => Cow::Owned(Value::list(x.items().collect())),
        _ => Cow::Borrowed(x),
    }
}

/// Writes a file and its companions; companions that the value does not have are removed.
pub fn put(path: &Path, files: &Files, how: Option<Compression>) -> Result<()> {
    take_places(path, stage_files(path, files, how)?)
}

/// Writes the files that are to take the places of those of `path`.
pub fn stage_files(path: &Path, files: &Files, how: Option<Compression>) -> Result<Vec<Staged>> {
    make_directory_of(path)?;
    repair::settle(path)?;
    let mut staged = Vec::new();
    for (suffix, image) in files.images() {
        staged.extend(stage(&companion(path, suffix), &mut |to| write_image(image, how, to))?);
    }
    Ok(staged)
}

fn write_image(image: &dyn Plain, how: Option<Compression>, to: &mut BufWriter<Out>) -> io::Result<()> {
    match how {
        None => container::write_plain(image, to),
        Some(how) => container::write(image, how, to),
    }
}

/// Lets the files that are written for `path` and its companions take their places, all or none; then companions of
/// what was there before go.
pub fn take_places(path: &Path, staged: Vec<Staged>) -> Result<()> {
    // A device or pipe has been written already.
    if staged.is_empty() {
        return Ok(());
    }
    // Who appends is waited for, and waits: what he adds to is not to become another file meanwhile.
    let pending = repair::begin(path)?;
    take_places_within(pending, path, staged)
}

/// [`take_places`] as the end of a change that has begun.
pub fn take_places_within(pending: Pending, path: &Path, staged: Vec<Staged>) -> Result<()> {
    // With the first companion replaced, the old file makes no sense any more, and companions may be there that the new one
    // does not have. One without makes sense until its own turn.
    let stale = had_companions(path)?;
    let targets: Vec<PathBuf> = staged.iter().map(|s| s.target.clone()).collect();
    let pending =
        if stale { commit_together(pending, path, staged)? } else { commit(pending, path, staged)? };
    for suffix in ["##", "#"].into_iter().filter(|_| stale) {
        let file = companion(path, suffix);
        if !targets.iter().any(|t| t.file_name() == file.file_name()) {
            disk::remove_if_there(&file).map_err(|e| fail::os(&file, &e))?;
        }
    }
    pending.done().map_err(|e| fail::os(path, &e))
}

fn commit(pending: Pending, path: &Path, staged: Vec<Staged>) -> Result<Pending> {
    staged.into_iter().try_for_each(Staged::commit).map_err(|e| fail::os(path, &e))?;
    Ok(pending)
}

/// All files take their places, or none.
fn commit_together(mut pending: Pending, path: &Path, mut staged: Vec<Staged>) -> Result<Pending> {
    if staged.len() > 1 && are_together(path, &staged) {
        let names = |s: &Staged| (file_name(s.path()), file_name(&s.target));
        pending.note(&Step::Rename(staged.iter().map(names).collect())).map_err(|e| fail::os(path, &e))?;
        staged.iter_mut().for_each(Staged::keep);
    }
    commit(pending, path, staged)
}

/// Do files and their places lie in the folder of `path`, where a note of their names finds them? A symbolic link leads
/// elsewhere.
fn are_together(path: &Path, staged: &[Staged]) -> bool {
    let folder = |p: &Path| fs::canonicalize(disk::folder_of(p)).ok();
    let here = folder(path);
    here.is_some() && staged.iter().all(|s| folder(s.path()) == here && folder(&s.target) == here)
}

/// A value takes the place of what is in a file, and at once a log beside it becomes one of these messages: both or neither, and
/// on the disk.
pub fn checkpoint(path: &Path, x: &Value, log: &Path, messages: &[Value]) -> Result<()> {
    let mut begun = crate::log::HEADER.to_vec();
    messages.iter().try_for_each(|m| object::write(m, &mut begun))?;
    disk::durably(|| {
        let mut staged = stage_files(path, &encode::files(x)?, None)?;
        // Where the log lies elsewhere nothing is noted, and one that is not emptied is better than one that is lost.
        staged.extend(stage(log, &mut |to| to.write_all(&begun))?);
        let pending = commit_together(repair::begin(path)?, path, staged)?;
        pending.done().map_err(|e| fail::os(path, &e))
    })
}

fn file_name(path: &Path) -> Vec<u8> {
    path.file_name().unwrap_or_default().as_bytes().to_vec()
}

/// Writes a file that has no companions as `write` says.
pub fn put_stream(path: &Path, write: &mut Fill) -> Result<()> {
    make_directory_of(path)?;
    repair::settle(path)?;
    let staged = stage(path, write)?;
    take_places(path, staged.into_iter().collect())
}

/// `.Q.Xf`: an empty nested column as written before V3.6, whose vectors have type `ty`: a header of type 77 and more,
/// and an empty companion for the elements.
///
/// Source: ref/dotq.
pub fn create_nested(path: &Path, ty: Type) -> Result<()> {
    let mut header = vec![0xfe, 0x20, OLD_NESTED + ty as u8, 0, 0, 0, 0, 0];
    header.extend(0i64.to_le_bytes());
    let main = Image::new(vec![header.into()]);
    put(path, &Files { main, pool: Some(Image::default()), ..Files::default() }, None)
}

/// Added to a type's number in the header of a nested column as written before V3.6.
const OLD_NESTED: u8 = 77;

/// Is there a nested column at `path`?
pub fn had_companions(path: &Path) -> Result<bool> {
    Ok(companion(path, "#").exists() && read::is_nested(path)?)
}

pub fn make_directory_of(path: &Path) -> Result<()> {
    let dir = disk::folder_of(path);
    disk::create_dir_all(dir).map_err(|e| fail::os(dir, &e))
}

/// Writes one file of several that are being changed.
pub fn put_part(path: &Path, image: &dyn Plain, how: Option<Compression>) -> Result<()> {
    let staged = stage(path, &mut |to| write_image(image, how, to))?;
    staged.map_or(Ok(()), Staged::commit).map_err(|e| fail::os(path, &e))
}

/// Writes a file that is to take the place of `path`. `None`: `path` is a device or pipe, which has been written.
pub fn stage(path: &Path, write: &mut Fill) -> Result<Option<Staged>> {
    let os = |e| fail::os(path, &e);
    // What a symbolic link points to is replaced, not the link.
    let target = disk::led_to(path);
    let special = fs::metadata(&target).is_ok_and(|m| !m.is_file() && !m.is_dir());
    if special {
        let mut to = BufWriter::new(Out::device(&target).map_err(os)?);
        let done = write(&mut to).and_then(|()| to.flush());
        return done.map(|()| None).map_err(|e| reason(path, &e));
    }
    let staged = Staged::write(&target, write).map_err(|e| reason(path, &e))?;
    // What was to be written may have had to be decoded first.
    fault::check()?;
    decoded::forget(path);
    Ok(Some(staged))
}

/// Why a file could not be written: what it was made from is damaged, or what the system says.
fn reason(path: &Path, e: &io::Error) -> Error {
    fault::take().unwrap_or_else(|| fail::os(path, e))
}

/// `-19!`: the image of a file written to another, compressed as asked; companions of a nested column go with it.
///
/// Source: basics/internal.
pub fn compress_file(from: &Path, to: &Path, how: Option<Compression>) -> Result<()> {
    make_directory_of(to)?;
    let suffixes: &[&str] = if read::is_nested(from)? { &["##", "#", ""] } else { &[""] };
    repair::settle(from)?;
    repair::settle(to)?;
    let mut staged = Vec::new();
    for suffix in suffixes {
        let (from, to) = (companion(from, suffix), companion(to, suffix));
        if suffix.is_empty() || from.exists() {
            staged.extend(copy_image(&from, &to, how)?);
        }
    }
    take_places(to, staged)
}

fn copy_image(from: &Path, to: &Path, how: Option<Compression>) -> Result<Option<Staged>> {
    match decoded::open(from)? {
        Err(file) => {
            let image = Image::new(vec![file.as_slice().into()]);
            stage(to, &mut |out| write_image(&image, how, out))
        }
        // Piece by piece: nothing of it stays decoded.
        Ok(image) => stage(to, &mut |out| write_image(image.maker(), how, out)),
    }
}
