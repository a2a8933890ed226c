//! Bytes to values. No count is believed before the bytes it promises are there.

use super::{DEPTH_MAX, Medium, code};
use crate::buf::items_in;
use crate::slices::Growing;
use crate::{
    Attr, Composition, Data, Derived, Dict, Error, Guid, Item, Iter, Kind, Lambda, List, Prim, Projection,
    Repr, Result, Sym, Table, Texts, Type, Value, Vector, meter, room,
};
use bytemuck::{Pod, pod_read_unaligned};
use std::sync::Arc;

/// The one object that `bytes` are, as it stands in a message; `big` for a sender with the highest byte first.
///
/// Errors: 'badmsg when the bytes are not exactly an object; 'wsfull.
pub fn deserialise(bytes: &[u8], big: bool) -> Result<Value> {
    let mut r = Reader { big, ..Reader::of(bytes, Medium::Message) };
    let x = room::asking(|| r.object())?;
    if r.at == bytes.len() { Ok(x) } else { Err(bad("bytes after the object")) }
}

/// Reads one object from the front of `bytes` as files hold it: it and the bytes it took.
///
/// Errors: 'badmsg when there is no whole object; 'wsfull.
pub fn read_object(bytes: &[u8]) -> Result<(Value, usize)> {
    let mut r = Reader::of(bytes, Medium::File);
    let x = room::asking(|| r.object())?;
    Ok((x, r.at))
}

/// What the front of some bytes is, of which more may follow.
pub enum Front {
    /// An object and the bytes it takes.
    Whole(Value, usize),
    /// The start of one that takes so many bytes at least.
    Short(usize),
    /// No object, whatever follows; or memory is short.
    Bad(Error),
}

/// [`read_object`] of bytes that may end before the object does.
pub fn read_front(bytes: &[u8]) -> Front {
    let mut r = Reader::of(bytes, Medium::File);
    match room::asking(|| r.object()) {
        Ok(x) => Front::Whole(x, r.at),
        Err(_) if r.needs > bytes.len() => Front::Short(r.needs),
        Err(e) => Front::Bad(e),
    }
}

/// How far the front of an object goes in bytes that end before it does: to the items of the vector, or the text of the name, that
/// is not there whole. `None` where the bytes are no such front.
pub fn front_size(bytes: &[u8]) -> Option<usize> {
    let mut r = Reader { walks: true, ..Reader::of(bytes, Medium::File) };
    (r.object().is_err() && r.needs > bytes.len()).then_some(r.at)
}

fn bad(why: &str) -> Error {
    Error::new("badmsg").detail(why)
}

/// Symbols that are looked up together.
const NAMES: usize = 1024;
/// Objects that room is made for when more are promised: memory grows with what is read.
const PROMISED: usize = 1024;

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    big: bool,
    medium: Medium,
    depth: usize,
    /// What the object asked for that was not there ends here.
    needs: usize,
    /// Lists are read as far as they go, whatever they promise.
    walks: bool,
}

impl<'a> Reader<'a> {
    fn of(bytes: &'a [u8], medium: Medium) -> Reader<'a> {
        Reader { bytes, at: 0, big: false, medium, depth: 0, needs: 0, walks: false }
    }

    fn take(&mut self, size: usize) -> Result<&'a [u8]> {
        let rest = &self.bytes[self.at..];
        let Some(taken) = rest.get(..size) else {
            self.needs = self.at.saturating_add(size);
            return Err(bad("an object that ends early"));
        };
        self.at += size;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8> {
        Ok(self.take(1)?[0])
    }

    /// `count` numbers.
    fn items<T: Item + Pod>(&mut self, count: usize) -> Result<Vec<T>> {
        let size = count.checked_mul(size_of::<T>()).ok_or_else(|| bad("a count beyond reason"))?;
        let bytes = self.take(size)?;
        if self.big && T::REPR != Repr::Guid && size_of::<T>() > 1 {
            let mut turned = room::copied(bytes);
            turned.chunks_exact_mut(size_of::<T>()).for_each(|c| c.reverse());
            return Ok(items_in(&turned));
        }
        Ok(items_in(bytes))
    }

    fn one<T: Item + Pod>(&mut self) -> Result<T> {
        let bytes = self.take(size_of::<T>())?;
        if !self.big || T::REPR == Repr::Guid {
            return Ok(pod_read_unaligned(bytes));
        }
        let mut turned = [0; 8];
        let turned = &mut turned[..bytes.len()];
        turned.copy_from_slice(bytes);
        turned.reverse();
        Ok(pod_read_unaligned(turned))
    }

    fn name(&mut self) -> Result<Sym> {
        Ok(Sym::new(self.name_text()?))
    }

    fn name_text(&mut self) -> Result<&'a [u8]> {
        let rest = &self.bytes[self.at..];
        let Some(size) = rest.iter().position(|&c| c == 0) else {
            self.needs = self.bytes.len() + 1;
            return Err(bad("a symbol without an end"));
        };
        self.at += size + 1;
        Ok(&rest[..size])
    }

