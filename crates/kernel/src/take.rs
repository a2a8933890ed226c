//! `x#y`: leading or trailing items, matrices, columns and keys; attributes are set in `attribute`.

use crate::built::{COPY_MIN, Piece, joined};
use crate::drop::parts;
use crate::gather::{empty_of, nulls_like, pick, slice};
use crate::join::as_list;
use crate::shape::{LIST_SIZE, check_room, columns, is_scalar, item_size};
use quarry_value::error::{domain_error, length_error, type_error};
use quarry_value::evaluation::check;
use quarry_value::{Attr, Buf, Data, Error, Item, Result, Sym, Table, Type, Value, Vector, room, with_data};
use std::sync::Arc;

/// `x#y`. Source: ref/take, ref/set-attribute.
///
/// - integer atom: that many items, entries or rows of `y`, from the end when negative, going round when there are
///   too few; an empty `y` gives nulls
/// - integer list: a matrix of those dimensions, of which one of two may be null for "as many as there are"
/// - symbol atom: sets an attribute
/// - a list and a dictionary: entries for those keys; symbols and a table: those columns
/// - a table and a keyed table: entries for those keys, nulls for those that it lacks (KxSystems/kdb, taq/taq.q)
///
/// Errors: 'type, 'length, 'domain, 's-fail, 'u-fail; the name of a missing column.
pub fn take(x: &Value, y: &Value) -> Result<Value> {
    if let Some(n) = x.as_long() {
        return take_count(n, y);
    }
    match (x, y) {
        (Value::Sym(attr), _) => crate::set_attribute(*attr, y),
        (Value::Table(_), Value::Dict(d)) if matches!(d.keys, Value::Table(_)) => {
            Ok(Value::dict(x.clone(), crate::index(y, x)?))
        }
        (_, Value::Dict(d)) if x.is_list() && !y.is_keyed_table() => {
            let values = if x.count() == 0 { empty_of(&d.values) } else { crate::index(y, x)? };
            // A list can be one key, where keys are lists.
            let are_items = values.is_column();
            if !are_items || values.count() != x.count() {
                return Err(length_error().detail("a list of keys is needed"));
            }
            Ok(Value::dict(x.clone(), values))
        }
        (Value::Vector(_), Value::Dict(d)) => match (&d.keys, &d.values) {
            (Value::Table(_), Value::Table(t)) => Ok(Value::dict(d.keys.clone(), take_columns(x, t)?)),
            _ => Err(type_error()),
        },
        (Value::Vector(v), Value::Table(t)) if v.ty == Type::Symbol => take_columns(x, t),
        _ if x.is_list() => reshape(&crate::gather::positions(x).ok_or_else(type_error)?, y),
        _ => Err(type_error()),
    }
}

/// Columns of a table by name.
fn take_columns(names: &Value, t: &Table) -> Result<Value> {
    let names: Vec<Sym> = names.as_syms().ok_or_else(type_error)?.to_vec();
    let column = |name: &Sym| {
        t.column(*name).cloned().ok_or_else(|| Error::text(name.bytes()).detail("no such column"))
    };
    let columns = names.iter().map(column).collect::<Result<_>>()?;
    Ok(Value::table(names, columns))
}

fn take_count(n: i64, y: &Value) -> Result<Value> {
    if n == i64::MIN {
        return Err(type_error());
    }
    let size = check_room(n.checked_abs().ok_or_else(|| Error::new("limit"))?, item_size(y))?;
    let have = y.count();
    if is_scalar(y) {
        return Ok(if size == 0 { empty_of(y) } else { repeat(y, size) });
    }
    if size <= have {
        let part = slice(y, if n < 0 { have - size..have } else { 0..size });
        return Ok(if size == have { plain(part) } else { part });
    }
    if have == 0 {
        return Ok(nulls_like(y, size));
    }
    let start = if n < 0 { (have - size % have) % have } else { 0 };
    going_round(y, start, size)
}

/// Fewer items in turn are repeated before they are copied.
const TURN_MIN: usize = 1 << 12;

/// `size` items of `y`, which has some, from `start` on and round.
fn going_round(y: &Value, start: usize, size: usize) -> Result<Value> {
    fn go<T: Item>(b: &Buf<T>, start: usize, size: usize) -> Data {
        let xs = b.as_slice();
        let first = &xs[start..xs.len().min(start + size)];
        // Few items in turn are copied many turns at a time.
        let turns =
            if xs.len() < TURN_MIN { TURN_MIN.div_ceil(xs.len()).min(size.div_ceil(xs.len())) } else { 1 };
        let turned = if turns > 1 { xs.repeat(turns) } else { Vec::new() };
        let turn = if turns > 1 { &turned[..] } else { xs };
        let rest = size - first.len();
        let mut pieces = room::vec(rest / turn.len() + 2);
        pieces.push(Piece::Items(first));
        pieces.extend((0..rest / turn.len()).map(|_| Piece::Items(turn)));
        pieces.push(Piece::Items(&turn[..rest % turn.len()]));
        T::data(joined(&pieces, COPY_MIN).into())
    }
    match y {
        Value::Vector(v) => Ok(v.like(with_data!(&v.data, b => go(b, start, size))).into()),
        Value::Table(t) => columns(t, |c| going_round(c, start, size)),
        _ => {
            check_room(size as i64, item_size(y) + size_of::<i64>())?;
            Ok(pick(y, &round(start, size, y.count())))
        }
    }
}

