//! Changing values: `x[i]:v`, in place when nobody else holds them.

use crate::append::{append_each, append_rows, can_append_each, depth, push_atom, push_item, row_columns};
use crate::built::{Plain, scatter};
use crate::domain;
use crate::find::{is_one_cell, item_of};
use crate::gather::{item_position, item_positions, pick, positions};
use crate::join::{as_list, extend};
use crate::lookup;
use crate::order::Key;
use crate::runs::worth;
use quarry_value::error::{length_error, type_error};
use quarry_value::place_near;
use quarry_value::{
    Attr, Buf, Data, Dict, Error, List, Result, Sym, Table, Type, Value, Vector, moving, room, with_data,
};
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// `x[i]:v`: `x` with its items, entries, rows or columns at `i` replaced by `v`, or each by the item of `v` that
/// corresponds. A dictionary gets keys that it lacks, a table columns.
///
/// Errors: 'type (`v` does not fit a vector; a bad index), 'length (out of range; `i` and `v`),
/// 'cast (a symbol outside an enumeration's domain). Source: ref/assign, ref/amend.
pub fn set_at(mut x: Value, i: &Value, v: &Value) -> Result<Value> {
    set_in(&mut x, i, v)?;
    Ok(x)
}

/// [`set_at`] on a value where it is; after an error it is as it was, unless `i` was a general list.
pub fn set_in(x: &mut Value, i: &Value, v: &Value) -> Result<()> {
    if let (Value::List(l), true) = (i, x.is_list()) {
        return set_each(x, l.as_slice(), v);
    }
    match x {
        Value::Vector(a) => set_vector(a, i, v),
        Value::List(a) => {
            if let Some(vector) = set_list(a, i, v)? {
                *x = vector;
            }
            Ok(())
        }
        Value::Dict(a) => set_dict(a, i, v),
        Value::Table(a) => set_table(a, i, v),
        _ => Err(no_items(x)),
    }
}

/// What checks that a single place is there to be changed in `x`, which may change meanwhile: `'length` where it is a number that no
/// item has. Errors: 'type for what has no items.
pub fn place_check(x: &Value) -> Result<impl Fn(&Value) -> Result<()> + use<>> {
    let n = x.count();
    let position = match x {
        Value::Vector(_) | Value::List(_) => item_position,
        Value::Table(t) if !t.is_elsewhere() => Value::as_long,
        Value::Dict(_) | Value::Table(_) => |_: &Value| None,
        _ => return Err(no_items(x)),
    };
    Ok(move |i: &Value| position(i).map_or(Ok(()), |at| place(at, n).map(|_| ())))
}

/// [`place_check`] of each of several places that are atoms.
pub fn check_places(x: &Value, places: &Value) -> Result<()> {
    let is_list = match x {
        Value::Vector(_) | Value::List(_) => true,
        Value::Table(t) => !t.is_elsewhere(),
        _ => false,
    };
    let Some(places) = item_positions(places).filter(|_| is_list) else { return place_check(x).map(|_| ()) };
    let n = x.count();
    places.iter().try_for_each(|at| place(*at, n).map(|_| ()))
}

/// Takes away what lies behind the first `n` items of a column that has grown, which nobody else holds.
pub fn cut_back(x: &mut Value, n: usize) {
    match x {
        _ if x.count() <= n => {}
        Value::Vector(v) => {
            if let Some(v) = Arc::get_mut(v) {
                v.forget_index();
                with_data!(&mut v.data, b => if let Buf::Heap(items) = b { items.truncate(n) });
            }
        }
        Value::List(l) => {
            if let Some(l) = Arc::get_mut(l) {
                l.make_mut().truncate(n);
            }
        }
        Value::Table(t) => {
            if let Some(t) = Arc::get_mut(t) {
                t.columns.iter_mut().for_each(|c| cut_back(c, n));
            }
        }
        _ => {}
    }
}

/// [`set_in`] of an atom of the vector's own type where nobody else holds `x`; false when that is not so.
#[inline]
pub fn put_in(x: &mut Value, at: i64, v: &Value) -> bool {
    let Value::Vector(a) = x else { return false };
    let Some(x) = Arc::get_mut(a).filter(|x| x.attr == Attr::None) else { return false };
    let Ok(at) = usize::try_from(at) else { return false };
    if at >= x.len() {
        return false;
    }
    x.forget_index();
    match (&mut x.data, v) {
        (Data::I64(b), &Value::I64(ty, v)) if ty == x.ty => b.make_mut()[at] = v,
        (Data::F64(b), &Value::F64(ty, v)) if ty == x.ty => b.make_mut()[at] = v,
        (Data::U8(b), &Value::U8(ty, v)) if ty == x.ty => b.make_mut()[at] = v,
        _ => return false,
    }
    true
}

