//! Aggregates over lists of lists, dictionaries and tables: item by item, over the values, column by column.

use super::Agg;
use super::number::{Class, Number, float_of_atom, is_absent_atom, with_numbers};
use crate::{add, divide, greater, lesser, multiply};
use quarry_value::error::type_error;
use quarry_value::evaluation::check;
use quarry_value::{List, Result, Table, Type, Value, Vector};

/// `sum prd min max avg` of what is no vector.
pub fn aggregate(agg: Agg, x: &Value) -> Result<Value> {
    match x {
        Value::List(l) => list(agg, l),
        Value::Dict(d) => agg.apply(&[&d.values]),
        Value::Table(t) => by_column(t, |c| agg.apply(&[c])),
        Value::Vector(_) => agg.apply(&[x]),
        _ => match x.item_type().and_then(Class::of) {
            Some(_) => Ok(x.clone()),
            None => Err(type_error()),
        },
    }
}

/// A dictionary of each column's answer.
pub fn by_column(t: &Table, of: impl Fn(&Value) -> Result<Value>) -> Result<Value> {
    if t.is_elsewhere() {
        return Err(quarry_value::Error::new("par"));
    }
    let answers = t.columns.iter().map(of).collect::<Result<Vec<Value>>>()?;
    Ok(Value::dict(Value::syms(t.names.clone()), Value::collapse(answers)))
}

fn list(agg: Agg, l: &List) -> Result<Value> {
    let items = l.as_slice();
    if items.is_empty() {
        return Ok(of_nothing(agg));
    }
    if items.iter().all(Value::is_atom) {
        return atoms(agg, items);
    }
    match agg {
        Agg::Avg => divide(&list(Agg::Sum, l)?, &Value::long(items.len() as i64)),
        Agg::Prd => pairwise(items, multiply),
        Agg::Min => pairwise(items, lesser),
        Agg::Max => pairwise(items, greater),
        _ => match add_rows(items) {
            Some(sum) => Ok(sum),
            None => pairwise(items, add),
        },
    }
}

/// The answer for `()`: nothing, where items would have been added or multiplied item by item (observed for a sum).
fn of_nothing(agg: Agg) -> Value {
    match agg {
        Agg::Sum | Agg::Prd => Value::empty_list(),
        Agg::Min => Value::long(i64::MAX),
        Agg::Max => Value::long(-i64::MAX),
        _ => Value::float(f64::NAN),
    }
}

fn pairwise(items: &[Value], f: fn(&Value, &Value) -> Result<Value>) -> Result<Value> {
    let mut answer = items[0].clone();
    for item in &items[1..] {
        check()?;
        answer = f(&answer, item)?;
    }
    Ok(answer)
}

/// Atoms of any types: nulls are passed over, which for `avg` means that they count as 0.
fn atoms(agg: Agg, items: &[Value]) -> Result<Value> {
    if items.iter().any(|v| v.item_type().and_then(Class::of).is_none()) {
        return Err(type_error());
    }
    let present: Vec<Value> = items.iter().filter(|v| !is_absent_atom(v)).cloned().collect();
    match agg {
        Agg::Avg => {
            let sum: f64 = present.iter().filter_map(float_of_atom).sum();
            Ok(Value::float(sum / items.len() as f64))
        }
        _ if present.is_empty() => match items[0].item_type() {
            Some(ty) => agg.apply(&[&Value::empty(ty)]),
            None => Err(type_error()),
        },
        Agg::Prd => pairwise(&present, multiply),
        Agg::Min => pairwise(&present, lesser),
        Agg::Max => pairwise(&present, greater),
        _ => pairwise(&present, add),
    }
}

/// Rows that are all longs or all floats of one length, added without a vector for every row.
fn add_rows(rows: &[Value]) -> Option<Value> {
    let Value::Vector(first) = &rows[0] else { return None };
    match first.ty {
        Type::Long => {
            let add = |a: i64, x: i64| {
                if a == i64::MIN || x == i64::MIN { i64::MIN } else { a.wrapping_add(x) }
            };
            add_up::<i64>(first, rows, add)
        }
        Type::Float => add_up::<f64>(first, rows, |a, x| a + x),
        _ => None,
    }
}

fn add_up<T: quarry_value::Item>(first: &Vector, rows: &[Value], add: impl Fn(T, T) -> T) -> Option<Value> {
    let mut sum = first.slice::<T>()?.to_vec();
    for row in &rows[1..] {
        let Value::Vector(v) = row else { return None };
        if v.ty != first.ty || v.len() != sum.len() {
            return None;
        }
        sum.iter_mut().zip(v.slice::<T>()?).for_each(|(a, x)| *a = add(*a, *x));
    }
    Some(Value::vector(first.ty, sum))
}

/// `all` or `any` of what is no vector.
pub fn truth(agg: Agg, x: &Value) -> Result<Value> {
    match x {
        Value::Vector(_) => agg.apply(&[x]),
        Value::Dict(d) => agg.apply(&[&d.values]),
        Value::Table(t) => by_column(t, |c| agg.apply(&[c])),
        Value::List(l) if l.is_empty() => Ok(Value::bool(agg == Agg::All)),
        Value::List(l) => {
            let items = l.as_slice().iter().map(nonzero).collect::<Result<Vec<Value>>>()?;
            pairwise(&items, if agg == Agg::All { lesser } else { greater })
        }
        _ => nonzero(x),
    }
}

/// Where `x` is not zero, as booleans.
fn nonzero(x: &Value) -> Result<Value> {
    match x {
        Value::List(_) | Value::Dict(_) => quarry_value::stack::check()?,
        _ => {}
    }
    match x {
        Value::Vector(v) => {
            Class::of(v.ty).ok_or_else(type_error)?;
            Ok(Value::bools(
                with_numbers!(&v.data, b => nonzero_items(b.as_slice()), else return Err(type_error())),
            ))
        }
        Value::List(l) => {
            Ok(Value::collapse(l.as_slice().iter().map(nonzero).collect::<Result<Vec<Value>>>()?))
        }
        Value::Dict(d) => Ok(Value::dict(d.keys.clone(), nonzero(&d.values)?)),
        _ => match float_of_atom(x) {
            Some(f) => Ok(Value::bool(f != 0.0)),
            None => Err(type_error()),
        },
    }
}

fn nonzero_items<T: Number + Default>(xs: &[T]) -> Vec<u8> {
    xs.iter().map(|x| (*x != T::default()) as u8).collect()
}

/// The columns of a list whose items are lists of one length; `None` otherwise.
pub fn columns(l: &List) -> Option<Vec<Value>> {
    let rows = l.as_slice();
    let width = rows.first().filter(|r| r.is_list())?.count();
    if !rows.iter().all(|r| r.is_list() && r.count() == width) {
        return None;
    }
    Some((0..width).map(|i| Value::collapse(rows.iter().map(|r| r.at(i)).collect())).collect())
}

/// A list of numeric atoms as floats.
pub fn float_atoms(l: &List) -> Option<Vec<f64>> {
    l.as_slice().iter().map(float_of_atom).collect()
}