/// `size` positions below `have`, from `start` and round.
fn round(start: usize, size: usize, have: usize) -> Vec<i64> {
    (start as i64..have as i64).chain((0..).flat_map(|_| 0..have as i64)).take(size).collect()
}

fn repeat(atom: &Value, n: usize) -> Value {
    match atom {
        Value::U8(t, x) => Value::vector(*t, room::numbers_like(*x, n)),
        Value::I16(x) => Value::vector(Type::Short, room::numbers_like(*x, n)),
        Value::I32(t, x) => Value::vector(*t, room::numbers_like(*x, n)),
        Value::I64(t, x) => Value::vector(*t, room::numbers_like(*x, n)),
        Value::F32(x) => Value::vector(Type::Real, room::numbers_like(*x, n)),
        Value::F64(t, x) => Value::vector(*t, room::numbers_like(*x, n)),
        Value::Sym(x) => Value::syms(room::repeated(*x, n)),
        Value::Guid(x) => Value::vector(Type::Guid, room::numbers_like(**x, n)),
        Value::Enum(domain, x) => Vector::enumeration(*domain, room::numbers_like(*x, n)).into(),
        other => Value::list(room::repeated(other.clone(), n)),
    }
}

/// A table or list as it is, without the attribute of the outer object.
fn plain(y: Value) -> Value {
    match y {
        Value::Table(t) if t.attr != Attr::None => Value::Table(Arc::new((*t).clone().with_attr(Attr::None))),
        other => other,
    }
}

/// A list of more dimensions than this is refused with `'limit`.
const DIMENSIONS_MAX: usize = 64;

/// `2 3#y`. One dimension of two may be null.
fn reshape(dims: &[i64], y: &Value) -> Result<Value> {
    match *dims {
        [] => Err(length_error()),
        [n] => take_count(n, y),
        [i64::MIN, columns] if columns != i64::MIN => by_columns(columns, y),
        [rows, i64::MIN] if rows != i64::MIN => by_rows(rows, y),
        // Observed: kxcontrib/phrases, docs/matrix.
        [0, columns] if columns >= 0 => {
            Err(length_error().detail("a matrix has rows: 0#y is the empty list"))
        }
        _ if dims.len() > DIMENSIONS_MAX => Err(Error::new("limit").detail("dimensions")),
        _ => {
            // Only the last dimension of three or more may be 0.
            let empty = dims.len() > 2 && dims[..dims.len() - 1].contains(&0);
            if empty || dims.iter().any(|&n| n < 0) {
                return Err(domain_error());
            }
            let total = dims.iter().try_fold(1i64, |p, &n| p.checked_mul(n));
            let total = total.ok_or_else(|| Error::new("limit"))?;
            check_room(total, item_size(y))?;
            // Outer dimensions of a matrix without items still make lists.
            let lists = dims[..dims.len() - 1].iter().try_fold(1i64, |p, &n| p.checked_mul(n));
            check_room(lists.unwrap_or(i64::MAX), LIST_SIZE)?;
            match (y, dims) {
                // A matrix: its items together, cut.
                (Value::Vector(_), &[_, columns]) if columns > 0 => {
                    let all = take_count(total, y)?;
                    let width = columns as usize;
                    parts(&all, &room::collected((0..dims[0] as usize + 1).map(|k| k * width)))
                }
                _ => fill(dims, y, &mut 0),
            }
        }
    }
}

/// The next items of `y`, from position `at` and round, in the shape `dims`.
fn fill(dims: &[i64], y: &Value, at: &mut usize) -> Result<Value> {
    let n = dims[0] as usize;
    check()?;
    if dims.len() > 1 {
        return Ok(Value::list((0..n).map(|_| fill(&dims[1..], y, at)).collect::<Result<_>>()?));
    }
    let have = y.count();
    if is_scalar(y) || have == 0 {
        return take_count(n as i64, y);
    }
    let start = *at;
    *at = (start + n) % have;
    if start + n <= have { Ok(slice(y, start..start + n)) } else { going_round(y, start, n) }
}

/// `0N 3#y`: rows of that many columns, the last one shorter.
fn by_columns(columns: i64, y: &Value) -> Result<Value> {
    let y = as_list(y.clone());
    if columns <= 0 {
        return Err(domain_error());
    }
    let n = y.count();
    let step = usize::try_from(columns).map_err(|_| domain_error())?.min(n.max(1));
    let count = n.div_ceil(step);
    parts(&y, &room::collected((0..count + 1).map(|k| n.min(k * step))))
}

/// `3 0N#y`: that many rows of equal counts, as far as they can be.
fn by_rows(rows: i64, y: &Value) -> Result<Value> {
    let y = as_list(y.clone());
    if rows < 0 {
        return Err(domain_error());
    }
    // Source: KxSystems/ml, xval.
    if rows == 0 {
        return Ok(Value::empty_list());
    }
    let (n, rows) = (y.count() as i128, check_room(rows, LIST_SIZE)?);
    let cut = |i: usize| (i as i128 * n / rows as i128) as usize;
    parts(&y, &room::collected((0..rows + 1).map(cut)))
}