/// A key that a dictionary does not have, and its value, where both are of the types that are there and nobody else holds those;
/// false when that is not so.
pub fn add_atom(d: &mut Dict, key: &Value, value: &Value) -> bool {
    let (Value::Vector(keys), Value::Vector(values)) = (&mut d.keys, &mut d.values) else { return false };
    let fits = |x: &Vector, y: &Value| x.ty != Type::Enum && y.item_type() == Some(x.ty);
    if d.sorted || !fits(keys, key) || !fits(values, value) || keys.len() != values.len() {
        return false;
    }
    let (Some(_), Some(own)) = (Arc::get_mut(keys), Arc::get_mut(values)) else { return false };
    // After the key the value comes without fail.
    with_data!(&mut own.data, b => room::reserve(b.make_mut(), 1));
    [(&mut d.keys, key), (&mut d.values, value)].into_iter().for_each(|(x, y)| {
        if !push_atom(x, y)
            && let (Value::Vector(x), Value::Vector(y)) = (x, as_list(y.clone()))
        {
            extend(x, &y);
        }
    });
    true
}

/// Source: basics/dictsandtables.
fn no_item(i: i64) -> Error {
    match i {
        i64::MIN => length_error().detail("no item 0N to assign to"),
        _ => length_error().detail(format!("no item {i} to assign to")),
    }
}

fn no_items(x: &Value) -> Error {
    type_error().detail(format!("type {} has no items to assign to", x.type_told()))
}

fn no_place(i: &Value) -> Error {
    type_error().detail(format!("a {} is no place in a list", kind(i)))
}

fn is_all(i: &Value) -> bool {
    i.is_identity() || i.is_elided()
}

/// A value that goes to every place, rather than its items to one place each.
fn is_one(v: &Value) -> bool {
    !v.is_list()
}

fn place(i: i64, n: usize) -> Result<usize> {
    if (i as u64) < n as u64 { Ok(i as usize) } else { Err(no_item(i)) }
}

/// Where values go in a list: to one place, or to each of many.
enum Places<'a> {
    One(usize),
    Many(Cow<'a, [i64]>),
}

impl Places<'_> {
    /// Those that `i` means among `n` items, where `v` may go, one value or a list of one for each.
    fn of<'a>(i: &'a Value, n: usize, v: &Value) -> Result<Places<'a>> {
        if let Some(i) = item_position(i) {
            return Ok(Places::One(place(i, n)?));
        }
        let at = match is_all(i) {
            true => Cow::Owned((0..n as i64).collect()),
            false => item_positions(i).ok_or_else(|| no_place(i))?,
        };
        if !is_one(v) && v.count() != at.len() {
            return Err(uneven(v, at.len()));
        }
        match at.iter().find(|&&i| i as u64 >= n as u64) {
            Some(&bad) => Err(no_item(bad)),
            None => Ok(Places::Many(at)),
        }
    }

    /// [`Places::of`] of a vector, for what has its type.
    fn in_vector<'a>(x: &Vector, i: &'a Value, fitted: &Value) -> Result<Places<'a>> {
        let places = Places::of(i, x.len(), fitted)?;
        if matches!(places, Places::One(_)) && !is_one(fitted) {
            let told = format!("a list does not fit one place of {} vector", with_article(x.ty.name()));
            return Err(type_error().detail(told));
        }
        Ok(places)
    }
}

fn set_vector(x: &mut Arc<Vector>, i: &Value, v: &Value) -> Result<()> {
    let fitted = fit(x, v)?;
    match Places::in_vector(x, i, &fitted)? {
        Places::One(at) => write(x, &[at as i64], &fitted),
        Places::Many(at) => write(x, &at, &fitted),
    }
}

/// `v` as an atom or vector of the type of `x`. Integers take the type of integers (inferred from programs that set longs
/// in ints, alone and many at once).
pub(crate) fn fit(x: &Vector, v: &Value) -> Result<Value> {
    let misfit = |why: &str| {
        let told = format!("{} {why} {} vector", with_article(kind(v)), with_article(x.ty.name()));
        type_error().detail(told)
    };
    // Of a list of lists, and of enumerations of what is no symbol, nothing that fits may be made.
    let checked = |fitted: Value| match fitted.item_type() == Some(x.ty) {
        true => Ok(fitted),
        false => Err(misfit("does not fit")),
    };
    match (x.ty, v) {
        (Type::Enum, Value::Enum(d, _)) if *d == x.domain => Ok(v.clone()),
        (Type::Enum, Value::Vector(y)) if y.ty == Type::Enum && y.domain == x.domain => Ok(v.clone()),
        (Type::Enum, _) if v.item_type() == Some(Type::Enum) => {
            let items = domain::resolve(v);
            if items.item_type() == Some(Type::Enum) { Err(misfit("does not fit")) } else { fit(x, &items) }
        }
        (Type::Enum, _) if v.item_type() == Some(Type::Symbol) || domain::has_keys(x.domain) => {
            crate::cast::in_domain(x.domain, v).unwrap_or_else(|| Err(Error::new("cast"))).and_then(checked)
        }
        (Type::Symbol, _) if v.item_type() == Some(Type::Enum) => checked(domain::resolve(v)),
        (ty, v) if v.item_type() == Some(ty) => Ok(v.clone()),
        (_, Value::List(l)) if l.is_empty() => Ok(x.like(Data::empty(x.ty.repr())).into()),
        (ty, v) => to_integer(ty, v)
            .ok_or_else(|| misfit(if is_other_integer(ty, v) { "is too large for" } else { "does not fit" })),
    }
}

