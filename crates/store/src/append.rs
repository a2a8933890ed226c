//! `upsert` to files: items written behind those that are there.
//!
//! Where the form allows, only the new items are written: vectors, enumerations, symbols, general lists, anymaps, with
//! no attribute or `s#`, which is kept while it holds. Anything else is read, joined and written anew, without its
//! attribute. In a compressed file only the last block is made again.

use crate::container::{self, Compressed, Compression};
use crate::disk::{self, Out};
use crate::encode::{self, Image, is_sorted};
use crate::mapped::Mapped;
use crate::nested::companion;
use crate::pending::{self, Pending, Step};
use crate::read::{self, HEADER_SIZE, Header, PAGE_SIZE};
use crate::stage::Staged;
use crate::stamp::Before;
use crate::write::{
    had_companions, is_directory_name, listed, make_directory_of, not_enumerated, put_part, put_stream,
    splay_new, stage, stage_files, take_places, take_places_within,
};
use crate::{anymap, decoded, fail, log, object, pool, repair, splayed, symfile};
use quarry_value::pool::locking;
use quarry_value::{Attr, Data, Error, List, Result, Source, Sym, Table, Type, Value, Vector, fault, text};
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
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
    locking(|| appended(path, x, how))
}

fn appended(path: &Path, x: &Value, how: &How) -> Result<()> {
    if is_directory_name(path) || path.is_dir() {
        let Value::Table(t) = x else { return Err(type_error(path, x)) };
        return append_rows(path, t, how);
    }
    let x = if x.is_atom() { Value::collapse(vec![x.clone()]) } else { x.clone() };
    if !path.exists() && begin_file(path, &x, how)? {
        return Ok(());
    }
    append_items(path, &x)
}

/// Makes a file of the first items. No: somebody else has made it meanwhile.
fn begin_file(path: &Path, x: &Value, how: &How) -> Result<bool> {
    make_directory_of(path)?;
    let pending = repair::begin(path)?;
    if path.exists() {
        return Ok(false);
    }
    let staged = stage_files(path, &encode::files(x)?, how(None))?;
    if path.exists() {
        return Ok(false);
    }
    take_places_within(pending, path, staged).map(|()| true)
}

fn type_error(path: &Path, x: &Value) -> Error {
    let detail = format!("{} cannot take items of type {}", path.display(), x.type_told());
    Error::new("type").detail(detail)
}

fn append_items(path: &Path, x: &Value) -> Result<()> {
    again(path, || {
        let pending = repair::begin(path)?;
        let before = Before::of(&[path.to_path_buf()]);
        let items = match x {
            Value::Table(_) if holds_list(path)? => listed(x),
            x => Cow::Borrowed(x),
        };
        carry_out_file(path, pending, &before, changes(path, &items)?)
    })
}

/// The value in a file becomes what `work` makes of it, compressed as it was, and nobody changes it meanwhile. Should somebody who
/// takes no locks, `work` is done again.
///
/// Errors: those of `work`; the system's.
pub fn change(path: &Path, work: &mut dyn FnMut(Value) -> Result<Value>) -> Result<()> {
    let once = || {
        let pending = repair::begin(path)?;
        let before = Before::of(&[path.to_path_buf()]);
        let new = work(read::get(path)?)?;
        fault::check()?;
        carry_out(path, pending, None, &before, anew(path, &new)?)
    };
    locking(|| again(path, once))
}

/// A file or splayed table as somebody saw it who makes another of it, and meanwhile keeps nobody from changing it.
pub struct Seen {
    pub before: Before,
    /// Open, so that no other file gets its number.
    _file: Option<std::fs::File>,
}

/// What is at a path now.
pub fn see(path: &Path) -> Seen {
    let mut seen = see_files(path);
    for _ in 0..TRIES {
        // Who reads does not see what an append that has not ended wrote, and its end changes no file.
        if !repair::settle(path).unwrap_or(false) {
            break;
        }
        seen = see_files(path);
    }
    seen
}

fn see_files(path: &Path) -> Seen {
    let file = disk::open_to_map(path).ok();
    let paths = match path.is_dir() {
        true => splayed::files(path),
        false => vec![path.to_path_buf()],
    };
    Seen { before: Before::of(&paths), _file: file }
}

/// [`crate::set`] in place of the file that was seen. No: it is another by now.
pub fn set_over(path: &Path, seen: &Seen, x: &Value, how: Option<Compression>) -> Result<bool> {
    let staged = stage_files(path, &encode::files(x)?, how)?;
    let pending = repair::begin(path)?;
    if !seen.before.is_now() {
        return Ok(false);
    }
    take_places_within(pending, path, staged).map(|()| true)
}

