//! Aggregates of one argument over whole vectors.

use super::number::{Class, Number, atom_of_float, float_of_atom, with_numbers, wrapped_atom};
use super::{Agg, fold_buf, nested, wide};
use quarry_value::error::type_error;
use quarry_value::{Buf, Data, Item, Result, Type, Value, Vector};

/// `sum x`: total; of a list of vectors, item by item.
///
/// Types: booleans, bytes and shorts give an int, others their own type; temporal too.
/// Null: nulls of a vector, or among atoms of a list, count as 0; nulls in nested vectors stay.
/// Empty: 0. Errors: 'type for chars, symbols, guids. Source: ref/sum.
pub fn sum(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) => total(v, Agg::Sum),
        _ => nested::aggregate(Agg::Sum, x),
    }
}

/// `prd x`: product; as [`sum`], with nulls as 1.
///
/// Source: ref/prd.
pub fn prd(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) => total(v, Agg::Prd),
        _ => nested::aggregate(Agg::Prd, x),
    }
}

fn total(v: &Vector, agg: Agg) -> Result<Value> {
    let ty = result(agg, v.ty)?;
    match (&v.data, agg) {
        (Data::U8(b), Agg::Sum) if v.ty == Type::Bool => Ok(wrapped_atom(ty, add_up(b, wide::sum_bools))),
        (Data::U8(b), Agg::Sum) => Ok(wrapped_atom(ty, add_up(b, wide::sum_bytes))),
        (data, Agg::Sum) => with_numbers!(data, b => Ok(number_sum(b, ty)), else Err(type_error())),
        (data, _) => with_numbers!(data, b => Ok(number_prd(b, ty)), else Err(type_error())),
    }
}

fn result(agg: Agg, ty: Type) -> Result<Type> {
    agg.result(ty).ok_or_else(|| type_error().detail(format!("{} of {}", agg.name(), ty.name())))
}

fn add_up<T: Item>(b: &Buf<T>, work: fn(&[T]) -> i64) -> i64 {
    fold_buf(b, 0, work, i64::wrapping_add)
}

fn number_sum<T: Number>(b: &Buf<T>, ty: Type) -> Value {
    match Class::of(ty) {
        Some(Class::Float) => atom_of_float(ty, fold_buf(b, 0.0, wide::sum_floats, |x, y| x + y)),
        _ => wrapped_atom(ty, add_up(b, wide::sum_longs)),
    }
}

fn number_prd<T: Number>(b: &Buf<T>, ty: Type) -> Value {
    match Class::of(ty) {
        Some(Class::Float) => atom_of_float(ty, fold_buf(b, 1.0, wide::prd_floats, |x, y| x * y)),
        _ => wrapped_atom(ty, fold_buf(b, 1, wide::prd_longs, i64::wrapping_mul)),
    }
}

/// `max x`: the greatest item; of a list of vectors, item by item.
///
/// Types: the type of `x`. Null: passed over in vectors. Empty, or nulls only: negative infinity, or the least
/// value of a type without one. Errors: 'type for symbols and guids. Source: ref/max.
pub fn max(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) => {
            result(Agg::Max, v.ty)?;
            if v.ty == Type::Bool {
                return Ok(Value::bool(v.len() > count_zeros(v)));
            }
            with_numbers!(&v.data, b => Ok(greatest(b).atom(v.ty)), else Err(type_error()))
        }
        _ => nested::aggregate(Agg::Max, x),
    }
}

/// `min x`: the least item; as [`max`], with infinity for no items.
///
/// Source: ref/min.
pub fn min(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) => {
            result(Agg::Min, v.ty)?;
            if v.ty == Type::Bool {
                return Ok(Value::bool(count_zeros(v) == 0));
            }
            with_numbers!(&v.data, b => Ok(least(b).atom(v.ty)), else Err(type_error()))
        }
        _ => nested::aggregate(Agg::Min, x),
    }
}

fn greatest<T: Number>(b: &Buf<T>) -> T {
    fold_buf(b, T::MIN, wide::max, |x, y| if y > x { y } else { x })
}

fn least<T: Number>(b: &Buf<T>) -> T {
    fold_buf(b, T::MAX, wide::min, |x, y| if y < x { y } else { x })
}

/// `avg x`: arithmetic mean as a float; of a list of vectors, item by item.
///
/// Types: numeric, temporal, char. Null: passed over in vectors; counted as 0 among atoms of a list; kept in
/// nested vectors. Empty: 0n. Errors: 'type for symbols and guids. Source: ref/avg.
pub fn avg(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) => {
            result(Agg::Avg, v.ty)?;
            with_numbers!(&v.data, b => Ok(Value::float(mean(b, v.ty))), else Err(type_error()))
        }
        _ if x.is_atom() => match float_of_atom(x) {
            Some(f) => Ok(Value::float(f)),
            None => Err(type_error()),
        },
        _ => nested::aggregate(Agg::Avg, x),
    }
}

fn mean<T: Number>(b: &Buf<T>, ty: Type) -> f64 {
    let (sum, nulls) = match Class::of(ty) {
        Some(Class::Float) => fold_buf(b, (0.0, 0), wide::sum_absent_floats, |x, y| (x.0 + y.0, x.1 + y.1)),
        _ => {
            let join = |x: LongSum, y: LongSum| LongSum {
                exact: x.exact + y.exact,
                rest: x.rest + y.rest,
                nulls: x.nulls + y.nulls,
            };
            let s = fold_buf(b, LongSum::default(), long_sum, join);
            (s.exact as f64 + s.rest, s.nulls)
        }
    };
    sum / (b.len() as i64 - nulls) as f64
}

/// A sum of longs without overflow: exact, but for blocks with items so great that they are added as floats.
#[derive(Default)]
struct LongSum {
    exact: i128,
    rest: f64,
    nulls: i64,
}

fn long_sum<T: Number>(xs: &[T]) -> LongSum {
    let (sum, nulls, bits) = wide::sum_absent_longs(xs);
    // Items below 2^46 cannot overflow a sum of 2^16 of them; infinities of narrow types are beyond 2^46 as floats.
    let limit = if size_of::<T>() == 8 { 1 << 46 } else { T::MAX.long() as u64 - 1 };
    if size_of::<T>() == 1 || bits < limit {
        return LongSum { exact: sum as i128, rest: 0.0, nulls };
    }
    LongSum { exact: 0, rest: wide::sum_floats(xs), nulls }
}

/// `all x`: is every item nonzero? Of a list of vectors, item by item.
///
/// Types: all but symbols and guids. Null: nonzero. Empty: 1b. Source: ref/all-any.
pub fn all(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) => {
            result(Agg::All, v.ty)?;
            Ok(Value::bool(count_zeros(v) == 0))
        }
        _ => nested::truth(Agg::All, x),
    }
}

/// `any x`: is some item nonzero? As [`all`]; empty: 0b.
///
/// Source: ref/all-any.
pub fn any(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) => {
            result(Agg::Any, v.ty)?;
            Ok(Value::bool(count_zeros(v) < v.len()))
        }
        _ => nested::truth(Agg::Any, x),
    }
}

fn count_zeros(v: &Vector) -> usize {
    with_numbers!(&v.data, b => fold_buf(b, 0, wide::zeros, |x, y| x + y), else 0)
}