/// Integers as those of another integer type: what a column of a table takes, `insert` of `1` into `int$()` (inferred:
/// kb/logging does so). `None` when either is no integer, both have the type, or one of them is too large for it.
pub fn to_integer(ty: Type, v: &Value) -> Option<Value> {
    if !is_other_integer(ty, v) {
        return None;
    }
    // Infinities, and what is next to none, have the ends of their own type.
    let (own, end) = (largest(v.item_type()?), largest(ty));
    let fits = |x: i64| {
        x == i64::MIN || x.unsigned_abs() < end.unsigned_abs() || x.unsigned_abs() >= own.unsigned_abs()
    };
    let all = own <= end || positions(v)?.into_iter().all(fits);
    all.then(|| crate::cast(&Value::I16(ty as i16), v).ok()).flatten()
}

/// Is `v` of integers of another width than `ty`, an integer type?
pub(crate) fn is_other_integer(ty: Type, v: &Value) -> bool {
    let is_integer = |ty| matches!(ty, Type::Short | Type::Int | Type::Long);
    is_integer(ty) && v.item_type().is_some_and(|from| is_integer(from) && from != ty)
}

/// The infinity of an integer type.
fn largest(ty: Type) -> i64 {
    match ty {
        Type::Short => i16::MAX.into(),
        Type::Int => i32::MAX.into(),
        _ => i64::MAX,
    }
}

/// `'length`: another count of values than of places for them.
pub(crate) fn uneven(v: &Value, places: usize) -> Error {
    length_error().detail(format!("{} values for {places} places", v.count()))
}

/// `'type`: something else than integers as an index of a list.
pub(crate) fn no_index(i: &Value) -> Error {
    type_error().detail(format!("a {} is no index of a list", kind(i)))
}

fn with_article(word: &str) -> String {
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {word}")
}

fn kind(v: &Value) -> &'static str {
    match v.item_type() {
        Some(Type::List) => "general list",
        Some(ty) => ty.name(),
        None => "function, dictionary or table",
    }
}

/// Places to which threads write one item.
const SCATTER_MIN: usize = 1 << 16;

/// Writes a fitted atom, or the items of a fitted vector, at places in range.
fn write(x: &mut Arc<Vector>, at: &[i64], v: &Value) -> Result<()> {
    fn go<T: Key + Plain>(x: &mut Vector, at: &[i64], v: &Value) -> Result<()> {
        let written = if let Value::Vector(y) = v {
            let ys = y.slice::<T>().filter(|ys| ys.len() == at.len()).ok_or_else(type_error)?;
            lookup::write(x, at, |j| ys[j])
        } else {
            let y = item_of::<T>(v).ok_or_else(type_error)?;
            if at.len() >= worth(SCATTER_MIN) && x.attr != Attr::Grouped {
                let xs = T::of_mut(&mut x.data).ok_or_else(type_error)?.make_mut();
                scatter(xs, at.len(), SCATTER_MIN, |j| (at[j] as usize, y));
                x.index = OnceLock::new();
                return Ok(());
            }
            lookup::write(x, at, |_| y)
        };
        written.ok_or_else(type_error)
    }
    fn of<T: Key + Plain>(_: &Buf<T>) -> fn(&mut Vector, &[i64], &Value) -> Result<()> {
        go::<T>
    }
    moving::vector_room(x, 0)?;
    let x = Arc::make_mut(x);
    keep_grouped(x);
    with_data!(&x.data, b => of(b))(x, at, v)
}

/// A grouped index can be made again; the other attributes may no longer hold.
fn keep_grouped(x: &mut Vector) {
    if x.attr != Attr::Grouped {
        x.attr = Attr::None.into();
    }
}

/// A vector whose items are about to change, no longer shared and without what may no longer hold.
pub(crate) fn writable(x: &mut Arc<Vector>) -> Result<&mut Vector> {
    moving::vector_room(x, 0)?;
    let x = Arc::make_mut(x);
    x.forget_index();
    keep_grouped(x);
    Ok(x)
}

/// The vector that the list has become, if so.
fn set_list(x: &mut Arc<List>, i: &Value, v: &Value) -> Result<Option<Value>> {
    let at = match Places::of(i, x.len(), v)? {
        Places::One(at) => {
            moving::own_list(x)?;
            Arc::make_mut(x).set(at, v.clone());
            return Ok(settle(x, at));
        }
        Places::Many(at) => at,
    };
    let by_item = !is_one(v) || matches!(v, Value::Table(t) if t.count() == at.len());
    moving::own_list(x)?;
    let l = Arc::make_mut(x);
    for (j, &i) in at.iter().enumerate() {
        l.set(i as usize, if by_item { v.at(j) } else { v.clone() });
    }
    Ok(at.last().and_then(|&i| settle(x, i as usize)))
}

