//! From items to the list q makes of them: a vector of atoms of one type, a table of like rows, or a general list.

use crate::evaluation::is_over;
use crate::strings::Strings;
use crate::{Buf, Data, Item, Repr, Sym, Type, Value, Vector, room, stack, with_data};
use std::sync::Arc;

/// See [`Value::collapse`].
pub fn collapse(items: Vec<Value>) -> Value {
    let Some(first) = items.first() else { return Value::empty_list() };
    match first {
        // Rows of tables in tables in tables are made again at each level. What nobody will see need not be a table.
        Value::Dict(_) if is_over() || stack::is_over() => Value::list(items),
        Value::Dict(_) => match names_of_rows(&items) {
            Some(names) => {
                let columns = columns(items, names.len());
                Value::table(names, columns)
            }
            None => Value::list(items),
        },
        Value::Enum(domain, _) => enums(*domain, &items).unwrap_or_else(|| Value::list(items)),
        _ if first.is_atom() => {
            let ty = first.item_type().unwrap_or(Type::List);
            if items.iter().all(|v| v.is_atom() && v.item_type() == Some(ty)) {
                Vector::new(ty, atoms(ty.repr(), &items)).into()
            } else {
                Value::list(items)
            }
        }
        Value::Vector(v) if v.ty == Type::Char => Strings::pack(items).unwrap_or_else(Value::list),
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
    T::data(room::collected(items.iter().map(|v| of(v).unwrap_or(T::NULL))).into())
}

fn enums(domain: Sym, items: &[Value]) -> Option<Value> {
    let at = |v: &Value| if let Value::Enum(d, i) = v { (*d == domain).then_some(*i) } else { None };
    let positions = items.iter().map(at).collect::<Option<Vec<i64>>>()?;
    Some(Vector::enumeration(domain, positions).into())
}

/// Dictionaries with the same symbol keys are the rows of a table: the names of its columns.
fn names_of_rows(items: &[Value]) -> Option<Vec<Sym>> {
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
        let valued = d.values.is_column();
        if !same || !valued || d.values.count() != names.len() {
            return None;
        }
    }
    Some(names)
}

/// The columns of rows, of which each is visited once and let go of then.
fn columns(rows: Vec<Value>, width: usize) -> Vec<Value> {
    if let Some(columns) = columns_of_one_type(&rows, width) {
        return columns;
    }
    let mut columns: Vec<Vec<Value>> = (0..width).map(|_| room::vec(rows.len())).collect();
    for row in rows {
        match own_values(row) {
            Value::List(l) => match Arc::try_unwrap(l) {
                Ok(mut l) => {
                    columns.iter_mut().zip(std::mem::take(l.make_mut())).for_each(|(c, x)| c.push(x))
                }
                Err(l) => columns.iter_mut().enumerate().for_each(|(i, c)| c.push(l.get(i))),
            },
            other => columns.iter_mut().zip(other.items()).for_each(|(c, x)| c.push(x)),
        }
    }
    columns.into_iter().map(collapse).collect()
}

/// The values of a row, which nobody else holds if nobody else holds the row.
fn own_values(row: Value) -> Value {
    match row {
        Value::Dict(d) => match Arc::try_unwrap(d) {
            Ok(mut d) => std::mem::replace(&mut d.values, Value::empty_list()),
            Err(d) => d.values.clone(),
        },
        other => other,
    }
}

/// The columns when the values of each row are a vector of `width` items, all of one type: each row is visited once.
fn columns_of_one_type(rows: &[Value], width: usize) -> Option<Vec<Value>> {
    fn go<T: Item>(_: &Buf<T>, rows: &[Value], ty: Type, width: usize) -> Option<Vec<Value>> {
        let mut columns: Vec<Vec<T>> = (0..width).map(|_| room::vec(rows.len())).collect();
        for row in rows {
            let Some(Value::Vector(v)) = values_of(row) else { return None };
            let cells = v.slice::<T>().filter(|_| v.ty == ty)?;
            columns.iter_mut().zip(cells).for_each(|(c, x)| c.push(*x));
        }
        Some(columns.into_iter().map(|c| Value::vector(ty, c)).collect())
    }
    let Some(Value::Vector(first)) = values_of(rows.first()?) else { return None };
    // Domains may differ.
    if first.ty == Type::Enum {
        return None;
    }
    with_data!(&first.data, b => go(b, rows, first.ty, width))
}

fn values_of(row: &Value) -> Option<&Value> {
    if let Value::Dict(d) = row { Some(&d.values) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::literal;

    fn row(cells: Vec<Value>) -> Value {
        Value::dict(Value::syms(vec![Sym::new("a"), Sym::new("b")]), collapse(cells))
    }

    #[test]
    fn rows_are_a_table_whoever_holds_them() {
        let like = || row(vec![Value::long(1), Value::long(2)]);
        let mixed = || row(vec![Value::long(3), Value::chars("de")]);
        let held = mixed();
        let values = if let Value::Dict(d) = &held { d.values.clone() } else { held.clone() };
        let shown = |items| String::from_utf8(literal(&collapse(items))).expect("ASCII");
        assert_eq!(shown(vec![like(), like()]), "+`a`b!(1 1;2 2)");
        assert_eq!(shown(vec![mixed(), held.clone(), held.clone()]), "+`a`b!(3 3 3;(\"de\";\"de\";\"de\"))");
        assert_eq!(shown(vec![like(), mixed()]), "+`a`b!(1 3;(2;\"de\"))");
        assert_eq!(literal(&held), literal(&mixed()));
        assert_eq!(literal(&values), b"(3;\"de\")");
        let reals = || row(vec![Value::F32(1.5), Value::F32(2.0)]);
        assert_eq!(shown(vec![reals(), like()]), "+`a`b!((1.5e;1);(2e;2))");
        let of = |domain: &str| Value::Enum(Sym::new(domain), 0);
        assert_eq!(collapse(vec![of("d"), of("e")]).item_type(), Some(Type::List));
        let two = collapse(vec![row(vec![of("d"), of("d")]), row(vec![of("d"), of("d")])]);
        let Value::Table(t) = two else { panic!("a table") };
        assert!(t.columns.iter().all(|c| c.item_type() == Some(Type::Enum)));
    }
}
