//! `upsert` to files: items written behind those that are there.
//!
//! Where the form allows, only the new items are written: vectors, enumerations, symbols, general lists, anymaps, with
//! no attribute or `s#`, which is kept while it holds. Anything else is read, joined and written anew, without its
//! attribute. In a compressed file only the last block is made again.

use crate::container::{self, Compressed, Compression};
use crate::encode::{self, Files, Image, is_sorted};
use crate::mapped::Mapped;
use crate::nested::companion;
use crate::read::{self, HEADER_SIZE, Header, PAGE_SIZE};
use crate::write::{is_directory_name, make_directory_of, put, replace, splay};
use crate::{anymap, decoded, fail, log, object, pool, splayed};
use quarry_value::{Attr, Data, Error, List, Result, Source, Sym, Table, Type, Value, Vector};
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;

/// Where a file's image has its attribute: in the first header, or in the page's.
const ATTR_AT: u64 = 3;
const PAGE_ATTR_AT: u64 = (PAGE_SIZE - HEADER_SIZE + 3) as u64;

/// How files that are not there yet are compressed: a column by its name, or a file of its own.
pub type How<'a> = dyn Fn(Option<Sym>) -> Option<Compression> + 'a;

/// ``file upsert x``, ``dir upsert t``: appends items to a file's vector or list, or rows to a table. What is not
/// there yet is made. An atom is one item.
///
/// Errors: 'type when the items are of another type; 'mismatch when the columns are not the same; the system's.
/// Source: ref/upsert.
pub fn append(path: &Path, x: &Value, how: &How) -> Result<()> {
    if is_directory_name(path) || path.is_dir() {
        let Value::Table(t) = x else { return Err(type_error(path, x)) };
        return append_rows(path, t, how);
    }
    let x = if x.is_atom() { Value::collapse(vec![x.clone()]) } else { x.clone() };
    if !path.exists() {
        return put(path, &encode::files(&x)?, how(None));
    }
    append_items(path, &x)
}

fn type_error(path: &Path, x: &Value) -> Error {
    let detail = format!("{} cannot take items of type {}h", path.display(), x.type_number());
    Error::new("type").detail(detail)
}

fn append_items(path: &Path, x: &Value) -> Result<()> {
    match decoded::open(path)? {
        Ok(image) => append_compressed(path, image, x),
        Err(file) => append_plain(path, &file, x),
    }
}

/// Appends to a file that is not compressed.
fn append_plain(path: &Path, file: &Mapped, x: &Value) -> Result<()> {
    let kind = Kind::of(file);
    match (kind, x) {
        (Kind::Symbols(attr), Value::Vector(v)) => {
            let names = v.slice::<Sym>().ok_or_else(|| type_error(path, x))?;
            keep_sorted(path, attr, ATTR_AT, v)?;
            extend(path, file.size(), &encode::text(names))
        }
        (Kind::Objects, x) if x.is_list() => extend(path, file.size(), &objects(x)?),
        (Kind::Anymap, Value::List(l)) if pool::holds(x) => append_anymap(path, l),
        (Kind::Items { start, attr }, Value::Vector(v)) => {
            check_type(path, x)?;
            let attr_at = if start == PAGE_SIZE { PAGE_ATTR_AT } else { ATTR_AT };
            keep_sorted(path, attr, attr_at, v)?;
            let torn = (file.size() - start) % v.ty.width();
            extend(path, file.size() - torn, encode::items(v))
        }
        _ => rewrite(path, x),
    }
}

/// How a file takes more items.
enum Kind {
    /// Bare items from `start` on, without index.
    Items {
        start: usize,
        attr: Attr,
    },
    Symbols(Attr),
    /// Serialised objects one after another.
    Objects,
    Anymap,
    /// By being written anew.
    Other,
}

impl Kind {
    fn of(image: &dyn Source) -> Kind {
        let header = |at| Header::read(image, at);
        let lone = |attr: Attr| matches!(attr, Attr::None | Attr::Sorted);
        match image.bytes(0..image.size().min(4)) {
            [0xff, 1, 11, attr] => Attr::from_number(*attr).map_or(Kind::Other, Kind::Symbols),
            [0xff, 1, 0, _] => Kind::Objects,
            [0xfe, 0x20, ty, _] if *ty < 20 => match header(0) {
                Some(h) if lone(h.attr) => Kind::Items { start: HEADER_SIZE, attr: h.attr },
                _ => Kind::Other,
            },
            [0xfd, 0x20, ..] => match header(PAGE_SIZE - HEADER_SIZE) {
                Some(h) if h.ty == 77 => Kind::Anymap,
                Some(h) if lone(h.attr) => Kind::Items { start: PAGE_SIZE, attr: h.attr },
                _ => Kind::Other,
            },
            _ => Kind::Other,
        }
    }
}

