//! Databases: what lies in a root directory, and where the partitions of a table are.
//!
//! ```text
//! root/sym                     a domain; any q data file is loaded under its name
//! root/ref/                    a splayed table
//! root/2024.01.02/trade/       a partition of a table: by date, month, year or int
//! root/par.txt                 or the directories, one a line, that hold the partitions: segments
//! root/x.q                     scripts, loaded last
//! ```
//!
//! Names that end with `$` are ignored, as are hidden files and the companions of nested columns. The tables, and
//! their columns, are those of the last partition.

use crate::{cache, fail, files, read, splayed};
use quarry_value::{Attr, Data, Error, List, Result, Sym, Table, Type, Value, Vector, calendar, with_data};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a database is partitioned by: the name of its virtual column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Field {
    Date,
    Month,
    Year,
    Int,
}

/// One partition: its value, and where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partition {
    /// Days, months, the year, or the int. See [`Layout::values`].
    pub value: i64,
    /// The directory's name.
    pub name: String,
    /// The segment as `par.txt` has it, or `.`.
    pub segment: String,
}

/// A table of the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartitionedTable {
    pub name: Sym,
    /// Without the partition column.
    pub columns: Vec<Sym>,
}

/// What a root directory holds, in the order in which it is loaded.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layout {
    pub root: PathBuf,
    /// The lines of `par.txt`: `.Q.P`.
    pub segments: Vec<String>,
    /// `.Q.pf`
    pub field: Option<Field>,
    /// In ascending order of value: `.Q.PV` and `.Q.PD`.
    pub partitions: Vec<Partition>,
    /// `.Q.pt`
    pub tables: Vec<PartitionedTable>,
    /// Data files and splayed tables in the root, by name.
    pub objects: Vec<(Sym, PathBuf)>,
    pub scripts: Vec<PathBuf>,
}

impl Field {
    /// The name of the virtual column.
    pub fn name(self) -> &'static str {
        ["date", "month", "year", "int"][self as usize]
    }

    /// The field and value that a directory's name means: `2024.01.02`, `2024.01`, `2024`, digits.
    pub fn parse(name: &str) -> Option<(Field, i64)> {
        let digits = |s: &str| s.bytes().all(|c| c.is_ascii_digit()) && !s.is_empty();
        let number = |s: &str| if digits(s) { s.parse::<i64>().ok() } else { None };
        let parts: Vec<&str> = name.split('.').collect();
        match parts[..] {
            [y, m, d] if y.len() == 4 && m.len() == 2 && d.len() == 2 => {
                let (y, m, d) = (number(y)?, number(m)?, number(d)?);
                let good = (1..=12).contains(&m) && (1..=calendar::month_length(y, m)).contains(&d);
                good.then(|| (Field::Date, calendar::days(y, m, d)))
            }
            [y, m] if y.len() == 4 && m.len() == 2 => {
                let (y, m) = (number(y)?, number(m)?);
                (1..=12).contains(&m).then_some((Field::Month, (y - 2000) * 12 + m - 1))
            }
            [n] if n.len() == 4 => Some((Field::Year, number(n)?)),
            [n] => Some((Field::Int, number(n)?)),
            _ => None,
        }
    }
}

/// Looks through a root directory. Nothing is mapped yet.
///
/// Errors: the system's; 'empty when `par.txt` leads to no partition.
/// Source: basics/syscmds `\l`, database/segment, basics/errors.
pub fn open(root: &Path) -> Result<Layout> {
    let mut layout = Layout { root: root.to_path_buf(), ..Layout::default() };
    let mut found = Vec::new();
    for name in entries(root)? {
        let path = root.join(&name);
        if name == "par.txt" {
            layout.segments = lines(&path)?;
        } else if path.is_dir() && Field::parse(&name).is_some() {
            found.push((name, ".".to_string()));
        } else if name.ends_with(".q") || name.ends_with(".k") {
            layout.scripts.push(path);
        } else if !name.contains('.') && is_data(&path) {
            // What has a dot in its name is no variable: a copy that somebody keeps.
            layout.objects.push((Sym::new(name.as_bytes()), path));
        }
    }
    if !layout.segments.is_empty() {
        found = segmented(root, &layout.segments)?;
    }
    layout.place(found);
    if !layout.segments.is_empty() && layout.partitions.is_empty() {
        return Err(Error::new("empty").detail("the directories in par.txt hold no partition"));
    }
    layout.tables = layout.find_tables()?;
    Ok(layout)
}

