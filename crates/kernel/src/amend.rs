//! Changing values: `x[i]:v` and `x,:y`, in place when nobody else holds them.

use crate::domain;
use crate::find::{is_one_cell, item_of};
use crate::gather::{item_position, item_positions, null_of, positions};
use crate::join::{as_list, extend, join_onto};
use crate::order::Key;
use quarry_value::error::{length_error, type_error};
use quarry_value::{
    Attr, Data, Dict, Error, List, Result, Sym, Table, Type, Value, Vector, moving, room, with_data,
};
use std::borrow::Cow;
use std::sync::Arc;

/// `x[i]:v`: `x` with its items, entries, rows or columns at `i` replaced by `v`, or each by the item of `v` that
/// corresponds. A dictionary gets keys that it lacks, a table columns.
///
/// Errors: 'type (`v` does not fit a vector; a bad index), 'index (out of range), 'length (`i` and `v`),
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
        _ => Err(type_error().detail(format!("type {} has no items to assign to", x.type_told()))),
    }
}

/// [`set_in`] of an atom of the vector's own type where nobody else holds `x`; false when that is not so.
pub fn put_in(x: &mut Value, at: i64, v: &Value) -> bool {
    let Value::Vector(a) = x else { return false };
    let Some(x) = Arc::get_mut(a).filter(|x| x.attr == Attr::None) else { return false };
    let Ok(at) = usize::try_from(at) else { return false };
    if at >= x.len() {
        return false;
    }
    match (&mut x.data, v) {
        (Data::I64(b), &Value::I64(ty, v)) if ty == x.ty => b.make_mut()[at] = v,
        (Data::F64(b), &Value::F64(ty, v)) if ty == x.ty => b.make_mut()[at] = v,
        (Data::U8(b), &Value::U8(ty, v)) if ty == x.ty => b.make_mut()[at] = v,
        _ => return false,
    }
    true
}

fn index_error(i: i64) -> Error {
    match i {
        i64::MIN => Error::new("index").detail("no item 0N to assign to"),
        _ => Error::new("index").detail(format!("no item {i} to assign to")),
    }
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
    if (i as u64) < n as u64 { Ok(i as usize) } else { Err(index_error(i)) }
}

fn set_vector(x: &mut Arc<Vector>, i: &Value, v: &Value) -> Result<()> {
    let single = item_position(i).is_some();
    let fitted = if single { fit(x, v)? } else { fit_all(x, v)? };
    let n = x.len();
    if let Some(i) = item_position(i) {
        let at = place(i, n)?;
        if !is_one(&fitted) {
            return Err(
                type_error().detail(format!("a list does not fit one place of a {} vector", x.ty.name()))
            );
        }
        return write(x, &[at as i64], &fitted);
    }
    let at = if is_all(i) {
        Cow::Owned((0..n as i64).collect())
    } else {
        item_positions(i).ok_or_else(|| no_place(i))?
    };
    if !is_one(&fitted) && fitted.count() != at.len() {
        return Err(uneven(&fitted, at.len()));
    }
    if let Some(&bad) = at.iter().find(|&&i| i as u64 >= n as u64) {
        return Err(index_error(bad));
    }
    write(x, &at, &fitted)
}

/// `v` as an atom or vector of the type of `x`.
fn fit(x: &Vector, v: &Value) -> Result<Value> {
    match (x.ty, v) {
        (Type::Enum, Value::Enum(d, _)) if *d == x.domain => Ok(v.clone()),
        (Type::Enum, Value::Vector(y)) if y.ty == Type::Enum && y.domain == x.domain => Ok(v.clone()),
        (Type::Enum, Value::Enum(..)) => fit(x, &domain::resolve(v)),
        (Type::Enum, Value::Vector(y)) if y.ty == Type::Enum => fit(x, &domain::resolve(v)),
        (Type::Enum, _) if v.item_type() == Some(Type::Symbol) || domain::has_keys(x.domain) => {
            crate::cast::in_domain(x.domain, v).unwrap_or_else(|| Err(Error::new("cast")))
        }
        (Type::Symbol, _) if v.item_type() == Some(Type::Enum) => Ok(domain::resolve(v)),
        (ty, v) if v.item_type() == Some(ty) => Ok(v.clone()),
        // Integers of a vector take the type of `x`, an atom does not (inferred from programs that rely on it).
        (_, Value::Vector(_)) if to_integer(x.ty, v).is_some() => to_integer(x.ty, v).ok_or_else(type_error),
        (_, Value::List(l)) if l.is_empty() => Ok(x.like(Data::empty(x.ty.repr())).into()),
        _ => Err(type_error().detail(format!("a {} does not fit a {} vector", kind(v), x.ty.name()))),
    }
}