/// Are the items of the same type (and domain) as those in the file?
fn check_type(path: &Path, x: &Value) -> Result<()> {
    match same_kind(&read::get(path)?, x) {
        true => Ok(()),
        false => Err(type_error(path, x)),
    }
}

fn same_kind(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Vector(a), Value::Vector(b)) => a.ty == b.ty && a.domain == b.domain,
        (Value::List(_), Value::List(_)) => true,
        _ => false,
    }
}

/// Clears the mark of `s#` when more items would make it false. `u# p# g#` of symbols are cleared, too.
fn keep_sorted(path: &Path, attr: Attr, attr_at: u64, more: &Vector) -> Result<()> {
    if attr == Attr::None || more.is_empty() {
        return Ok(());
    }
    if attr == Attr::Sorted && sorted_on(path, more)? {
        return Ok(());
    }
    let clear = |mut f: File| f.seek(SeekFrom::Start(attr_at)).and_then(|_| f.write_all(&[0]));
    File::options().write(true).open(path).and_then(clear).map_err(|e| fail::os(path, &e))
}

/// Would the items at `path` followed by `more` be in order?
fn sorted_on(path: &Path, more: &Vector) -> Result<bool> {
    let Value::Vector(old) = read::get(path)? else { return Ok(false) };
    let Some(last) = old.len().checked_sub(1) else { return Ok(is_sorted(more)) };
    let seam = join_vectors(&old.like(one(&old.data, last)), &more.like(one(&more.data, 0)));
    Ok(is_sorted(more) && seam.is_some_and(|s| is_sorted(&s)))
}

fn one(data: &Data, i: usize) -> Data {
    use quarry_value::Item;
    fn pick<T: Item>(b: &quarry_value::Buf<T>, i: usize) -> Data {
        T::data(vec![b.get(i)].into())
    }
    quarry_value::with_data!(data, b => pick(b, i))
}

/// Writes `more` at `size`, the end of what counts; on failure the file is as it was.
fn extend(path: &Path, size: usize, more: &[u8]) -> Result<()> {
    let write = || {
        let mut file = File::options().write(true).open(path)?;
        file.seek(SeekFrom::Start(size as u64))?;
        file.write_all(more).inspect_err(|_| {
            // The disk is full, most likely; the old items must not get a torn tail.
            let _ = file.set_len(size as u64);
        })
    };
    write().map_err(|e| fail::os(path, &e))
}

/// The items of a list, serialised one by one.
fn objects(x: &Value) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    for item in x.items() {
        object::write(&item, &mut out)?;
    }
    Ok(out)
}

/// Writes `more` behind the `size` bytes that count of a file's image.
fn lengthen(path: &Path, size: usize, more: &[u8]) -> Result<()> {
    match decoded::open(path)? {
        Err(_) => extend(path, size, more),
        Ok(old) => replace(path, &mut |to| container::write_longer(&old, more, to)),
    }
}

/// New symbols first, then objects, then references: a reader in between sees the old list.
fn append_anymap(path: &Path, more: &List) -> Result<()> {
    let (pool_path, syms_path) = (companion(path, "#"), companion(path, "##"));
    let pool_size = read::image(&pool_path)?.size();
    let index_size = read::image(path)?.size();
    let syms = if syms_path.exists() { read::get(&syms_path)? } else { Value::empty(Type::Symbol) };
    let syms = syms.as_syms().unwrap_or_default();
    let mut w = pool::Writer::after(pool_size.max(PAGE_SIZE) - PAGE_SIZE, syms);
    let refs = w.append(more)?;
    match &w.syms[syms.len()..] {
        [] => {}
        new if syms.is_empty() => {
            let image = Image::new(vec![encode::symbols(new, Attr::None).into()]);
            put(&syms_path, &Files { main: image, ..Files::default() }, container::compression_of(path)?)?;
        }
        new => lengthen(&syms_path, read::image(&syms_path)?.size(), &encode::text(new))?,
    }
    lengthen(&pool_path, pool_size, &w.pool)?;
    lengthen(path, index_size - index_size % anymap::REFERENCE_SIZE, &refs)
}

