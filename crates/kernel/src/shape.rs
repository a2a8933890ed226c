//! Count, ends and order of lists: `count first last til enlist reverse rotate where flip`.

use crate::atomic::run::Out;
use crate::atomic::wide;
use crate::built::{COPY_MIN, Piece, joined, reversed};
use crate::each;
use crate::gather::{null_of, pick, positions, slice};
use crate::kept::ones;
use crate::pool;
use crate::runs::worth;
use crate::slices;
use crate::strings::Strings;
use quarry_value::error::{domain_error, length_error, rank_error, type_error};
use quarry_value::evaluation::is_over;
use quarry_value::{
    Buf, Data, Error, Item, Repr, Result, Slices, Sym, Table, Type, Value, Vector, room, with_data,
};
use std::ops::Range;
use std::sync::Arc;

/// A list longer than this is refused with `'limit`.
pub const COUNT_MAX: i64 = 1 << 40;

/// `count x`: items of a list, entries of a dictionary, rows of a table, 1 otherwise. Source: ref/count.
pub fn count(x: &Value) -> Result<Value> {
    Ok(Value::long(x.count() as i64))
}

/// `first x`: the first item, entry or row; an atom itself. Of nothing: the null of the type. Source: ref/first.
pub fn first(x: &Value) -> Result<Value> {
    Ok(end(x, |_| 0))
}

/// `last x`. As [`first`], from the other end. Source: ref/first.
pub fn last(x: &Value) -> Result<Value> {
    Ok(end(x, |n| n - 1))
}

fn end(x: &Value, at: impl Fn(usize) -> usize) -> Value {
    match (x, x.count()) {
        (Value::Dict(d), 0) => null_of(&d.values),
        (Value::Dict(d), n) => d.values.at(at(n)),
        (Value::Vector(_) | Value::List(_) | Value::Table(_), 0) => null_of(x),
        (_, n) => x.at(at(n)),
    }
}

/// `til x`: the longs below a non-negative integer atom. Of a dictionary its keys' positions are not given: 'type.
/// Errors: 'type, 'domain (negative), 'limit. Source: ref/til.
pub fn til(x: &Value) -> Result<Value> {
    let n = x.as_long().ok_or_else(type_error)?;
    if n < 0 {
        return Err(domain_error());
    }
    check_room(n, 8)?;
    let data = wide::filled(Repr::I64, n as usize, COPY_MIN, |range, out| {
        if let Out::I64(out) = out {
            out.iter_mut().zip(range).for_each(|(o, i)| {
                o.write(i as i64);
            });
        }
    });
    Ok(Vector::new(Type::Long, data).into())
}

/// Refuses a count of items of `width` bytes that this machine cannot hold: `'limit` above [`COUNT_MAX`], `'wsfull` when
/// the system would not give the memory. What fits easily is not asked for.
pub fn check_room(n: i64, width: usize) -> Result<usize> {
    const EASY: usize = 16 << 20;
    if n > COUNT_MAX {
        return Err(Error::new("limit").detail(format!("a list of {n} items")));
    }
    let count = n.max(0) as usize;
    let size = count.saturating_mul(width);
    if size > EASY {
        let full = || Error::new("wsfull").detail(format!("a list of {n} items"));
        // A system that lends more than it has would end the process later.
        quarry_value::meter::check(size).map_err(|_| full())?;
        if !room::is_there(size) {
            return Err(full());
        }
    }
    Ok(count)
}

/// Bytes that a list in a list takes at least.
pub const LIST_SIZE: usize = size_of::<Value>() + size_of::<Vector>() + 2 * size_of::<usize>();

/// Bytes that an item, row or entry of `x` takes in what is picked from it.
pub fn item_size(x: &Value) -> usize {
    match x {
        Value::Vector(v) => v.ty.width(),
        Value::Table(t) => t.columns.iter().map(item_size).sum(),
        Value::Dict(d) => item_size(&d.keys) + item_size(&d.values),
        _ if x.is_atom() => x.item_type().map_or(size_of::<Value>(), Type::width),
        _ => size_of::<Value>(),
    }
}

/// `enlist x`: a list of one item; of a dictionary with symbol keys, a table of one row. Source: ref/enlist.
pub fn enlist(x: &Value) -> Result<Value> {
    Ok(Value::collapse(vec![x.clone()]))
}

