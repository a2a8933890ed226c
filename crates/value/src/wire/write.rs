//! Values to bytes.

use super::{DEPTH_MAX, Medium, code};
use crate::error::{nyi, type_error};
use crate::room;
use crate::{
    Attr, Data, Derived, Dict, Error, Kind, Lambda, NO_WIRE, Prim, Result, Slices, Sym, Table, Type, Value,
    Vector, domain, evaluation,
};
use std::ops::Range;

/// `x` as the object of a message, without a header. Enumerations become symbols.
///
/// Errors: 'type for what cannot be sent (foreign code), 'limit for what lies too deep.
pub fn serialise(x: &Value) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    serialise_to(x, &mut bytes)?;
    Ok(bytes)
}

/// Appends what [`serialise`] gives.
pub(super) fn serialise_to(x: &Value, out: &mut Vec<u8>) -> Result<()> {
    let mut w = Writer { sink: std::mem::take(out), medium: Medium::Message, depth: 0 };
    w.object(x)?;
    *out = w.sink;
    Ok(())
}

/// The lowest capability byte with which a reader understands the types in `x`: 3 for guids, 1 for timestamps and
/// timespans.
pub fn least_capability(x: &Value) -> u8 {
    let of = |ty: Type| match ty {
        Type::Guid => 3,
        Type::Timestamp | Type::Timespan => 1,
        _ => 0,
    };
    let most =
        |items: &mut dyn Iterator<Item = Value>| items.map(|v| least_capability(&v)).max().unwrap_or(0);
    match x {
        Value::List(_) | Value::Projection(_) if evaluation::is_over() => 0,
        Value::List(l) if l.as_slices().is_some() => l.as_slices().map_or(0, |s| of(s.all().ty)),
        Value::List(_) => most(&mut x.items()),
        Value::Dict(d) => least_capability(&d.keys).max(least_capability(&d.values)),
        Value::Table(t) => most(&mut t.columns.iter().cloned()),
        Value::Projection(p) => most(&mut p.args.iter().cloned()),
        other => other.item_type().map_or(0, of),
    }
}

/// How many bytes [`serialise`] gives.
pub fn serialised_size(x: &Value) -> Result<usize> {
    let mut w = Writer { sink: Counter(0), medium: Medium::Message, depth: 0 };
    w.object(x)?;
    Ok(w.sink.0)
}

/// Appends `x` as files hold it: enumerations stay, with the name of their domain.
pub fn write_object(x: &Value, out: &mut Vec<u8>) -> Result<()> {
    let start = out.len();
    let mut w = Writer { sink: std::mem::take(out), medium: Medium::File, depth: 0 };
    let done = w.object(x);
    *out = w.sink;
    if done.is_err() {
        out.truncate(start);
    }
    done
}

trait Sink {
    fn put(&mut self, bytes: &[u8]);
}

impl Sink for Vec<u8> {
    fn put(&mut self, bytes: &[u8]) {
        room::reserve(self, bytes.len());
        self.extend_from_slice(bytes);
    }
}

struct Counter(usize);

impl Sink for Counter {
    fn put(&mut self, bytes: &[u8]) {
        self.0 += bytes.len();
    }
}

struct Writer<S> {
    sink: S,
    medium: Medium,
    depth: usize,
}

impl<S: Sink> Writer<S> {
    fn object(&mut self, x: &Value) -> Result<()> {
        if self.depth >= DEPTH_MAX {
            return Err(Error::new("limit").detail("a value nested too deeply to be written"));
        }
        self.depth += 1;
        match x {
            Value::Vector(v) => self.vector(v)?,
            Value::List(l) => {
                evaluation::check()?;
                self.head(0, l.attr.get(), l.len())?;
                match l.as_slices() {
                    Some(slices) => self.slices(slices)?,
                    None => {
                        for i in 0..l.len() {
                            match l.text(i) {
                                Some(text) => {
                                    self.head(Type::Char as u8, Attr::None, text.len())?;
                                    self.sink.put(text);
                                }
                                None => self.object(&l.get(i))?,
                            }
                        }
                    }
                }
            }
            Value::Dict(d) => self.dict(d)?,
            Value::Table(t) => self.table(t)?,
            Value::Prim(p) => self.primitive(*p)?,
            Value::Lambda(f) => self.lambda(f)?,
            Value::Projection(p) => {
                self.functions(code::PROJECTION, std::iter::once(&p.func).chain(&p.args), p.args.len() + 1)?;
            }
            Value::Composition(c) => self.functions(code::COMPOSITION, c.funcs.iter(), c.funcs.len())?,
            Value::Derived(d) => {
                evaluation::check()?;
                self.sink.put(&[code::DERIVED + d.iter as u8]);
                self.object(&d.func)?;
            }
            Value::Foreign(_) => return Err(type_error().detail("foreign code has no bytes")),
            atom => self.atom(atom)?,
        }
        self.depth -= 1;
        Ok(())
    }

