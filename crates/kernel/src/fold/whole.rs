//! Aggregates of one argument over whole vectors.

use super::lanes::LongSum;
use super::number::{
    Class, Number, atom_of_float, by_number, float_of_atom, is_absent_atom, sum_atom, wrapped_atom,
};
use super::{Agg, fold_reads, fold_runs, nested, wide};
use crate::atomic::run::{Cell, Run};
use crate::pipe::column::Column;
use quarry_value::error::type_error;
use quarry_value::{Attr, Item, Repr, Result, Type, Value};

/// `sum x`: total; of a list of vectors, item by item.
///
/// Types: booleans, bytes, chars and shorts give an int, others their own type; temporal too.
/// Null: nulls of a vector, or among atoms of a list, count as 0; nulls in nested vectors stay.
/// Empty: 0. Errors: 'type for symbols, guids. Source: ref/sum, whose ranges have chars, as DataIntellectTech/TorQ (striping) sums
/// them.
pub fn sum(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) => total(Column::Vector(v), Agg::Sum),
        _ => nested::aggregate(Agg::Sum, x),
    }
}

/// `prd x`: product; as [`sum`], with nulls as 1.
///
/// Source: ref/prd.
pub fn prd(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) => total(Column::Vector(v), Agg::Prd),
        _ => nested::aggregate(Agg::Prd, x),
    }
}

/// `sum` or `prd` of a column.
pub(super) fn total(x: Column, agg: Agg) -> Result<Value> {
    let ty = result(agg, x.ty())?;
    Ok(match (x.ty(), agg) {
        (Type::Bool, Agg::Sum) => sum_atom(ty, fold_reads(x, 0, |x, run| x.ones(run), i64::wrapping_add)),
        (Type::Byte | Type::Char, Agg::Sum) => sum_atom(ty, add_up::<u8>(x, wide::sum_bytes)),
        (_, Agg::Sum) => {
            by_number!(x.ty().repr(), T => number_sum::<T>(x, ty), else return Err(type_error()))
        }
        _ => by_number!(x.ty().repr(), T => number_prd::<T>(x, ty), else return Err(type_error())),
    })
}

fn result(agg: Agg, ty: Type) -> Result<Type> {
    agg.result(ty).ok_or_else(|| type_error().detail(format!("{} of {}", agg.name(), ty.name())))
}

fn add_up<T: Cell>(x: Column, work: fn(&[T]) -> i64) -> i64 {
    fold_runs(x, 0, |run| work(T::of_run(run)), i64::wrapping_add)
}

fn number_sum<T: Number + Cell>(x: Column, ty: Type) -> Value {
    match Class::of(ty) {
        Some(Class::Float) => {
            atom_of_float(ty, fold_runs(x, 0.0, |run| wide::sum_floats(T::of_run(run)), |x, y| x + y))
        }
        _ => sum_atom(ty, add_up::<T>(x, wide::sum_longs)),
    }
}

fn number_prd<T: Number + Cell>(x: Column, ty: Type) -> Value {
    match Class::of(ty) {
        Some(Class::Float) => {
            atom_of_float(ty, fold_runs(x, 1.0, |run| wide::prd_floats(T::of_run(run)), |x, y| x * y))
        }
        _ => wrapped_atom(ty, fold_runs(x, 1, |run| wide::prd_longs(T::of_run(run)), i64::wrapping_mul)),
    }
}

/// `max x`: the greatest item; of a list of vectors, item by item.
///
/// Types: the type of `x`. Null: passed over in vectors. Empty, or nulls only: negative infinity, or the least
/// value of a type without one. Errors: 'type for symbols and guids. Source: ref/max.
pub fn max(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) => extreme(Column::Vector(v), Agg::Max),
        _ => nested::aggregate(Agg::Max, x),
    }
}

/// `min x`: the least item; as [`max`], with infinity for no items.
///
/// Source: ref/min.
pub fn min(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) => extreme(Column::Vector(v), Agg::Min),
        _ => nested::aggregate(Agg::Min, x),
    }
}

/// `max` or `min` of a column.
pub(super) fn extreme(x: Column, agg: Agg) -> Result<Value> {
    let ty = result(agg, x.ty())?;
    if ty == Type::Bool {
        return truth(x, if agg == Agg::Max { Agg::Any } else { Agg::All });
    }
    if let Some(item) = at_an_end(x, agg) {
        return Ok(item);
    }
    Ok(match agg {
        Agg::Max => by_number!(ty.repr(), T => greatest::<T>(x).atom(ty), else return Err(type_error())),
        _ => by_number!(ty.repr(), T => least::<T>(x).atom(ty), else return Err(type_error())),
    })
}