/// `reverse x`: items, entries or rows from last to first; an atom itself. Source: ref/reverse.
pub fn reverse(x: &Value) -> Result<Value> {
    Ok(match x {
        Value::Vector(v) => {
            with_data!(&v.data, b => v.like(Item::data(reversed(b.as_slice(), COPY_MIN).into()))).into()
        }
        Value::List(l) if l.holds_values() => Value::list(l.as_slice().iter().rev().cloned().collect()),
        Value::List(l) => crate::gather::pick(x, &(0..l.len() as i64).rev().collect::<Vec<_>>()),
        Value::Dict(d) => Value::dict(reverse(&d.keys)?, reverse(&d.values)?),
        Value::Table(t) => columns(t, reverse)?,
        atom => atom.clone(),
    })
}

/// A table with every column passed through `f`; no attribute. Errors: as [`table_of`].
pub fn columns(t: &Table, f: impl FnMut(&Value) -> Result<Value>) -> Result<Value> {
    let new: Vec<Value> = t.here()?.iter().map(f).collect::<Result<_>>()?;
    // What has no column has nothing that tells a count, and stays what it is.
    if new.is_empty() { Ok(Value::table(Vec::new(), new)) } else { table_of(t.names.clone(), new) }
}

/// `x rotate y`: `y` shifted to the left by `x` items, to the right when negative.
/// Errors: 'type (x not an integer atom; y an atom). Source: ref/rotate.
pub fn rotate(x: &Value, y: &Value) -> Result<Value> {
    let by = x.as_long().ok_or_else(type_error)?;
    if is_scalar(y) {
        return Err(type_error());
    }
    let n = y.count();
    if n == 0 {
        return Ok(y.clone());
    }
    let by = by.rem_euclid(n as i64) as usize;
    if by == 0 {
        return Ok(y.clone());
    }
    fn go<T: Item>(b: &Buf<T>, by: usize) -> Data {
        T::data(joined(&[Piece::Items(b.range(by..b.len())), Piece::Items(b.range(0..by))], COPY_MIN).into())
    }
    match y {
        Value::Vector(v) => Ok(v.like(with_data!(&v.data, b => go(b, by))).into()),
        // One dictionary alone would be a table.
        Value::List(l) if l.holds_values() => {
            let (first, last) = l.as_slice().split_at(by);
            let mut all = room::vec(n);
            all.extend_from_slice(last);
            all.extend_from_slice(first);
            Ok(Value::list(all))
        }
        _ => crate::join(&slice(y, by..n), &slice(y, 0..by)),
    }
}

/// `where x`: positions of the 1s of a boolean list, copies of positions for counts, copies of keys for a
/// dictionary of counts. Errors: 'type (not integral), 'domain-free: a negative count gives none. Source: ref/where.
pub fn where_(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) if v.ty == Type::Bool => Ok(Value::longs(ones(v.slice::<u8>().unwrap_or(&[])))),
        Value::Dict(d) => {
            let at = where_(&d.values)?;
            Ok(pick(&d.keys, &positions(&at).unwrap_or_default()))
        }
        Value::List(_) | Value::Vector(_) => {
            let counts = positions(x).ok_or_else(type_error)?;
            copies(&counts)
        }
        _ => Err(type_error()),
    }
}

fn copies(counts: &[i64]) -> Result<Value> {
    let total = counts.iter().try_fold(0i64, |sum, &n| sum.checked_add(n.max(0)));
    let total = check_room(total.ok_or_else(|| Error::new("limit"))?, size_of::<i64>())?;
    let mut out = room::vec(total);
    for (i, &n) in counts.iter().enumerate() {
        out.extend(std::iter::repeat_n(i as i64, n.max(0) as usize));
    }
    Ok(Value::longs(out))
}

/// `flip x`: a list of lists transposed, a dictionary of columns as a table, a table as a dictionary.
/// Atoms among lists are repeated; no lists have no rows. Errors: 'rank (an atom), 'length (lists of different counts). Source: ref/flip.
pub fn flip(x: &Value) -> Result<Value> {
    match x {
        Value::List(l) => {
            let columns = l.as_pieces().map(each::flipped).transpose()?.flatten();
            match columns.or_else(|| l.as_slices().and_then(slices::flipped)) {
                Some(columns) => Ok(columns),
                None => flip_list(l.as_slice()),
            }
        }
        Value::Dict(d) => flip_dict(&d.keys, &d.values),
        Value::Table(t) => Ok(match t.place() {
            Some(place) => Value::dict(Value::syms(t.names.clone()), Value::Sym(place)),
            None => columns_by_name(t),
        }),
        _ => Err(rank_error()),
    }
}

/// A table's columns as a dictionary, wherever they lie.
pub fn columns_by_name(t: &Table) -> Value {
    Value::dict(Value::syms(t.names.clone()), Value::collapse(t.columns.clone()))
}