/// [`fit`] of what goes to several places or to the end: there an integer takes the type of `x`, too (observed).
fn fit_all(x: &Vector, v: &Value) -> Result<Value> {
    to_integer(x.ty, v).map_or_else(|| fit(x, v), Ok)
}

/// Integers as those of another integer type: what a column of a table takes, `insert` of `1` into `int$()` (inferred:
/// kb/logging does so). `None` when either is no integer, or both have the type.
pub fn to_integer(ty: Type, v: &Value) -> Option<Value> {
    let is_integer = |ty| matches!(ty, Type::Short | Type::Int | Type::Long);
    let other = is_integer(ty) && v.item_type().is_some_and(|from| is_integer(from) && from != ty);
    other.then(|| crate::cast(&Value::I16(ty as i16), v).ok()).flatten()
}

/// `'length`: another count of values than of places for them.
fn uneven(v: &Value, places: usize) -> Error {
    length_error().detail(format!("{} values for {places} places", v.count()))
}

/// `'type`: something else than integers as an index of a list.
pub(crate) fn no_index(i: &Value) -> Error {
    type_error().detail(format!("a {} is no index of a list", kind(i)))
}

fn kind(v: &Value) -> &'static str {
    match v.item_type() {
        Some(Type::List) => "general list",
        Some(ty) => ty.name(),
        None => "function, dictionary or table",
    }
}

/// Writes a fitted atom, or the items of a fitted vector, at places in range.
fn write(x: &mut Arc<Vector>, at: &[i64], v: &Value) -> Result<()> {
    fn go<T: Key>(xs: &mut quarry_value::Buf<T>, at: &[i64], v: &Value) -> Result<()> {
        let xs = xs.make_mut();
        if let Value::Vector(y) = v {
            let ys = y.slice::<T>().ok_or_else(type_error)?;
            at.iter().zip(ys).for_each(|(&i, y)| xs[i as usize] = *y);
        } else {
            let y = item_of::<T>(v).ok_or_else(type_error)?;
            at.iter().for_each(|&i| xs[i as usize] = y);
        }
        Ok(())
    }
    let x = writable(x)?;
    with_data!(&mut x.data, b => go(b, at, v))
}

/// A vector whose items are about to change, no longer shared and without what may no longer hold.
pub(crate) fn writable(x: &mut Arc<Vector>) -> Result<&mut Vector> {
    moving::vector_room(x, 0)?;
    let x = Arc::make_mut(x);
    // A grouped index can be made again; the other attributes may no longer hold.
    if x.attr != Attr::None {
        x.index = std::sync::OnceLock::new();
        if x.attr != Attr::Grouped {
            x.attr = Attr::None.into();
        }
    }
    Ok(x)
}

/// The vector that the list has become, if so.
fn set_list(x: &mut Arc<List>, i: &Value, v: &Value) -> Result<Option<Value>> {
    let n = x.len();
    if let Some(i) = item_position(i) {
        let at = place(i, n)?;
        moving::own_list(x)?;
        set_item(x, at, v.clone());
        return Ok(settle(x, at));
    }
    let at = if is_all(i) {
        Cow::Owned((0..n as i64).collect())
    } else {
        item_positions(i).ok_or_else(|| no_place(i))?
    };
    let by_item = !is_one(v) || matches!(v, Value::Table(t) if t.count() == at.len());
    if by_item && v.count() != at.len() {
        return Err(uneven(v, at.len()));
    }
    if let Some(&bad) = at.iter().find(|&&i| i as u64 >= n as u64) {
        return Err(index_error(bad));
    }
    moving::own_list(x)?;
    for (j, &i) in at.iter().enumerate() {
        set_item(x, i as usize, if by_item { v.at(j) } else { v.clone() });
    }
    Ok(at.last().and_then(|&i| settle(x, i as usize)))
}