/// The names in a directory in ascending order, without those that are never loaded.
fn entries(dir: &Path) -> Result<Vec<String>> {
    let os = |e| fail::os(dir, &e);
    let mut names = Vec::new();
    for entry in fs::read_dir(dir).map_err(os)? {
        let name = entry.map_err(os)?.file_name();
        let is_loaded = files::is_loaded(&name);
        // A name that is not UTF-8 is no q name.
        let Ok(name) = std::str::from_utf8(name.as_bytes()) else { continue };
        if is_loaded && !name.ends_with('$') {
            names.push(name.to_string());
        }
    }
    names.sort();
    Ok(names)
}

/// The directories that hold a database's partitions, as `par.txt` has them; none without that.
pub fn segments(root: &Path) -> Result<Vec<String>> {
    let list = root.join("par.txt");
    if list.is_file() { lines(&list) } else { Ok(Vec::new()) }
}

fn lines(path: &Path) -> Result<Vec<String>> {
    let no_text = |_| fail::os(path, &io::Error::new(io::ErrorKind::InvalidData, "it is no text"));
    let text = String::from_utf8(crate::textfile::script(path)?).map_err(no_text)?;
    let lines = text.lines().map(|l| l.trim_end_matches(['/', '\r', ' ']).to_string());
    Ok(lines.filter(|l| !l.is_empty()).collect())
}

fn segmented(root: &Path, segments: &[String]) -> Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    for segment in segments {
        let names = entries(&root.join(segment))?.into_iter().filter(|n| Field::parse(n).is_some());
        found.extend(names.map(|n| (n, segment.clone())));
    }
    Ok(found)
}

/// A data file, a splayed table, or a directory of data files and nothing else.
fn is_data(path: &Path) -> bool {
    match path.is_dir() {
        true => path.join(splayed::ORDER).is_file() || has_data_only(path),
        false => read::is_data_file(path),
    }
}

fn has_data_only(dir: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(dir) else { return false };
    let mut files = 0;
    for entry in entries {
        let Ok(entry) = entry else { return false };
        if files::is_loaded(&entry.file_name()) {
            let path = entry.path();
            if path.is_dir() || !read::is_data_file(&path) {
                return false;
            }
            files += 1;
        }
    }
    files > 0
}

impl Layout {
    /// Keeps the partitions of one field. Directories named by years among longer numbers are ints.
    fn place(&mut self, found: Vec<(String, String)>) {
        let parsed: Vec<_> = found.iter().filter_map(|(n, s)| Some((Field::parse(n)?, n, s))).collect();
        let Some(mut field) = parsed.iter().map(|p| p.0.0).min() else { return };
        let ints = parsed.iter().any(|p| p.0.0 == Field::Int);
        if field == Field::Year && ints {
            field = Field::Int;
        }
        let fits = |f: Field| f == field || (field == Field::Int && f == Field::Year);
        let keep = |&((f, value), n, s): &((Field, i64), &String, &String)| {
            fits(f).then(|| Partition { value, name: n.clone(), segment: s.clone() })
        };
        self.partitions = parsed.iter().filter_map(keep).collect();
        self.partitions.sort_by_key(|p| p.value);
        self.field = Some(field);
    }

    fn find_tables(&self) -> Result<Vec<PartitionedTable>> {
        let Some(last) = self.partitions.last() else { return Ok(Vec::new()) };
        // The last value may lie in several segments.
        self.tables_in(self.partitions.iter().filter(|p| p.value == last.value))
    }

    /// Adds the tables that only other partitions than the last have. Their columns are those of the last partition
    /// that has them, or of the first.
    pub fn find_all_tables(&mut self, from_first: bool) -> Result<()> {
        let all = match from_first {
            true => self.tables_in(self.partitions.iter())?,
            false => self.tables_in(self.partitions.iter().rev())?,
        };
        let known: Vec<Sym> = self.tables.iter().map(|t| t.name).collect();
        self.tables.extend(all.into_iter().filter(|t| !known.contains(&t.name)));
        self.tables.sort_by_key(|t| t.name);
        Ok(())
    }

