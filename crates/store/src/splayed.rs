//! Splayed tables: a directory with a file for each column, and `.d` with their names in order.

use crate::{fail, read};
use quarry_value::{Attr, Error, Result, Sym, Table, Value};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The columns' names.
pub const ORDER: &str = ".d";

/// ``get `:dir/``: the table in a directory, its columns mapped.
///
/// Errors: the system's, naming the column file that is missing; 'length when columns differ in count.
/// Source: ref/get, kb/splayed-tables.
pub fn open(dir: &Path) -> Result<Value> {
    open_columns(dir, names(dir)?)
}

/// Some columns of a splayed table, in the order asked for.
pub fn open_columns(dir: &Path, names: Vec<Sym>) -> Result<Value> {
    let columns = names.iter().map(|n| read::get(&column_path(dir, *n))).collect::<Result<Vec<Value>>>()?;
    table(dir, names, columns)
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
    Ok(Table { attr: Attr::None.into(), ..Table::new(names, columns) }.into())
}

/// The names of the columns, in order.
pub fn names(dir: &Path) -> Result<Vec<Sym>> {
    let path = dir.join(ORDER);
    let names = read::get(&path)?;
    let names =
        names.as_syms().ok_or_else(|| fail::not_q(&path.display().to_string(), "symbols expected"))?;
    let bad = names.iter().find(|n| n.is_empty() || n.bytes().contains(&b'/'));
    match bad {
        Some(n) => {
            Err(fail::corrupt(&path.display().to_string(), &format!("bad column name {:?}", n.text())))
        }
        None => Ok(names.to_vec()),
    }
}

/// The file of a column.
pub fn column_path(dir: &Path, name: Sym) -> PathBuf {
    dir.join(OsStr::from_bytes(name.bytes()))
}