fn append_compressed(path: &Path, image: Arc<Compressed>, x: &Value) -> Result<()> {
    let more = match (Kind::of(&*image), x) {
        (Kind::Symbols(_), _) => {
            let detail = format!("{} is compressed", path.display());
            return Err(Error::new("no append to zipped enums").detail(detail));
        }
        (Kind::Objects, x) if x.is_list() => objects(x)?,
        (Kind::Anymap, Value::List(l))
            if pool::holds(x) && image.size().is_multiple_of(anymap::REFERENCE_SIZE) =>
        {
            return append_anymap(path, l);
        }
        (Kind::Items { start, attr }, Value::Vector(v)) => {
            check_type(path, x)?;
            let torn = !(image.size() - start).is_multiple_of(v.ty.width());
            if torn || (attr == Attr::Sorted && !sorted_on(path, v)?) {
                return rewrite(path, x);
            }
            encode::items(v).to_vec()
        }
        _ => return rewrite(path, x),
    };
    replace(path, &mut |to| container::write_longer(&image, &more, to))
}

/// Reads, joins and writes anew, compressed as it was.
fn rewrite(path: &Path, x: &Value) -> Result<()> {
    let old = read::get(path)?;
    let joined = join(&old, x).ok_or_else(|| type_error(path, x))?;
    quarry_value::fault::check()?;
    put(path, &encode::files(&joined)?, container::compression_of(path)?)
}

/// `x,y` for two values of one kind, without attributes.
pub fn join(x: &Value, y: &Value) -> Option<Value> {
    match (x, y) {
        (Value::Vector(a), Value::Vector(b)) => join_vectors(a, b).map(Value::from),
        (Value::List(_), y) if y.is_list() => Some(Value::list(x.items().chain(y.items()).collect())),
        (Value::Table(a), Value::Table(b)) => {
            let same = a.names.len() == b.names.len();
            let column = |(name, c): (&Sym, &Value)| join(c, b.column(*name)?);
            let columns: Vec<Value> = a.names.iter().zip(&a.columns).map(column).collect::<Option<_>>()?;
            same.then(|| Value::table(a.names.clone(), columns))
        }
        _ => None,
    }
}

fn join_vectors(a: &Vector, b: &Vector) -> Option<Vector> {
    macro_rules! joined {
        ($($r:ident)*) => {
            match (&a.data, &b.data) {
                $((Data::$r(x), Data::$r(y)) => Data::$r([x.as_slice(), y.as_slice()].concat().into()),)*
                _ => return None,
            }
        };
    }
    if a.ty != b.ty || a.domain != b.domain {
        return None;
    }
    Some(a.like(joined!(U8 I16 I32 I64 F32 F64 Guid Sym)))
}

/// Appends a table's rows to a splayed table, column by column, by name.
fn append_rows(dir: &Path, t: &Table, how: &How) -> Result<()> {
    if !dir.join(splayed::ORDER).exists() {
        return splay(dir, t, &|name| how(Some(name)));
    }
    let names = splayed::names(dir)?;
    let old = splayed::open(dir)?;
    let Value::Table(old) = &old else { return Err(Error::new("type")) };
    let columns = names.iter().map(|n| t.column(*n)).collect::<Option<Vec<_>>>();
    let columns = columns.filter(|_| t.names.len() == names.len()).ok_or_else(|| {
        let texts = |names: &[Sym]| names.iter().map(|n| n.text()).collect::<Vec<_>>().join(" ");
        let detail = format!("{} has {}, the rows have {}", dir.display(), texts(&names), texts(&t.names));
        Error::new("mismatch").detail(detail)
    })?;
    for ((name, there), more) in names.iter().zip(&old.columns).zip(&columns) {
        let untyped = there.count() == 0 && there.type_number() == 0;
        if !(untyped || more.count() == 0 || same_kind(there, more)) {
            return Err(type_error(&splayed::column_path(dir, *name), more));
        }
    }
    for ((name, there), more) in names.iter().zip(&old.columns).zip(&columns) {
        append_column(&splayed::column_path(dir, *name), there, more)?;
    }
    Ok(())
}

fn append_column(path: &Path, there: &Value, more: &Value) -> Result<()> {
    make_directory_of(path)?;
    match there.count() {
        _ if more.count() == 0 => Ok(()),
        0 if there.type_number() == 0 => put(path, &encode::files(more)?, container::compression_of(path)?),
        _ => append_items(path, more),
    }
}

/// `h x` for a handle of a compressed file: bytes behind its image. Whole blocks are copied, the last is made again.
///
/// Errors: the system's.
/// Source: kb/file-compression.
pub fn append_bytes(path: &Path, more: &[u8]) -> Result<()> {
    lengthen(path, read::image(path)?.size(), more)
}

/// ``f set ()`` where nothing is: an empty log.
pub fn start_log(path: &Path) -> Result<()> {
    replace(path, &mut |to| to.write_all(&log::HEADER))
}