/// `x[rows;j]:v` of a matrix, whose rows are vectors of the type of `v`. False, and nothing is done, where that is not so.
pub fn set_across(x: &mut Value, rows: &Value, j: i64, v: &Value) -> Result<bool> {
    let (Value::List(l), Some(rows)) = (x, item_positions(rows)) else { return Ok(false) };
    let (Ok(at), Some(ty)) = (usize::try_from(j), v.item_type()) else { return Ok(false) };
    let fits = |row: &Value| match row {
        Value::Vector(r) => r.ty == ty && ty != Type::Enum && r.attr == Attr::None && at < r.len(),
        _ => false,
    };
    let is_row = |i: &i64| usize::try_from(*i).is_ok_and(|i| i < l.len() && fits(&l.get(i)));
    let by_row = matches!(v, Value::Vector(_));
    if !(v.is_atom() || by_row && v.count() == rows.len()) || !rows.iter().all(is_row) {
        return Ok(false);
    }
    moving::own_list(l)?;
    let items = Arc::make_mut(l).make_mut();
    for (k, row) in rows.iter().enumerate() {
        let (row, v) = (&mut items[*row as usize], if by_row { &v.at(k) } else { v });
        if !put_in(row, j, v) {
            set_in(row, &Value::long(j), v)?;
        }
    }
    Ok(true)
}

/// A general list whose items have become atoms of one type is a vector, as in q. `changed` is looked at first:
/// most assignments are seen at once not to have made it so.
fn settle(x: &List, changed: usize) -> Option<Value> {
    if !x.holds_values() {
        return None;
    }
    let items = x.as_slice();
    let ty = items[changed].item_type();
    let fits = |v: &Value| v.is_atom() && v.item_type() == ty;
    // Lists are filled from either end: what lies beside the item tells first.
    let beside = [0, items.len() - 1, changed + 1, changed.wrapping_sub(1)];
    let may = items[changed].is_atom() && beside.iter().all(|at| items.get(*at).is_none_or(fits));
    (may && items.iter().all(fits)).then(|| Value::collapse(items.to_vec()))
}

/// An index that is a general list: each of its items in turn, or none.
fn set_each(x: &mut Value, at: &[Value], v: &Value) -> Result<()> {
    if !is_one(v) && v.count() != at.len() {
        return Err(uneven(v, at.len()));
    }
    // A vector stays one of its type: what was at some places can be put back. A list may become a vector.
    let whole = matches!(x, Value::List(_)).then(|| x.clone());
    let mut old = Vec::new();
    let mut result = Ok(());
    for (j, i) in at.iter().enumerate() {
        let was = if whole.is_none() { crate::index(x, i).map(Some) } else { Ok(None) };
        result = was.and_then(|was| {
            set_in(x, i, &if is_one(v) { v.clone() } else { v.at(j) })?;
            old.extend(was.map(|was| (i, was)));
            Ok(())
        });
        if result.is_err() {
            break;
        }
    }
    if result.is_err() {
        for (i, was) in old.into_iter().rev() {
            set_in(x, i, &was)?;
        }
        if let Some(whole) = whole {
            *x = whole;
        }
    }
    result
}

