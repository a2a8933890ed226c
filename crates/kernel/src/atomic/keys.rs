//! The keys of two dictionaries side by side.

use crate::domain;
use quarry_value::error::type_error;
use quarry_value::{Error, Result, Sym, Table, Value};
use std::collections::HashMap;
use std::sync::Arc;

/// Where the keys of a dictionary `y` are among those of `x`.
pub struct Pairing {
    /// For each key of `y` its place in `x`, if it is there.
    pub places: Vec<Option<usize>>,
    /// The keys of `x`, then the new ones of `y`.
    pub keys: Value,
}

/// Are these the same keys in the same order, as far as a glance tells?
pub fn same(x: &Value, y: &Value) -> bool {
    match (x, y) {
        (Value::Vector(a), Value::Vector(b)) => {
            Arc::ptr_eq(a, b)
                || (a.ty == b.ty && a.slice::<Sym>().is_some() && a.slice::<Sym>() == b.slice::<Sym>())
        }
        (Value::List(a), Value::List(b)) => Arc::ptr_eq(a, b),
        (Value::Table(a), Value::Table(b)) => {
            Arc::ptr_eq(a, b)
                || (a.names == b.names && a.columns.iter().zip(&b.columns).all(|(a, b)| same(a, b)))
        }
        _ => false,
    }
}

/// The key table `y` with its columns in the order of those of `x`. Errors: 'mismatch when they are not the same.
fn in_order(x: &Table, y: &Table) -> Result<Value> {
    let other = || Error::new("mismatch").detail("the key columns differ");
    if x.names.len() != y.names.len() {
        return Err(other());
    }
    let columns = x.names.iter().map(|n| y.column(*n).cloned().ok_or_else(other)).collect::<Result<_>>()?;
    Ok(Value::table(x.names.clone(), columns))
}

/// Finds the keys `y` among the keys `x`.
///
/// Errors: 'mismatch for tables of other columns; 'type for a keyed table and a dictionary that is none.
pub fn pair(x: &Value, y: &Value) -> Result<Pairing> {
    let y = &match (x, y) {
        (Value::Table(a), Value::Table(b)) if a.names != b.names => in_order(a, b)?,
        (Value::Table(_), Value::Table(_)) => y.clone(),
        (Value::Table(_), _) | (_, Value::Table(_)) => return Err(type_error()),
        _ => y.clone(),
    };
    let mut at = HashMap::new();
    for i in 0..x.count() {
        at.entry(mark(&x.at(i))).or_insert(i);
    }
    let places: Vec<Option<usize>> = (0..y.count()).map(|i| at.get(&mark(&y.at(i))).copied()).collect();
    let new = |c: &Value| {
        places.iter().enumerate().filter(|p| p.1.is_none()).map(|p| c.at(p.0)).collect::<Vec<_>>()
    };
    let joined = |a: &Value, b: &Value| Value::collapse(a.items().chain(new(b)).collect());
    let keys = match (x, y) {
        (Value::Table(a), Value::Table(b)) => {
            let other = |name| b.column(name).cloned().unwrap_or_else(Value::empty_list);
            let columns = a.names.iter().zip(&a.columns).map(|(n, c)| joined(c, &other(*n))).collect();
            Value::Table(Arc::new(Table::new(a.names.clone(), columns)))
        }
        _ => joined(x, y),
    };
    Ok(Pairing { places, keys })
}

impl Pairing {
    /// A column of `x` with nulls for the new keys.
    pub fn with_nulls(&self, c: &Value) -> Value {
        let new = self.places.iter().filter(|p| p.is_none()).count();
        Value::collapse(c.items().chain(std::iter::repeat_n(null(c), new)).collect())
    }

    /// A column of `y` in the order of the joined keys, with nulls where `y` has no such key; `n` keys are of `x`.
    pub fn spread(&self, c: &Value, n: usize) -> Value {
        let mut items = vec![null(c); n];
        for (i, place) in self.places.iter().enumerate() {
            match place {
                Some(at) => items[*at] = c.at(i),
                None => items.push(c.at(i)),
            }
        }
        Value::collapse(items)
    }
}

fn null(c: &Value) -> Value {
    match c {
        Value::Vector(v) => v.null(),
        _ => Value::empty_list(),
    }
}

/// Bytes that are equal for keys that are the same.
fn mark(x: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    write_mark(x, &mut out);
    out
}

fn write_mark(x: &Value, out: &mut Vec<u8>) {
    match x {
        Value::Enum(..) => return write_mark(&domain::resolve(x), out),
        Value::Vector(v) if v.ty == quarry_value::Type::Enum => return write_mark(&domain::resolve(x), out),
        _ => out.extend(x.type_number().to_le_bytes()),
    }
    match x {
        Value::U8(_, v) => out.push(*v),
        Value::I16(v) => out.extend(v.to_le_bytes()),
        Value::I32(_, v) => out.extend(v.to_le_bytes()),
        Value::I64(_, v) => out.extend(v.to_le_bytes()),
        Value::F32(v) => out.extend((v + 0.0).to_le_bytes()),
        Value::F64(_, v) => out.extend((v + 0.0).to_le_bytes()),
        Value::Sym(s) => out.extend(s.id().to_le_bytes()),
        Value::Guid(g) => out.extend(**g),
        Value::Dict(d) => {
            write_mark(&d.keys, out);
            write_mark(&d.values, out);
        }
        Value::Table(t) => t.columns.iter().for_each(|c| write_mark(c, out)),
        Value::Vector(v) => {
            out.extend(v.len().to_le_bytes());
            (0..v.len()).for_each(|i| write_mark(&v.get(i), out));
        }
        Value::List(l) => {
            out.extend(l.len().to_le_bytes());
            l.as_slice().iter().for_each(|x| write_mark(x, out));
        }
        other => out.extend(format!("{other:?}").into_bytes()),
    }
}