/// Files that others replace while an append begins make it begin again so many times.
const TRIES: usize = 100;

/// Does what says whether it was done.
fn again(path: &Path, mut work: impl FnMut() -> Result<bool>) -> Result<()> {
    for _ in 0..TRIES {
        if work()? {
            return Ok(());
        }
    }
    Err(fail::os(path, &io::Error::other("others change it all the time")))
}

fn carry_out_file(path: &Path, pending: Pending, before: &Before, changes: Vec<Change>) -> Result<bool> {
    let noted = changes.iter().find_map(|c| match c {
        Change::Grow(g) if g.path == path => Some(g.size),
        _ => None,
    });
    let step = match noted {
        Some(count) => {
            Some(Step::Append { count, file: pending::number(path).map_err(|e| fail::os(path, &e))? })
        }
        None => None,
    };
    carry_out(path, pending, step, before, changes)
}

/// What an append does to one file.
enum Change<'a> {
    Grow(Grow<'a>),
    /// A file that is written, in which more is compressed; it takes its place.
    Longer(Option<Staged>),
    /// The files of a value that are written and take their places.
    Replace(&'a Path, Vec<Staged>),
}

/// More bytes behind the first `size` of a file that has `was`, in place.
struct Grow<'a> {
    path: PathBuf,
    was: u64,
    size: u64,
    more: Cow<'a, [u8]>,
    /// Where the mark of an attribute lies that does not hold any more, and what it is.
    mark: Option<(u64, u8)>,
}

impl Grow<'_> {
    fn run(&self) -> io::Result<()> {
        let mut out = Out::update(&self.path)?;
        // What others put there, who know of no locks, is not cut off.
        if out.size()? != self.was {
            return Err(io::Error::other("another process changes the file"));
        }
        if let Some((at, _)) = self.mark {
            out.write_at(at, &[0])?;
        }
        let done = out.extend(self.size, &self.more).and_then(|()| out.settle());
        done.or_else(|e| self.undo().and(Err(e)))
    }

    fn undo(&self) -> io::Result<()> {
        let mut out = Out::update(&self.path)?;
        out.cut(self.size)?;
        self.mark.map_or(Ok(()), |(at, mark)| out.write_at(at, &[mark]))
    }
}

/// Makes the changes of an append, all or none. `step` is what others must know meanwhile. No: the files are no longer what
/// they were before, and nothing was done.
fn carry_out(
    place: &Path,
    mut pending: Pending,
    step: Option<Step>,
    before: &Before,
    changes: Vec<Change>,
) -> Result<bool> {
    let os = |e| fail::os(place, &e);
    // What was read to know the changes may have been cut short.
    fault::check()?;
    // Who sets a file does not wait for one that begins to append to it.
    if !before.is_now() {
        return Ok(false);
    }
    if let Some(step) = &step {
        pending.note(step).map_err(os)?;
    }
    let grows = || changes.iter().filter_map(|c| if let Change::Grow(g) = c { Some(g) } else { None });
    for (i, grow) in grows().enumerate() {
        if let Err(e) = grow.run() {
            let e = fail::os(&grow.path, &e);
            // If this fails, too, what is noted tells the next writer.
            let undone = grows().take(i).try_for_each(Grow::undo).and_then(|()| pending.done());
            return undone.map_err(|_| e.clone()).and(Err(e));
        }
    }
    for change in changes {
        match change {
            Change::Grow(_) => {}
            Change::Longer(staged) => staged.map_or(Ok(()), Staged::commit).map_err(os)?,
            // The change of a file that is written anew is all there is to do.
            Change::Replace(path, staged) if path == place => {
                return take_places_within(pending, path, staged).map(|()| true);
            }
            Change::Replace(path, staged) if had_companions(path)? => take_places(path, staged)?,
            // A column that had none is the old one until the last of its files has its place.
            Change::Replace(path, staged) => {
                staged.into_iter().try_for_each(Staged::commit).map_err(|e| fail::os(path, &e))?;
            }
        }
    }
    pending.done().map_err(os).map(|()| true)
}

/// What appending items to a file takes.
fn changes<'a>(path: &'a Path, x: &'a Value) -> Result<Vec<Change<'a>>> {
    match decoded::open(path)? {
        Ok(image) => change_compressed(path, image, x),
        Err(file) => change_plain(path, &file, x),
    }
}

