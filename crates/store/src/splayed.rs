//! Splayed tables: a directory with a file for each column, and `.d` with their names in order.

use crate::{ahead, disk, fail, pending, read, repair};
use quarry_value::{Error, Result, Sym, Table, Value};
use std::ffi::OsStr;
use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The columns' names.
pub const ORDER: &str = ".d";

/// A table that changes while it is opened is opened again so many times.
const TRIES: usize = 20;

/// ``get `:dir/``: the table in a directory, its columns mapped.
///
/// Errors: the system's, naming the column file that is missing; 'length when columns differ in count, which they may
/// while rows are appended: then those that were there before are the table.
/// Source: ref/get, kb/splayed-tables.
pub fn open(dir: &Path) -> Result<Value> {
    whole(dir, || {
        let mut all = names(dir)?;
        for _ in 0..TRIES {
            let found = open_columns(dir, all.clone());
            if found.is_ok() {
                return found;
            }
            let now = names(dir)?;
            if now == all {
                return found;
            }
            // The table has got or lost a column.
            all = now;
        }
        open_columns(dir, all)
    })
}

/// What `read` makes of a table's files, all of one table: where another has taken its place meanwhile they are read again.
pub fn whole<T>(dir: &Path, read: impl Fn() -> Result<T>) -> Result<T> {
    for _ in 0..TRIES {
        // While it is open no other directory has its number.
        let there = File::open(dir);
        let found = read();
        if !there.is_ok_and(|there| disk::is_at(&there, dir).is_ok_and(|is_there| !is_there)) {
            return found;
        }
    }
    read()
}

/// A splayed table that is known by its directory, called `from`.
pub fn open_as(dir: &Path, names: Vec<Sym>, from: Sym) -> Result<Value> {
    let value = whole(dir, || open_columns(dir, names.clone()))?;
    Ok(match value {
        Value::Table(t) => {
            let mut t = (*t).clone();
            t.from = from;
            t.into()
        }
        other => other,
    })
}

/// Some columns of a splayed table, in the order asked for.
fn open_columns(dir: &Path, names: Vec<Sym>) -> Result<Value> {
    check(dir, &names)?;
    let paths: Vec<PathBuf> = names.iter().map(|n| column_path(dir, *n)).collect();
    ahead::ask_once(&paths);
    let open = || paths.iter().map(|p| read::file(p)).collect::<Result<Vec<Value>>>();
    // Columns that are not alike tell of an append; of a single one its file does.
    let stamp = || paths.first().filter(|_| paths.len() == 1).and_then(|p| pending::stamp(p));
    let mut before = stamp();
    let mut columns = open()?;
    for _ in 0..TRIES {
        let is_alike = columns.windows(2).all(|w| w[0].count() == w[1].count());
        if is_alike && (columns.len() != 1 || repair::rows(dir).is_none() && stamp() == before) {
            break;
        }
        if let Some(settled) = settled(dir, &columns) {
            columns = settled;
            break;
        }
        // An append may have ended in between.
        before = stamp();
        columns = open()?;
    }
    table(dir, names, columns)
}

/// Columns without the rows of an append that has not ended. `None`: there is no such append.
pub fn settled(dir: &Path, columns: &[Value]) -> Option<Vec<Value>> {
    let count = repair::rows(dir)?;
    let whole = columns.iter().all(|c| c.is_list() && c.count() >= count);
    whole.then(|| columns.iter().map(|c| repair::first(c, count)).collect())
}

/// Leaves the first rows of columns. Errors: 'length when one has less.
pub fn cut(columns: &mut [Value], rows: usize) -> Result<()> {
    if let Some(short) = columns.iter().find(|c| c.count() < rows) {
        return Err(Error::new("length").detail(format!("{} of {rows} rows are there", short.count())));
    }
    columns.iter_mut().filter(|c| c.count() > rows).for_each(|c| *c = repair::first(c, rows));
    Ok(())
}