fn flip_list(items: &[Value]) -> Result<Value> {
    if items.is_empty() {
        return Ok(Value::empty_list());
    }
    let n = common_count(items)?.ok_or_else(rank_error)?;
    check_room(n as i64, LIST_SIZE)?;
    let row = |i: usize| {
        Value::collapse(items.iter().map(|c| if is_scalar(c) { c.clone() } else { c.at(i) }).collect())
    };
    if n == 0 {
        return Ok(Value::empty_list());
    }
    let together = match flip_strings(items, n)? {
        None => flip_vectors(items, n),
        rows => rows,
    };
    Ok(match together {
        Some(rows) => rows,
        None => Value::list(room::collected((0..n).map(row))),
    })
}

/// What is one item and not a list of items: an atom or a function.
pub fn is_scalar(x: &Value) -> bool {
    x.is_atom() || x.is_function()
}

/// The count that all lists of `items` share; `None` when there are only atoms.
fn common_count(items: &[Value]) -> Result<Option<usize>> {
    let mut counts = items.iter().filter(|c| !is_scalar(c)).map(Value::count);
    let Some(n) = counts.next() else { return Ok(None) };
    match counts.find(|m| *m != n) {
        None => Ok(Some(n)),
        Some(m) => Err(length_error().detail(format!("lists of {n} and {m} items"))),
    }
}

/// The rows of lists of strings.
fn flip_strings(items: &[Value], n: usize) -> Result<Option<Value>> {
    fn strings(x: &Value) -> Option<Strings<'_>> {
        if let Value::List(l) = x { Strings::of(l) } else { None }
    }
    match items.iter().map(strings).collect::<Option<Vec<_>>>() {
        Some(columns) => each::rows(&columns, n),
        None => Ok(None),
    }
}

/// The rows of vectors of one type, without an atom made for every item.
fn flip_vectors(items: &[Value], n: usize) -> Option<Value> {
    let vectors = items
        .iter()
        .map(|c| if let Value::Vector(v) = c { Some(&**v) } else { None })
        .collect::<Option<Vec<_>>>()?;
    let first = vectors[0];
    if vectors.iter().any(|v| v.ty != first.ty || v.domain != first.domain) {
        return None;
    }
    with_data!(&first.data, b => flip_items(b, first, &vectors, n))
}

/// Rows of fewer items are made one after the other.
const TILE_MIN: usize = 16;
/// Bytes of each vector that go into the rows that are made together: what the cache fetches at a time.
const TILE: usize = 64;
/// Items of rows that one thread makes.
const FLIP_MIN: usize = 1 << 17;

fn flip_items<T: Item>(
    _: &quarry_value::Buf<T>,
    like: &Vector,
    vectors: &[&Vector],
    n: usize,
) -> Option<Value> {
    let slices = vectors.iter().map(|v| v.slice::<T>()).collect::<Option<Vec<_>>>()?;
    if Slices::pay(n, like.ty, n * slices.len()) {
        return Some(slices::rows(like, &slices, n).into());
    }
    if slices.len() < TILE_MIN {
        let row = |i: usize| T::data(room::collected(slices.iter().map(|s| s[i])).into());
        return Some(Value::list(room::collected((0..n).map(|i| like.like(row(i)).into()))));
    }
    let tile = |range: Range<usize>| -> Vec<Value> {
        let mut rows: Vec<Vec<T>> = range.clone().map(|_| room::repeated(T::ZEROS, slices.len())).collect();
        // What an interrupt leaves unfinished is not looked at.
        if !is_over() {
            for (j, s) in slices.iter().enumerate() {
                rows.iter_mut().zip(&s[range.clone()]).for_each(|(row, x)| row[j] = *x);
            }
        }
        rows.into_iter().map(|row| like.like(T::data(row.into())).into()).collect()
    };
    let width = (TILE / size_of::<T>()).max(1);
    let task = (worth(FLIP_MIN) / slices.len()).next_multiple_of(width);
    let tiles = |rows: Range<usize>| -> Vec<Vec<Value>> {
        rows.clone().step_by(width).map(|i| tile(i..rows.end.min(i + width))).collect()
    };
    let mut rows = room::vec(n);
    pool::map_ranges(n, task.max(width), tiles).into_iter().flatten().for_each(|tile| rows.extend(tile));
    Some(Value::list(rows))
}