fn change_plain<'a>(path: &'a Path, file: &Mapped, x: &'a Value) -> Result<Vec<Change<'a>>> {
    let was = file.size() as u64;
    let grow = |size: usize, more: Cow<'a, [u8]>, mark| {
        vec![Change::Grow(Grow { path: path.to_path_buf(), was, size: size as u64, more, mark })]
    };
    Ok(match (Kind::of(file), x) {
        (Kind::Symbols(attr), Value::Vector(v)) => {
            let names = v.slice::<Sym>().ok_or_else(|| type_error(path, x))?;
            let mark = lost_mark(path, attr, ATTR_AT, v)?;
            grow(symfile::size(file.as_slice()), encode::text(names).into(), mark)
        }
        (Kind::Objects, x) if x.is_list() => grow(file.size(), objects(x)?.into(), None),
        (Kind::Anymap, Value::List(l)) if pool::holds(x) => change_anymap(path, l)?,
        (Kind::Items { start, attr, number }, Value::Vector(v)) => {
            check_type(path, number, x)?;
            let attr_at = if start == PAGE_SIZE { PAGE_ATTR_AT } else { ATTR_AT };
            let mark = lost_mark(path, attr, attr_at, v)?;
            let torn = (file.size() - start) % v.ty.width();
            grow(file.size() - torn, encode::items(v).into(), mark)
        }
        _ => rewrite(path, x)?,
    })
}

/// Is it a general list that is in a file?
fn holds_list(path: &Path) -> Result<bool> {
    let kind = Kind::of(&*read::image(path)?);
    Ok(matches!(kind, Kind::Objects | Kind::Anymap))
}

/// Is it a table or a dictionary that is in a file, as its first bytes say?
///
/// Errors: the system's; those of a file that is damaged.
pub fn holds_rows(path: &Path) -> Result<bool> {
    let image = read::image(path)?;
    let begins = matches!(image.bytes(0..image.size().min(3)), [0xff, 1, 98 | 99 | 127]);
    fault::check().map(|()| begins)
}

/// How a file takes more items.
pub enum Kind {
    /// Bare items from `start` on, without index.
    Items {
        start: usize,
        attr: Attr,
        /// Their type, as the file has it.
        number: u8,
    },
    Symbols(Attr),
    /// Serialised objects one after another.
    Objects,
    Anymap,
    /// By being written anew.
    Other,
}

impl Kind {
    pub fn of(image: &dyn Source) -> Kind {
        let header = |at| Header::read(image, at);
        let lone = |attr: Attr| matches!(attr, Attr::None | Attr::Sorted);
        match image.bytes(0..image.size().min(4)) {
            [0xff, 1, 11, attr] => Attr::from_number(*attr).map_or(Kind::Other, Kind::Symbols),
            [0xff, 1, 0, _] => Kind::Objects,
            [0xfe, 0x20, ty, _] if *ty < 20 => match header(0) {
                Some(h) if lone(h.attr) => Kind::Items { start: HEADER_SIZE, attr: h.attr, number: h.ty },
                _ => Kind::Other,
            },
            [0xfd, 0x20, ..] => match header(PAGE_SIZE - HEADER_SIZE) {
                Some(h) if h.ty == 77 => Kind::Anymap,
                Some(h) if lone(h.attr) => Kind::Items { start: PAGE_SIZE, attr: h.attr, number: h.ty },
                _ => Kind::Other,
            },
            _ => Kind::Other,
        }
    }
}

/// Are the items of a vector of the same type (and domain) as those in the file, which has that number?
fn check_type(path: &Path, number: u8, x: &Value) -> Result<()> {
    let same = match number {
        0..20 => x.type_number() == i16::from(number),
        // The domain of an enumeration is named further on.
        20.. => same_kind(&read::get(path)?, x),
    };
    if same { Ok(()) } else { Err(type_error(path, x)) }
}

/// A list that takes anything: it has an atom already. Atoms among strings or vectors would be a mistake.
fn holds_atoms(x: &Value) -> bool {
    matches!(x, Value::List(_)) && x.items().any(|item| item.is_atom())
}

fn same_kind(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Vector(a), Value::Vector(b)) => a.ty == b.ty && a.domain == b.domain,
        (Value::List(_), Value::List(_)) => true,
        _ => false,
    }
}

/// Where the mark of `s#` is and what it is, when more items make it false. `u# p# g#` of symbols do not live on, either.
fn lost_mark(path: &Path, attr: Attr, attr_at: u64, more: &Vector) -> Result<Option<(u64, u8)>> {
    let holds = attr == Attr::None || more.is_empty() || (attr == Attr::Sorted && sorted_on(path, more)?);
    Ok((!holds).then_some((attr_at, attr as u8)))
}