    /// Takes the columns of all tables from the partitions with the value of partition `i`, where these have the table.
    pub fn take_columns_of(&mut self, i: usize) -> Result<()> {
        let value = self.partitions[i].value;
        for t in 0..self.tables.len() {
            let name = self.tables[t].name;
            let here = (0..self.partitions.len()).filter(|i| self.partitions[*i].value == value);
            if let Some(dir) = here.map(|i| self.table_dir(i, name)).find(|dir| dir.is_dir()) {
                self.tables[t].columns = splayed::names(&dir)?;
            }
        }
        Ok(())
    }

    /// The tables of some partitions, each as the first of them has it.
    fn tables_in<'a>(
        &self,
        partitions: impl Iterator<Item = &'a Partition>,
    ) -> Result<Vec<PartitionedTable>> {
        let mut tables: Vec<PartitionedTable> = Vec::new();
        for p in partitions {
            let dir = self.partition_dir(p);
            for name in entries(&dir)? {
                let table = dir.join(&name);
                let name = Sym::new(name.as_bytes());
                if table.join(splayed::ORDER).is_file() && tables.iter().all(|t| t.name != name) {
                    tables.push(PartitionedTable { name, columns: splayed::names(&table)? });
                }
            }
        }
        tables.sort_by_key(|t| t.name);
        Ok(tables)
    }

    /// The partitions' values as a vector: dates, months, ints, or longs when an int is too long for that.
    pub fn values(&self) -> Value {
        let values = self.partitions.iter().map(|p| p.value);
        let narrow = || values.clone().map(|v| v as i32).collect::<Vec<i32>>();
        match self.field {
            Some(Field::Date) => Value::vector(Type::Date, narrow()),
            Some(Field::Month) => Value::vector(Type::Month, narrow()),
            Some(Field::Int) if values.clone().any(|v| i32::try_from(v).is_err()) => {
                Value::longs(values.collect())
            }
            _ => Value::ints(narrow()),
        }
    }

    fn partition_dir(&self, p: &Partition) -> PathBuf {
        match p.segment.as_str() {
            "." => self.root.join(&p.name),
            segment => self.root.join(segment).join(&p.name),
        }
    }

    /// Where a table lies in partition `i`.
    pub fn table_dir(&self, i: usize, table: Sym) -> PathBuf {
        splayed::column_path(&self.partition_dir(&self.partitions[i]), table)
    }

    /// The columns of a table, without the partition column.
    pub fn columns(&self, table: Sym) -> Option<&[Sym]> {
        self.tables.iter().find(|t| t.name == table).map(|t| &t.columns[..])
    }

    /// A column of a table in partition `i`, mapped.
    pub fn column(&self, i: usize, table: Sym, column: Sym) -> Result<Value> {
        let dir = self.table_dir(i, table);
        splayed::check(&dir, &[table, column])?;
        cache::get(&splayed::column_path(&dir, column))
    }

    /// Columns of a table in partition `i`, mapped.
    pub fn columns_at(&self, i: usize, table: Sym, columns: &[Sym]) -> Result<Vec<Value>> {
        let dir = self.table_dir(i, table);
        splayed::check(&dir, &[table])?;
        splayed::check(&dir, columns)?;
        let paths: Vec<PathBuf> = columns.iter().map(|c| splayed::column_path(&dir, *c)).collect();
        match paths.len() {
            0 | 1 => cache::get_all(&paths),
            _ => splayed::whole(&dir, || cache::get_all(&paths)),
        }
    }

    /// How many rows a table has in partition `i`: the count of its first column.
    pub fn count(&self, i: usize, table: Sym) -> Result<usize> {
        let first = match self.columns(table) {
            Some([first, ..]) => *first,
            _ => return Ok(0),
        };
        Ok(self.column(i, table, first)?.count())
    }

    /// Is the table there in partition `i`?
    pub fn has(&self, i: usize, table: Sym) -> bool {
        splayed::is_inside(table) && self.table_dir(i, table).join(splayed::ORDER).is_file()
    }

    /// The table without rows as partition `i` has it: `0#` of it.
    pub fn schema(&self, i: usize, table: Sym) -> Result<Table> {
        let dir = self.table_dir(i, table);
        splayed::check(&dir, &[table])?;
        schema(&dir)
    }
}

