//! Aggregates over lists of lists, dictionaries and tables: item by item, over the values, column by column.

use super::Agg;
use super::number::{Class, Number, float_of_atom, is_absent_atom, with_numbers};
use crate::{BinaryOp, add, between_rows, between_slices, divide, greater, lesser, multiply};
use quarry_value::error::type_error;
use quarry_value::evaluation::check;
use quarry_value::{Item, List, Result, Table, Type, Value};

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
    if let Some(slices) = l.as_slices() {
        let op = match agg {
            Agg::Prd => BinaryOp::Multiply,
            Agg::Min => BinaryOp::Lesser,
            Agg::Max => BinaryOp::Greater,
            _ => BinaryOp::Add,
        };
        if let Some(answer) = between_slices(op, slices)? {
            let count = Value::long(l.len() as i64);
            return if agg == Agg::Avg { divide(&answer, &count) } else { Ok(answer) };
        }
    }
    let items = l.as_slice();
    if items.is_empty() {
        return Ok(of_nothing(agg));
    }
    if items.iter().all(Value::is_atom) {
        return atoms(agg, items);
    }
    match agg {
        Agg::Avg => divide(&list(Agg::Sum, l)?, &Value::long(items.len() as i64)),
        Agg::Prd => rows(items, BinaryOp::Multiply, multiply),
        Agg::Min => rows(items, BinaryOp::Lesser, lesser),
        Agg::Max => rows(items, BinaryOp::Greater, greater),
        _ => rows(items, BinaryOp::Add, add),
    }
}

/// [`pairwise`], without a vector for every row where all are of one type and length.
fn rows(items: &[Value], op: BinaryOp, f: fn(&Value, &Value) -> Result<Value>) -> Result<Value> {
    match between_rows(op, items)? {
        Some(answer) => Ok(answer),
        None => pairwise(items, f),
    }
}

/// The answer for `()`: nothing, where items would have been added or multiplied item by item (observed for a sum).
fn of_nothing(agg: Agg) -> Value {
    match agg {
        Agg::Sum | Agg::Prd => Value::empty_list(),
        Agg::Min => Value::long(i64::MAX),
        Agg::Max => Value::long(-i64::MAX),
        _ => Value::float(f64::NULL),
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
        _ => {
            let answer = match agg {
                Agg::Prd => pairwise(&present, multiply)?,
                Agg::Min => pairwise(&present, lesser)?,
                Agg::Max => pairwise(&present, greater)?,
                _ => pairwise(&present, add)?,
            };
            // What was passed over has its say in the type.
            let is_float = |x: &Value| matches!(x, Value::F64(Type::Float, _));
            match items.iter().any(is_float) && answer.item_type().is_some_and(Type::is_numeric) {
                true => multiply(&answer, &Value::float(1.0)),
                false => Ok(answer),
            }
        }
    }
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