/// Would the items at `path` followed by `more` be in order?
fn sorted_on(path: &Path, more: &Vector) -> Result<bool> {
    let old = match more.ty {
        Type::Symbol => Value::syms(symfile::last(path)?),
        _ => read::get(path)?,
    };
    let Value::Vector(old) = old else { return Ok(false) };
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

/// The items of a list, serialised one by one.
fn objects(x: &Value) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    for item in x.items() {
        object::write(&item, &mut out)?;
    }
    Ok(out)
}

/// `more` behind the `size` bytes that count of a file's image.
fn longer<'a>(path: PathBuf, size: usize, more: Vec<u8>) -> Result<Change<'a>> {
    Ok(match decoded::open(&path)? {
        Err(file) => {
            let was = file.size() as u64;
            Change::Grow(Grow { path, was, size: size as u64, more: more.into(), mark: None })
        }
        Ok(old) => Change::Longer(stage(&path, &mut |to| container::write_longer(&old, &more, to))?),
    })
}

/// New symbols first, then objects, then references: a reader in between sees the old list.
fn change_anymap<'a>(path: &'a Path, more: &List) -> Result<Vec<Change<'a>>> {
    let (pool_path, syms_path) = (companion(path, "#"), companion(path, "##"));
    let pool_size = read::image(&pool_path)?.size();
    let index_size = read::image(path)?.size();
    let syms = if syms_path.exists() { read::get(&syms_path)? } else { Value::empty(Type::Symbol) };
    let not_syms = || fail::not_q(&syms_path.display().to_string(), "symbols expected");
    let syms = syms.as_syms().ok_or_else(not_syms)?;
    let mut w = pool::Writer::after(pool_size.max(PAGE_SIZE) - PAGE_SIZE, syms);
    let refs = w.append(more)?;
    let mut changes = Vec::new();
    match &w.syms[syms.len()..] {
        [] => {}
        // Nobody looks for them before the references are there.
        new if syms.is_empty() => {
            let image = Image::new(vec![encode::symbols(new, Attr::None).into()]);
            put_part(&syms_path, &image, container::compression_of(path)?)?;
        }
        new => {
            let image = read::image(&syms_path)?;
            let size = symfile::size(image.bytes(0..image.size()));
            changes.push(longer(syms_path, size, encode::text(new))?);
        }
    }
    changes.push(longer(pool_path, pool_size, std::mem::take(&mut w.pool))?);
    changes.push(longer(path.to_path_buf(), index_size - index_size % anymap::REFERENCE_SIZE, refs)?);
    Ok(changes)
}

fn change_compressed<'a>(path: &'a Path, image: Arc<Compressed>, x: &Value) -> Result<Vec<Change<'a>>> {
    let more = match (Kind::of(&*image), x) {
        (Kind::Symbols(attr), Value::Vector(v)) if image.maker().is_encrypted() => {
            let names = v.slice::<Sym>().ok_or_else(|| type_error(path, x))?;
            let keeps = lost_mark(path, attr, ATTR_AT, v)?.is_none();
            return Ok(vec![Change::Longer(symfile::longer(path, &image, names, keeps)?)]);
        }
        (Kind::Symbols(_), _) => {
            let detail = format!("{} is compressed", path.display());
            return Err(Error::new("no append to zipped enums").detail(detail));
        }
        (Kind::Objects, x) if x.is_list() => objects(x)?,
        (Kind::Anymap, Value::List(l))
            if pool::holds(x) && image.size().is_multiple_of(anymap::REFERENCE_SIZE) =>
        {
            return change_anymap(path, l);
        }
        (Kind::Items { start, attr, number }, Value::Vector(v)) => {
            check_type(path, number, x)?;
            let torn = !(image.size() - start).is_multiple_of(v.ty.width());
            if torn || (attr == Attr::Sorted && !sorted_on(path, v)?) {
                return rewrite(path, x);
            }
            encode::items(v).to_vec()
        }
        _ => return rewrite(path, x),
    };
    Ok(vec![Change::Longer(stage(path, &mut |to| container::write_longer(&image, &more, to))?)])
}

/// Reads, joins and writes anew, compressed as it was.
fn rewrite<'a>(path: &'a Path, x: &Value) -> Result<Vec<Change<'a>>> {
    let old = read::get(path)?;
    let joined = join(&old, x).ok_or_else(|| type_error(path, x))?;
    fault::check()?;
    anew(path, &joined)
}