pub(crate) fn set_dict(x: &mut Arc<Dict>, i: &Value, v: &Value) -> Result<()> {
    if matches!(x.keys, Value::Dict(_)) || matches!(x.values, Value::Dict(_)) {
        return Err(type_error().detail("a dictionary is no list of keys or values"));
    }
    if is_all(i) {
        return set_in(&mut Arc::make_mut(x).values, i, v);
    }
    // No row for a list of keys changes nothing (finos/kdb, inithook).
    if i.is_list() && matches!((&x.values, v), (Value::Table(_), Value::List(l)) if l.is_empty()) {
        return Ok(());
    }
    if let Some(row) = row_of_columns(x, i, v) {
        return set_dict(x, i, &row);
    }
    let at = crate::index::key_positions(&x.keys, i)?;
    let n = x.keys.count() as i64;
    // No keys, unless none is itself one, as "" among strings.
    if i.is_list() && i.count() == 0 && !matches!(at, Value::I64(..)) {
        return match &x.values {
            _ if is_one(v) || v.count() == 0 => Ok(()),
            Value::Table(t) => rows_of(t, v, 0).map(|_| ()),
            _ => Err(uneven(v, 0)),
        };
    }
    match &at {
        Value::I64(_, at) if *at >= n => add_entry(Arc::make_mut(x), i, v),
        Value::I64(..) => set_in(&mut Arc::make_mut(x).values, &at, v),
        _ if positions(&at).is_some_and(|at| at.iter().all(|&i| i < n)) => {
            set_in(&mut Arc::make_mut(x).values, &at, v)
        }
        _ => {
            // As with rows that are there already, the items of a list go to the columns.
            let rows = match &x.values {
                Value::Table(t) if v.is_list() => Some(rows_of(t, v, i.count())?),
                _ => None,
            };
            let v = rows.as_ref().unwrap_or(v);
            // Rows go to the keys where there are as many, as they do to keys that are there.
            let rows = |t: &Table| matches!(x.values, Value::Table(_)) || t.count() == i.count();
            let by_item = !is_one(v) || matches!(v, Value::Table(t) if rows(t));
            if by_item && v.count() != i.count() {
                return Err(uneven(v, i.count()));
            }
            // All keys and values are checked before the first is added.
            if matches!(i, Value::Vector(_)) {
                fit_entry(&x.keys, i)?;
            }
            if let (Value::Table(t), false) = (&x.values, by_item) {
                let row = row_values(t, v)?;
                if row.is_list() && row.count() != t.names.len() {
                    return Err(uneven(&row, t.names.len()));
                }
            }
            if n == 0 && fill(Arc::make_mut(x), i, v, by_item)? {
                return Ok(());
            }
            let v = &fit_entry(&x.values, v)?;
            if let (Value::Table(t), true) = (&x.values, by_item) {
                rows_fit(t, v)?;
            }
            // New keys come first: a list whose items are of one type once some are others is a vector, and takes no more of another type.
            let mut order: Vec<i64> = (0..i.count() as i64).collect();
            if let Some(at) = positions(&at).filter(|at| at.len() == order.len()) {
                order.sort_by_key(|j| at[*j as usize] < n);
            }
            // What says all, or is a key by its items, goes before what may not fit.
            let checked = match i {
                Value::Vector(_) => true,
                Value::List(l) => !l.as_slice().iter().any(is_all),
                _ => matches!(x.keys, Value::Table(_)),
            };
            let whole = (!checked).then(|| x.clone());
            let added = set_entries(x, i, v, by_item, &order);
            if let (Err(_), Some(whole)) = (&added, whole) {
                *x = whole;
            }
            added
        }
    }
}

/// The row of a keyed table whose columns of one item `v` gives for a list of one key, as it gives longer ones for more keys. Cells
/// that may be lists are none. Source: finos/kdb (inithook).
fn row_of_columns(x: &Dict, i: &Value, v: &Value) -> Option<Value> {
    let (Value::Table(keys), Value::Table(t), Value::List(columns)) = (&x.keys, &x.values, v) else {
        return None;
    };
    let one_key = i.is_list() && i.count() == 1 && keys.columns.len() == 1;
    let cells =
        || t.columns.iter().all(|c| matches!(c, Value::Vector(_))) && columns.len() == t.columns.len();
    let is_column = |c: &Value| c.is_list() && c.count() == 1;
    let is_row = one_key && cells() && v.items().all(|c| is_column(&c));
    is_row.then(|| Value::collapse(v.items().map(|c| c.at(0)).collect()))
}

/// Sets entries, some of which are new, in `order`.
fn set_entries(x: &mut Arc<Dict>, i: &Value, v: &Value, by_item: bool, order: &[i64]) -> Result<()> {
    let n = x.keys.count();
    for (j, &place) in order.iter().enumerate() {
        // The first of many may set the types of what was empty.
        if j == usize::from(n == 0) && j + MANY <= order.len() {
            let rest = &order[j..];
            let v = if by_item { pick(v, rest) } else { v.clone() };
            if add_entries(x, &pick(i, rest), &v, by_item)? {
                return Ok(());
            }
        }
        set_dict(x, &i.at(place as usize), &if by_item { v.at(place as usize) } else { v.clone() })?;
    }
    Ok(())
}

/// So many entries are added together.
const MANY: usize = 8;

/// Entries, some of which are new, all at once: what comes twice is there once, with the last value. False, and nothing is done,
/// where that is not certain to be what one by one gives.
fn add_entries(x: &mut Arc<Dict>, keys: &Value, v: &Value, by_item: bool) -> Result<bool> {
    // Among lists one that nests deeper stands for its items, and one that nests less is not found.
    if let Value::List(l) = &x.keys
        && keys.items().any(|key| depth(&key) != depth(&l.get(0)))
    {
        return Ok(false);
    }
    let n = x.keys.count() as i64;
    let at = crate::index::key_positions(&x.keys, keys)?;
    let Some(at) = positions(&at).filter(|at| at.len() == keys.count()) else { return Ok(false) };
    let new: Vec<i64> = (0..at.len() as i64).filter(|j| at[*j as usize] >= n).collect();
    let new_keys = pick(keys, &new);
    let distinct = crate::sets::distinct(&new_keys)?;
    let first = pick(&Value::longs(new), &crate::find::find_items(&new_keys, &distinct)?);
    let values = match positions(&first) {
        Some(first) if by_item => pick(v, &first),
        _ => Value::collapse(room::repeated(v.clone(), distinct.count())),
    };
    if !can_append_each(&x.keys, &distinct) || !can_append_each(&x.values, &values) {
        return Ok(false);
    }
    check_no_step(x)?;
    let d = Arc::make_mut(x);
    let before = n as usize;
    let grown = room::asking(|| {
        append_each(&mut d.values, &values).and_then(|()| append_each(&mut d.keys, &distinct))
    });
    if let Err(e) = grown {
        cut_back(&mut d.values, before);
        cut_back(&mut d.keys, before);
        return Err(e);
    }
    let at = crate::index::key_positions(&d.keys, keys)?;
    set_in(&mut d.values, &at, v)?;
    Ok(true)
}

