//! Binary search: `bin` and `binr`.

use crate::domain;
use crate::find::{item_of, rows_like};
use crate::gather::{NOWHERE, pick};
use crate::order::{Key, compare, identical};
use crate::pool;
use quarry_value::error::type_error;
use quarry_value::{Buf, Dict, Result, Table, Type, Value, Vector, with_data};

/// `x bin y`: the last position whose item is at most `y`; -1 before all. Atomic in `y`. For tables the first
/// columns match and the last is searched; no match is null. Errors: 'type. Source: ref/bin.
pub fn bin(x: &Value, y: &Value) -> Result<Value> {
    search(x, y, false)
}

/// `x binr y`: the first position whose item is at least `y`. Of rows of tables, as [`bin`] but for that (inferred).
/// Source: ref/bin.
pub fn binr(x: &Value, y: &Value) -> Result<Value> {
    search(x, y, true)
}

fn search(x: &Value, y: &Value, right: bool) -> Result<Value> {
    match x {
        Value::Vector(v) => in_vector(v, y, right),
        Value::List(l) => in_list(l.as_slice(), y, right),
        Value::Dict(d) => in_dict(d, y, right),
        Value::Table(t) => in_table(t, y, right),
        _ => Err(type_error()),
    }
}

fn in_vector(x: &Vector, y: &Value, right: bool) -> Result<Value> {
    if x.ty == Type::Enum {
        return search(&domain::resolve(&x.clone().into()), &domain::resolve(y), right);
    }
    match y {
        Value::Vector(v) if v.ty == x.ty => {
            fn go<T: Key>(xs: &Buf<T>, y: &Vector, right: bool) -> Option<Vec<i64>> {
                Some(places(xs.as_slice(), y.slice::<T>()?, right))
            }
            with_data!(&x.data, b => go(b, v, right)).map(Value::longs).ok_or_else(type_error)
        }
        Value::Vector(v) if v.ty == Type::Enum => in_vector(x, &domain::resolve(y), right),
        Value::List(l) => {
            Ok(Value::collapse(l.as_slice().iter().map(|y| in_vector(x, y, right)).collect::<Result<_>>()?))
        }
        Value::Dict(d) => Ok(Value::dict(d.keys.clone(), in_vector(x, &d.values, right)?)),
        Value::Table(t) => crate::shape::columns(t, |c| in_vector(x, c, right)),
        Value::Enum(..) => in_vector(x, &domain::resolve(y), right),
        atom if atom.item_type() == Some(x.ty) => {
            fn go<T: Key>(xs: &Buf<T>, atom: &Value, right: bool) -> Option<i64> {
                Some(place(xs.as_slice(), item_of(atom)?, right))
            }
            with_data!(&x.data, b => go(b, atom, right)).map(Value::long).ok_or_else(type_error)
        }
        _ => Err(type_error()),
    }
}

/// Every so many items of a long list are searched first: they stay in the cache.
const STEP: usize = 256;

fn places<T: Key>(xs: &[T], ys: &[T], right: bool) -> Vec<i64> {
    let mut out = vec![0; ys.len()];
    if xs.len() < STEP * STEP || ys.len() < STEP {
        pool::for_each_part(&mut out, 1 << 13, |start, part| {
            part.iter_mut().zip(&ys[start..]).for_each(|(o, y)| *o = place(xs, *y, right));
        });
        return out;
    }
    let heads: Vec<T> = xs.iter().step_by(STEP).copied().collect();
    pool::for_each_part(&mut out, 1 << 13, |start, part| {
        part.iter_mut().zip(&ys[start..]).for_each(|(o, y)| *o = place_by_heads(xs, &heads, *y, right));
    });
    out
}

/// [`place`] by way of the first item of every stretch of [`STEP`].
fn place_by_heads<T: Key>(xs: &[T], heads: &[T], y: T, right: bool) -> i64 {
    let before = heads.partition_point(|x| if right { x.order(y).is_lt() } else { x.order(y).is_le() });
    let Some(stretch) = before.checked_sub(1) else { return if right { 0 } else { -1 } };
    let start = stretch * STEP;
    start as i64 + place(&xs[start..xs.len().min(start + STEP)], y, right)
}

fn place<T: Key>(xs: &[T], y: T, right: bool) -> i64 {
    if right {
        xs.partition_point(|x| x.order(y).is_lt()) as i64
    } else {
        xs.partition_point(|x| x.order(y).is_le()) as i64 - 1
    }
}

