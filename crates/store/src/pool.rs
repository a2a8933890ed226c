//! The files of an anymap: references, the pool of objects, and the symbols in it. See `anymap` for the layout.
//!
//! Parents precede children and children are written depth first. Items that are the same object as the one before
//! are written once, and so are empty vectors.

use crate::anymap::{COMPACT, FULL};
use crate::attribute;
use crate::encode::{self, Files, Image};
use quarry_value::{Attr, Dict, List, Result, Sym, Table, Type, Value, Vector, evaluation, room};
use std::collections::HashMap;
use std::sync::Arc;

/// Vectors of no more than so many bytes are compact.
const COMPACT_MAX: usize = 95;
/// Lists in lists are written to this depth, and read a little deeper.
const DEPTH_MAX: usize = 190;
/// The bits above the place in a reference.
const IN_PLACE: u64 = 0;
const BUILT: u64 = 1 << 56;
const SYMBOLS: u64 = 3 << 56;

/// Can a value be written in the pool? Functions and enumerated atoms cannot, nor enumerations that are long or have an
/// attribute.
pub fn holds(x: &Value) -> bool {
    holds_to(x, DEPTH_MAX)
}

fn holds_to(x: &Value, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    match x {
        Value::Enum(..) => false,
        Value::Vector(v) => v.ty != Type::Enum || (v.len() * 8 <= COMPACT_MAX && v.attr == Attr::None),
        Value::List(_) if evaluation::is_over() => false,
        Value::List(l) => {
            let mut last = None;
            (0..l.len()).all(|i| {
                let item = l.get(i);
                let is_known = last.as_ref().is_some_and(|before| same_object(before, &item));
                let held = is_known || holds_to(&item, depth);
                last = Some(item);
                held
            })
        }
        Value::Dict(d) => holds_to(&d.keys, depth) && holds_to(&d.values, depth),
        Value::Table(t) => !t.is_elsewhere() && t.columns.iter().all(|c| holds_to(c, depth)),
        x => x.is_atom(),
    }
}

/// The three files of a list that [`holds`] accepts.
pub fn files<'a>(list: &List) -> Result<Files<'a>> {
    let mut w = Writer::default();
    let refs = w.append(list)?;
    let head = encode::page(0, 4, Attr::None, 0);
    let syms = (!w.syms.is_empty()).then(|| Image::new(vec![encode::symbols(&w.syms, Attr::None).into()]));
    let page = encode::page(1, 77, Attr::None, list.len());
    Ok(Files {
        main: Image::new(vec![page.into(), refs.into()]),
        pool: Some(Image::new(vec![head.into(), w.pool.into()])),
        syms,
    })
}

/// What an object has beside its items at most, with what is left free before it.
const HEAD_MAX: usize = 64;

/// Writes objects behind a pool that may already have some.
#[derive(Default)]
pub struct Writer {
    /// Bytes of the pool before those in `pool`.
    before: usize,
    pub pool: Vec<u8>,
    pub syms: Vec<Sym>,
    positions: HashMap<Sym, u32>,
    empties: HashMap<Type, u64>,
}

impl Writer {
    /// Goes on behind a pool of `before` bytes with these symbols.
    pub fn after(before: usize, syms: &[Sym]) -> Writer {
        let positions = syms.iter().enumerate().map(|(i, s)| (*s, i as u32)).collect();
        Writer { before, syms: syms.to_vec(), positions, ..Writer::default() }
    }

    /// Writes the items of a list; their references.
    pub fn append(&mut self, list: &List) -> Result<Vec<u8>> {
        let mut refs = room::vec(list.len() * 8);
        let mut last: Option<(Value, u64)> = None;
        for i in 0..list.len() {
            let item = list.get(i);
            let reference = match &last {
                Some((before, r)) if same_object(before, &item) => *r,
                _ => self.object(&item)?,
            };
            refs.extend(reference.to_le_bytes());
            last = Some((item, reference));
        }
        Ok(refs)
    }

    /// Room for an object of so many bytes.
    fn reserve(&mut self, size: usize) {
        room::reserve(&mut self.pool, size + HEAD_MAX);
    }

    fn here(&self) -> u64 {
        (self.before + self.pool.len()) as u64
    }

    fn object(&mut self, x: &Value) -> Result<u64> {
        match x {
            Value::Vector(v) => Ok(self.vector(v)),
            Value::List(l) => {
                evaluation::check()?;
                let items: Vec<Value> = room::collected((0..l.len()).map(|i| l.get(i)));
                self.parent(77, l.attr.get(), &items, IN_PLACE)
            }
            Value::Table(t) => self.table(t),
            Value::Dict(d) => self.dict(d),
            atom => self.atom(atom),
        }
    }

    fn vector(&mut self, v: &Vector) -> u64 {
        if v.is_empty() && v.attr == Attr::None && v.ty != Type::Enum {
            if let Some(r) = self.empties.get(&v.ty) {
                return *r;
            }
            let r = self.compact(v);
            self.empties.insert(v.ty, r);
            return r;
        }
        // A symbol is eight bytes in kdb+'s memory.
        let width = if v.ty == Type::Symbol { 8 } else { v.ty.width() };
        let keeps_attr = v.attr == Attr::Sorted || (v.ty == Type::Symbol && v.attr != Attr::None);
        match v.len() * width <= COMPACT_MAX && !keeps_attr {
            true => self.compact(v),
            false if v.ty == Type::Symbol => self.symbols(v),
            false => self.full(v),
        }
    }

