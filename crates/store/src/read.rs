//! `get`: the value in a file, its items mapped.
//!
//! The first bytes of a file's image tell its form:
//!
//! | bytes | form | module |
//! |---|---|---|
//! | `ff 01` | a serialised object; also logs and symbol files | here |
//! | `fe 20` | a simple vector; before V3.6 also the positions of a nested column | here, `nested` |
//! | `fd 20` | a page of header: enumerations and anymaps | here, `anymap` |
//! | `fe` name | an enumeration of 32-bit positions, before V3.6 | `enumeration` |
//! | `ff 20` | a vector of V2 | here |
//!
//! The header that all but the first share: mark, mark, type, attribute, four bytes, count (i64). What the count
//! says is believed only where kdb+ believes it: with `u# p# g#`, whose index data follows the items.

use crate::append::join;
use crate::repair::{self, Places};
use crate::{
    anymap, attribute, container, decoded, disk, enumeration, fail, log, mapped::Mapped, nested, object,
    pending, splayed,
};
use bytemuck::Pod;
use quarry_value::{Attr, Buf, Error, Item, Repr, Result, Source, Sym, Type, Value, Vector, fault, room};
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Bytes before the items of a simple vector.
pub const HEADER_SIZE: usize = 16;
/// Bytes before the items of the page form.
pub const PAGE_SIZE: usize = 4096;
/// The header's place in the page form.
const PAGE_HEADER: usize = PAGE_SIZE - HEADER_SIZE;

/// ``get `:path``: the value in a file, or the table in a directory. Columns are mapped.
///
/// Errors: `path. OS reports: …`; 'type for a file that q did not write; `path: …` for one that is damaged.
/// Source: ref/get.
pub fn get(path: &Path) -> Result<Value> {
    if path.is_dir() {
        return splayed::open(path);
    }
    file(path)
}

/// [`get`] of what is no directory.
pub fn file(path: &Path) -> Result<Value> {
    let mut found = Err(Error::new("type"));
    for _ in 0..TRIES {
        let before = pending::stamp(path);
        let (image, settled) = repair::settled(image(path)?, path);
        found = value(&image, path);
        // What is wrong, or is a part, may be due to an append that ended while the file was opened.
        if settled && found.is_ok() || pending::stamp(path) == before {
            break;
        }
    }
    found
}

/// ``count get `:path`` of a column. Of a plain one only the header is read: to map files and take the mappings away
/// again stops all other threads each time.
///
/// Errors: those of [`get`].
pub fn count(path: &Path) -> Result<usize> {
    match plain_count(path)?.filter(|_| pending::of_file(path).is_none()) {
        Some(count) => Ok(count),
        None => Ok(get(path)?.count()),
    }
}

/// `None`: it takes more than the header to tell.
fn plain_count(path: &Path) -> Result<Option<usize>> {
    let Some(head) = Head::read(path)? else { return Ok(None) };
    // A file may have become shorter since its size was asked for.
    let start = match head.bytes[..] {
        [0xfe, 0x20, ..] if head.bytes.len() >= HEADER_SIZE => HEADER_SIZE,
        [0xfd, 0x20, ..] if head.bytes.len() == PAGE_SIZE => PAGE_SIZE,
        _ => return Ok(None),
    };
    Ok(Header::read(&head, start - HEADER_SIZE).and_then(|h| {
        let ty = Type::from_number(h.ty.into()).filter(|t| !matches!(t, Type::List | Type::Symbol))?;
        h.count(&head, start, ty.width())
    }))
}

/// The first page of a file, where its header is, and the size of all.
struct Head {
    bytes: Vec<u8>,
    size: usize,
}

impl Head {
    /// `None` for what is no file.
    fn read(path: &Path) -> Result<Option<Head>> {
        use std::io::Read;
        let fail = |e| fail::os(path, &e);
        let file = disk::open_to_map(path).map_err(fail)?;
        let meta = file.metadata().map_err(fail)?;
        let mut bytes = Vec::with_capacity(PAGE_SIZE);
        if !meta.is_file() {
            return Ok(None);
        }
        file.take(PAGE_SIZE as u64).read_to_end(&mut bytes).map_err(fail)?;
        Ok(Some(Head { bytes, size: meta.len() as usize }))
    }
}