fn in_list(xs: &[Value], y: &Value, right: bool) -> Result<Value> {
    let whole = match xs.first() {
        Some(first) if first.is_list() => !matches!(y, Value::List(_)),
        _ => !y.is_list(),
    };
    if !whole {
        return Ok(Value::collapse(y.items().map(|y| in_list(xs, &y, right)).collect::<Result<_>>()?));
    }
    let at = if right {
        xs.partition_point(|x| compare(x, y).is_lt()) as i64
    } else {
        xs.partition_point(|x| compare(x, y).is_le()) as i64 - 1
    };
    Ok(Value::long(at))
}

/// Keys for positions among sorted values.
fn in_dict(d: &Dict, y: &Value, right: bool) -> Result<Value> {
    crate::index(&d.keys, &search(&d.values, y, right)?)
}

/// Rows: the first columns match, the last is at most `y`'s (for `binr` at least).
fn in_table(t: &Table, y: &Value, right: bool) -> Result<Value> {
    let (rows, single) = rows_like(t, y)?;
    let Some((last, keys)) = t.columns.split_last() else { return Err(type_error()) };
    let Some((wanted, given)) = rows.split_last() else { return Err(type_error()) };
    let n = wanted.count();
    let types = (domain::resolve(last).item_type(), domain::resolve(wanted).item_type());
    if let (Some(x), Some(y)) = types
        && x != y
        && ![x, y].contains(&Type::List)
    {
        return Err(
            type_error().detail(format!("the last columns are of types {}h and {}h", x as i16, y as i16))
        );
    }
    if keys.is_empty() {
        let at = search(last, wanted, right)?;
        let here = 0..t.count() as i64;
        let some = |i: usize| at.at(i).as_long().filter(|at| here.contains(at)).unwrap_or(NOWHERE);
        return Ok(if single { Value::long(some(0)) } else { Value::longs((0..n).map(some).collect()) });
    }
    let groups = crate::group_ids(&keys.iter().collect::<Vec<_>>())?;
    let firsts: Vec<i64> = groups.first.iter().map(|&i| i as i64).collect();
    let distinct: Vec<Value> = keys.iter().map(|k| pick(k, &firsts)).collect();
    let of = crate::rows::find_rows(&distinct, given)?;
    let mut rows_of = vec![Vec::new(); groups.count];
    groups.ids.iter().enumerate().for_each(|(i, &g)| rows_of[g as usize].push(i));
    let place = |j: usize| {
        let g = of[j] as usize;
        let y = domain::resolve(&wanted.at(j));
        let Some(rows) = rows_of.get(g) else { return NOWHERE };
        let at = rows.partition_point(|&i| {
            let x = domain::resolve(&last.at(i));
            let same = identical(&x, &y);
            if right { compare(&x, &y).is_lt() && !same } else { compare(&x, &y).is_le() || same }
        });
        let found = if right { rows.get(at) } else { at.checked_sub(1).and_then(|at| rows.get(at)) };
        found.map_or(NOWHERE, |&i| i as i64)
    };
    let at: Vec<i64> = (0..n).map(place).collect();
    Ok(if single { Value::long(at.first().copied().unwrap_or(NOWHERE)) } else { Value::longs(at) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gather::positions;

    #[test]
    fn long_lists_are_searched_as_short_ones() {
        let n = 2 * (STEP * STEP) as i64 + 77;
        let xs: Vec<i64> = (0..n).map(|i| i / 3 * 2).collect();
        let ys: Vec<i64> = (-5..5).chain((0..2000).map(|i| i * 7919 % n)).chain(n - 9..n + 9).collect();
        for right in [false, true] {
            let plain: Vec<i64> = ys.iter().map(|y| place(&xs, *y, right)).collect();
            assert_eq!(places(&xs, &ys, right), plain);
        }
    }

    #[test]
    fn rows_match_but_for_the_last_column() {
        let names = vec![quarry_value::Sym::new("a"), quarry_value::Sym::new("b")];
        let table = |a: &[i64], b: &[i64]| {
            Value::table(names.clone(), vec![Value::longs(a.to_vec()), Value::longs(b.to_vec())])
        };
        let t = table(&[1, 1, 1, 2, 2, 2], &[0, 2, 4, 0, 2, 4]);
        let at = bin(&t, &table(&[2, 2, 2, 2, 3], &[-1, 1, 3, 5, 0])).unwrap();
        assert_eq!(positions(&at).unwrap(), [NOWHERE, 3, 4, 5, NOWHERE]);
    }
}