    fn names(&mut self, count: usize) -> Result<Vec<Sym>> {
        let mut out = Vec::new();
        while out.len() < count {
            let start = out.len();
            let texts = (start..count.min(start + NAMES)).map(|_| self.name_text());
            let texts = texts.collect::<Result<Vec<&[u8]>>>()?;
            room::reserve(&mut out, texts.len());
            out.resize(start + texts.len(), Sym::EMPTY);
            Sym::read_into(&mut out[start..], texts.into_iter());
        }
        Ok(out)
    }

    /// Attribute and count; every item takes at least `width` bytes.
    fn head(&mut self, width: usize) -> Result<(Attr, usize)> {
        let attr = self.byte()?;
        let count =
            if attr & code::LONG_COUNT == 0 { i64::from(self.one::<i32>()?) } else { self.one::<i64>()? };
        let attr = Attr::from_number(attr & !code::LONG_COUNT).ok_or_else(|| bad("an unknown attribute"))?;
        let count = self.count(count, width)?;
        if count * width >= meter::LARGE && !self.walks {
            meter::check(count * width)?;
        }
        Ok((attr, count))
    }

    fn count(&mut self, count: i64, width: usize) -> Result<usize> {
        let rest = self.bytes.len() - self.at;
        let count = usize::try_from(count).map_err(|_| bad("a negative count"))?;
        match count.checked_mul(width) {
            Some(size) if size <= rest || self.walks => Ok(count),
            size => {
                self.needs = size.and_then(|size| size.checked_add(self.at)).unwrap_or(usize::MAX);
                Err(bad("more items than bytes"))
            }
        }
    }

    fn object(&mut self) -> Result<Value> {
        if self.depth >= DEPTH_MAX {
            return Err(bad("objects nested too deeply"));
        }
        self.depth += 1;
        let ty = self.byte()?;
        let x = match ty {
            0 => self.list()?,
            1..=19 => self.vector(Type::from_number(ty.into()).ok_or_else(|| bad("an unknown type"))?)?,
            20..=76 if self.medium == Medium::File => self.enumerated()?,
            code::TABLE => self.table()?,
            code::DICT => self.dict(false)?,
            code::SORTED_DICT => self.dict(true)?,
            code::LAMBDA => self.lambda()?,
            code::UNARY => self.primitive(Kind::Unary)?,
            code::BINARY => self.primitive(Kind::Binary)?,
            code::ITER => self.primitive(Kind::Iter)?,
            code::PROJECTION => self.projection()?,
            code::COMPOSITION => self.composition()?,
            code::DERIVED..=111 => {
                let iter = Iter::ALL[usize::from(ty - code::DERIVED)];
                Derived { iter, func: self.object()? }.into()
            }
            code::ERROR if self.medium == Medium::Message => {
                let text = self.name()?;
                return Err(Error::text(text.bytes()));
            }
            180..=236 if self.medium == Medium::File => Value::Enum(self.name()?, widen(self.one::<i32>()?)),
            237..=255 => {
                let n = i16::from(ty.wrapping_neg());
                self.atom(Type::from_number(n).ok_or_else(|| bad("an unknown type"))?)?
            }
            _ => return Err(bad("an unknown type")),
        };
        self.depth -= 1;
        Ok(x)
    }

