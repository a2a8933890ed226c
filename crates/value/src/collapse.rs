//! From items to the list q makes of them: a vector of atoms of one type, a table of like rows, or a general list.

use crate::{Data, Item, Repr, Sym, Table, Type, Value, Vector};
use std::sync::Arc;

/// See [`Value::collapse`].
pub fn collapse(items: Vec<Value>) -> Value {
    let Some(first) = items.first() else { return Value::empty_list() };
    match first {
        Value::Dict(_) => rows(&items).unwrap_or_else(|| Value::list(items)),
        Value::Enum(domain, _) => enums(*domain, &items).unwrap_or_else(|| Value::list(items)),
        _ if first.is_atom() => {
            let ty = first.item_type().unwrap_or(Type::List);
            if items.iter().all(|v| v.is_atom() && v.item_type() == Some(ty)) {
                Vector::new(ty, atoms(ty.repr(), &items)).into()
            } else {
                Value::list(items)
            }
        }
        _ => Value::list(items),
    }
}

fn atoms(repr: Repr, items: &[Value]) -> Data {
    match repr {
        Repr::U8 => pick(items, |v| if let Value::U8(_, x) = v { Some(*x) } else { None }),
        Repr::I16 => pick(items, |v| if let Value::I16(x) = v { Some(*x) } else { None }),
        Repr::I32 => pick(items, |v| if let Value::I32(_, x) = v { Some(*x) } else { None }),
        Repr::I64 => pick(items, |v| if let Value::I64(_, x) = v { Some(*x) } else { None }),
        Repr::F32 => pick(items, |v| if let Value::F32(x) = v { Some(*x) } else { None }),
        Repr::F64 => pick(items, |v| if let Value::F64(_, x) = v { Some(*x) } else { None }),
        Repr::Guid => pick(items, |v| if let Value::Guid(x) = v { Some(**x) } else { None }),
        Repr::Sym => pick(items, |v| if let Value::Sym(x) = v { Some(*x) } else { None }),
    }
}

fn pick<T: Item>(items: &[Value], of: impl Fn(&Value) -> Option<T>) -> Data {
    T::data(items.iter().map(|v| of(v).unwrap_or(T::NULL)).collect::<Vec<T>>().into())
}

fn enums(domain: Sym, items: &[Value]) -> Option<Value> {
    let at = |v: &Value| if let Value::Enum(d, i) = v { (*d == domain).then_some(*i) } else { None };
    let positions = items.iter().map(at).collect::<Option<Vec<i64>>>()?;
    Some(Vector::enumeration(domain, positions).into())
}

/// Dictionaries with the same symbol keys are the rows of a table.
fn rows(items: &[Value]) -> Option<Value> {
    let Value::Dict(first) = &items[0] else { return None };
    let names = first.keys.as_syms()?.to_vec();
    if names.is_empty() {
        return None;
    }
    for item in items {
        let Value::Dict(d) = item else { return None };
        let same = match (&d.keys, &first.keys) {
            (Value::Vector(a), Value::Vector(b)) => Arc::ptr_eq(a, b) || d.keys.as_syms()? == names,
            _ => false,
        };
        let valued = d.values.is_list() || matches!(d.values, Value::Table(_));
        if !same || !valued || d.values.count() != names.len() {
            return None;
        }
    }
    let column = |c: usize| collapse(items.iter().map(|r| r.at(c)).collect());
    let columns = (0..names.len()).map(column).collect();
    Some(Value::Table(Arc::new(Table::new(names, columns))))
}
