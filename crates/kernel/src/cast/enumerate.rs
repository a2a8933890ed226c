//! Enumerate: symbols to positions in a domain, keys to positions in a keyed table.

use crate::domain;
use crate::find::positions_in;
use crate::order::Key;
use quarry_value::error::type_error;
use quarry_value::evaluation::check;
use quarry_value::{Buf, Error, Item, Result, Sym, Table, Type, Value, Vector, room, with_data};
use std::sync::Arc;

/// `` `name$y`` where `values` is what the domain `name` holds, a list or a keyed table: `y` as positions in it.
///
/// Shape: atomic; where several columns are the key `y` is a row of it, or a list of rows.
/// Types: the type of the domain's items, usually symbols.
/// Null: a null that is not in the domain stays a null.
/// Errors: 'cast for an item that is not in the domain, 'type.
/// Source: ref/enumerate.
pub fn enumerate(name: Sym, values: &Value, y: &Value) -> Result<Value> {
    if let Some((keys, _)) = values.as_keyed() {
        return foreign_key(name, keys, y);
    }
    let Value::Vector(values) = values else {
        return Err(type_error().detail("a domain is a list of atoms"));
    };
    with_data!(&values.data, b => in_items(name, values, b, y))
}

/// `y` as positions in the domain `values`, whose items `b` are.
fn in_items<T: Key>(name: Sym, values: &Vector, b: &Buf<T>, y: &Value) -> Result<Value> {
    let places_of = |xs: &[T]| -> Result<Vec<i64>> {
        let found = positions_in(values, b, xs);
        check()?;
        let place = |(x, at): (&T, i64)| match (at as usize) < b.len() {
            true => Ok(at),
            false if x.is_null() => Ok(i64::MIN),
            false => Err(missing(name)),
        };
        xs.iter().zip(found).map(place).collect()
    };
    let mut leaf = |v: &Value| {
        if is_over(v, name) {
            return Ok(v.clone());
        }
        match domain::resolve(v) {
            Value::Vector(x) if x.ty == values.ty => {
                Ok(Vector::enumeration(name, places_of(x.slice().unwrap_or_default())?).into())
            }
            atom if atom.is_atom() && atom.item_type() == Some(values.ty) => {
                Ok(Value::Enum(name, places_of(&[T::of_atom(&atom).ok_or_else(type_error)?])?[0]))
            }
            _ => Err(type_error()),
        }
    };
    super::each(y, &mut leaf, &Vector::enumeration(name, Vec::new()).into())
}

/// `y` as positions in the domain `name`, wherever it is known; `None` where it is not.
pub fn in_domain(name: Sym, y: &Value) -> Option<Result<Value>> {
    Some(match domain::key_rows(name).or_else(|| domain::items(name))? {
        Value::Table(keys) => foreign_key(name, &keys, y),
        values => enumerate(name, &values, y),
    })
}

/// `` `name$y`` where `keys` are the key columns of the table `name`. Errors: 'cast for what is no key.
fn foreign_key(name: Sym, keys: &Arc<Table>, y: &Value) -> Result<Value> {
    let empty = Value::from(Vector::enumeration(name, Vec::new()));
    let [column] = &keys.columns[..] else {
        return match y {
            _ if is_over(y, name) => Ok(y.clone()),
            Value::List(l) if l.is_empty() => Ok(empty),
            _ => among_keys(name, &Value::Table(keys.clone()), y),
        };
    };
    let mut leaf = |v: &Value| if is_over(v, name) { Ok(v.clone()) } else { among_keys(name, column, v) };
    super::each(y, &mut leaf, &empty)
}

/// An enumeration over this very domain?
fn is_over(y: &Value, name: Sym) -> bool {
    match y {
        Value::Enum(d, _) => *d == name,
        Value::Vector(e) => e.ty == Type::Enum && e.domain == name,
        _ => false,
    }
}

/// The null symbol is no row's key and needs not be one: it stays null, as among the symbols of a domain (inferred from a
/// program that has links which point nowhere yet).
fn among_keys(name: Sym, keys: &Value, y: &Value) -> Result<Value> {
    let n = keys.count() as i64;
    let y = domain::resolve(y);
    match crate::find(keys, &y)? {
        Value::I64(_, i) if i < n => Ok(Value::Enum(name, i)),
        Value::I64(..) if matches!(&y, Value::Sym(s) if s.is_null()) => Ok(Value::Enum(name, i64::MIN)),
        Value::Vector(v) => {
            let mut at = room::copied(v.slice::<i64>().unwrap_or_default());
            for (i, y) in at.iter_mut().zip(y.as_syms().unwrap_or_default()) {
                if *i >= n && y.is_null() {
                    *i = i64::MIN;
                }
            }
            if at.iter().all(|i| *i < n) {
                Ok(Vector::enumeration(name, at).into())
            } else {
                Err(no_key(name))
            }
        }
        _ => Err(no_key(name)),
    }
}

fn no_key(name: Sym) -> Error {
    Error::new("cast").detail(format!("not a key of {}", name.text()))
}

fn missing(name: Sym) -> Error {
    Error::new("cast").detail(format!("an item is not in the domain {}", name.text()))
}