/// Do the columns of rows fit those of `t`?
fn rows_fit(t: &Table, rows: &Value) -> Result<()> {
    for (column, cells) in t.columns.iter().zip(&cells(t, rows)?) {
        if let (Value::Vector(c), Some(cells)) = (column, cells) {
            fit(c, cells)?;
        }
    }
    Ok(())
}

/// `n` rows of `t` whose columns are the items of `v`.
fn rows_of(t: &Table, v: &Value, n: usize) -> Result<Value> {
    let column = |c: Option<Value>| match c {
        Some(c) if c.is_list() && c.count() == n => Ok(c),
        Some(c) if c.is_list() => Err(uneven(&c, n)),
        Some(atom) => crate::take(&Value::long(n as i64), &atom),
        None => Err(type_error()),
    };
    let columns = cells(t, v)?.into_iter().map(column).collect::<Result<_>>()?;
    Ok(Value::table(t.names.clone(), columns))
}

/// The first entries of a dictionary, all at once: values of several types are a list, not a vector of the first's type
/// that the second does not fit, and lists are keys, which one after the other stand for their items. Were they? Not when a
/// key comes twice, or an attribute is to be kept.
fn fill(x: &mut Dict, keys: &Value, v: &Value, by_item: bool) -> Result<bool> {
    let plain = |v: &Value| match v {
        Value::Vector(v) => v.attr == Attr::None && v.ty != Type::Enum,
        Value::List(_) => true,
        _ => false,
    };
    check_no_step(x)?;
    let is_general = |x: &Value| matches!(x, Value::List(_));
    let whole = is_general(v) && by_item || [keys, &x.keys, &x.values].into_iter().all(is_general);
    let lists = whole && [&x.keys, &x.values, keys].into_iter().all(plain) && (plain(v) || !by_item);
    if !lists {
        return Ok(false);
    }
    let values = if by_item { v.clone() } else { Value::collapse(room::repeated(v.clone(), keys.count())) };
    let distinct = crate::sets::distinct(keys)?;
    if distinct.count() == keys.count() {
        (x.keys, x.values) = (keys.clone(), values);
        return Ok(true);
    }
    // What comes twice is there once, with the last value.
    let places = crate::find::find_items(&distinct, keys)?;
    let mut last = room::zeros::<i64>(distinct.count());
    places.iter().zip(0..).for_each(|(place, j)| last[*place as usize] = j);
    (x.keys, x.values) = (distinct, pick(&values, &last));
    Ok(true)
}

/// A new entry, or none where key or value does not fit.
fn add_entry(d: &mut Dict, key: &Value, v: &Value) -> Result<()> {
    check_no_step(d)?;
    fit_entry(&d.keys, key)?;
    let count = d.keys.count();
    // Those of an empty one have no types yet, or others.
    let empty = (count == 0).then(|| (d.keys.clone(), d.values.clone()));
    let pushed = room::asking(|| push(&mut d.keys, key).and_then(|()| push(&mut d.values, v)));
    if pushed.is_err() {
        match empty {
            Some(empty) => (d.keys, d.values) = empty,
            None => [&mut d.keys, &mut d.values].into_iter().for_each(|x| cut_back(x, count)),
        }
    }
    pushed
}

/// Errors: 'step for a dictionary or keyed table with `s#`, which takes no entries: they could be out of order.
/// Source: kb/temporal-data.
pub fn check_no_step(d: &Dict) -> Result<()> {
    if !d.sorted {
        return Ok(());
    }
    let how = "entries are not added to a step dictionary or table: take its s# off first, with `#";
    Err(Error::new("step").detail(how))
}

/// `v` as it goes into the keys or values `x` of a dictionary. An empty vector takes any type, as in `x,:v` (inferred from
/// programs that begin with ``(`int$())!()`` and assign to longs).
pub(crate) fn fit_entry(x: &Value, v: &Value) -> Result<Value> {
    match x {
        Value::Vector(x) if !takes_any(x) => fit(x, v),
        _ => Ok(v.clone()),
    }
}

/// Has it no item yet that sets its type?
fn takes_any(x: &Vector) -> bool {
    x.is_empty() && x.ty != Type::Enum
}