/// The greatest or the least item of a vector that is known to ascend: nulls come first. `None` for any other, and for nulls only.
fn at_an_end(x: Column, agg: Agg) -> Option<Value> {
    let Column::Vector(v) = x else { return None };
    if v.attr != Attr::Sorted || v.ty.repr() == Repr::U8 {
        return None;
    }
    let end = v.len().checked_sub(1)?;
    let is_absent = |i: usize| is_absent_atom(&v.get(i));
    if is_absent(end) {
        return None;
    }
    let at = if agg == Agg::Max {
        end
    } else if !is_absent(0) {
        0
    } else {
        let (mut absent, mut present) = (0, end);
        while present - absent > 1 {
            let middle = absent + (present - absent) / 2;
            if is_absent(middle) { absent = middle } else { present = middle }
        }
        present
    };
    // Of the two zeros, which are in no order, whoever looks at all takes the one that comes first.
    Some(v.get(at)).filter(|item| !matches!(item, Value::F64(_, 0.0) | Value::F32(0.0)))
}

fn greatest<T: Number + Cell>(x: Column) -> T {
    let join = |x, y| if y > x { y } else { x };
    fold_runs(x, <T as Number>::MIN, |run| wide::max(T::of_run(run)), join)
}

fn least<T: Number + Cell>(x: Column) -> T {
    let join = |x, y| if y < x { y } else { x };
    fold_runs(x, <T as Number>::MAX, |run| wide::min(T::of_run(run)), join)
}

/// `avg x`: arithmetic mean as a float; of a list of vectors, item by item.
///
/// Types: numeric, temporal, char. Null: passed over in vectors; counted as 0 among atoms of a list; kept in
/// nested vectors. Empty: 0n. Errors: 'type for symbols and guids. Source: ref/avg.
pub fn avg(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) => mean(Column::Vector(v)),
        _ if x.is_atom() => match float_of_atom(x) {
            Some(f) => Ok(Value::float(f)),
            None => Err(type_error()),
        },
        _ => nested::aggregate(Agg::Avg, x),
    }
}

/// `avg` of a column.
pub(super) fn mean(x: Column) -> Result<Value> {
    result(Agg::Avg, x.ty())?;
    Ok(Value::float(by_number!(x.ty().repr(), T => number_mean::<T>(x), else return Err(type_error()))))
}

fn number_mean<T: Number + Cell>(x: Column) -> f64 {
    let (sum, nulls) = match Class::of(x.ty()) {
        Some(Class::Float) => {
            let work = |run: Run| wide::sum_absent_floats(T::of_run(run));
            fold_runs(x, (0.0, 0), work, |x, y| (x.0 + y.0, x.1 + y.1))
        }
        _ => {
            let join = |x: LongSum, y: LongSum| LongSum {
                exact: x.exact + y.exact,
                rest: x.rest + y.rest,
                nulls: x.nulls + y.nulls,
            };
            let s = fold_runs(x, LongSum::default(), |run| wide::long_sum(T::of_run(run)), join);
            (s.exact as f64 + s.rest, s.nulls)
        }
    };
    sum / (x.len() as i64 - nulls) as f64
}

/// `all x`: is every item nonzero? Of a list of vectors, item by item.
///
/// Types: all but symbols and guids. Null: nonzero. Empty: 1b. Source: ref/all-any.
pub fn all(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) => truth(Column::Vector(v), Agg::All),
        _ => nested::truth(Agg::All, x),
    }
}

/// `any x`: is some item nonzero? As [`all`]; empty: 0b.
///
/// Source: ref/all-any.
pub fn any(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) => truth(Column::Vector(v), Agg::Any),
        _ => nested::truth(Agg::Any, x),
    }
}

/// `all` or `any` of a column.
pub(super) fn truth(x: Column, agg: Agg) -> Result<Value> {
    result(agg, x.ty())?;
    let zeros = by_number!(x.ty().repr(), T => count_zeros::<T>(x), else return Err(type_error()));
    Ok(Value::bool(if agg == Agg::All { zeros == 0 } else { zeros < x.len() }))
}

fn count_zeros<T: Number + Cell + Default>(x: Column) -> usize {
    fold_runs(x, 0, |run| wide::zeros(T::of_run(run)), |x, y| x + y)
}