    fn atom(&mut self, ty: Type) -> Result<Value> {
        Ok(match ty.repr() {
            Repr::U8 => Value::U8(ty, boolean(ty, self.byte()?)),
            Repr::I16 => Value::I16(self.one()?),
            Repr::I32 => Value::I32(ty, self.one()?),
            Repr::I64 => Value::I64(ty, self.one()?),
            Repr::F32 => Value::F32(self.one()?),
            Repr::F64 => Value::F64(ty, self.one()?),
            Repr::Guid => Value::Guid(Arc::new(self.one::<Guid>()?)),
            Repr::Sym => Value::Sym(self.name()?),
        })
    }

    fn vector(&mut self, ty: Type) -> Result<Value> {
        let width = if ty == Type::Symbol { 1 } else { ty.repr().width() };
        let (attr, count) = self.head(width)?;
        let data = match ty.repr() {
            Repr::U8 => {
                let mut items = room::copied(self.take(count)?);
                if ty == Type::Bool {
                    items.iter_mut().for_each(|b| *b = boolean(ty, *b));
                }
                u8::data(items.into())
            }
            Repr::I16 => i16::data(self.items(count)?.into()),
            Repr::I32 => i32::data(self.items(count)?.into()),
            Repr::I64 => i64::data(self.items(count)?.into()),
            Repr::F32 => f32::data(self.items(count)?.into()),
            Repr::F64 => f64::data(self.items(count)?.into()),
            Repr::Guid => Guid::data(self.items(count)?.into()),
            Repr::Sym => Data::Sym(self.names(count)?.into()),
        };
        Ok(Vector::new(ty, data).with_attr(attr).into())
    }

    fn enumerated(&mut self) -> Result<Value> {
        let domain = self.name()?;
        crate::domain::met(domain);
        let (attr, count) = self.head(4)?;
        let positions = self.items::<i32>(count)?.into_iter().map(widen).collect::<Vec<i64>>();
        Ok(Vector::enumeration(domain, positions).with_attr(attr).into())
    }

    fn list(&mut self) -> Result<Value> {
        let (attr, count) = self.head(2)?;
        if self.walks {
            let mut items = Vec::new();
            self.objects(count, &mut items)?;
            return Ok(List::new(items).into());
        }
        let texts = self.strings(count)?;
        let mut list = if texts.len() == count {
            List::packed(texts)
        } else if texts.is_empty() {
            self.vectors(count)?
        } else {
            let mut items: Vec<Value> = texts.iter().map(Value::chars).collect();
            self.objects(count, &mut items)?;
            List::new(items)
        };
        list.attr = attr.into();
        Ok(list.into())
    }

    /// `count` objects, of which there are some: one behind the other when they are short vectors of one type.
    fn vectors(&mut self, count: usize) -> Result<List> {
        let first = self.object()?;
        let mut items = match Growing::of_first(&first, count.min(PROMISED)) {
            None => vec![first],
            Some(mut growing) => {
                drop(first);
                let mut other = None;
                while growing.len() < count && other.is_none() {
                    if self.numbers(&mut growing)? {
                        continue;
                    }
                    let x = self.object()?;
                    if !matches!(&x, Value::Vector(v) if growing.push(v)) {
                        other = Some(x);
                    }
                }
                let Some(other) = other else { return Ok(List::slices(growing.into_slices())) };
                let mut items = growing.into_values(0);
                items.push(other);
                items
            }
        };
        self.objects(count, &mut items)?;
        Ok(List::new(items))
    }

    /// Puts the vector that comes next behind others, where it is of numbers as they are.
    fn numbers(&mut self, growing: &mut Growing) -> Result<bool> {
        let Some(ty) = growing.numbers().filter(|_| !self.big) else { return Ok(false) };
        let start = self.at;
        if self.bytes.get(start) != Some(&(ty as u8))
            || self.bytes.get(start + 1) != Some(&(Attr::None as u8))
        {
            return Ok(false);
        }
        self.at += 1;
        let (_, count) = self.head(ty.width())?;
        let taken = self.take(count * ty.width())?;
        let is_put = growing.push_numbers(taken);
        if !is_put {
            self.at = start;
        }
        Ok(is_put)
    }

