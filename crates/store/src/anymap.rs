//! Anymaps: general lists that are mapped, since V3.6.
//!
//! `col` is the page form with an eight byte reference for each item: a place in the pool (low 56 bits) and flags.
//! `col#` is the page form with the pool; `col##` holds the symbols that occur in it.
//!
//! In the pool an object is *full* (`fb 00`, a header and its content, at a multiple of 16) or *compact*: one byte,
//! 127 and the type, then an atom's bytes, or a count (one byte) and items. Symbols are positions in `##`.

use crate::fail;
use crate::nested::{WINDOW_MIN, settle};
use crate::read::{HEADER_SIZE, Header, PAGE_SIZE, image, truncated, typed, value};
use crate::repair::Places;
use quarry_value::error::Error;
use quarry_value::{
    Attr, Buf, Data, Items, List, Result, Source, Sym, Type, Value, Vector, fault, meter, pool,
};
use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The header of a full object starts with it.
pub const FULL: u8 = 0xfb;
/// Added to the type of a compact object.
pub const COMPACT: i16 = 127;
pub const REFERENCE_SIZE: usize = 8;
/// Where an object lies; above are flags.
const PLACE_MASK: u64 = (1 << 56) - 1;
/// Objects that are read between two looks at the memory that is left.
const OBJECTS: usize = 1024;
/// Objects in objects are read to this depth.
const DEPTH_MAX: usize = 200;

/// Opens the list of which `index` is the image of `col`.
pub fn open(index: &Arc<dyn Source>, places: &Places) -> Result<Value> {
    let count = (index.size().max(PAGE_SIZE) - PAGE_SIZE) / 8;
    let refs = Buf::view(index.clone(), PAGE_SIZE, count).ok_or_else(|| truncated(&**index))?;
    let pool = match count {
        0 => None,
        _ => Some(pool(&places.file("#"))?),
    };
    let path = places.file("##");
    // Opened now, because another file may have the name later.
    let is_ready = index.is_ready() && pool.as_ref().is_some_and(|pool| pool.is_ready());
    let syms = SymFile { image: image(&path), path, names: OnceLock::new() };
    Ok(List::lazy(Arc::new(Anymap { refs, pool, is_ready, syms, name: index.name() })).into())
}

fn pool(path: &Path) -> Result<Arc<dyn Source>> {
    let image = image(path)?;
    let starts = image.size() >= PAGE_SIZE && image.bytes(0..2) == [0xfd, 0x20];
    if starts { Ok(image) } else { Err(fail::corrupt(&image.name(), "not the pool of an anymap")) }
}

struct Anymap {
    refs: Buf<i64>,
    pool: Option<Arc<dyn Source>>,
    /// Do both cost no more than memory does?
    is_ready: bool,
    syms: SymFile,
    name: String,
}

/// The symbols of an anymap, read when the first one is asked for.
struct SymFile {
    image: Result<Arc<dyn Source>>,
    path: PathBuf,
    names: OnceLock<std::result::Result<Value, Error>>,
}

impl SymFile {
    fn read(&self) -> Result<Value> {
        self.image.as_ref().map_err(Error::clone).and_then(|image| value(image, &self.path))
    }

    fn names(&self) -> Result<&[Sym]> {
        match pool::once(&self.names, || self.read()) {
            Ok(v) => {
                v.as_syms().ok_or_else(|| fail::not_q(&self.path.display().to_string(), "symbols expected"))
            }
            Err(e) => Err(e.clone()),
        }
    }
}

impl Items for Anymap {
    fn len(&self) -> usize {
        self.refs.len()
    }
    fn text(&self, i: usize) -> Option<&[u8]> {
        text(&**self.pool.as_ref()?, self.refs.get(i))
    }
    fn gather<'a>(&'a self, at: &mut dyn Iterator<Item = usize>, out: &mut Vec<&'a [u8]>) -> Option<()> {
        let pool = self.pool.as_ref()?;
        if self.is_ready {
            let (refs, pool) = (self.refs.as_slice(), pool.whole());
            for i in at {
                out.push(text_in(pool, refs[i])?);
            }
        } else {
            for i in at {
                out.push(text(&**pool, self.refs.get(i))?);
            }
        }
        Some(())
    }
    fn get(&self, i: usize) -> Value {
        let read = match &self.pool {
            Some(pool) => Pool::new(pool, &self.syms).object(self.refs.get(i), DEPTH_MAX),
            None => Err(Bad),
        };
        read.unwrap_or_else(|Bad| {
            // What became of a file that was cut short is told before what is read there: of its last page there are zeros, and
            // only behind that nothing.
            if let Some(pool) = &self.pool {
                std::hint::black_box(pool.bytes(pool.size() - 1..pool.size())[0]);
                pool.bytes(0..0);
            }
            fault::raise(fail::corrupt(&self.name, &format!("item {i} is damaged")));
            Value::empty_list()
        })
    }
}