/// The rows that count of a table in which an append was not ended; `None` when all do.
pub fn committed(dir: &Path) -> Result<Option<usize>> {
    let Some(count) = repair::rows(dir) else { return Ok(None) };
    let column = |n: &Sym| Ok(read::file(&column_path(dir, *n))?.count());
    let counts = names(dir)?.iter().map(column).collect::<Result<Vec<usize>>>()?;
    Ok(Some(count).filter(|_| !are_whole(counts.into_iter())))
}

/// Do the counts of columns tell that an append that was not ended has written all of its rows? Columns get theirs one after
/// the other; a single one may have any part of them.
pub fn are_whole(mut counts: impl ExactSizeIterator<Item = usize>) -> bool {
    if counts.len() == 1 {
        return false;
    }
    let first = counts.next();
    counts.all(|n| Some(n) == first)
}

fn table(dir: &Path, names: Vec<Sym>, columns: Vec<Value>) -> Result<Value> {
    let count = columns.first().map_or(0, Value::count);
    for (name, c) in names.iter().zip(&columns) {
        if !c.is_list() {
            return Err(fail::not_q(&column_path(dir, *name).display().to_string(), "a column is a list"));
        }
        if c.count() != count {
            let detail = format!(
                "{}: {} has {} items, {} has {count}",
                dir.display(),
                name.text(),
                c.count(),
                names[0].text()
            );
            return Err(Error::new("length").detail(detail));
        }
    }
    // A table is sorted when its first column is.
    Ok(Table::new(names, columns).into())
}

/// The names of the columns, in order.
pub fn names(dir: &Path) -> Result<Vec<Sym>> {
    let path = dir.join(ORDER);
    let image = read::image(&path)?;
    let said = if image.size() < 8 { 0 } else { count_of(image.bytes(0..8)) };
    let names = read::value(&image, &path)?;
    let names =
        names.as_syms().ok_or_else(|| fail::not_q(&path.display().to_string(), "symbols expected"))?;
    // Names are never appended to this file: one that has fewer than it says was cut.
    if names.len() < said {
        return Err(fail::corrupt(&path.display().to_string(), "truncated file"));
    }
    check(&path, names)?;
    Ok(names.to_vec())
}

/// Is this the name of something in a directory, and not of what is elsewhere?
pub fn is_inside(name: Sym) -> bool {
    !matches!(name.bytes(), b"" | b"." | b"..") && !name.bytes().contains(&b'/')
}

/// Signals a name that leads out of the directory, where `path` says which that is.
pub fn check(path: &Path, names: &[Sym]) -> Result<()> {
    match names.iter().find(|name| !is_inside(**name)) {
        Some(n) => {
            Err(fail::corrupt(&path.display().to_string(), &format!("bad column name {:?}", n.text())))
        }
        None => Ok(()),
    }
}

/// The count in the header of a symbol vector's file.
fn count_of(header: &[u8]) -> usize {
    let count = header.get(4..8).and_then(|b| b.try_into().ok()).map_or(0, i32::from_le_bytes);
    if header.starts_with(&[0xff, 1, 11]) { usize::try_from(count).unwrap_or(0) } else { 0 }
}

/// `.d` and the columns' files.
pub fn files(dir: &Path) -> Vec<PathBuf> {
    let columns = names(dir).unwrap_or_default();
    std::iter::once(dir.join(ORDER)).chain(columns.iter().map(|n| column_path(dir, *n))).collect()
}

/// The file of a column.
pub fn column_path(dir: &Path, name: Sym) -> PathBuf {
    dir.join(OsStr::from_bytes(name.bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::fs;

    #[test]
    fn what_is_read_is_of_one_table() {
        let dir = std::env::temp_dir().join(format!("quarry-whole-{}", std::process::id()));
        let place = dir.join("t");
        fs::create_dir_all(&place).expect("a directory");
        let turns = Cell::new(0);
        let read = || {
            turns.set(turns.get() + 1);
            if turns.get() < 3 {
                // Another takes its place, and the old one stays open.
                fs::rename(&place, dir.join(turns.get().to_string())).expect("renamed");
                fs::create_dir(&place).expect("a directory");
            }
            Ok(turns.get())
        };
        assert_eq!(whole(&place, read).expect("read"), 3);
        fs::remove_dir_all(&dir).expect("removed");
    }
}