    /// The strings without attributes that come first, of at most `count` objects.
    fn strings(&mut self, count: usize) -> Result<Texts> {
        let mut texts = Texts::new();
        while texts.len() < count && self.bytes[self.at..].starts_with(&[Type::Char as u8, Attr::None as u8])
        {
            self.at += 1;
            let (_, size) = self.head(1)?;
            texts.push(self.take(size)?);
        }
        texts.fit();
        Ok(texts)
    }

    /// Objects after those there are, until there are `count`.
    fn objects(&mut self, count: usize, items: &mut Vec<Value>) -> Result<()> {
        room::reserve(items, count.saturating_sub(items.len()).min(PROMISED));
        while items.len() < count {
            room::push(items, self.object()?);
        }
        Ok(())
    }

    fn dict(&mut self, sorted: bool) -> Result<Value> {
        let keys = self.object()?;
        let values = self.object()?;
        // A table without columns does not say how many rows it has.
        let fits = keys.count() == values.count() || matches!(&values, Value::Table(t) if t.names.is_empty());
        // A table on disk, flipped, says where its columns are.
        let is_elsewhere = keys.as_syms().is_some() && matches!(values, Value::Sym(_));
        if !is_elsewhere && (!keys.is_column() || !values.is_column() || !fits) {
            return Err(bad("a dictionary of unequal sides, or of what is neither list nor table"));
        }
        Ok(Dict { keys, values, sorted }.into())
    }

    fn table(&mut self) -> Result<Value> {
        let attr = Attr::from_number(self.byte()?).ok_or_else(|| bad("an unknown attribute"))?;
        if self.byte()? != code::DICT {
            return Err(bad("a table that is not a dictionary"));
        }
        let names = self.object()?;
        let names = names.as_syms().ok_or_else(|| bad("column names that are not symbols"))?.to_vec();
        let columns = match self.object()? {
            Value::Sym(from) if !from.is_empty() => return Ok(Table::from_elsewhere(names, from).into()),
            x if x.is_list() => x.items().collect::<Vec<Value>>(),
            _ => return Err(bad("columns that are not a list")),
        };
        let count = columns.first().map_or(0, Value::count);
        let is_column = |c: &Value| c.is_column() && c.count() == count;
        if columns.len() != names.len() || !columns.iter().all(is_column) {
            return Err(bad("columns of unequal counts"));
        }
        let mut table = Table::new(names, columns);
        table.attr = attr.into();
        Ok(table.into())
    }

    fn lambda(&mut self) -> Result<Value> {
        let context = self.name()?;
        let source = self.object()?;
        let source =
            source.as_text().filter(|_| source.is_string()).ok_or_else(|| bad("a lambda without text"))?;
        Ok(Lambda::new(source, context).into())
    }

    fn primitive(&mut self, kind: Kind) -> Result<Value> {
        let index = self.byte()?;
        Prim::from_wire(kind, index).map(Value::Prim).ok_or_else(|| bad("an unknown primitive"))
    }

    fn functions(&mut self) -> Result<Vec<Value>> {
        let count = self.one::<i32>()?;
        let count = self.count(count.into(), 2)?;
        if count == 0 {
            return Err(bad("a function of nothing"));
        }
        let mut items = Vec::new();
        self.objects(count, &mut items)?;
        Ok(items)
    }

    fn projection(&mut self) -> Result<Value> {
        let mut args = self.functions()?;
        let func = args.remove(0);
        Ok(Projection { func, args }.into())
    }

    fn composition(&mut self) -> Result<Value> {
        Ok(Composition { funcs: self.functions()? }.into())
    }
}

/// Booleans are 0 or 1 whatever was sent.
fn boolean(ty: Type, byte: u8) -> u8 {
    if ty == Type::Bool { u8::from(byte != 0) } else { byte }
}

fn widen(position: i32) -> i64 {
    if position == i32::MIN { i64::MIN } else { position.into() }
}