/// [`text`] in bytes that are there.
#[inline]
fn text_in(pool: &[u8], reference: i64) -> Option<&[u8]> {
    const SHORT: u8 = (COMPACT + Type::Char as i16) as u8;
    let object = pool.get(PAGE_SIZE + (reference as u64 & PLACE_MASK) as usize..)?;
    match object {
        [SHORT, count, rest @ ..] => rest.get(..usize::from(*count)),
        [FULL, ..] => {
            let header = Header::of(object).filter(|h| h.ty == Type::Char as u8 && h.attr == Attr::None)?;
            object.get(HEADER_SIZE..)?.get(..usize::try_from(header.count).ok()?)
        }
        _ => None,
    }
}

/// The object at `reference` when it is a char vector without attribute.
fn text(pool: &dyn Source, reference: i64) -> Option<&[u8]> {
    let bytes = |at: usize, size: usize| {
        let end = at.checked_add(size).filter(|e| *e <= pool.size())?;
        Some(pool.bytes(at..end))
    };
    let at = PAGE_SIZE + (reference as u64 & PLACE_MASK) as usize;
    match bytes(at, 2)? {
        [FULL, _] => {
            let header =
                Header::read(pool, at).filter(|h| h.ty == Type::Char as u8 && h.attr == Attr::None)?;
            bytes(at + HEADER_SIZE, usize::try_from(header.count).ok()?)
        }
        [code, count] if i16::from(*code) == COMPACT + Type::Char as i16 => bytes(at + 2, (*count).into()),
        _ => None,
    }
}

/// The bytes make no object.
struct Bad;

impl From<Error> for Bad {
    fn from(_: Error) -> Bad {
        Bad
    }
}

type Read<T> = std::result::Result<T, Bad>;

/// The objects of one anymap.
struct Pool<'a> {
    image: &'a Arc<dyn Source>,
    syms: &'a SymFile,
    /// How many more objects may be read: references that meet again and again must not cost without bound.
    budget: Cell<usize>,
}

