//! Changes that were begun and not ended: what readers see of them, and how the next writer puts things right.

use crate::append::Kind;
use crate::disk::{self, Out};
use crate::pending::{self, Pending, Step};
use crate::read::{self, PAGE_SIZE};
use crate::{anymap, container, encode, fail, splayed, write};
use quarry_value::{Buf, Data, Item, List, Result, Source, Sym, Value, with_data};
use std::ffi::OsStr;
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Waits until nobody else changes the file or splayed table, and repairs what somebody left behind.
pub fn begin(path: &Path) -> Result<Pending> {
    let os = |e| fail::os(path, &e);
    let mut pending = Pending::begin(path).map_err(os)?;
    match pending.left.take() {
        None => return Ok(pending),
        Some(Step::Rename(files)) => go_on_renaming(path, &files)?,
        Some(Step::Append { count, .. }) if path.is_dir() => cut_table(path, count as usize)?,
        Some(Step::Append { count, file }) => {
            if pending::number(path).is_ok_and(|n| n == file) {
                Out::update(path)
                    .and_then(|out| if out.size()? > count { out.cut(count) } else { Ok(()) })
                    .map_err(os)?;
            }
        }
    }
    pending.repaired().map_err(os)?;
    Ok(pending)
}

/// Repairs what somebody left behind; was there something? Files that wait to be renamed must not be written over.
pub fn settle(path: &Path) -> Result<bool> {
    let noted = if path.is_dir() { pending::of_table(path) } else { pending::of_file(path) };
    if noted.is_none() {
        return Ok(false);
    }
    begin(path)?.done().map_err(|e| fail::os(path, &e))?;
    Ok(true)
}

/// [`settle`] of the columns of a splayed table.
pub fn settle_columns(dir: &Path, names: &[Sym]) -> Result<()> {
    names.iter().try_for_each(|n| settle(&splayed::column_path(dir, *n)).map(drop))
}

fn go_on_renaming(path: &Path, files: &[(Vec<u8>, Vec<u8>)]) -> Result<()> {
    for (from, to) in files {
        let (from, to) = (sibling(path, from), sibling(path, to));
        if from.exists() {
            disk::rename(&from, &to).map_err(|e| fail::os(&to, &e))?;
        }
    }
    Ok(())
}

fn sibling(path: &Path, name: &[u8]) -> PathBuf {
    path.with_file_name(OsStr::from_bytes(name))
}

/// The files of a nested column that are to be read now: those written for it count before they have their names.
pub struct Places {
    pub path: PathBuf,
    renames: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Places {
    /// Of a column that is one file.
    pub fn alone(path: &Path) -> Places {
        Places { path: path.to_path_buf(), renames: Vec::new() }
    }

    pub fn of(path: &Path) -> Places {
        let renames = match pending::of_file(path) {
            Some(Step::Rename(files)) => files,
            _ => Vec::new(),
        };
        // The column itself is renamed last.
        let there = renames.last().is_some_and(|(from, _)| sibling(path, from).exists());
        Places { path: path.to_path_buf(), renames: if there { renames } else { Vec::new() } }
    }

    /// The file of the column, whose name has `suffix` added.
    pub fn file(&self, suffix: &str) -> PathBuf {
        let place = crate::nested::companion(&self.path, suffix);
        let name = place.file_name().unwrap_or_default().as_bytes();
        let moved = self.renames.iter().find(|(_, to)| to == name).map(|(from, _)| sibling(&self.path, from));
        moved.filter(|from| from.exists()).unwrap_or(place)
    }

    /// Is everything still where it was?
    pub fn are_current(&self) -> bool {
        Places::of(&self.path).renames == self.renames
    }
}

/// The image of a file without what an append that has not ended wrote; and whether there is one.
pub fn settled(image: Arc<dyn Source>, path: &Path) -> (Arc<dyn Source>, bool) {
    match pending::of_file(path) {
        Some(Step::Append { count, file })
            if (count as usize) < image.size() && pending::number(path).is_ok_and(|n| n == file) =>
        {
            (Arc::new(First { image, size: count as usize }), true)
        }
        _ => (image, false),
    }
}

/// The first bytes of a source.
struct First {
    image: Arc<dyn Source>,
    size: usize,
}

impl Source for First {
    fn size(&self) -> usize {
        self.size
    }
    fn bytes(&self, range: Range<usize>) -> &[u8] {
        self.image.bytes(range)
    }
    fn block_log2(&self) -> u32 {
        self.image.block_log2()
    }
    fn touch(&self, blocks: &[usize]) {
        self.image.touch(blocks);
    }
    fn ahead(&self, ranges: &[Range<usize>]) {
        self.image.ahead(ranges);
    }
    fn whole(&self) -> &[u8] {
        &self.image.whole()[..self.size]
    }
    fn is_lost(&self) -> bool {
        self.image.is_lost()
    }
    fn is_ready(&self) -> bool {
        self.image.is_ready()
    }
    fn name(&self) -> String {
        self.image.name()
    }
}

/// The rows that count of a splayed table in which an append has not ended. `None`: all there are.
pub fn rows(dir: &Path) -> Option<usize> {
    match pending::of_table(dir)? {
        Step::Append { count, .. } => Some(count as usize),
        Step::Rename(_) => None,
    }
}

/// Takes the rows of an append that was not ended out of a splayed table, unless every column has them.
fn cut_table(dir: &Path, count: usize) -> Result<()> {
    let names = splayed::names(dir)?;
    settle_columns(dir, &names)?;
    let column = |n: &Sym| read::file(&splayed::column_path(dir, *n));
    let columns = names.iter().map(column).collect::<Result<Vec<Value>>>()?;
    if splayed::are_whole(columns.iter().map(Value::count)) {
        return Ok(());
    }
    for (name, column) in names.iter().zip(columns) {
        if column.count() > count {
            cut_column(&splayed::column_path(dir, *name), column, count)?;
        }
    }
    Ok(())
}

fn cut_column(path: &Path, column: Value, count: usize) -> Result<()> {
    let image = read::image(path)?;
    let plain = container::compression_of(path)?.is_none();
    let size = match (Kind::of(&*image), &column) {
        (Kind::Items { start, .. }, Value::Vector(v)) if plain => start + count * v.ty.width(),
        (Kind::Anymap, _) if plain => PAGE_SIZE + count * anymap::REFERENCE_SIZE,
        _ => {
            let first = first(&column, count);
            return write::put(path, &encode::files(&first)?, container::compression_of(path)?);
        }
    };
    drop(column);
    Out::update(path)
        .and_then(|out| out.cut(size as u64).and_then(|()| out.settle()))
        .map_err(|e| fail::os(path, &e))
}

/// The first items of a list.
pub fn first(x: &Value, count: usize) -> Value {
    fn of<T: Item>(b: &Buf<T>, count: usize) -> Data {
        T::data(b.range(0..count).to_vec().into())
    }
    match x {
        Value::Vector(v) => v.like(with_data!(&v.data, b => of(b, count))).with_attr(v.attr.get()).into(),
        Value::List(l) => List::new((0..count).map(|i| l.get(i)).collect()).into(),
        x => x.clone(),
    }
}