/// One more item (row) `v` at the end of `x`.
fn push(x: &mut Value, v: &Value) -> Result<()> {
    match x {
        Value::Vector(l) if takes_any(l) && (fit(l, v).is_err() || is_other_integer(l.ty, v)) => {
            *x = Value::collapse(vec![v.clone()])
        }
        Value::Vector(x) => {
            let v = fit(x, v)?;
            match (is_one(&v), as_list(v)) {
                (true, Value::Vector(y)) => extend(x, &y),
                _ => return Err(type_error()),
            }
        }
        Value::List(l) if l.is_empty() => *x = Value::collapse(vec![v.clone()]),
        Value::List(l) => {
            let l = Arc::make_mut(l);
            l.attr = Attr::None.into();
            push_item(l, v);
        }
        Value::Table(t) => {
            let row = row_values(t, v)?;
            let is_one = |c: &Value| c.count() == 1;
            if row.count() == 0 || !row_columns(t, &row)?.iter().flatten().all(is_one) {
                return Err(length_error().detail("one row is needed"));
            }
            return append_rows(t, &row);
        }
        _ => return Err(type_error()),
    }
    Ok(())
}

/// One record as a dictionary, list or (of a one-column table) atom.
fn row_values(t: &Table, v: &Value) -> Result<Value> {
    Ok(match v {
        Value::Dict(_) | Value::Table(_) => v.clone(),
        Value::Vector(_) if is_one_cell(t, v) => Value::list(vec![v.clone()]),
        other => as_list(other.clone()),
    })
}

fn set_table(x: &mut Arc<Table>, i: &Value, v: &Value) -> Result<()> {
    if x.is_elsewhere() {
        return Err(type_error());
    }
    match i {
        Value::Sym(name) => return set_column(Arc::make_mut(x), *name, v),
        Value::Vector(names) if names.ty == Type::Symbol => {
            if !is_one(v) && v.count() != names.len() {
                return Err(uneven(v, names.len()));
            }
            // All are fitted before the table changes.
            let mut t = Table::clone(x);
            for (j, name) in names.slice::<Sym>().unwrap_or_default().iter().enumerate() {
                set_column(&mut t, *name, &if is_one(v) { v.clone() } else { v.at(j) })?;
            }
            *Arc::make_mut(x) = t;
            return Ok(());
        }
        _ => {}
    }
    let cells = cells(x, v)?;
    check_cells(x, i, &cells)?;
    let t = Arc::make_mut(x);
    t.attr = Attr::None.into();
    // Whoever has no room for a copy of its own has none before the first is changed.
    for (column, cell) in t.columns.iter_mut().zip(&cells) {
        if let (Value::Vector(v), Some(_)) = (column, cell) {
            Arc::make_mut(v);
        }
    }
    for (column, cell) in t.columns.iter_mut().zip(&cells) {
        if let Some(cell) = cell {
            loosen(column, cell);
            set_in(column, i, cell)?;
        }
    }
    Ok(())
}

/// Can rows be set to cells? All columns are checked before any is changed, also those of tables in columns.
fn check_cells(t: &Table, rows: &Value, of_columns: &[Option<Value>]) -> Result<()> {
    for (column, cell) in t.columns.iter().zip(of_columns) {
        let Some(cell) = cell else { continue };
        match column {
            Value::Vector(c) => _ = Places::in_vector(c, rows, &fit(c, cell)?)?,
            Value::Table(inner) if is_of_records(inner, cell) => {
                check_cells(inner, rows, &cells(inner, cell)?)?;
            }
            Value::List(_) | Value::Table(_) => _ = Places::of(rows, column.count(), cell)?,
            _ => {}
        }
    }
    Ok(())
}

/// Are these records, or one, with the keys that `t` has for columns?
fn is_of_records(t: &Table, cells: &Value) -> bool {
    match cells {
        Value::Table(u) => u.names == t.names,
        Value::Dict(d) => d.keys.as_syms() == Some(&t.names),
        _ => false,
    }
}

/// A column that is a table stands for dictionaries of the same keys. Cells with other keys make it a list of them.
pub(crate) fn loosen(column: &mut Value, cells: &Value) {
    let Value::Table(t) = &*column else { return };
    if !is_of_records(t, cells) {
        *column = Value::list(column.items().collect());
    }
}

/// What of `v` (a row or rows: dictionary, table, list of as many items as columns) goes to each column.
pub(crate) fn cells(t: &Table, v: &Value) -> Result<Vec<Option<Value>>> {
    let named = |names: &[Sym], item: &dyn Fn(usize) -> Value| {
        if names.iter().enumerate().any(|(i, n)| t.position_near(*n, i).is_none()) {
            let listed = t.names.iter().map(|n| n.text()).collect::<Vec<_>>().join(" ");
            return Err(Error::new("mismatch").detail(format!("the columns are {listed}")));
        }
        let cell = |(i, n): (usize, &Sym)| place_near(names, *n, i).map(item);
        Ok(t.names.iter().enumerate().map(cell).collect())
    };
    match v {
        Value::Dict(d) => named(d.keys.as_syms().ok_or_else(type_error)?, &|i| d.values.at(i)),
        Value::Table(u) => named(&u.names, &|i| u.columns[i].clone()),
        _ if v.is_list() => {
            if v.count() != t.columns.len() {
                return Err(uneven(v, t.columns.len()));
            }
            Ok(v.items().map(Some).collect())
        }
        atom => Ok(room::repeated(Some(atom.clone()), t.columns.len())),
    }
}