fn schema(dir: &Path) -> Result<Table> {
    let names = splayed::names(dir)?;
    let columns = names.iter().map(|n| Ok(empty(&cache::get(&splayed::column_path(dir, *n))?)));
    Ok(Table::new(names.clone(), columns.collect::<Result<_>>()?))
}

/// `0#x` for a column.
fn empty(x: &Value) -> Value {
    match x {
        Value::Vector(v) => none_of(v).into(),
        _ => List::new(Vec::new()).into(),
    }
}

fn none_of(v: &Vector) -> Vector {
    fn like<T: quarry_value::Item>(_: &quarry_value::Buf<T>) -> Data {
        T::data(Vec::new().into())
    }
    v.like(with_data!(&v.data, b => like(b))).with_attr(v.attr.get())
}

/// `.Q.par`: where a table of a partition is expected; in a segmented database, segments take turns by the value.
///
/// Source: ref/dotq, `.Q.par`.
pub fn par(root: &Path, name: &str, table: Sym) -> Result<PathBuf> {
    let segments = segments(root)?;
    let value = Field::parse(name).map_or(0, |(_, v)| v);
    let dir = match segments.len() {
        0 => root.join(name),
        n => root.join(&segments[value.rem_euclid(n as i64) as usize]).join(name),
    };
    Ok(splayed::column_path(&dir, table))
}

/// `.Q.chk`: writes empty tables where partitions lack one, like the last partition that has it. For each partition,
/// from the last, the tables that were written.
///
/// Source: ref/dotq, `.Q.chk`.
pub fn fill_missing(root: &Path) -> Result<Vec<(PathBuf, Vec<Sym>)>> {
    let layout = open(root)?;
    let mut schemas: Vec<(Sym, usize)> = Vec::new();
    for i in (0..layout.partitions.len()).rev() {
        for name in entries(&layout.partition_dir(&layout.partitions[i]))? {
            let name = Sym::new(name.as_bytes());
            if layout.has(i, name) && schemas.iter().all(|s| s.0 != name) {
                schemas.push((name, i));
            }
        }
    }
    let mut written = Vec::new();
    for i in (0..layout.partitions.len()).rev() {
        let mut tables = Vec::new();
        for (name, from) in schemas.iter().filter(|(name, _)| !layout.anywhere(i, *name)) {
            let mut table = layout.schema(*from, *name)?;
            // The empty columns promise nothing. Source: wp/hdb-analysis.
            for column in &mut table.columns {
                if let Value::Vector(v) = column {
                    Arc::make_mut(v).attr = Attr::None.into();
                }
            }
            crate::write::splay(&layout.table_dir(i, *name), &table, &|_| None)?;
            tables.push(*name);
        }
        written.push((layout.partition_dir(&layout.partitions[i]), tables));
    }
    Ok(written)
}

impl Layout {
    /// Is the table there in any segment's part of partition `i`'s value?
    fn anywhere(&self, i: usize, table: Sym) -> bool {
        let value = self.partitions[i].value;
        (0..self.partitions.len()).any(|j| self.partitions[j].value == value && self.has(j, table))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_partitions() {
        assert_eq!(Field::parse("2015.01.07"), Some((Field::Date, 5485)));
        assert_eq!(Field::parse("2015.02.30"), None);
        assert_eq!(Field::parse("2000.03"), Some((Field::Month, 2)));
        assert_eq!(Field::parse("2015"), Some((Field::Year, 2015)));
        assert_eq!(Field::parse("123456789012345678"), Some((Field::Int, 123456789012345678)));
        assert_eq!(Field::parse("7"), Some((Field::Int, 7)));
        assert_eq!(Field::parse("trade"), None);
        assert_eq!(Field::parse("2015.01.07.1"), None);
    }
}