impl Source for Head {
    fn size(&self) -> usize {
        self.size
    }
    fn bytes(&self, range: Range<usize>) -> &[u8] {
        &self.bytes[range]
    }
    fn name(&self) -> String {
        String::new()
    }
}

/// The image of a file: its bytes, expanded when it is compressed.
pub fn image(path: &Path) -> Result<Arc<dyn Source>> {
    Ok(open(path)?.0)
}

/// The image of a file, and whether it is the file itself.
pub fn open(path: &Path) -> Result<(Arc<dyn Source>, bool)> {
    Ok(match decoded::open(path)? {
        Ok(image) => (image, false),
        Err(file) => (Arc::new(file), true),
    })
}

/// The value in an image. `path` finds the companions of nested columns.
pub fn value(image: &Arc<dyn Source>, path: &Path) -> Result<Value> {
    let found = if is_nested_image(&**image) { nested(path) } else { by_form(image, &Places::alone(path)) };
    // A header that could not be expanded reads as zeros; the reason is the better error.
    found.map_err(|e| fault::take().unwrap_or(e))
}

/// Files that change while they are opened are opened again so many times.
const TRIES: usize = 20;

/// A nested column, whose files belong together: when they are replaced meanwhile, all are opened again.
fn nested(path: &Path) -> Result<Value> {
    for _ in 0..TRIES {
        let places = Places::of(path);
        // While they are open no other files have their numbers.
        let files = ["", "#", "##"].map(|suffix| places.file(suffix));
        let open: Vec<_> = files.iter().filter_map(|p| Some((fs::File::open(p).ok()?, p))).collect();
        let are_there = || open.iter().all(|(file, p)| disk::is_at(file, p).unwrap_or(false));
        let before = pending::stamp(&files[0]);
        let (image, settled) = repair::settled(image(&files[0])?, path);
        let found = by_form(&image, &places);
        let same = || before.is_some() && pending::stamp(&files[0]) == before;
        if (settled || same()) && are_there() && places.are_current() {
            return found;
        }
    }
    Err(Error::new("os").detail(format!("{}: it changes while it is opened", path.display())))
}

fn by_form(image: &Arc<dyn Source>, places: &Places) -> Result<Value> {
    let size = image.size();
    let start = image.bytes(0..size.min(HEADER_SIZE));
    match start {
        [0xff, 0x01, ..] => {
            let bytes = image.bytes(0..size);
            // Zeros in place of what is damaged would be taken for as many objects.
            fault::check()?;
            object(bytes, &image.name())
        }
        [0xfe, 0x20, t @ 78..=96, ..] => nested::open(image, t - 77, places),
        [0xfe, 0x20, ..] => simple(image),
        [0xfd, 0x20, ..] => page(image, places),
        [0xff, 0x20, 0, 0, ..] => old_simple(image),
        [0xfe, name, ..] if name.is_ascii_graphic() => enumeration::old(image, &places.path),
        _ => {
            Err(fail::not_q(&image.name(), "its first bytes are no form known; text is read by read0 and 0:"))
        }
    }
}

/// Do the first bytes of a file look like data that q wrote?
pub fn is_data_file(path: &Path) -> bool {
    match first_bytes(path).as_slice() {
        [0xff, 1 | 0x20, ..] | [0xfd | 0xfe, 0x20, ..] => true,
        [0xfe, name, ..] => name.is_ascii_graphic(),
        bytes => container::is_compressed(bytes),
    }
}

/// Do they look like a compressed file?
pub fn is_compressed(path: &Path) -> bool {
    container::is_compressed(&first_bytes(path))
}

/// What tells the form of a file. Of what can be read once only, such as a pipe, nothing is read.
fn first_bytes(path: &Path) -> Vec<u8> {
    use std::io::Read;
    let mut start = Vec::with_capacity(8);
    if path.is_file() {
        // Who goes on to read it learns why that fails.
        let _ = std::fs::File::open(path).and_then(|f| f.take(8).read_to_end(&mut start));
    }
    start
}

