//! Order: `iasc idesc asc desc rank xrank`.

use crate::built::{self, scatter};
use crate::gather::pick;
use crate::grade::{grade_list, leading_items, leading_places, sorted_items};
use quarry_value::error::{domain_error, rank_error, type_error};
use quarry_value::num::number;
use quarry_value::{Attr, Dict, Result, Value, room};
use std::sync::Arc;

/// `iasc x`: the positions that put `x` in ascending order; the keys of a dictionary. Stable; nulls first.
/// Errors: 'rank (an atom). Source: ref/asc.
pub fn iasc(x: &Value) -> Result<Value> {
    grade_value(x, false)
}

/// `idesc x`: as [`iasc`], descending; equal items stay in order. Source: ref/desc.
pub fn idesc(x: &Value) -> Result<Value> {
    grade_value(x, true)
}

fn grade_value(x: &Value, descending: bool) -> Result<Value> {
    Ok(match x {
        Value::Dict(d) => pick(&d.keys, &grade(&d.values, descending)?),
        _ => Value::longs(grade(x, descending)?),
    })
}

/// The positions that sort a list, a table's rows or a dictionary's values. Errors: 'rank.
pub fn grade(x: &Value, descending: bool) -> Result<Vec<i64>> {
    match x {
        Value::Dict(d) => grade(&d.values, descending),
        _ => grade_list(x, descending).ok_or_else(rank_error),
    }
}

/// `asc x`: sorted ascending, with `s#`; dictionaries by value, tables by row. A list that ascends already is marked
/// where it is. Source: ref/asc.
/// Errors: 'rank (an atom).
pub fn asc(x: &Value) -> Result<Value> {
    if x.is_list() && crate::attribute::is_sorted(x) {
        return Ok(crate::attribute::marked_sorted(x));
    }
    Ok(match x {
        Value::Dict(d) if x.is_keyed_table() => sorted_rows(d, &grade(x, false)?),
        Value::Table(_) => first_sorted(pick(x, &grade(x, false)?)),
        Value::Dict(d) => {
            let at = grade(x, false)?;
            Value::dict(pick(&d.keys, &at), with_sorted(pick(&d.values, &at)))
        }
        Value::Vector(v) => match sorted_items(v) {
            Some(sorted) => with_sorted(sorted.into()),
            None => with_sorted(pick(x, &grade(x, false)?)),
        },
        _ => with_sorted(pick(x, &grade(x, false)?)),
    })
}

fn sorted_rows(d: &Dict, at: &[i64]) -> Value {
    Value::dict(pick(&d.keys, at), first_sorted(pick(&d.values, at)))
}

/// `x`, known to ascend, with `s#`; as it is when it is not known what its items stand for.
pub(crate) fn with_sorted(x: Value) -> Value {
    match x {
        Value::Vector(v) if v.attr == Attr::Sorted || !crate::domain::is_known(&v) => Value::Vector(v),
        Value::Vector(v) => Arc::unwrap_or_clone(v).with_attr(Attr::Sorted).into(),
        Value::List(l) => {
            let mut l = Arc::unwrap_or_clone(l);
            l.attr = Attr::Sorted.into();
            Value::List(Arc::new(l))
        }
        other => other,
    }
}

/// A sorted table marks its first column: sorted when it is the only one, else parted.
fn first_sorted(x: Value) -> Value {
    let Value::Table(t) = x else { return x };
    let mut columns = t.columns.clone();
    let only = columns.len() == 1;
    if let Some(c) = columns.first_mut() {
        *c = match std::mem::replace(c, Value::identity()) {
            Value::Vector(v) if !only => crate::attribute::parted(v).into(),
            other if only => with_sorted(other),
            other => other,
        };
    }
    Value::Table(Arc::new(t.with_columns(columns, t.attr.get())))
}

/// `desc x`: sorted descending; equal items stay in order. Source: ref/desc.
pub fn desc(x: &Value) -> Result<Value> {
    if let Value::Vector(v) = x
        && let Some(sorted) = sorted_items(v)
    {
        return crate::reverse(&sorted.into());
    }
    Ok(pick(x, &grade(x, true)?))
}

/// `n#asc x` or `n sublist asc x`, with `desc` where `descending`, of a vector of which `n` is the least part: those items alone
/// are sorted. `None` where the whole has to be, or where `asc x` would find, and mark, a list that ascends.
pub fn leading(n: i64, x: &Value, descending: bool) -> Option<Value> {
    let Value::Vector(v) = x else { return None };
    if v.attr == Attr::Sorted || !descending && crate::attribute::is_sorted(x) {
        return None;
    }
    leading_items(v, leading_count(n, v.len())?, descending == (n > 0), descending).map(Value::from)
}

/// `n#iasc x` or `n sublist iasc x`, with `idesc` where `descending`, of a vector of which `n` is the least part: the places of
/// those items alone are found. `None` where all have to be.
pub fn leading_grade(n: i64, x: &Value, descending: bool) -> Option<Vec<i64>> {
    let Value::Vector(v) = x else { return None };
    leading_places(v, leading_count(n, v.len())?, n < 0, descending)
}

/// How many items `n` asks for of `count`; `None` when they are not the least part.
fn leading_count(n: i64, count: usize) -> Option<usize> {
    usize::try_from(n.unsigned_abs()).ok().filter(|&k| k <= count / 4)
}

/// `rank x`: each item's place in the sorted list. Source: ref/rank.
pub fn rank(x: &Value) -> Result<Value> {
    Ok(Value::longs(places_of(&grade(x, false)?)))
}

/// Positions that are worth a task.
const TASK_MIN: usize = 1 << 16;

/// Where each position is in `at`, which has every one below its count.
fn places_of(at: &[i64]) -> Vec<i64> {
    let mut out = built::zeros(at.len());
    scatter(&mut out, at.len(), TASK_MIN, |place| (at[place] as usize, place as i64));
    out
}

/// `x xrank y`: which of `x` buckets of equal counts each item falls into. Errors: 'type. Source: ref/xrank.
pub fn xrank(x: &Value, y: &Value) -> Result<Value> {
    let buckets = number(x).ok_or_else(type_error)?;
    let n = y.count() as i128;
    if buckets == i64::MIN {
        return Err(domain_error());
    }
    let bucket = |place: i64| (i128::from(place) * i128::from(buckets)).div_euclid(n.max(1)) as i64;
    let Value::Vector(places) = rank(y)? else { return Err(type_error()) };
    Ok(Value::longs(room::collected(places.slice::<i64>().unwrap_or_default().iter().map(|&p| bucket(p)))))
}
