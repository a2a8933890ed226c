//! Differences and ratios of neighbours.

use super::{difference, through};
use crate::atomic::convert::Cast;
use crate::atomic::run::Cell;
use crate::built::{COPY_MIN, neighbours};
use crate::fold::{Class, Number, vector_of_floats, vector_of_longs, with_numbers};
use crate::{divide, subtract};
use quarry_value::error::type_error;
use quarry_value::evaluation::check;
use quarry_value::{Result, Value, Vector};

/// `deltas x`: each item less the one before it; the first stays.
///
/// Types: bytes, shorts, months and dates give ints; timestamps timespans; datetimes floats; others their own.
/// Null: a difference with a null is null. Errors: 'type. Source: ref/deltas.
pub fn deltas(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) => differences(v),
        Value::List(_) => prior(x, subtract),
        _ => match through(x, &deltas) {
            Some(answer) => answer,
            None => x.item_type().and_then(Class::of).map(|_| x.clone()).ok_or_else(type_error),
        },
    }
}

fn differences(v: &Vector) -> Result<Value> {
    let ty = difference(v.ty)?;
    if Class::of(v.ty) == Some(Class::Float) {
        let less = |x: f64, before: f64| x - before;
        let xs = with_numbers!(&v.data, b => {
            neighbours(b.as_slice(), COPY_MIN, |x| x.float(), |x, y| less(x.float(), y.float()))
        }, else Vec::new());
        return Ok(vector_of_floats(ty, xs));
    }
    let less = |x: i64, before: i64| {
        if x == i64::MIN || before == i64::MIN { i64::MIN } else { x.wrapping_sub(before) }
    };
    let xs: Vec<i64> = with_numbers!(&v.data, b => {
        neighbours(b.as_slice(), COPY_MIN, |x| x.long(), |x, y| less(x.long(), y.long()))
    }, else Vec::new());
    Ok(nullable(ty, xs))
}

/// Longs as `ty`, where `i64::MIN` is null whatever the width.
fn nullable(ty: quarry_value::Type, xs: Vec<i64>) -> Value {
    if ty.repr() == quarry_value::Repr::I32 {
        let narrow = |x: i64| if x == i64::MIN { i32::MIN } else { x as i32 };
        return Value::vector(ty, xs.into_iter().map(narrow).collect::<Vec<i32>>());
    }
    vector_of_longs(ty, xs)
}

/// `ratios x`: each item divided by the one before it, as floats; the first stays.
///
/// Types: those of [`divide`]. Null: a ratio with a null is null. Errors: 'type. Source: ref/ratios.
pub fn ratios(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) if Class::of(v.ty).is_some() => {
            // As `%` has it, an integer's infinity is a number like others.
            let xs: Vec<f64> = with_numbers!(&v.data, b => quotients(b.as_slice()), else Vec::new());
            Ok(Value::floats(xs))
        }
        Value::List(_) => prior(x, divide),
        _ => match through(x, &ratios) {
            Some(answer) => answer,
            None => x.item_type().and_then(Class::of).map(|_| x.clone()).ok_or_else(type_error),
        },
    }
}

fn quotients<T: Cell + Cast<f64>>(xs: &[T]) -> Vec<f64> {
    neighbours(xs, COPY_MIN, |x| x.cast(), |x, before| x.cast() / before.cast())
}

/// Each row with the one before it; the first stays.
fn prior(x: &Value, pair: fn(&Value, &Value) -> Result<Value>) -> Result<Value> {
    let items: Vec<Value> = x.items().collect();
    let mut rows: Vec<Value> = items.first().cloned().into_iter().collect();
    for two in items.windows(2) {
        check()?;
        rows.push(pair(&two[1], &two[0])?);
    }
    Ok(Value::collapse(rows))
}
