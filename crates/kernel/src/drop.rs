//! `x _ y`, `cut` and `sublist`: without some items, or in pieces.

use crate::gather::{pick, positions, slice};
use crate::kept::ones;
use crate::shape::{LIST_SIZE, check_room, is_scalar};
use crate::slices;
use quarry_value::error::{domain_error, length_error, type_error};
use quarry_value::evaluation::check;
use quarry_value::{Pieces, Result, Sym, Table, Texts, Type, Value, room};

/// `x _ y`. Source: ref/drop, ref/cut.
///
/// - integer atom and a list, dictionary or table: without that many leading (negative: trailing) items
/// - integer list and a list or table: cut at those positions
/// - a list or table and an integer atom: without that item; a dictionary and a key: without that entry
/// - keys and a dictionary: without those entries; column names and a table: without those columns
///
/// Errors: 'type, 'domain (positions descend or are out of range).
pub fn drop(x: &Value, y: &Value) -> Result<Value> {
    if is_scalar(y) {
        return drop_at(x, y);
    }
    match (x, y) {
        (Value::Dict(_), Value::Dict(_)) if x.is_keyed_table() => drop_at(x, y),
        (_, Value::Dict(_)) if x.as_long().is_none() => drop_keys(x, y),
        (Value::Vector(v), Value::Table(t)) if v.ty == Type::Symbol => drop_columns(x, t),
        (Value::Dict(d), _) if !matches!(d.keys, Value::Vector(_)) && y.is_list() => drop_at(x, y),
        _ => match x.as_long() {
            Some(n) => drop_count(n, y),
            None if x.is_list() => cut_at(&positions(x).ok_or_else(type_error)?, y),
            None => Err(type_error()),
        },
    }
}

fn drop_count(n: i64, y: &Value) -> Result<Value> {
    let have = y.count();
    let size = n.unsigned_abs().min(have as u64) as usize;
    Ok(slice(y, if n < 0 { 0..have - size } else { size..have }))
}

/// Without the item at `y`, or the entry of key `y`. What is not there is not dropped.
fn drop_at(x: &Value, y: &Value) -> Result<Value> {
    let n = x.count() as i64;
    let at = match x {
        Value::Dict(d) => crate::find(&d.keys, y)?.as_long().ok_or_else(type_error)?,
        Value::Vector(_) | Value::List(_) | Value::Table(_) => y.as_long().ok_or_else(type_error)?,
        // `5_7`: there is nothing to drop from an atom.
        _ => return Err(type_error()),
    };
    if at < 0 || at >= n {
        return Ok(x.clone());
    }
    let kept = (0..n as usize - 1).map(|i| i as i64 + i64::from(i as i64 >= at));
    Ok(pick(x, &room::collected(kept)))
}

/// `y` without the entries whose keys are in `x`.
fn drop_keys(x: &Value, y: &Value) -> Result<Value> {
    let Value::Dict(d) = y else { return Err(type_error()) };
    let found = crate::find(&d.keys, x)?;
    let mut kept = room::repeated(1u8, y.count());
    for at in positions(&found).ok_or_else(type_error)? {
        if let Some(kept) = usize::try_from(at).ok().and_then(|at| kept.get_mut(at)) {
            *kept = 0;
        }
    }
    Ok(pick(y, &ones(&kept)))
}

fn drop_columns(x: &Value, t: &Table) -> Result<Value> {
    let gone: &[Sym] = x.as_syms().ok_or_else(type_error)?;
    let kept = t.names.iter().zip(&t.columns).filter(|(n, _)| !gone.contains(n));
    let (names, columns) = kept.map(|(n, c)| (*n, c.clone())).unzip();
    Ok(Value::table(names, columns))
}

/// `y` in pieces that start at the positions `at` and end where the next starts.
fn cut_at(at: &[i64], y: &Value) -> Result<Value> {
    let n = y.count();
    if at.is_sorted() && at.first().is_none_or(|&i| i >= 0) && at.last().is_none_or(|&i| i <= n as i64) {
        let start = |k: usize| at.get(k).map_or(n, |&i| i as usize);
        return parts(y, &room::collected((0..at.len() + 1).map(start)));
    }
    Err(domain_error())
}

