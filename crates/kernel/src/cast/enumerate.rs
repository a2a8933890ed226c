//! Enumerate: symbols to positions in a domain, keys to positions in a keyed table.

use crate::domain;
use quarry_value::error::type_error;
use quarry_value::{Error, Item, Result, Sym, Table, Type, Value, Vector, with_data};
use std::collections::HashMap;
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
    let empty = Value::from(Vector::enumeration(name, Vec::new()));
    let mut places: Option<HashMap<Sym, i64>> = None;
    let mut places_of = |xs: &[Sym]| -> Result<Vec<i64>> {
        let domain = values.slice::<Sym>().ok_or_else(type_error)?;
        if xs.len() > 2 && places.is_none() {
            places = Some(domain.iter().enumerate().rev().map(|(i, s)| (*s, i as i64)).collect());
        }
        let find = |s: &Sym| match &places {
            Some(map) => map.get(s).copied(),
            None => domain.iter().position(|d| d == s).map(|i| i as i64),
        };
        xs.iter().map(|s| find(s).or(s.is_null().then_some(i64::MIN)).ok_or_else(|| missing(name))).collect()
    };
    super::each(
        y,
        &mut |v| match v {
            _ if is_over(v, name) => Ok(v.clone()),
            _ => match domain::resolve(v) {
                Value::Sym(s) => Ok(Value::Enum(name, places_of(&[s])?[0])),
                Value::Vector(x) if x.ty == Type::Symbol && values.ty == Type::Symbol => {
                    Ok(Vector::enumeration(name, places_of(x.slice().unwrap_or_default())?).into())
                }
                Value::Vector(x) => Ok(Vector::enumeration(name, positions(name, values, &x)?).into()),
                atom => {
                    let Value::Vector(one) = Value::collapse(vec![atom]) else { return Err(type_error()) };
                    Ok(Value::Enum(name, positions(name, values, &one)?[0]))
                }
            },
        },
        &empty,
    )
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

fn among_keys(name: Sym, keys: &Value, y: &Value) -> Result<Value> {
    let n = keys.count() as i64;
    match crate::find(keys, &domain::resolve(y))? {
        Value::I64(_, i) if i < n => Ok(Value::Enum(name, i)),
        Value::Vector(v) => {
            let at = v.slice::<i64>().unwrap_or_default().to_vec();
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

/// Positions of items of any type; the domain of a foreign key need not be symbols.
fn positions(name: Sym, values: &Vector, x: &Vector) -> Result<Vec<i64>> {
    if values.ty != x.ty {
        return Err(type_error());
    }
    fn find<T: Item>(name: Sym, domain: &[T], other: &Vector) -> Result<Vec<i64>> {
        let xs = other.slice::<T>().ok_or_else(type_error)?;
        let place = |x: &T| domain.iter().position(|d| d == x).map(|i| i as i64);
        xs.iter().map(|x| place(x).or(x.is_null().then_some(i64::MIN)).ok_or_else(|| missing(name))).collect()
    }
    with_data!(&values.data, b => find(name, b.as_slice(), x))
}
