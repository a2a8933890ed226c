//! Lists as sets: `distinct group differ union inter except`.

use crate::built::{COPY_MIN, mapped, neighbours};
use crate::find::{find_each, find_items};
use crate::gather::{pick, positions};
use crate::groups::{Groups, firsts, group_ids};
use crate::kept::ones;
use crate::parted::Runs;
use crate::pool;
use crate::runs::worth;
use crate::shape::is_scalar;
use crate::slices;
use crate::sort::with_sorted;
use crate::together::together;
use quarry_value::error::type_error;
use quarry_value::evaluation::check;
use quarry_value::{Attr, Buf, Item, Result, Type, Value, Vector, room, with_data};
use std::sync::Arc;

/// Items in lists that are worth a task.
const LISTS_MIN: usize = 1 << 16;

/// `distinct x`: each item once, in order of first appearance; the rows of a table. What is sorted stays so.
/// Errors: 'type (an atom). Source: ref/distinct.
pub fn distinct(x: &Value) -> Result<Value> {
    match x {
        Value::Dict(d) if !x.is_keyed_table() => distinct(&d.values),
        Value::Vector(v) if v.attr == Attr::Unique => Ok(v.like(v.data.clone()).into()),
        // Whoever gives the answer an attribute gives the heads of the runs none.
        Value::Vector(v) if v.attr == Attr::Parted => Ok(v.like(Runs::of(v).heads(v).data.clone()).into()),
        Value::Vector(v) if let Some(first) = crate::lookup::first_places(v) => Ok(of_first(x, &first)),
        Value::Vector(_) | Value::List(_) | Value::Table(_) | Value::Dict(_) => {
            let first = match x {
                Value::Vector(v) if v.len() < u32::MAX as usize => firsts(v),
                _ => group_ids(&[x])?.first,
            };
            Ok(of_first(x, &mapped(&first, COPY_MIN, |i| i as i64)))
        }
        _ => Err(type_error()),
    }
}

/// The items of `x` at the places, in order, where each is first seen.
pub(crate) fn of_first(x: &Value, first: &[i64]) -> Value {
    let items = pick(x, first);
    match x {
        Value::Vector(v) if v.attr == Attr::Sorted => with_sorted(items),
        Value::List(l) if l.attr == Attr::Sorted => with_sorted(items),
        _ => items,
    }
}

/// `group x`: the distinct items and where each of them is; the keys of a dictionary by value.
/// Errors: 'type. Source: ref/group.
pub fn group(x: &Value) -> Result<Value> {
    match x {
        Value::Dict(d) => {
            let Value::Dict(g) = group(&d.values)? else { return Err(type_error()) };
            let keys_of = |at: Value| pick(&d.keys, &positions(&at).unwrap_or_default());
            Ok(Value::dict(g.keys.clone(), Value::list(g.values.items().map(keys_of).collect())))
        }
        Value::Vector(_) | Value::List(_) | Value::Table(_) => {
            let groups = group_ids(&[x])?;
            check()?;
            let first = mapped(&groups.first, COPY_MIN, |i| i as i64);
            let (rows, starts) = members_in_row(&groups);
            let rows = Arc::new(Vector::of(Type::Long, rows));
            Ok(Value::dict(of_first(x, &first), slices::parts(&rows, &starts)?))
        }
        _ => Err(type_error()),
    }
}

/// The positions of all groups, one group after the other, and where each starts; one more at the end.
pub fn members_in_row(groups: &Groups) -> (Vec<i64>, Vec<usize>) {
    together(groups, |i| i as u32, i64::from)
}

/// A vector cut where each of `starts` is, the last of which is its end.
pub fn lists(x: &Vector, starts: &[usize]) -> Vec<Value> {
    fn go<T: Item>(x: &Vector, b: &Buf<T>, starts: &[usize]) -> Vec<Value> {
        pieces(b.as_slice(), starts, |items| x.like(T::data(items.into())).into())
    }
    with_data!(&x.data, b => go(x, b, starts))
}

/// What `of` makes of the pieces of `xs` that begin at `starts`, the last of which is the end; on all threads.
pub fn pieces<T: Copy + Sync, R: Send>(
    xs: &[T],
    starts: &[usize],
    of: impl Fn(Vec<T>) -> R + Sync + Send,
) -> Vec<R> {
    let count = starts.len() - 1;
    let one = |g: usize| of(room::copied(&xs[starts[g]..starts[g + 1]]));
    if pool::threads() == 0 || xs.len() < worth(2 * LISTS_MIN) {
        return room::collected((0..count).map(one));
    }
    let per_task = (LISTS_MIN * count / xs.len()).max(1);
    let parts = pool::map_ranges(count, per_task, |r| room::collected(r.map(one)));
    let mut all = room::vec(count);
    all.extend(parts.into_iter().flatten());
    all
}