/// Is this a nested column, old or new, which has companions? What is not there or damaged is none.
///
/// Errors: the system's; no key, or another, for a file that is encrypted.
pub fn is_nested(path: &Path) -> Result<bool> {
    if !path.is_file() {
        return Ok(false);
    }
    let file = Mapped::open(path)?;
    if !container::is_compressed(file.as_slice()) {
        return Ok(is_nested_image(&file));
    }
    let encrypted = container::is_encrypted(file.as_slice());
    match container::open(file) {
        Ok(image) => Ok(is_nested_image(&image) && fault::take().is_none()),
        Err(e) if encrypted => Err(e),
        Err(_) => Ok(false),
    }
}

fn is_nested_image(image: &dyn Source) -> bool {
    let ty = match image.bytes(0..image.size().min(2)) {
        [0xfe, 0x20] => Header::read(image, 0).map(|h| h.ty),
        [0xfd, 0x20] => Header::read(image, PAGE_HEADER).map(|h| h.ty),
        _ => None,
    };
    ty.is_some_and(|t| t >= 77)
}

/// The block header at `at`.
pub struct Header {
    pub ty: u8,
    pub attr: Attr,
    pub count: i64,
}

impl Header {
    /// `None` when the image ends before the header does or the attribute is unknown.
    pub fn read(image: &dyn Source, at: usize) -> Option<Header> {
        let end = at.checked_add(HEADER_SIZE).filter(|e| *e <= image.size())?;
        Header::of(image.bytes(at..end))
    }

    /// The header that bytes begin with.
    pub fn of(b: &[u8]) -> Option<Header> {
        let count = i64::from_le_bytes(b.get(8..HEADER_SIZE)?.try_into().ok()?);
        Some(Header { ty: b[2], attr: Attr::from_number(b[3])?, count })
    }

    /// How many items of `width` lie from byte `start` on. `None`: fewer than the header promises.
    pub fn count(&self, image: &dyn Source, start: usize, width: usize) -> Option<usize> {
        let there = image.size().checked_sub(start)? / width;
        match self.attr {
            Attr::None | Attr::Sorted => Some(there),
            _ => usize::try_from(self.count).ok().filter(|n| *n <= there),
        }
    }
}

fn header(image: &dyn Source, at: usize) -> Result<Header> {
    Header::read(image, at).ok_or_else(|| fail::corrupt(&image.name(), "bad header"))
}

fn simple(image: &Arc<dyn Source>) -> Result<Value> {
    let h = header(&**image, 0)?;
    let ty = plain_type(h.ty, &**image)?;
    items(image, &h, ty, HEADER_SIZE).map(Value::from)
}

fn page(image: &Arc<dyn Source>, places: &Places) -> Result<Value> {
    let h = header(&**image, PAGE_HEADER)?;
    match h.ty {
        20 => {
            let domain = domain(image.bytes(HEADER_SIZE..PAGE_HEADER));
            quarry_value::domain::met(domain);
            let v = Vector { domain, ..items(image, &h, Type::Enum, PAGE_SIZE)? };
            Ok(with_stored_index(v, image, 8, PAGE_SIZE).into())
        }
        77 => anymap::open(image, places),
        n => Ok(items(image, &h, plain_type(n, &**image)?, PAGE_SIZE)?.into()),
    }
}

/// A parted enumeration, whose items of `width` bytes lie from byte `start` on, with the index that follows them.
pub fn with_stored_index(v: Vector, image: &Arc<dyn Source>, width: usize, start: usize) -> Vector {
    if v.attr == Attr::Parted
        && let Some(stored) = attribute::stored(image, v.domain, v.len(), width, start + v.len() * width)
    {
        // Nothing was there before.
        let _ = v.index.set(Arc::new(stored));
    }
    v
}

/// The name that a header's text starts with.
pub fn domain(text: &[u8]) -> Sym {
    Sym::new(text)
}

/// `ff 20 00 00`, four bytes, type (i32), count (i32), items.
fn old_simple(image: &Arc<dyn Source>) -> Result<Value> {
    let h = header(&**image, 0)?;
    let (ty, count) = (h.count as u32, (h.count >> 32) as u32 as usize);
    let ty = plain_type(u8::try_from(ty).unwrap_or(0), &**image)?;
    let buf = typed(image, ty, HEADER_SIZE, count)?;
    Ok(buf.into())
}

