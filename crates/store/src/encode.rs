//! The bytes of a value's files: which form it takes, and the image of each file.
//!
//! | value | form |
//! |---|---|
//! | vector of fixed width | `fe 20` |
//! | symbols | `ff 01 0b` |
//! | enumeration | `fd 20`, the page form; `p#` and `g#` with their index |
//! | general list that is not empty | anymap: two or three files |
//! | anything else, and a list with functions in it | `ff 01`, serialised |
//!
//! `u# p# g#` on anything but an enumeration are not written: how kdb+ lays out their index is not known, and it
//! would read a file without one wrongly.

use crate::read::{HEADER_SIZE, PAGE_SIZE};
use crate::{attribute, log, object, pool};
use quarry_value::{Attr, Data, Error, Result, Sym, Type, Value, Vector, domain, with_data};
use std::borrow::Cow;
use std::ops::Range;

/// The bytes of a file, in pieces that are often the vector's own.
#[derive(Default)]
pub struct Image<'a>(Vec<Cow<'a, [u8]>>);

impl<'a> Image<'a> {
    pub fn new(pieces: Vec<Cow<'a, [u8]>>) -> Image<'a> {
        Image(pieces)
    }

    pub fn size(&self) -> usize {
        self.0.iter().map(|p| p.len()).sum()
    }

    /// The bytes of `range`, copied only where pieces meet.
    pub fn bytes(&self, range: Range<usize>) -> Cow<'_, [u8]> {
        let mut start = 0;
        let mut out: Cow<[u8]> = Cow::Borrowed(&[]);
        for p in &self.0 {
            let (from, to) = (range.start.max(start), range.end.min(start + p.len()));
            if from < to {
                let part = &p[from - start..to - start];
                match out.is_empty() {
                    true => out = Cow::Borrowed(part),
                    false => out.to_mut().extend_from_slice(part),
                }
            }
            start += p.len();
        }
        out
    }
}

/// The images of a value's file and of its companions.
#[derive(Default)]
pub struct Files<'a> {
    pub main: Image<'a>,
    /// `#`
    pub pool: Option<Image<'a>>,
    /// `##`
    pub syms: Option<Image<'a>>,
}

impl<'a> Files<'a> {
    /// The images, with what is added to the file's name, in the order in which they are written.
    pub fn images(&self) -> impl Iterator<Item = (&'static str, &Image<'a>)> {
        let companions = [("##", &self.syms), ("#", &self.pool)];
        let there = companions.into_iter().filter_map(|(suffix, i)| Some((suffix, i.as_ref()?)));
        there.chain([("", &self.main)])
    }
}

/// The files of a value. Errors: 'nyi for what has no serialised form; 'limit for a domain whose name is too long.
pub fn files(value: &Value) -> Result<Files<'_>> {
    Ok(match value {
        Value::Vector(v) => Files { main: vector(v)?, ..Files::default() },
        Value::List(l) if l.is_empty() => whole(log::HEADER.to_vec()),
        Value::List(l) if pool::holds(value) => pool::files(l)?,
        Value::List(_) => whole(list(value)?),
        _ => {
            let mut bytes = vec![0xff, 1];
            object::write(value, &mut bytes)?;
            whole(bytes)
        }
    })
}

fn whole<'a>(bytes: Vec<u8>) -> Files<'a> {
    Files { main: Image(vec![bytes.into()]), ..Files::default() }
}

/// A general list in one file, item by item, as in a log.
fn list(value: &Value) -> Result<Vec<u8>> {
    let mut out = log::HEADER.to_vec();
    out[4..8].copy_from_slice(&(value.count() as u32).to_le_bytes());
    for item in value.items() {
        object::write(&item, &mut out)?;
    }
    Ok(out)
}