fn set_item(x: &mut Arc<List>, at: usize, v: Value) {
    Arc::make_mut(x).make_mut()[at] = v;
}

/// A general list whose items have become atoms of one type is a vector, as in q. `changed` is looked at first:
/// most assignments are seen at once not to have made it so.
fn settle(x: &List, changed: usize) -> Option<Value> {
    let items = x.as_slice();
    let ty = items[changed].item_type();
    let fits = |v: &Value| v.is_atom() && v.item_type() == ty;
    (items[changed].is_atom() && fits(&items[0]) && items.iter().all(fits))
        .then(|| Value::collapse(items.to_vec()))
}

/// An index that is a general list: each of its items in turn.
fn set_each(x: &mut Value, at: &[Value], v: &Value) -> Result<()> {
    if !is_one(v) && v.count() != at.len() {
        return Err(uneven(v, at.len()));
    }
    for (j, i) in at.iter().enumerate() {
        set_in(x, i, &if is_one(v) { v.clone() } else { v.at(j) })?;
    }
    Ok(())
}

fn set_dict(x: &mut Arc<Dict>, i: &Value, v: &Value) -> Result<()> {
    if is_all(i) {
        return set_in(&mut Arc::make_mut(x).values, i, v);
    }
    if matches!(i, Value::Vector(_) | Value::List(_)) && i.count() == 0 {
        return match &x.values {
            _ if is_one(v) || v.count() == 0 => Ok(()),
            Value::Table(t) => rows_of(t, v, 0).map(|_| ()),
            _ => Err(uneven(v, 0)),
        };
    }
    let at = crate::index::key_positions(&x.keys, i)?;
    let n = x.keys.count() as i64;
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
            let by_item = !is_one(v) || matches!((&x.values, v), (Value::Table(_), Value::Table(_)));
            if by_item && v.count() != i.count() {
                return Err(uneven(v, i.count()));
            }
            // All keys and values are checked before the first is added.
            if matches!(i, Value::Vector(_)) {
                fit_entry(&x.keys, i)?;
            }
            if n == 0 && fill(Arc::make_mut(x), i, v)? {
                return Ok(());
            }
            let v = &fit_entry(&x.values, v)?;
            for (j, key) in i.items().enumerate() {
                set_dict(x, &key, &if by_item { v.at(j) } else { v.clone() })?;
            }
            Ok(())
        }
    }
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
/// that the second does not fit. Were they? Not when a key comes twice, or an attribute is to be kept.
fn fill(x: &mut Dict, keys: &Value, v: &Value) -> Result<bool> {
    let plain = |v: &Value| match v {
        Value::Vector(v) => v.attr == Attr::None && v.ty != Type::Enum,
        Value::List(_) => true,
        _ => false,
    };
    let lists = [&x.keys, &x.values, keys].into_iter().all(plain) && matches!(v, Value::List(_));
    if !lists || crate::sets::distinct(keys)?.count() < keys.count() {
        return Ok(false);
    }
    (x.keys, x.values, x.sorted) = (keys.clone(), v.clone(), false);
    Ok(true)
}

/// A new entry. A value that does not fit is found before the keys grow.
fn add_entry(d: &mut Dict, key: &Value, v: &Value) -> Result<()> {
    fit_entry(&d.keys, key)?;
    push(&mut d.values, v)?;
    d.sorted = false;
    push(&mut d.keys, key)
}

/// `v` as it goes into the keys or values `x` of a dictionary. An empty vector takes any type, as in `x,:v` (inferred from
/// programs that begin with ``(`int$())!()`` and assign to longs).
fn fit_entry(x: &Value, v: &Value) -> Result<Value> {
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
        Value::Vector(l) if takes_any(l) && fit(l, v).is_err() => *x = Value::collapse(vec![v.clone()]),
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
            let t = Arc::make_mut(x);
            for (j, name) in names.slice::<Sym>().unwrap_or_default().iter().enumerate() {
                set_column(t, *name, &if is_one(v) { v.clone() } else { v.at(j) })?;
            }
            return Ok(());
        }
        _ => {}
    }
    let mut cells = cells(x, v)?;
    for (column, cell) in x.columns.iter().zip(&mut cells) {
        if let (Value::Vector(c), Some(cell)) = (column, cell)
            && let Some(integers) = to_integer(c.ty, cell)
        {
            *cell = integers;
        }
    }
    // All columns are checked before any is changed.
    for (column, cell) in x.columns.iter().zip(&cells) {
        if let (Value::Vector(c), Some(cell)) = (column, cell) {
            fit(c, cell)?;
        }
    }
    let t = Arc::make_mut(x);
    t.attr = Attr::None.into();
    for (column, cell) in t.columns.iter_mut().zip(&cells) {
        if let Some(cell) = cell {
            loosen(column, cell);
            set_in(column, i, cell)?;
        }
    }
    Ok(())
}