/// `x cut y`: pieces of `x` items, the last one shorter; with a list as `_`. Source: ref/cut.
pub fn cut(x: &Value, y: &Value) -> Result<Value> {
    let Some(size) = x.as_long() else { return drop(x, y) };
    if is_scalar(y) {
        return Err(type_error());
    }
    let size = usize::try_from(size).ok().filter(|&s| s > 0).ok_or_else(domain_error)?;
    let n = y.count();
    let count = check_room(n.div_ceil(size) as i64, size_of::<usize>())?;
    parts(y, &room::collected((0..count + 1).map(|k| n.min(k.saturating_mul(size)))))
}

/// `y` in pieces that start at the positions `starts`, which ascend and of which the last is its end.
pub(crate) fn parts(y: &Value, starts: &[usize]) -> Result<Value> {
    let count = starts.len().saturating_sub(1);
    if let Value::Vector(v) = y {
        return slices::parts(v, starts);
    }
    if let (Value::List(l), [start, .., end]) = (y, starts)
        && let Some(texts) = l.as_packed().filter(|_| Texts::pay(count, 0))
    {
        let ends = room::collected(starts[1..].iter().map(|e| e - start));
        return Ok(Pieces::new(texts.slice(*start..*end), ends).into());
    }
    check_room(count as i64, LIST_SIZE)?;
    let piece = |w: &[usize]| check().map(|()| slice(y, w[0]..w[1]));
    Ok(Value::list(starts.windows(2).map(piece).collect::<Result<_>>()?))
}

/// `x sublist y`: at most `x` items from the front (negative: the end), or `x[1]` items from position `x[0]`; no
/// more than there are; an atom is one item. Errors: 'type, 'length. Source: ref/sublist.
pub fn sublist(x: &Value, y: &Value) -> Result<Value> {
    let n = y.count() as i64;
    if is_scalar(y) {
        return sublist(x, &crate::enlist(y)?);
    }
    let range = match *positions(x).ok_or_else(type_error)? {
        [size] if size < 0 => n.saturating_add(size).max(0)..n,
        [size] => 0..size.min(n),
        [start, size] => start.clamp(0, n)..start.saturating_add(size.max(0)).clamp(0, n),
        _ => return Err(length_error()),
    };
    Ok(slice(y, range.start as usize..range.end.max(range.start) as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn longs(x: &Value) -> Vec<i64> {
        positions(x).unwrap()
    }

    #[test]
    fn drops_ends_and_cuts() {
        let y = Value::longs((0..10).collect());
        assert_eq!(longs(&drop(&Value::long(7), &y).unwrap()), [7, 8, 9]);
        assert_eq!(longs(&drop(&Value::long(-8), &y).unwrap()), [0, 1]);
        assert_eq!(drop(&Value::long(70), &y).unwrap().count(), 0);
        assert_eq!(drop(&Value::long(i64::MIN), &y).unwrap().count(), 0);
        let pieces = drop(&Value::longs(vec![2, 4, 4, 9]), &y).unwrap();
        assert_eq!(pieces.items().map(|p| p.count()).collect::<Vec<_>>(), [2, 0, 5, 1]);
        assert!(drop(&Value::longs(vec![4, 2]), &y).is_err());
        assert_eq!(longs(&drop(&y, &Value::long(0)).unwrap()), (1..10).collect::<Vec<_>>());
        assert_eq!(cut(&Value::long(4), &y).unwrap().count(), 3);
        assert!(cut(&Value::long(0), &y).is_err());
    }

    #[test]
    fn sublists_stay_inside() {
        let y = Value::longs(vec![2, 3, 5, 7, 11]);
        assert_eq!(longs(&sublist(&Value::longs(vec![1, 2]), &y).unwrap()), [3, 5]);
        assert_eq!(longs(&sublist(&Value::longs(vec![4, 9]), &y).unwrap()), [11]);
        assert_eq!(sublist(&Value::longs(vec![9, 9]), &y).unwrap().count(), 0);
        assert_eq!(sublist(&Value::long(10), &y).unwrap().count(), 5);
        assert_eq!(longs(&sublist(&Value::long(-2), &y).unwrap()), [7, 11]);
    }
}
