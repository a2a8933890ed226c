//! Enumerations among atomic functions: as positions where that is enough, as symbols elsewhere.

use super::binary::{self, BinaryOp};
use crate::domain;
use quarry_value::{Result, Sym, Type, Value, Vector};

/// `op` of atoms and vectors of which either may be enumerated.
#[inline]
pub fn binary(op: BinaryOp, x: &Value, y: &Value) -> Result<Value> {
    match (domain_of(x), domain_of(y)) {
        (None, None) => binary::flat(op, x, y),
        (Some(a), Some(b)) => both(op, a, b, x, y),
        (Some(d), None) => match one(op, d, x, y) {
            Some(answer) => answer,
            None => {
                meets(d, x, y)?;
                binary::flat(op, &domain::resolve(x), y)
            }
        },
        (None, Some(d)) => match one(op, d, y, x) {
            Some(answer) => answer,
            None => {
                meets(d, y, x)?;
                binary::flat(op, x, &domain::resolve(y))
            }
        },
    }
}

/// Symbols are compared with those that an enumeration stands for, if that is known.
fn meets(domain: Sym, enumeration: &Value, other: &Value) -> Result<()> {
    if other.item_type() == Some(Type::Symbol) { domain::check(domain, enumeration.count()) } else { Ok(()) }
}

fn domain_of(x: &Value) -> Option<Sym> {
    match x {
        Value::Enum(domain, _) => Some(*domain),
        Value::Vector(v) if v.ty == Type::Enum => Some(v.domain),
        _ => None,
    }
}

/// Two enumerations: positions tell whether they are equal when the domain is one.
fn both(op: BinaryOp, a: Sym, b: Sym, x: &Value, y: &Value) -> Result<Value> {
    let by_position = a == b && matches!(op, BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::Fill);
    if !by_position {
        return binary::flat(op, &domain::resolve(x), &domain::resolve(y));
    }
    Ok(match binary::flat(op, x, y)? {
        Value::I64(Type::Enum, i) => Value::Enum(a, i),
        Value::Vector(v) if v.ty == Type::Enum => Vector { domain: a, ..(*v).clone() }.into(),
        other => other,
    })
}

/// An enumeration and one symbol: equal where the position is the symbol's. `None` when that does not do.
fn one(op: BinaryOp, domain: Sym, x: &Value, y: &Value) -> Option<Result<Value>> {
    if !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
        return None;
    }
    let Value::Sym(symbol) = y else { return None };
    if symbol.is_empty() || domain::items(domain)?.as_syms().is_none() {
        return None;
    }
    // A symbol that is not in the domain equals nothing: no position is -1.
    let at = domain::position(domain, *symbol).unwrap_or(-1);
    Some(binary::flat(op, x, &Value::Enum(domain, at)))
}