/// A column that is a table stands for dictionaries of the same keys. Cells with other keys make it a list of them.
fn loosen(column: &mut Value, cells: &Value) {
    let Value::Table(t) = &*column else { return };
    let fits = match cells {
        Value::Table(u) => u.names == t.names,
        Value::Dict(d) => d.keys.as_syms() == Some(&t.names),
        _ => false,
    };
    if !fits {
        *column = Value::list(column.items().collect());
    }
}

/// What of `v` (a row or rows: dictionary, table, list of as many items as columns) goes to each column.
fn cells(t: &Table, v: &Value) -> Result<Vec<Option<Value>>> {
    let named = |names: &[Sym], item: &dyn Fn(usize) -> Value| {
        if names.iter().any(|n| t.position(*n).is_none()) {
            let listed = t.names.iter().map(|n| n.text()).collect::<Vec<_>>().join(" ");
            return Err(Error::new("mismatch").detail(format!("the columns are {listed}")));
        }
        Ok(t.names.iter().map(|n| names.iter().position(|m| m == n).map(item)).collect())
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

/// `x,:y`: `y` appended to `x`, which keeps its type: unlike `x,y` it signals 'type when `y` does not fit.
///
/// A list goes into a list of lists as one item. Rows are appended to tables as tables (columns that are missing
/// are null), dictionaries, records, or lists of records; into keyed tables and dictionaries by key.
/// Errors: 'type, 'length, 'mismatch, 'cast. Source: ref/join.
pub fn append(mut x: Value, y: &Value) -> Result<Value> {
    append_in(&mut x, y)?;
    Ok(x)
}

/// [`append`] on a value where it is; after an error it is as it was.
pub fn append_in(x: &mut Value, y: &Value) -> Result<()> {
    match x {
        // Integers of another width give an empty vector their type, as `,` does (inferred).
        Value::Vector(a) if a.is_empty() && to_integer(a.ty, y).is_some() => {
            moving::replace(x, as_list(y.clone()))
        }
        Value::Vector(a) => append_items(a, y),
        Value::List(a) if !a.is_empty() => append_to_list(a, y),
        Value::Table(a) => append_rows(a, y),
        Value::Dict(d) if matches!((&d.keys, &d.values), (Value::Table(_), Value::Table(_))) => {
            append_keyed(d, y)
        }
        Value::Dict(_) => append_entries(x, y),
        _ => {
            let _beside = moving::beside(x);
            *x = join_onto(x.clone(), y)?;
            Ok(())
        }
    }
}

fn append_items(x: &mut Arc<Vector>, y: &Value) -> Result<()> {
    let told = |e: Error| match e.details().map(|d| format!("{d}; x:x,y makes a list of both")) {
        Some(detail) if e.word() == b"type" => e.detail_instead(detail),
        _ => e,
    };
    if let Value::Vector(y) = as_list(fit_all(x, y).map_err(told)?) {
        moving::vector_room(x, y.len())?;
        extend(x, &y);
    }
    Ok(())
}

/// How deep a value nests, judged by first items.
fn depth(x: &Value) -> usize {
    let (mut x, mut depth) = (x.clone(), 0);
    loop {
        x = match &x {
            Value::List(l) if !l.is_empty() => l.get(0),
            Value::Vector(_) | Value::List(_) | Value::Table(_) => return depth + 1,
            _ => return depth,
        };
        depth += 1;
    }
}

/// How deep the first item of a list that grows nests, where an empty one inside has no depth: `,""` nests like a
/// vector there (observed), though not as what is appended.
fn rank(x: &Value) -> usize {
    let (mut x, mut rank) = (x.clone(), 0);
    loop {
        x = match &x {
            Value::List(l) if !l.is_empty() => l.get(0),
            _ => return rank + depth(&x),
        };
        rank += 1;
        if x.is_list() && x.count() == 0 {
            return rank;
        }
    }
}

/// One more item; a string in a packed list stays packed.
fn push_item(l: &mut List, v: &Value) {
    let plain = matches!(v, Value::Vector(v) if v.ty == Type::Char && v.attr == Attr::None);
    match (l.packed_mut(), v.as_text()) {
        (Some(texts), Some(text)) if plain => texts.push(text),
        _ => l.make_mut().push(v.clone()),
    }
}

fn append_to_list(x: &mut Arc<List>, y: &Value) -> Result<()> {
    if matches!(y, Value::List(l) if l.is_empty()) {
        return Ok(());
    }
    let one = rank(&x.get(0)) == depth(y) || depth(y) == 0;
    let y = &moving::like_list(x, y)?;
    moving::list_room(x, y)?;
    let l = Arc::make_mut(x);
    if one {
        push_item(l, y);
    } else if let (Value::List(more), true) = (y, l.as_packed().is_some()) {
        (0..more.len()).for_each(|i| push_item(l, &more.get(i)));
    } else {
        l.make_mut().extend(y.items());
    }
    Ok(())
}

/// Columns for a table, integers as those of its columns, keys as the foreign keys that its columns are.
fn fitted_columns(t: &Table, y: &Value) -> Result<Vec<Option<Value>>> {
    let mut columns = row_columns(t, y)?;
    for (c, more) in t.columns.iter().zip(&mut columns) {
        let (Value::Vector(c), Some(v)) = (c, &more) else { continue };
        if let Some(integers) = to_integer(c.ty, v) {
            *more = Some(integers);
        } else if c.ty == Type::Enum && v.item_type() != Some(Type::Symbol) {
            *more = Some(fit_column(c, v)?);
        }
    }
    Ok(columns)
}

/// `v`, a column, as items for `x`. A list that is one key of several columns is none.
fn fit_column(x: &Vector, v: &Value) -> Result<Value> {
    let fitted = as_list(fit(x, v)?);
    if fitted.count() == v.count() { Ok(fitted) } else { Err(length_error()) }
}

/// Rows at the end of a table.
fn append_rows(x: &mut Arc<Table>, y: &Value) -> Result<()> {
    if x.is_elsewhere() {
        return Err(type_error());
    }
    if y.is_list() && y.count() == 0 {
        return Ok(());
    }
    let columns = fitted_columns(x, y)?;
    let n = columns.iter().flatten().map(Value::count).max().unwrap_or(0);
    // All columns are checked before any is changed.
    for (c, more) in x.columns.iter().zip(&columns) {
        if let (Value::Vector(c), Some(more)) = (c, more) {
            fit(c, more)?;
        }
    }
    let t = Arc::make_mut(x);
    let nulls = |column: &Value| Value::collapse(room::repeated(null_of(column), n));
    let full = |(c, more): (&Value, Option<Value>)| more.unwrap_or_else(|| nulls(c));
    let columns: Vec<Value> = t.columns.iter().zip(columns).map(full).collect();
    for (column, more) in t.columns.iter_mut().zip(&columns) {
        loosen(column, more);
    }
    // So is whether there is room for the rows.
    let prepare = |(c, more): (&mut Value, &Value)| moving::prepare(c, more);
    let columns: Vec<Value> = t.columns.iter_mut().zip(&columns).map(prepare).collect::<Result<_>>()?;
    t.attr = Attr::None.into();
    for (column, more) in t.columns.iter_mut().zip(&columns) {
        append_column(column, more)?;
    }
    Ok(())
}

/// Items for a column; a general column takes them as they are.
fn append_column(x: &mut Value, more: &Value) -> Result<()> {
    match x {
        Value::Vector(x) => append_items(x, more)?,
        Value::List(l) if l.is_empty() => moving::replace(x, as_list(more.clone()))?,
        Value::List(l) => {
            let more = moving::like_list(l, more)?;
            moving::list_room(l, &more)?;
            Arc::make_mut(l).make_mut().extend(more.items());
        }
        _ => *x = join_onto(x.clone(), more)?,
    }
    Ok(())
}

/// `y` as columns for those of `t`; `None` for a column that `y` lacks.
fn row_columns(t: &Table, y: &Value) -> Result<Vec<Option<Value>>> {
    match y {
        Value::Table(_) => cells(t, y),
        Value::Dict(d) if y.is_keyed_table() => {
            let (Value::Table(k), Value::Table(v)) = (&d.keys, &d.values) else { return Err(type_error()) };
            let names = k.names.iter().chain(&v.names).copied().collect();
            let columns = k.columns.iter().chain(&v.columns).cloned().collect();
            cells(t, &Value::table(names, columns))
        }
        Value::Dict(_) => {
            let row = cells(t, y)?;
            Ok(row.into_iter().map(|c| c.map(|v| Value::collapse(vec![v]))).collect())
        }
        _ if y.is_list() => list_columns(t, y),
        atom if t.columns.len() == 1 => Ok(vec![Some(as_list(atom.clone()))]),
        _ => Err(type_error()),
    }
}

/// A list as one record, or as a list of records when its first item nests deeper than the first column's items.
fn list_columns(t: &Table, y: &Value) -> Result<Vec<Option<Value>>> {
    let width = t.columns.len();
    let first = t.columns.first().map_or(0, |c| depth(c).saturating_sub(1));
    let nested = t.columns.first().is_some_and(|c| matches!(c, Value::List(l) if l.is_empty()));
    let records = depth(&y.at(0)) > first && !nested || matches!(y.at(0), Value::Dict(_));
    if !records {
        if y.count() != width {
            return Err(uneven(y, width));
        }
        return Ok(y.items().map(|v| Some(Value::collapse(vec![v]))).collect());
    }
    let mut columns = room::repeated(room::vec(y.count()), width);
    for record in y.items() {
        let cells = cells(t, &record)?;
        for ((column, cell), old) in columns.iter_mut().zip(cells).zip(&t.columns) {
            column.push(cell.unwrap_or_else(|| null_of(old)));
        }
    }
    Ok(columns.into_iter().map(|c| Some(Value::collapse(c))).collect())
}

/// Rows into a keyed table: those whose key is there replace, others are appended.
fn append_keyed(d: &mut Arc<Dict>, y: &Value) -> Result<()> {
    let (Value::Table(k), Value::Table(v)) = (&d.keys, &d.values) else { return Err(type_error()) };
    if y.is_list() && y.count() == 0 {
        return Ok(());
    }
    let whole = Table::new(
        k.names.iter().chain(&v.names).copied().collect(),
        k.columns.iter().chain(&v.columns).cloned().collect(),
    );
    let mut columns = fitted_columns(&whole, y)?;
    let n = columns.iter().flatten().map(Value::count).max().unwrap_or(0);
    let given = columns.split_off(k.columns.len());
    let keys = columns
        .into_iter()
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| Error::new("mismatch").detail("a key column is missing"))?;
    for (c, more) in whole.columns.iter().zip(keys.iter().map(Some).chain(given.iter().map(Option::as_ref))) {
        if let (Value::Vector(c), Some(more)) = (c, more) {
            fit(c, more)?;
        }
    }
    drop(whole);
    upsert_rows(d, &keys, &given, n)
}

/// See [`append_keyed`]; columns `keys` and `given` have `n` items and fit.
fn upsert_rows(d: &mut Arc<Dict>, keys: &[Value], given: &[Option<Value>], n: usize) -> Result<()> {
    let (Value::Table(k), Value::Table(_)) = (&d.keys, &d.values) else { return Err(type_error()) };
    let have = k.count() as i64;
    let mut at = crate::rows::find_rows(&k.columns, keys)?;
    let fresh: Vec<i64> = (0..n as i64).filter(|&j| at[j as usize] >= have).collect();
    let fresh_keys: Vec<Value> = keys.iter().map(|c| crate::gather::pick(c, &fresh)).collect();
    let groups = crate::group_ids(&fresh_keys.iter().collect::<Vec<_>>())?;
    for (&j, &g) in fresh.iter().zip(&groups.ids) {
        at[j as usize] = have + i64::from(g);
    }
    let first: Vec<i64> = groups.first.iter().map(|&i| fresh[i]).collect();
    let at = Value::longs(at);
    let dict = Arc::make_mut(d);
    dict.sorted = false;
    if let Value::Table(k) = &mut dict.keys {
        grow_columns(Arc::make_mut(k), keys.iter().map(Some), &first)?;
    }
    if let Value::Table(v) = &mut dict.values {
        let v = Arc::make_mut(v);
        grow_columns(v, given.iter().map(Option::as_ref), &first)?;
        for (column, cells) in v.columns.iter_mut().zip(given) {
            if let Some(cells) = cells {
                loosen(column, cells);
                set_in(column, &at, cells)?;
            }
        }
    }
    Ok(())
}

/// Appends the rows `first` of `more` (nulls where a column is not given).
fn grow_columns<'a>(
    t: &mut Table,
    more: impl Iterator<Item = Option<&'a Value>>,
    first: &[i64],
) -> Result<()> {
    if first.is_empty() {
        return Ok(());
    }
    t.attr = Attr::None.into();
    for (column, more) in t.columns.iter_mut().zip(more) {
        let rows = match more {
            Some(more) => crate::gather::pick(more, first),
            None => Value::collapse(room::repeated(null_of(column), first.len())),
        };
        loosen(column, &rows);
        append_column(column, &rows)?;
    }
    Ok(())
}