fn vector(v: &Vector) -> Result<Image<'_>> {
    Ok(match v.ty {
        Type::Symbol => Image(vec![symbols(v.slice().unwrap_or_default(), v.attr.get()).into()]),
        Type::Enum => enumeration(v)?,
        _ => {
            let attr = if v.attr == Attr::Sorted { v.attr.get() } else { Attr::None };
            Image(vec![header([0xfe, 0x20], v.ty as u8, attr, v.len()).into(), items(v).into()])
        }
    })
}

/// A symbol vector's file.
pub fn symbols(names: &[Sym], attr: Attr) -> Vec<u8> {
    let mut out = vec![0xff, 1, 11, attr as u8];
    out.extend((names.len() as u32).to_le_bytes());
    out.extend(text(names));
    out
}

/// Names, each with a NUL after it.
pub fn text(names: &[Sym]) -> Vec<u8> {
    let mut out = Vec::with_capacity(names.len() * 8);
    for name in names {
        out.extend_from_slice(name.bytes());
        out.push(0);
    }
    out
}

fn enumeration(v: &Vector) -> Result<Image<'_>> {
    let positions = v.slice::<i64>().unwrap_or_default();
    let index = attribute::index(v.attr.get(), positions);
    let attr = match v.attr.get() {
        Attr::Sorted => Attr::Sorted,
        attr if index.is_some() => attr,
        _ => Attr::None,
    };
    let mut pieces = vec![page_of(v, attr, v.len())?.into(), items(v).into()];
    pieces.extend(index.map(Cow::from));
    Ok(Image(pieces))
}

/// The page that starts an enumeration like `v` of `count` items.
///
/// Errors: 'limit when the name of its domain is too long.
pub fn page_of(v: &Vector, attr: Attr, count: usize) -> Result<Vec<u8>> {
    let mut page = page(0, Type::Enum as u8, attr, count);
    let (name, room) = (v.domain.bytes(), PAGE_SIZE - 2 * HEADER_SIZE - 1);
    if name.len() > room {
        return Err(Error::new("limit").detail("a file has no room for so long a name of a domain"));
    }
    page[HEADER_SIZE..HEADER_SIZE + name.len()].copy_from_slice(name);
    Ok(page)
}

/// The 4096 bytes that start the page form, without a domain.
pub fn page(second: u8, ty: u8, attr: Attr, count: usize) -> Vec<u8> {
    let mut page = vec![0; PAGE_SIZE];
    page[..2].copy_from_slice(&[0xfd, 0x20]);
    page[PAGE_SIZE - HEADER_SIZE..].copy_from_slice(&header([0xfd, second], ty, attr, count));
    page
}

/// The sixteen bytes of a block header.
pub fn header(mark: [u8; 2], ty: u8, attr: Attr, count: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(HEADER_SIZE);
    out.extend(mark);
    out.extend([ty, attr as u8, 0, 0, 0, 0]);
    out.extend((count as i64).to_le_bytes());
    out
}

/// The items of a vector that holds no symbols, as they lie in memory.
pub fn items(v: &Vector) -> &[u8] {
    match &v.data {
        Data::Sym(_) => &[],
        Data::U8(b) => b.as_bytes(),
        Data::I16(b) => b.as_bytes(),
        Data::I32(b) => b.as_bytes(),
        Data::I64(b) => b.as_bytes(),
        Data::F32(b) => b.as_bytes(),
        Data::F64(b) => b.as_bytes(),
        Data::Guid(b) => b.as_bytes(),
    }
}

/// Are the items in ascending order, as `s#` promises? Those of an enumeration by their values: where these are not
/// known, only like ones are.
pub fn is_sorted(v: &Vector) -> bool {
    if v.ty == Type::Enum {
        return match domain::resolve(v) {
            Some(Value::Vector(v)) => is_sorted(&v),
            _ => v.slice::<i64>().is_some_and(|at| at.windows(2).all(|w| w[0] == w[1])),
        };
    }
    with_data!(&v.data, b => b.as_slice().windows(2).all(|w| ascends(&w[0], &w[1])))
}

fn ascends<T: PartialOrd + quarry_value::Item>(a: &T, b: &T) -> bool {
    a.is_null() || a <= b
}