/// A value in place of what is there, compressed as that was.
fn anew<'a>(path: &'a Path, x: &Value) -> Result<Vec<Change<'a>>> {
    let how = container::compression_of(path)?;
    Ok(vec![Change::Replace(path, stage_files(path, &encode::files(x)?, how)?)])
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

/// Appends a table's rows to a splayed table, column by column, by name. All columns get them or none.
fn append_rows(dir: &Path, t: &Table, how: &How) -> Result<()> {
    if !dir.join(splayed::ORDER).exists() && splay_new(dir, t, &|name| how(Some(name)))? {
        return Ok(());
    }
    again(dir, || append_rows_once(dir, t))
}

fn append_rows_once(dir: &Path, t: &Table) -> Result<bool> {
    let pending = repair::begin(dir)?;
    let names = splayed::names(dir)?;
    repair::settle_columns(dir, &names)?;
    let paths: Vec<PathBuf> = names.iter().map(|n| splayed::column_path(dir, *n)).collect();
    let before = Before::of(&paths);
    let old = splayed::open(dir)?;
    let Value::Table(old) = &old else { return Err(Error::new("type")) };
    let columns = names.iter().map(|n| t.column(*n)).collect::<Option<Vec<_>>>();
    let columns = columns.filter(|_| t.names.len() == names.len()).ok_or_else(|| {
        let (there, more) = (text::names(&names), text::names(&t.names));
        let detail = format!("{} has {there}, the rows have {more}", dir.display());
        Error::new("mismatch").detail(detail)
    })?;
    let mut rows = Vec::new();
    for (((name, path), there), more) in names.iter().zip(&paths).zip(&old.columns).zip(columns) {
        let untyped = there.count() == 0 && there.type_number() == 0;
        if untyped && more.as_syms().is_some_and(|all| !all.is_empty()) {
            return Err(not_enumerated(*name));
        }
        rows.push(match untyped || more.count() == 0 || same_kind(there, more) {
            true => listed(more).into_owned(),
            false if more.is_list() && holds_atoms(there) => Value::list(more.items().collect()),
            false if matches!((there, more), (Value::List(_), Value::Table(_))) => listed(more).into_owned(),
            false => return Err(type_error(path, more)),
        });
    }
    let mut all = Vec::new();
    for ((path, there), more) in paths.iter().zip(&old.columns).zip(&rows) {
        all.extend(change_column(path, there, more)?);
    }
    let step = Step::Append { count: old.count() as u64, file: 0 };
    carry_out(dir, pending, Some(step).filter(|_| !all.is_empty()), &before, all)
}

fn change_column<'a>(path: &'a Path, there: &Value, more: &'a Value) -> Result<Vec<Change<'a>>> {
    match there.count() {
        _ if more.count() == 0 => Ok(Vec::new()),
        0 if there.type_number() == 0 => anew(path, more),
        _ => changes(path, more),
    }
}

/// `h x` for a handle of a compressed file: bytes behind its image. Whole blocks are copied, the last is made again.
///
/// Errors: the system's.
/// Source: kb/file-compression.
pub fn append_bytes(path: &Path, more: &[u8]) -> Result<()> {
    let once = || {
        let pending = repair::begin(path)?;
        let before = Before::of(&[path.to_path_buf()]);
        let change = longer(path.to_path_buf(), read::image(path)?.size(), more.to_vec())?;
        carry_out_file(path, pending, &before, vec![change])
    };
    locking(|| again(path, once))
}

/// Is this a file to which items can be appended, and no log?
///
/// Errors: the system's; those of a compressed file that is damaged.
pub fn holds_items(path: &Path) -> Result<bool> {
    if !path.is_file() || !read::is_data_file(path) {
        return Ok(false);
    }
    let image = read::image(path)?;
    let page = matches!(image.bytes(0..image.size().min(2)), [0xfd | 0xfe, 0x20]);
    Ok(page || matches!(Kind::of(&*image), Kind::Symbols(_)))
}

/// ``hopen `:file``: a file to whose end bytes are written. It is made, with its directories, when it is missing.
pub fn open_to_append(path: &Path) -> Result<Out> {
    make_directory_of(path)?;
    Out::append(path).map_err(|e| fail::os(path, &e))
}

/// ``f set ()``: an empty log, which is on the disk when this is over.
pub fn start_log(path: &Path) -> Result<()> {
    disk::durably(|| put_stream(path, &mut |to| to.write_all(&log::HEADER)))
}
