//! Enumerate: symbols to positions in a domain.

use quarry_value::error::type_error;
use quarry_value::{Error, Item, Result, Sym, Type, Value, Vector, with_data};
use std::collections::HashMap;

/// `` `name$y`` where `values` is what the domain `name` holds: `y` as positions in it.
///
/// Shape: atomic.
/// Types: the type of the domain's items, usually symbols.
/// Null: a null that is not in the domain stays a null.
/// Errors: 'cast for an item that is not in the domain, 'type.
/// Source: ref/enumerate.
pub fn enumerate(name: Sym, values: &Value, y: &Value) -> Result<Value> {
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
            Value::Enum(d, _) if *d == name => Ok(v.clone()),
            Value::Vector(e) if e.ty == Type::Enum && e.domain == name => Ok(v.clone()),
            _ => match crate::domain::resolve(v) {
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