    fn head(&mut self, ty: u8, attr: Attr, count: usize) -> Result<()> {
        match i32::try_from(count) {
            Ok(n) => {
                self.sink.put(&[ty, attr as u8]);
                self.sink.put(&n.to_le_bytes());
            }
            Err(_) => {
                self.sink.put(&[ty, attr as u8 | code::LONG_COUNT]);
                self.sink.put(&(count as u64).to_le_bytes());
            }
        }
        Ok(())
    }

    fn name(&mut self, name: Sym) {
        self.sink.put(name.bytes());
        self.sink.put(&[0]);
    }

    fn atom(&mut self, x: &Value) -> Result<()> {
        if let Value::Enum(name, at) = x {
            return self.enumerated_atom(*name, *at);
        }
        let ty = x.item_type().ok_or_else(type_error)?;
        self.sink.put(&[(ty as u8).wrapping_neg()]);
        match x {
            Value::U8(_, x) => self.sink.put(&[*x]),
            Value::I16(x) => self.sink.put(&x.to_le_bytes()),
            Value::I32(_, x) => self.sink.put(&x.to_le_bytes()),
            Value::I64(_, x) => self.sink.put(&x.to_le_bytes()),
            Value::F32(x) => self.sink.put(&x.to_le_bytes()),
            Value::F64(_, x) => self.sink.put(&x.to_le_bytes()),
            Value::Sym(s) => self.name(*s),
            Value::Guid(g) => self.sink.put(&**g),
            _ => return Err(type_error()),
        }
        Ok(())
    }

    fn enumerated_atom(&mut self, name: Sym, at: i64) -> Result<()> {
        if self.medium == Medium::File {
            self.sink.put(&[code::ENUM.wrapping_neg()]);
            self.name(name);
            self.sink.put(&position(at)?.to_le_bytes());
            return Ok(());
        }
        let x = domain::resolve_atom(name, at).ok_or_else(|| unknown(name))?;
        self.object(&x)
    }

    fn vector(&mut self, v: &Vector) -> Result<()> {
        if v.ty == Type::Enum {
            return self.enumerated(v);
        }
        self.head(v.ty as u8, v.attr.get(), v.len())?;
        self.items(&v.data, 0..v.len());
        Ok(())
    }

    fn items(&mut self, data: &Data, range: Range<usize>) {
        match data {
            Data::U8(b) => self.sink.put(b.range(range)),
            Data::I16(b) => self.sink.put(bytemuck::cast_slice(b.range(range))),
            Data::I32(b) => self.sink.put(bytemuck::cast_slice(b.range(range))),
            Data::I64(b) => self.sink.put(bytemuck::cast_slice(b.range(range))),
            Data::F32(b) => self.sink.put(bytemuck::cast_slice(b.range(range))),
            Data::F64(b) => self.sink.put(bytemuck::cast_slice(b.range(range))),
            Data::Guid(b) => self.sink.put(bytemuck::cast_slice(b.range(range))),
            Data::Sym(b) => b.range(range).iter().for_each(|s| self.name(*s)),
        }
    }

    /// Vectors one after the other, each with its head.
    fn slices(&mut self, slices: &Slices) -> Result<()> {
        if slices.all().ty == Type::Enum || self.depth >= DEPTH_MAX {
            return (0..slices.len()).try_for_each(|i| self.object(&slices.get(i)));
        }
        for i in 0..slices.len() {
            let place = slices.place(i);
            self.head(slices.all().ty as u8, Attr::None, place.len())?;
            self.items(&slices.all().data, place);
        }
        Ok(())
    }