/// Entries into a dictionary.
fn append_entries(x: &mut Value, y: &Value) -> Result<()> {
    let (Value::Dict(d), Value::Dict(more)) = (&*x, y) else {
        return if y.is_list() && y.count() == 0 { Ok(()) } else { Err(type_error()) };
    };
    if let Value::Vector(values) = &d.values
        && !values.is_empty()
    {
        fit(values, &more.values)?;
    }
    if more.keys.count() > 16 || d.keys.count() == 0 {
        *x = join_onto(x.clone(), y)?;
        return Ok(());
    }
    if let Value::Dict(d) = x {
        for i in 0..more.keys.count() {
            set_dict(d, &more.keys.at(i), &more.values.at(i))?;
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
        assert_eq!(word(set_at(x.clone(), &Value::long(3), &Value::long(1))), "'index");
        assert_eq!(
            word(set_at(x.clone(), &Value::longs(vec![0, 1]), &Value::longs(vec![1, 2, 3]))),
            "'length"
        );
        assert_eq!(word(append(x, &Value::float(5.0))), "'type");
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

    #[test]
    fn rows_are_appended_and_upserted() {
        let (a, b) = (Sym::new("a"), Sym::new("b"));
        let t = Value::table(vec![a, b], vec![Value::longs(vec![1, 2]), Value::longs(vec![3, 4])]);
        let t = append(t, &Value::longs(vec![5, 6])).unwrap();
        let t = append(t, &Value::list(vec![Value::longs(vec![7, 8]), Value::longs(vec![9, 10])])).unwrap();
        let t = append(t, &Value::dict(Value::syms(vec![b]), Value::longs(vec![0]))).unwrap();
        let Value::Table(t) = t else { panic!() };
        assert_eq!(longs(&t.columns[0]), [1, 2, 5, 7, 9, i64::MIN]);
        assert_eq!(longs(&t.columns[1]), [3, 4, 6, 8, 10, 0]);
        let k = Value::table(vec![a], vec![Value::longs(vec![1, 2])]);
        let v = Value::table(vec![b], vec![Value::longs(vec![3, 4])]);
        let kt = append(
            Value::dict(k, v),
            &Value::list(vec![Value::longs(vec![2, 40]), Value::longs(vec![9, 90])]),
        );
        let Value::Dict(kt) = kt.unwrap() else { panic!() };
        let Value::Table(v) = &kt.values else { panic!() };
        assert_eq!(longs(&v.columns[0]), [3, 40, 90]);
        assert_eq!(word(append(Value::Table(t), &Value::floats(vec![1.0, 2.0]))), "'type");
    }

    #[test]
    fn lists_of_lists_take_a_list_as_an_item() {
        let s = Value::list(vec![Value::longs(vec![1, 2, 3])]);
        assert_eq!(append(s.clone(), &Value::longs(vec![4, 5])).unwrap().count(), 2);
        assert_eq!(crate::join(&s, &Value::longs(vec![4, 5])).unwrap().count(), 3);
    }
}