    fn compact(&mut self, v: &Vector) -> u64 {
        self.reserve(v.len() * v.ty.width());
        let at = self.here();
        self.pool.push((COMPACT + v.ty as i16) as u8);
        if v.ty == Type::Enum {
            let domain = self.position(v.domain);
            self.pool.extend(domain.to_le_bytes());
        }
        self.pool.push(v.len() as u8);
        match v.slice::<Sym>() {
            Some(names) => {
                for name in names {
                    let i = self.position(*name);
                    self.pool.extend(i.to_le_bytes());
                }
            }
            None => self.pool.extend_from_slice(encode::items(v)),
        }
        at | BUILT
    }

    fn full(&mut self, v: &Vector) -> u64 {
        let attr = if v.attr == Attr::Sorted { v.attr.get() } else { Attr::None };
        self.reserve(v.len() * v.ty.width());
        let at = self.start(v.ty as u8, attr, v.len());
        self.pool.extend_from_slice(encode::items(v));
        at | IN_PLACE
    }

    /// Symbols as an enumeration over the list's own domain.
    fn symbols(&mut self, v: &Vector) -> u64 {
        let names = v.slice::<Sym>().unwrap_or_default();
        let positions: Vec<i64> = room::collected(names.iter().map(|n| self.position(*n).into()));
        let index = attribute::index(v.attr.get(), &positions);
        let attr = if v.attr == Attr::Sorted || index.is_some() { v.attr.get() } else { Attr::None };
        self.reserve(positions.len() * 8 + index.as_ref().map_or(0, |index| index.len()));
        let at = self.start(20, attr, v.len());
        self.pool.extend(positions.iter().flat_map(|p| p.to_le_bytes()));
        self.pool.extend(index.unwrap_or_default());
        at | SYMBOLS
    }

    fn position(&mut self, name: Sym) -> u32 {
        *self.positions.entry(name).or_insert_with(|| {
            self.syms.push(name);
            self.syms.len() as u32 - 1
        })
    }

    fn atom(&mut self, x: &Value) -> Result<u64> {
        let ty = x.item_type().ok_or_else(|| quarry_value::error::nyi("functions in mapped lists"))?;
        self.reserve(0);
        let at = self.here();
        self.pool.push((COMPACT - ty as i16) as u8);
        match x {
            Value::U8(_, x) => self.pool.push(*x),
            Value::I16(x) => self.pool.extend(x.to_le_bytes()),
            Value::I32(_, x) => self.pool.extend(x.to_le_bytes()),
            Value::I64(_, x) => self.pool.extend(x.to_le_bytes()),
            Value::F32(x) => self.pool.extend(x.to_le_bytes()),
            Value::F64(_, x) => self.pool.extend(x.to_le_bytes()),
            Value::Guid(x) => self.pool.extend(**x),
            Value::Sym(x) => {
                let i = self.position(*x);
                self.pool.extend(i.to_le_bytes());
            }
            _ => return Err(quarry_value::error::nyi("this in mapped lists")),
        }
        Ok(at | BUILT)
    }

    fn table(&mut self, t: &Table) -> Result<u64> {
        let pair = [Value::syms(t.names.clone()), Value::list(t.columns.clone())];
        self.parent(98, t.attr.get(), &pair, BUILT)
    }

    fn dict(&mut self, d: &Dict) -> Result<u64> {
        let ty = if d.sorted { 127 } else { 99 };
        self.parent(ty, Attr::None, &[d.keys.clone(), d.values.clone()], BUILT)
    }

    /// An object that is references to others; these follow it.
    fn parent(&mut self, ty: u8, attr: Attr, children: &[Value], flags: u64) -> Result<u64> {
        let attr = if attr == Attr::Sorted { attr } else { Attr::None };
        self.reserve(children.len() * 8);
        let at = self.start(ty, attr, children.len());
        let refs_at = self.pool.len();
        self.pool.resize(refs_at + children.len() * 8, 0);
        for (i, child) in children.iter().enumerate() {
            let reference = self.object(child)?;
            let place = refs_at + i * 8;
            self.pool[place..place + 8].copy_from_slice(&reference.to_le_bytes());
        }
        Ok(at | flags)
    }

    /// Starts a full object at the next multiple of sixteen.
    fn start(&mut self, ty: u8, attr: Attr, count: usize) -> u64 {
        let pad = self.here().next_multiple_of(16) - self.here();
        self.pool.resize(self.pool.len() + pad as usize, 0);
        let at = self.here();
        let mut header = encode::header([FULL, 0], ty, attr, count);
        header[4] = 1;
        self.pool.extend(header);
        at
    }
}

fn same_object(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Vector(a), Value::Vector(b)) => Arc::ptr_eq(a, b),
        (Value::List(a), Value::List(b)) => Arc::ptr_eq(a, b),
        (Value::Dict(a), Value::Dict(b)) => Arc::ptr_eq(a, b),
        (Value::Table(a), Value::Table(b)) => Arc::ptr_eq(a, b),
        _ => false,
    }
}
