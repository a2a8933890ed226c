//! Order: `iasc idesc asc desc rank xrank`.

use crate::domain;
use crate::gather::pick;
use crate::order::{Key, compare};
use quarry_value::error::{domain_error, type_error};
use quarry_value::{Attr, Buf, Dict, Result, Sym, Table, Type, Value, Vector, with_data};
use std::cmp::Ordering;
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

/// The positions that sort a list, a table's rows or a dictionary's values.
pub fn grade(x: &Value, descending: bool) -> Result<Vec<i64>> {
    match x {
        Value::Vector(v) => Ok(grade_vector(v, descending)),
        Value::List(l) => {
            Ok(grade_by(l.len(), descending, |i, j| compare(&l.as_slice()[i], &l.as_slice()[j])))
        }
        Value::Table(t) => Ok(grade_columns(&t.columns.iter().collect::<Vec<_>>(), descending)),
        Value::Dict(d) => grade(&d.values, descending),
        _ => Err(quarry_value::error::rank_error()),
    }
}

fn grade_by(n: usize, descending: bool, order: impl Fn(usize, usize) -> Ordering) -> Vec<i64> {
    let mut at: Vec<i64> = (0..n as i64).collect();
    at.sort_by(|&i, &j| {
        let o = order(i as usize, j as usize);
        if descending { o.reverse() } else { o }
    });
    at
}

fn grade_vector(v: &Vector, descending: bool) -> Vec<i64> {
    fn go<T: Key>(b: &Buf<T>, descending: bool) -> Vec<i64> {
        let xs = b.as_slice();
        grade_by(xs.len(), descending, |i, j| xs[i].order(xs[j]))
    }
    if v.ty == Type::Enum {
        return grade_vector(&Vector::of(Type::Symbol, domain::symbols(v)), descending);
    }
    with_data!(&v.data, b => go(b, descending))
}

/// The positions that sort rows by the first column, then by the second within it, and so on.
pub fn grade_columns(columns: &[&Value], descending: bool) -> Vec<i64> {
    // The last column is sorted first: a stable sort by the others keeps its order.
    let mut at: Option<Vec<i64>> = None;
    for column in columns.iter().rev() {
        at = Some(match at {
            None => grade(column, descending).unwrap_or_default(),
            Some(at) => {
                let next = grade(&pick(column, &at), descending).unwrap_or_default();
                next.into_iter().map(|i| at[i as usize]).collect()
            }
        });
    }
    at.unwrap_or_default()
}

/// `asc x`: sorted ascending, with `s#`; dictionaries by value, tables by row. Source: ref/asc.
/// Errors: 'rank (an atom).
pub fn asc(x: &Value) -> Result<Value> {
    if x.is_list() && crate::attribute::is_sorted(x) {
        return Ok(with_sorted(x.clone()));
    }
    Ok(match x {
        Value::Dict(d) if x.is_keyed_table() => sorted_rows(d, &grade(x, false)?),
        Value::Table(_) => first_sorted(pick(x, &grade(x, false)?)),
        Value::Dict(d) => {
            let at = grade(x, false)?;
            Value::dict(pick(&d.keys, &at), with_sorted(pick(&d.values, &at)))
        }
        _ => with_sorted(pick(x, &grade(x, false)?)),
    })
}

fn sorted_rows(d: &Dict, at: &[i64]) -> Value {
    Value::dict(pick(&d.keys, at), first_sorted(pick(&d.values, at)))
}

fn with_sorted(x: Value) -> Value {
    match x {
        Value::Vector(v) if v.attr == Attr::Sorted => Value::Vector(v),
        Value::Vector(v) => Arc::unwrap_or_clone(v).with_attr(Attr::Sorted).into(),
        Value::List(l) => crate::attribute::list_with(&l, Attr::Sorted),
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
            Value::Vector(v) if !only => Arc::unwrap_or_clone(v).with_attr(Attr::Parted).into(),
            other if only => with_sorted(other),
            other => other,
        };
    }
    Value::Table(Arc::new(Table { columns, ..(*t).clone() }))
}

/// `desc x`: sorted descending; equal items stay in order. Source: ref/desc.
pub fn desc(x: &Value) -> Result<Value> {
    Ok(pick(x, &grade(x, true)?))
}

/// `rank x`: each item's place in the sorted list. Source: ref/rank.
pub fn rank(x: &Value) -> Result<Value> {
    let at = grade(x, false)?;
    let mut out = vec![0; at.len()];
    at.iter().enumerate().for_each(|(place, &i)| out[i as usize] = place as i64);
    Ok(Value::longs(out))
}

/// `x xrank y`: which of `x` buckets of equal counts each item falls into. Errors: 'type. Source: ref/xrank.
pub fn xrank(x: &Value, y: &Value) -> Result<Value> {
    let buckets = x.as_long().ok_or_else(type_error)?;
    let n = y.count() as i128;
    if buckets == i64::MIN {
        return Err(domain_error());
    }
    let bucket = |place: i64| (i128::from(place) * i128::from(buckets)).div_euclid(n.max(1)) as i64;
    let Value::Vector(places) = rank(y)? else { return Err(type_error()) };
    Ok(Value::longs(places.slice::<i64>().unwrap_or_default().iter().map(|&p| bucket(p)).collect()))
}

/// The distinct symbols' places by text, as a table by symbol id.
#[allow(dead_code)]
fn symbol_ranks(xs: &[Sym]) -> Vec<u32> {
    let mut seen: Vec<Sym> = xs.to_vec();
    seen.sort_unstable_by_key(|s| s.id());
    seen.dedup();
    let high = seen.last().map_or(0, |s| s.id() as usize + 1);
    seen.sort_unstable();
    let mut ranks = vec![0; high];
    seen.iter().enumerate().for_each(|(r, s)| ranks[s.id() as usize] = r as u32);
    ranks
}