/// ``flip `a`b!(1 2;3)``: a table. A dictionary whose values are a symbol stands for a table that lives elsewhere. One
/// of dictionaries has their keys outside afterwards (observed).
fn flip_dict(keys: &Value, values: &Value) -> Result<Value> {
    // Observed: defconq.tech/docs/concepts/dictionariesTables.
    let no_names = || Error::new("nyi").detail("the names of columns are symbols");
    let names: Vec<Sym> = keys.as_syms().ok_or_else(no_names)?.to_vec();
    if let Value::Sym(from) = values {
        return Ok(Value::Table(Arc::new(Table::from_elsewhere(names, *from))));
    }
    if let Value::Table(t) = values
        && !t.is_elsewhere()
        && !names.is_empty()
    {
        let rows = (0..names.len()).map(|i| Value::collapse(t.columns.iter().map(|c| c.at(i)).collect()));
        return Ok(Value::dict(Value::syms(t.names.clone()), Value::table(names, rows.collect())));
    }
    table_of(names, values.items().collect())
}

/// A table of what may be columns: lists of one count, and atoms, which are repeated.
///
/// Errors: 'length; 'rank when there are only atoms; 'type for what is neither list nor table.
pub fn table_of(names: Vec<Sym>, given: Vec<Value>) -> Result<Value> {
    let none = || rank_error().detail("no column is a list: say enlist of one value");
    let n = common_count(&given)?.ok_or_else(none)?;
    let column = |c: Value| if is_scalar(&c) { crate::take(&Value::long(n as i64), &c) } else { Ok(c) };
    let columns = given.into_iter().map(column).collect::<Result<Vec<_>>>()?;
    // A table can be a column: its items are dictionaries.
    let fits = |c: &Value| c.is_list() || matches!(c, Value::Table(t) if !t.is_elsewhere());
    if !columns.iter().all(fits) {
        return Err(type_error().detail("a column is a list or a table"));
    }
    Ok(Value::table(names, columns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_nothing_are_nulls() {
        assert_eq!(first(&Value::longs(vec![])).unwrap().as_long(), Some(i64::MIN));
        assert_eq!(last(&Value::longs(vec![1, 2])).unwrap().as_long(), Some(2));
        assert_eq!(first(&Value::long(7)).unwrap().as_long(), Some(7));
        assert_eq!(first(&Value::empty_list()).unwrap().count(), 0);
    }

    #[test]
    fn ones_and_copies() {
        assert_eq!(ones(&[0, 1, 1, 0, 1]), [1, 2, 4]);
        for n in [0, 7, 8, 9, 63, 1000] {
            for every in [1, 2, 3, 7, 9, 2000] {
                let flags: Vec<u8> =
                    (0..n).map(|i| if i % every == 0 { (i % 255) as u8 + 1 } else { 0 }).collect();
                let want: Vec<i64> = (0..n as i64).filter(|&i| flags[i as usize] != 0).collect();
                assert_eq!(ones(&flags), want, "{n} {every}");
            }
        }
        assert_eq!(ones(&[0, 0]), [] as [i64; 0]);
        assert_eq!(ones(&[]), [] as [i64; 0]);
        let w = where_(&Value::longs(vec![2, 3, 0, 1])).unwrap();
        assert_eq!(positions(&w).unwrap(), [0, 0, 1, 1, 1, 3]);
        assert_eq!(til(&Value::long(i64::MAX)).unwrap_err().word(), b"limit");
        assert!(where_(&Value::floats(vec![1.0])).is_err());
        assert!(where_(&Value::longs(vec![i64::MAX, i64::MAX])).is_err());
    }

    #[test]
    fn flip_extends_atoms_and_checks_counts() {
        let x = Value::list(vec![Value::longs(vec![1, 2, 3]), Value::long(4)]);
        let y = flip(&x).unwrap();
        assert_eq!(y.count(), 3);
        assert_eq!(positions(&y.at(2)).unwrap(), [3, 4]);
        let bad = Value::list(vec![Value::longs(vec![1, 2, 3]), Value::longs(vec![4])]);
        assert_eq!(flip(&bad).unwrap_err().word(), b"length");
        assert!(flip(&Value::long(1)).is_err());
    }

    #[test]
    fn rows_that_are_made_in_tiles() {
        crate::pool::tests::with_threads(&[0, 3], || {
            for length in [crate::runs::USUAL, 5] {
                crate::runs::set_length(length);
                for (n, m) in [(1, 16), (7, 15), (8, 17), (9, 40), (100, 33), (30, 16)] {
                    let column =
                        |j: usize| -> Value { Value::longs((0..n).map(|i| (i * 1000 + j) as i64).collect()) };
                    let turned = flip(&Value::list((0..m).map(column).collect())).unwrap();
                    let row =
                        |i: usize| -> Value { Value::longs((0..m).map(|j| (i * 1000 + j) as i64).collect()) };
                    let want = Value::list((0..n).map(row).collect());
                    assert!(crate::order::identical(&turned, &want), "{n} {m}");
                }
                crate::runs::set_length(crate::runs::USUAL);
            }
        });
    }
}