    fn enumerated(&mut self, v: &Vector) -> Result<()> {
        if self.medium == Medium::Message {
            let mut plain = domain::resolve(v).ok_or_else(|| unknown(v.domain))?;
            if let Value::Vector(p) = &mut plain {
                // The null place may stand for a symbol that another place stands for, too.
                let has_null = v.slice::<i64>().unwrap_or_default().contains(&i64::MIN);
                let keeps = !has_null || !matches!(v.attr.get(), Attr::Unique | Attr::Parted);
                std::sync::Arc::make_mut(p).attr = if keeps { v.attr.get() } else { Attr::None }.into();
            }
            return self.object(&plain);
        }
        self.sink.put(&[code::ENUM]);
        self.name(v.domain);
        self.sink.put(&[v.attr.get() as u8]);
        let count = i32::try_from(v.len()).map_err(|_| Error::new("limit"))?;
        self.sink.put(&count.to_le_bytes());
        for &at in v.slice::<i64>().unwrap_or_default() {
            self.sink.put(&position(at)?.to_le_bytes());
        }
        Ok(())
    }

    fn dict(&mut self, d: &Dict) -> Result<()> {
        self.sink.put(&[if d.sorted { code::SORTED_DICT } else { code::DICT }]);
        self.object(&d.keys)?;
        self.object(&d.values)
    }

    fn table(&mut self, t: &Table) -> Result<()> {
        self.sink.put(&[code::TABLE, t.attr.get() as u8, code::DICT]);
        self.object(&Value::syms(t.names.clone()))?;
        if t.is_elsewhere() {
            return self.atom(&Value::Sym(t.from));
        }
        self.head(0, Attr::None, t.columns.len())?;
        t.columns.iter().try_for_each(|c| self.object(c))
    }

    /// Primitives that kdb+ has as functions in q are sent as a function that calls them, or as the derived function
    /// that they are.
    fn primitive(&mut self, p: Prim) -> Result<()> {
        if p == Prim::ELIDED {
            self.sink.put(&[code::UNARY, code::ELIDED]);
            return Ok(());
        }
        let row = p.row();
        let ty = match row.kind {
            _ if row.wire == NO_WIRE => {
                return match Derived::of_text(row.text) {
                    Some(d) => self.object(&d.into()),
                    None => self.lambda(&caller(p)?),
                };
            }
            Kind::Unary => code::UNARY,
            Kind::Binary => code::BINARY,
            Kind::Iter => code::ITER,
            Kind::Native => return self.lambda(&caller(p)?),
        };
        self.sink.put(&[ty, row.wire]);
        Ok(())
    }

    fn lambda(&mut self, f: &Lambda) -> Result<()> {
        self.sink.put(&[code::LAMBDA]);
        self.name(f.context);
        self.head(Type::Char as u8, Attr::None, f.source.len())?;
        self.sink.put(&f.source);
        Ok(())
    }

    fn functions<'a>(&mut self, ty: u8, items: impl Iterator<Item = &'a Value>, count: usize) -> Result<()> {
        evaluation::check()?;
        self.sink.put(&[ty]);
        self.sink.put(&i32::try_from(count).map_err(|_| Error::new("limit"))?.to_le_bytes());
        for f in items {
            self.object(f)?;
        }
        Ok(())
    }
}

fn unknown(domain: Sym) -> Error {
    type_error().detail(format!("the domain {} of an enumeration is not known", domain.text()))
}

/// A position as files hold it.
fn position(at: i64) -> Result<i32> {
    if at == i64::MIN { Ok(i32::MIN) } else { i32::try_from(at).map_err(|_| Error::new("limit")) }
}

/// A lambda that calls primitive `p`: `{[x;y]xasc[x;y]}`, or `{[x].Q.s[x]}` for a member of a namespace.
fn caller(p: Prim) -> Result<Lambda> {
    let row = p.row();
    let member = || Some(row.text).filter(|text| text.starts_with('.'));
    let word = row.keywords.first().copied().or_else(member);
    let names = ["x", "y", "z", "w", "v"].get(..usize::from(row.rank));
    let (Some(word), Some(names)) = (word, names) else { return Err(nyi("sending this primitive")) };
    let names = names.join(";");
    Ok(Lambda::new(format!("{{[{names}]{word}[{names}]}}").into_bytes(), Sym::EMPTY))
}
