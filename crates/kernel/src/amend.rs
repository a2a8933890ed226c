//! Changing values: `x[i]:v`, in place when nobody else holds them.

mod entries;

pub use entries::{add_entry, check_no_step, each_is_one, numbered};
pub(crate) use entries::{fit_entry, rows_fit, set_dict, set_entries};

use crate::append::push_atom;
use crate::built::{Plain, scatter};
use crate::domain;
use crate::find::item_of;
use crate::gather::{item_position, item_positions, positions};
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
    let Ok(at) = usize::try_from(at) else { return false };
    let a = match x {
        Value::Vector(a) => a,
        Value::List(l) => return put_in_list(l, at, v),
        _ => return false,
    };
    let Some(x) = Arc::get_mut(a).filter(|x| x.attr == Attr::None) else { return false };
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

/// The same in a list of values, where an atom of the type stands.
fn put_in_list(x: &mut Arc<List>, at: usize, v: &Value) -> bool {
    let Some(x) = Arc::get_mut(x).filter(|x| x.holds_values() && x.attr == Attr::None) else { return false };
    let item = x.make_mut().get_mut(at);
    item.is_some_and(|item| {
        let fits = matches!(
            (&*item, v),
            (Value::I64(t, _), Value::I64(u, _)) | (Value::F64(t, _), Value::F64(u, _)) | (Value::U8(t, _), Value::U8(u, _))
            if t == u
        );
        if fits {
            *item = v.clone();
        }
        fits
    })
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