fn set_column(t: &mut Table, name: Sym, v: &Value) -> Result<()> {
    let n = t.count();
    let column = match v {
        Value::Vector(_) | Value::List(_) | Value::Table(_) if v.count() == n || t.columns.is_empty() => {
            v.clone()
        }
        Value::Dict(d) if v.is_keyed_table() => match d.values.count() == n {
            true => d.values.clone(),
            false => return Err(uneven(v, n)),
        },
        Value::Dict(_) => Value::list(room::repeated(v.clone(), n)),
        _ if !is_one(v) => return Err(uneven(v, n)),
        atom => crate::take(&Value::long(n as i64), atom)?,
    };
    t.attr = Attr::None.into();
    match t.position(name) {
        Some(i) => t.columns[i] = column,
        None => {
            t.names.push(name);
            t.columns.push(column);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn longs(x: &Value) -> Vec<i64> {
        positions(x).unwrap()
    }

    fn word(r: Result<Value>) -> String {
        r.map(|v| panic!("{v:?}")).unwrap_err().to_string()
    }

    #[test]
    fn vectors_keep_their_type() {
        let x = set_at(Value::longs(vec![1, 2, 3]), &Value::longs(vec![0, 2]), &Value::long(9)).unwrap();
        assert_eq!(longs(&x), [9, 2, 9]);
        assert_eq!(word(set_at(x.clone(), &Value::long(0), &Value::float(1.0))), "'type");
        assert_eq!(word(set_at(x.clone(), &Value::long(3), &Value::long(1))), "'length");
        assert_eq!(
            word(set_at(x.clone(), &Value::longs(vec![0, 1]), &Value::longs(vec![1, 2, 3]))),
            "'length"
        );
        assert_eq!(word(crate::append(x, &Value::float(5.0))), "'type");
    }

    #[test]
    fn assignment_is_in_place_when_unique() {
        let x = Value::longs(vec![1, 2, 3]);
        let Value::Vector(v) = &x else { unreachable!() };
        let before = Arc::as_ptr(v);
        let x = set_at(x, &Value::long(1), &Value::long(7)).unwrap();
        let Value::Vector(v) = &x else { unreachable!() };
        assert_eq!(Arc::as_ptr(v), before);
        let shared = x.clone();
        assert_eq!(longs(&set_at(x, &Value::long(0), &Value::long(0)).unwrap()), [0, 7, 3]);
        assert_eq!(longs(&shared), [1, 7, 3]);
    }

    #[test]
    fn packed_strings_stay_packed() {
        let strings = |words: &[&str]| Value::from(words.iter().collect::<quarry_value::Texts>());
        let packed = |x: &Value| matches!(x, Value::List(l) if l.is_packed());
        let shown = |x: &Value| {
            x.items().map(|v| String::from_utf8_lossy(v.as_text().unwrap()).into_owned()).collect::<Vec<_>>()
        };
        let x = strings(&["ab", "", "cde"]);
        let held = x.clone();
        let x = set_at(x, &Value::long(2), &Value::chars("xyz")).unwrap();
        let x = set_at(x, &Value::longs(vec![0, 1]), &strings(&["cd", ""])).unwrap();
        assert!(packed(&x));
        let mut x = crate::append(x, &Value::chars("more")).unwrap();
        x = crate::append(x, &strings(&["p", "q"])).unwrap();
        x = crate::append(x, &Value::list(vec![Value::chars("r"), Value::chars("")])).unwrap();
        x = crate::join(&x, &Value::list(vec![Value::chars("s")])).unwrap();
        assert!(packed(&x) && packed(&held));
        assert_eq!(shown(&x), ["cd", "", "xyz", "more", "p", "q", "r", "", "s"]);
        assert_eq!(shown(&held), ["ab", "", "cde"]);
        let other = set_at(x, &Value::long(1), &Value::chars("longer")).unwrap();
        assert_eq!(shown(&other)[..3], ["cd", "longer", "xyz"]);
    }

    #[test]
    fn general_lists_settle() {
        let x = Value::list(vec![Value::long(1), Value::long(2), Value::char(b'c')]);
        let x = set_at(x, &Value::long(2), &Value::long(3)).unwrap();
        assert_eq!(longs(&x), [1, 2, 3]);
        assert_eq!(x.type_number(), 7);
    }

    #[test]
    fn dictionaries_grow() {
        let d = Value::dict(Value::empty_list(), Value::empty_list());
        let d = set_at(d, &Value::sym("a"), &Value::long(1)).unwrap();
        let d = set_at(d, &Value::sym("b"), &Value::long(2)).unwrap();
        assert_eq!(d.count(), 2);
        assert_eq!(word(set_at(d.clone(), &Value::sym("c"), &Value::sym("x"))), "'type");
        let d =
            set_at(d, &Value::syms(vec![Sym::new("b"), Sym::new("z")]), &Value::longs(vec![5, 6])).unwrap();
        let Value::Dict(d) = d else { panic!() };
        assert_eq!(longs(&d.values), [1, 5, 6]);
    }
}