/// A type of fixed width by its number.
fn plain_type(n: u8, image: &dyn Source) -> Result<Type> {
    let ty = Type::from_number(n.into()).filter(|t| !matches!(t, Type::List | Type::Symbol | Type::Enum));
    ty.ok_or_else(|| fail::not_q(&image.name(), &format!("it says that it holds items of type {n}")))
}

fn items(image: &Arc<dyn Source>, h: &Header, ty: Type, start: usize) -> Result<Vector> {
    let count = h.count(&**image, start, ty.width()).ok_or_else(|| truncated(&**image))?;
    Ok(typed(image, ty, start, count)?.with_attr(h.attr))
}

/// The file is shorter than its header says.
pub fn truncated(image: &dyn Source) -> quarry_value::Error {
    fail::corrupt(&image.name(), "truncated file")
}

/// `count` items of `ty` from byte `start`, mapped.
pub fn typed(image: &Arc<dyn Source>, ty: Type, start: usize, count: usize) -> Result<Vector> {
    let vector = match ty.repr() {
        Repr::U8 => view::<u8>(image, ty, start, count),
        Repr::I16 => view::<i16>(image, ty, start, count),
        Repr::I32 => view::<i32>(image, ty, start, count),
        Repr::I64 => view::<i64>(image, ty, start, count),
        Repr::F32 => view::<f32>(image, ty, start, count),
        Repr::F64 => view::<f64>(image, ty, start, count),
        Repr::Guid => view::<[u8; 16]>(image, ty, start, count),
        Repr::Sym => None,
    };
    vector.ok_or_else(|| truncated(&**image))
}

fn view<T: Item + Pod>(image: &Arc<dyn Source>, ty: Type, start: usize, count: usize) -> Option<Vector> {
    Buf::<T>::view(image.clone(), start, count).map(|b| Vector::of(ty, b))
}

/// A serialised object after `ff 01`. Symbols and general lists run to the end of the file, whatever their count
/// says: appending does not rewrite it.
fn object(bytes: &[u8], name: &str) -> Result<Value> {
    match bytes.get(2..8) {
        Some([11, attr, ..]) => symbols(&bytes[8..], *attr, name),
        Some([0, ..]) => Ok(Value::list(log::all(bytes, name)?)),
        _ => one_object(&bytes[2..], name),
    }
}

/// The names of a symbol vector, to the end of the file.
fn symbols(text: &[u8], attr: u8, name: &str) -> Result<Value> {
    let attr = Attr::from_number(attr).ok_or_else(|| fail::corrupt(name, "bad header"))?;
    Ok(Vector::of(Type::Symbol, names(text)).with_attr(attr).into())
}

/// Names, each with a NUL after it. One without was not written to its end and does not count.
pub fn names(text: &[u8]) -> Vec<Sym> {
    match &text[..whole_names(text)] {
        [names @ .., _] => {
            let mut syms = room::repeated(Sym::EMPTY, 1 + names.iter().filter(|c| **c == 0).count());
            Sym::read_into(&mut syms, names.split(|c| *c == 0));
            syms
        }
        [] => Vec::new(),
    }
}

/// Where the last whole name ends.
pub fn whole_names(text: &[u8]) -> usize {
    text.iter().rposition(|c| *c == 0).map_or(0, |i| i + 1)
}

/// Any other object, which must fill the file. A table may be followed by tables that were appended to it.
fn one_object(bytes: &[u8], name: &str) -> Result<Value> {
    let damaged = |e: Error| fail::corrupt(name, "truncated file").detail(e.details().unwrap_or_default());
    let (mut value, mut at) = object::read(bytes).map_err(damaged)?;
    while at < bytes.len() {
        let Value::Table(_) = value else {
            return Err(fail::corrupt(name, "bytes are left after its value"));
        };
        let (more, used) = object::read(&bytes[at..]).map_err(damaged)?;
        value = join(&value, &more).ok_or_else(|| fail::corrupt(name, "its tables do not match"))?;
        at += used;
    }
    Ok(value)
}