/// `differ x`: flags the items that do not match (tolerantly) the one before; the first always.
/// Errors: 'type. Source: ref/differ.
pub fn differ(x: &Value) -> Result<Value> {
    fn go<T: Item>(xs: &[T], same: impl Fn(T, T) -> bool + Copy + Sync + Send) -> Value {
        Value::bools(neighbours(xs, COPY_MIN, |_| 1, |x, before| u8::from(!same(x, before))))
    }
    match x {
        Value::Vector(v) => {
            if let Some(xs) = v.slice::<f64>() {
                return Ok(go(xs, crate::atomic::ops::same));
            }
            Ok(with_data!(&v.data, b => go(b.as_slice(), |x, y| x == y || x.is_null() && y.is_null())))
        }
        Value::List(l) if let Some(slices) = l.as_slices() => Ok(Value::bools(crate::wholes::differ(slices))),
        Value::List(l) => {
            let differs = |i: usize| match (l.text(i - 1), l.text(i)) {
                (Some(a), Some(b)) => a != b,
                _ => crate::matches(&l.get(i - 1), &l.get(i)).is_ok_and(|m| m.as_long() == Some(0)),
            };
            let flag = |i: usize| u8::from(i == 0 || differs(i));
            Ok(Value::bools(room::collected((0..l.len()).map(flag))))
        }
        Value::Table(t) => {
            let mut flags = room::zeros::<u8>(t.count());
            for column in &t.columns {
                let Value::Vector(v) = differ(column)? else { return Err(type_error()) };
                flags.iter_mut().zip(v.slice::<u8>().unwrap_or_default()).for_each(|(f, c)| *f |= c);
            }
            Ok(Value::bools(flags))
        }
        Value::Dict(d) => Ok(Value::dict(d.keys.clone(), differ(&d.values)?)),
        _ => Err(type_error()),
    }
}

/// `x union y`: `distinct x,y`. Source: ref/union.
pub fn union(x: &Value, y: &Value) -> Result<Value> {
    distinct(&crate::join(x, y)?)
}

/// `x inter y`: the items of `x` that are in `y`. Of dictionaries: the common values. Errors: 'type, as `in`.
/// Source: ref/inter.
pub fn inter(x: &Value, y: &Value) -> Result<Value> {
    among(x, y, true)
}

/// `x except y`: the items of `x` that are not in `y`. Errors: 'type, as `in`. Source: ref/except.
pub fn except(x: &Value, y: &Value) -> Result<Value> {
    among(x, y, false)
}

fn flag_bytes(x: &Value) -> &[u8] {
    if let Value::Vector(v) = x { v.slice().unwrap_or_default() } else { &[] }
}

fn among(x: &Value, y: &Value, keep: bool) -> Result<Value> {
    let x = if let Value::Dict(d) = x { if x.is_keyed_table() { x } else { &d.values } } else { x };
    if is_scalar(x) {
        return Err(type_error());
    }
    let y = match y {
        Value::Dict(d) if !y.is_keyed_table() => d.values.clone(),
        other => crate::join::as_list(other.clone()),
    };
    if let (Value::Vector(_), Value::Vector(_)) = (x, &y) {
        let found = crate::in_(x, &y)?;
        let flags = if keep { found } else { crate::not(&found)? };
        return Ok(pick(x, &ones(flag_bytes(&flags))));
    }
    let n = y.count() as i64;
    let at = match (x, &y) {
        (Value::Dict(_), _) => {
            let (xs, ys): (Vec<Value>, Vec<Value>) = (x.items().collect(), y.items().collect());
            find_each(&ys, &xs)
        }
        (Value::Table(_), Value::Dict(_)) => room::repeated(n, x.count()),
        (Value::Table(_), Value::Table(_)) | (_, Value::Vector(_) | Value::List(_)) => find_items(&y, x)?,
        _ => return Err(type_error()),
    };
    // As `in` does, one item is compared with atoms of other types, too.
    let only = match (x, &y) {
        (Value::List(_), Value::Vector(v)) if v.len() == 1 => Some(v.get(0)),
        _ => None,
    };
    let equals = |i: usize| only.as_ref().is_some_and(|y| is_equal_atom(&x.at(i), y));
    let flag = |(i, &at): (usize, &i64)| u8::from((at < n || equals(i)) == keep);
    let flags: Vec<u8> = room::collected(at.iter().enumerate().map(flag));
    Ok(pick(x, &ones(&flags)))
}

fn is_equal_atom(x: &Value, y: &Value) -> bool {
    x.is_atom() && crate::equal(x, y).is_ok_and(|e| e.as_long() == Some(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn longs(x: &Value) -> Vec<i64> {
        positions(x).unwrap()
    }

    #[test]
    fn order_of_first_appearance() {
        let x = Value::longs(vec![2, 3, 7, 3, 5, 3]);
        assert_eq!(longs(&distinct(&x).unwrap()), [2, 3, 7, 5]);
        let Value::Dict(g) = group(&x).unwrap() else { panic!("a dictionary") };
        assert_eq!(longs(&g.values.at(1)), [1, 3, 5]);
        assert!(distinct(&Value::long(1)).is_err());
        assert_eq!(longs(&differ(&Value::longs(vec![1, 3, 3, 4])).unwrap()), [1, 1, 0, 1]);
    }

    #[test]
    fn sets() {
        let (x, y) = (Value::longs(vec![1, 2, 3, 1, 4]), Value::longs(vec![4, 1, 4]));
        assert_eq!(longs(&inter(&x, &y).unwrap()), [1, 1, 4]);
        assert_eq!(longs(&except(&x, &y).unwrap()), [2, 3]);
        assert_eq!(longs(&except(&x, &Value::long(1)).unwrap()), [2, 3, 4]);
        assert_eq!(longs(&union(&x, &y).unwrap()), [1, 2, 3, 4]);
    }
}