impl<'a> Pool<'a> {
    fn new(image: &'a Arc<dyn Source>, syms: &'a SymFile) -> Pool<'a> {
        Pool { image, syms, budget: Cell::new(image.size().saturating_mul(8)) }
    }

    fn object(&self, reference: i64, depth: usize) -> Read<Value> {
        let depth = depth.checked_sub(1).ok_or(Bad)?;
        self.budget.set(self.budget.get().checked_sub(1).ok_or(Bad)?);
        if self.budget.get().is_multiple_of(OBJECTS) {
            // What is referred to a thousand times is copied a thousand times.
            meter::check(OBJECTS * WINDOW_MIN).map_err(|e| {
                fault::raise(e);
                Bad
            })?;
        }
        let at = PAGE_SIZE + (reference as u64 & PLACE_MASK) as usize;
        match self.bytes(at, 1)?[0] {
            FULL => self.full(at, depth),
            code => self.compact(i16::from(code) - COMPACT, at + 1),
        }
    }

    fn bytes(&self, at: usize, size: usize) -> Read<&[u8]> {
        let end = at.checked_add(size).filter(|e| *e <= self.image.size()).ok_or(Bad)?;
        Ok(self.image.bytes(at..end))
    }

    fn compact(&self, ty: i16, at: usize) -> Read<Value> {
        if ty < 0 {
            return self.atom(Type::from_number(-ty).ok_or(Bad)?, at);
        }
        match Type::from_number(ty).ok_or(Bad)? {
            Type::List => Err(Bad),
            Type::Enum => self.own_domain(at),
            Type::Symbol => {
                let count = self.bytes(at, 1)?[0].into();
                Ok(Value::syms(self.ints(at + 1, count)?.map(|i| self.sym(i.into())).collect::<Read<_>>()?))
            }
            ty => {
                let count = self.bytes(at, 1)?[0].into();
                Ok(settle(typed(self.image, ty, at + 1, count)?).into())
            }
        }
    }

    fn atom(&self, ty: Type, at: usize) -> Read<Value> {
        match ty {
            Type::Symbol => {
                let i = self.ints(at, 1)?.next().ok_or(Bad)?;
                Ok(Value::Sym(self.sym(i.into())?))
            }
            Type::List | Type::Enum => Err(Bad),
            ty => Ok(typed(self.image, ty, at, 1)?.get(0)),
        }
    }

    /// A short enumeration over another domain than the list's own: the domain's name, a count, positions.
    fn own_domain(&self, at: usize) -> Read<Value> {
        let domain = self.sym(self.ints(at, 1)?.next().ok_or(Bad)?.into())?;
        quarry_value::domain::met(domain);
        let count = self.bytes(at + 4, 1)?[0].into();
        let positions = typed(self.image, Type::Enum, at + 5, count)?;
        Ok(settle(Vector { domain, ..positions }).into())
    }

    fn ints(&self, at: usize, count: usize) -> Read<impl Iterator<Item = i32> + '_> {
        let bytes = self.bytes(at, count * 4)?;
        Ok(bytes.chunks_exact(4).map(|b| i32::from_le_bytes([b[0], b[1], b[2], b[3]])))
    }

    fn sym(&self, i: i64) -> Read<Sym> {
        if i == i64::MIN || i == i64::from(i32::MIN) {
            return Ok(Sym::EMPTY);
        }
        usize::try_from(i).ok().and_then(|i| self.syms.names().ok()?.get(i).copied()).ok_or(Bad)
    }

    fn full(&self, at: usize, depth: usize) -> Read<Value> {
        let header = Header::read(&**self.image, at).ok_or(Bad)?;
        let count = usize::try_from(header.count).map_err(|_| Bad)?;
        let start = at + HEADER_SIZE;
        match header.ty {
            20 => self.full_syms(start, count, header.attr),
            77 => {
                let mut list = List::new(self.children(start, count, depth)?);
                list.attr = header.attr.into();
                Ok(list.into())
            }
            98 => self.table(start, header.attr, depth),
            99 | 127 => self.dict(start, header.ty == 127 || header.attr == Attr::Sorted, depth),
            n => match Type::from_number(n.into()).ok_or(Bad)? {
                Type::List | Type::Symbol | Type::Enum => Err(Bad),
                ty => Ok(settle(typed(self.image, ty, start, count)?).with_attr(header.attr).into()),
            },
        }
    }

    fn full_syms(&self, start: usize, count: usize, attr: Attr) -> Read<Value> {
        let positions = typed(self.image, Type::Enum, start, count)?;
        let Data::I64(positions) = &positions.data else { return Err(Bad) };
        let names: Vec<Sym> = positions.as_slice().iter().map(|i| self.sym(*i)).collect::<Read<_>>()?;
        Ok(Vector::of(Type::Symbol, names).with_attr(attr).into())
    }

    fn children(&self, start: usize, count: usize, depth: usize) -> Read<Vec<Value>> {
        let refs = self.bytes(start, count.checked_mul(8).ok_or(Bad)?)?;
        let long = |b: &[u8]| i64::from_le_bytes([b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]]);
        refs.chunks_exact(8).map(|b| self.object(long(b), depth)).collect()
    }

    fn pair(&self, start: usize, depth: usize) -> Read<(Value, Value)> {
        let both = self.children(start, 2, depth)?;
        <[Value; 2]>::try_from(both).map(|[k, v]| (k, v)).map_err(|_| Bad)
    }

    fn table(&self, start: usize, attr: Attr, depth: usize) -> Read<Value> {
        let (names, columns) = self.pair(start, depth)?;
        let names = names.as_syms().ok_or(Bad)?.to_vec();
        let columns: Vec<Value> = columns.items().collect();
        let count = columns.first().map_or(0, Value::count);
        let is_column = |c: &Value| c.is_column() && c.count() == count;
        if names.len() != columns.len() || !columns.iter().all(is_column) {
            return Err(Bad);
        }
        Ok(quarry_value::Table::new(names, columns).with_attr(attr).into())
    }

    fn dict(&self, start: usize, sorted: bool, depth: usize) -> Read<Value> {
        let (keys, values) = self.pair(start, depth)?;
        if !keys.is_column() || !values.is_column() || keys.count() != values.count() {
            return Err(Bad);
        }
        Ok(quarry_value::Dict { keys, values, sorted }.into())
    }
}
