//! Keyed joins: `lj ljf ij ijf uj ujf pj ej`, and those that `,` makes.

use super::column::{append, list, nulls};
use super::flat::{Flat, Target, names};
use super::ops;
use crate::vm::Vm;
use quarry_kernel::matched::Matched;
use quarry_kernel::{self as kernel, domain, rows::find_rows};
use quarry_value::error::type_error;
use quarry_value::{Attr, Error, Result, Sym, Table, Type, Value, Vector, evaluation, room};
use std::collections::HashMap;
use std::sync::Arc;

/// `x,y`: [`kernel::join`]; where `x` is a dictionary that has the key of the keyed table `y`, its left join with that.
///
/// Errors: those of [`kernel::join`].
/// Source: ref/join, basics/joins.
pub fn comma(x: &Value, y: &Value) -> Result<Value> {
    left_row(x, y).unwrap_or_else(|| kernel::join(x, y))
}

/// `x,:y` is `x:x,y`, in place where that can be.
pub fn comma_in(x: &mut Value, y: &Value) -> Result<()> {
    if is_row_of(x, y) {
        return kernel::push_row(x, y);
    }
    match left_row(x, y) {
        Some(joined) => {
            *x = joined?;
            Ok(())
        }
        None => kernel::append_in(x, y),
    }
}

/// `x` becomes `x,y`, in place where that can be. After an error it is as it was.
pub fn join_in(x: &mut Value, y: &Value) -> Result<()> {
    if is_row_of(x, y) {
        return kernel::push_row(x, y);
    }
    match left_row(x, y) {
        Some(joined) => {
            *x = joined?;
            Ok(())
        }
        None => kernel::join::join_in(x, y),
    }
}

/// See [`kernel::is_row_of`].
fn is_row_of(x: &Value, y: &Value) -> bool {
    matches!(x, Value::Table(t) if kernel::is_row_of(t, y))
}

/// The left join of a dictionary with a keyed table whose key it has; `None` for what is something else.
fn left_row(x: &Value, y: &Value) -> Option<Result<Value>> {
    let (Value::Dict(d), Some((keys, _))) = (x, y.as_keyed()) else { return None };
    let names = d.keys.as_syms().filter(|names| keys.names.iter().all(|k| names.contains(k)))?;
    let cells: Result<_> = (0..names.len()).map(|i| kernel::enlist(&d.values.at(i))).collect();
    let row = cells.map(|cells| Value::table(names.to_vec(), cells));
    Some(row.and_then(|row| Ok(left_rows(&row, y, replace)?.at(0))))
}

/// Is `x,\:y` one join, that of a table with a keyed one?
pub fn is_left(x: &Value, y: &Value) -> bool {
    matches!(x, Value::Table(t) if !t.is_elsewhere()) && y.is_keyed_table()
}

/// `x lj y`: every row of `x`, with the columns of the keyed table `y` from the row that has its key. Where there
/// is none, common columns stay and new ones are null.
///
/// Errors: 'type when `y` is not keyed; the name of a key column that `x` lacks.
/// Source: ref/lj.
pub fn lj(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    left(vm, x, y, replace)
}

/// `x ljf y`: as `lj`, but a null in `y` leaves the value of `x`.
///
/// Source: ref/lj.
pub fn ljf(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    left(vm, x, y, replace_filled)
}

type Merge = fn(&Value, &Value, &[i64], i64) -> Result<Value>;

fn left(vm: &mut Vm, x: &Value, y: &Value, merge: Merge) -> Result<Value> {
    let target = Target::of(vm, x)?;
    if matches!(y, Value::List(l) if l.is_empty()) {
        return Ok(x.clone());
    }
    let joined = left_rows(&target.value, y, merge)?;
    target.give(vm, joined)
}

fn left_rows(x: &Value, y: &Value, merge: Merge) -> Result<Value> {
    let mut rows = Flat::of(x)?;
    let (at, other) = indexed(&rows, y)?;
    add_columns(&mut rows, &other, &at, merge)?;
    Ok(rows.into_value())
}

/// [`matches`] as indexing has it: of a step table the row of the last key that is not above.
fn indexed(x: &Flat, y: &Value) -> Result<(Vec<i64>, Flat)> {
    let (Value::Dict(d), true) = (y, y.is_keyed_table()) else { return matches(x, y) };
    if !d.sorted {
        return matches(x, y);
    }
    let other = Flat::of(y)?;
    let names = &other.names[..other.keys];
    let own = x.pick(names)?;
    let (keys, own): (Vec<Value>, Vec<Value>) =
        other.key_columns().iter().zip(&own).map(|(key, own)| align(key, own)).unzip();
    let at =
        kernel::bin::bin_ascending(&Value::table(names.to_vec(), keys), &Value::table(names.to_vec(), own))?;
    let n = other.count() as i64;
    let place = |i: &i64| if *i < 0 { n } else { *i };
    let at = match &at {
        Value::Vector(v) => v.slice::<i64>().unwrap_or_default().iter().map(place).collect(),
        one => one.as_long().iter().map(place).collect(),
    };
    Ok((at, other))
}

/// For each row of `x` the row of the keyed table `y` with its key, or `y`'s count.
fn matches(x: &Flat, y: &Value) -> Result<(Vec<i64>, Flat)> {
    if !y.is_keyed_table() {
        return Err(type_error().detail("the right side of the join must be a keyed table"));
    }
    let other = Flat::of(y)?;
    let own = x.pick(&other.names[..other.keys])?;
    let at = find_aligned(other.key_columns(), &own)?;
    Ok((at, other))
}

/// [`find_rows`] for columns where one side may be enumerated and the other not.
pub fn find_aligned(keys: &[Value], rows: &[Value]) -> Result<Vec<i64>> {
    let (keys, rows): (Vec<Value>, Vec<Value>) = keys.iter().zip(rows).map(|(k, r)| align(k, r)).unzip();
    find_rows(&keys, &rows)
}

/// Two columns to be compared: enumerations become their symbols unless both are over one domain.
pub fn align(a: &Value, b: &Value) -> (Value, Value) {
    match (a, b) {
        (Value::Vector(x), Value::Vector(y)) if x.ty == y.ty && x.domain == y.domain => {
            (a.clone(), b.clone())
        }
        _ => (domain::resolve(a), domain::resolve(b)),
    }
}

/// The value columns of `other` as `make` gives them of the column of that name in `rows`, if there is one, and theirs.
fn put_columns(
    rows: &mut Flat,
    other: &Flat,
    make: impl Fn(Option<&Value>, &Value) -> Result<Value>,
) -> Result<()> {
    for (name, theirs) in other.names.iter().zip(&other.columns).skip(other.keys) {
        match rows.position(*name) {
            Some(i) => rows.columns[i] = make(Some(&rows.columns[i]), theirs)?,
            None => {
                rows.columns.push(make(None, theirs)?);
                rows.names.push(*name);
            }
        }
    }
    Ok(())
}

fn add_columns(rows: &mut Flat, other: &Flat, at: &[i64], merge: Merge) -> Result<()> {
    let n = other.count() as i64;
    put_columns(rows, other, |own, theirs| match own {
        Some(own) => merge(own, theirs, at, n),
        None => Ok(ops::pick(theirs, at)),
    })
}

/// `theirs` where there is a match, `own` where there is none: where the position is `n`, the count of `theirs`.
pub fn replace(own: &Value, theirs: &Value, at: &[i64], n: i64) -> Result<Value> {
    if at.iter().all(|i| *i < n) {
        return Ok(ops::pick(theirs, at));
    }
    // Joined end to end, one pick takes each item from its side.
    let (own, theirs) = if own.item_type() == theirs.item_type() {
        (own.clone(), theirs.clone())
    } else {
        align(own, theirs)
    };
    let both = joined(&own, &theirs)?;
    let start = own.count() as i64;
    let from: Vec<i64> =
        at.iter().enumerate().map(|(row, i)| if *i < n { start + i } else { row as i64 }).collect();
    Ok(ops::pick(&both, &from))
}

/// [`replace`], but where the item of `theirs` is null that of `own` stays.
pub fn replace_filled(own: &Value, theirs: &Value, at: &[i64], n: i64) -> Result<Value> {
    let has_nulls = |x: &Value| !matches!(x.item_type(), Some(Type::List | Type::Bool | Type::Byte) | None);
    // What has no match is null then.
    if has_nulls(own) && has_nulls(theirs) || at.iter().all(|i| *i < n) {
        return kernel::fill(own, &ops::pick(theirs, at));
    }
    let (rows, found): (Vec<i64>, Vec<i64>) = (0..).zip(at).filter(|(_, i)| **i < n).unzip();
    let filled = kernel::fill(&ops::pick(own, &rows), &ops::pick(theirs, &found))?;
    let matched = rows.len() as i64;
    let mut places = 0..matched;
    let at: Vec<i64> =
        at.iter().map(|i| if *i < n { places.next().unwrap_or(matched) } else { matched }).collect();
    replace(own, &filled, &at, matched)
}

/// `x,y` of columns.
fn joined(x: &Value, y: &Value) -> Result<Value> {
    let mut out = x.clone();
    if x.item_type() == y.item_type() && append(&mut out, y).is_ok() {
        return Ok(out);
    }
    kernel::join(x, y)
}

/// `x ij y`: the rows of `x` whose key is in the keyed table `y`, with the columns of `y`.
///
/// Errors: 'type when `y` is not keyed.
/// Source: ref/ij.
pub fn ij(x: &Value, y: &Value) -> Result<Value> {
    inner(x, y, |_, theirs| Ok(theirs))
}

/// `x ijf y`: as `ij`, but a null in `y` leaves the value of `x`.
///
/// Source: ref/ij.
pub fn ijf(x: &Value, y: &Value) -> Result<Value> {
    inner(x, y, |own, theirs| kernel::fill(own, &theirs))
}

/// `merge` makes a column of both tables of the items of `x` and those of `y` that match them.
fn inner(x: &Value, y: &Value, merge: fn(&Value, Value) -> Result<Value>) -> Result<Value> {
    let rows = Flat::of(x)?;
    let (at, other) = matches(&rows, y)?;
    match Matched::of(&at, other.count()) {
        None => {
            let rows = rows.map(|c| Ok(ops::without_attr(c)))?;
            with_matches(rows, &other, |theirs| ops::pick(theirs, &at), merge)
        }
        Some(matched) => {
            drop(at);
            let rows = rows.map(|c| Ok(matched.own(c)))?;
            with_matches(rows, &other, |theirs| matched.theirs(theirs), merge)
        }
    }
}

/// The rows that have a match with the columns of the other table, of which `items` gives those that match.
fn with_matches(
    mut rows: Flat,
    other: &Flat,
    items: impl Fn(&Value) -> Value,
    merge: fn(&Value, Value) -> Result<Value>,
) -> Result<Value> {
    put_columns(&mut rows, other, |own, theirs| match own {
        Some(own) => merge(own, items(theirs)),
        None => Ok(items(theirs)),
    })?;
    Ok(rows.into_value())
}

/// `x pj y`: every row of `x` plus the matching row of the keyed table `y`: common columns are added, new ones
/// come from `y`, 0 where there is no match.
///
/// Errors: 'type.
/// Source: ref/pj.
pub fn pj(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    let target = Target::of(vm, x)?;
    let mut rows = Flat::of(&target.value)?;
    let (at, other) = indexed(&rows, y)?;
    put_columns(&mut rows, &other, |own, theirs| {
        let theirs = zero_filled(&ops::pick(theirs, &at))?;
        own.map_or(Ok(theirs.clone()), |own| kernel::add(own, &theirs))
    })?;
    target.give(vm, rows.into_value())
}

fn zero_filled(x: &Value) -> Result<Value> {
    match x.item_type() {
        Some(Type::Symbol | Type::Enum | Type::Char | Type::Guid | Type::List) => Ok(x.clone()),
        Some(ty) => kernel::fill(&kernel::cast(&Value::sym(ty.name()), &Value::long(0))?, x),
        None => Ok(x.clone()),
    }
}

/// `x uj y`: the rows of both tables under the union of their columns, nulls where a table lacks one. When both are
/// keyed, rows of `y` replace rows of `x` with their key, in the columns that `y` has; no key comes twice.
///
/// Errors: 'nyi when only `y` is keyed, 'type when only `x` is.
/// Source: ref/uj.
pub fn uj(x: &Value, y: &Value) -> Result<Value> {
    union(x, y, replace)
}

/// `x ujf y`: as `uj`, but a null in `y` leaves the value of `x`.
///
/// Source: ref/uj.
pub fn ujf(x: &Value, y: &Value) -> Result<Value> {
    union(x, y, replace_filled)
}

fn union(x: &Value, y: &Value, merge: Merge) -> Result<Value> {
    if matches!(x, Value::List(l) if l.is_empty()) {
        return Ok(y.clone());
    }
    if matches!(y, Value::List(l) if l.is_empty()) {
        return Ok(x.clone());
    }
    let (a, b) = (Flat::of(x)?, Flat::of(y)?);
    if (a.keys == 0) != (b.keys == 0) {
        // Observed for a simple table on the left.
        let word = if a.keys == 0 { "nyi" } else { "type" };
        return Err(Error::new(word).detail("uj joins two keyed tables or two simple ones"));
    }
    if a.keys == 0 {
        return Ok(stacked(&a, &b)?.into_value());
    }
    if a.names[..a.keys] != b.names[..b.keys] {
        return Err(Error::new("mismatch").detail("the key columns differ"));
    }
    // Rows of x with y's columns over them, then the rows of y that x lacks.
    let mut top = a.clone();
    let at = find_aligned(b.key_columns(), a.key_columns())?;
    add_columns(&mut top, &b, &at, merge)?;
    let n = a.count() as i64;
    let back = find_aligned(a.key_columns(), b.key_columns())?;
    let fresh: Vec<i64> = (0..back.len() as i64).filter(|i| back[*i as usize] >= n).collect();
    let mut fresh_rows = b.map(|c| Ok(ops::pick(c, &fresh)))?;
    fresh_rows.keys = b.keys;
    let mut all = stacked(&top, &fresh_rows)?;
    all.keys = a.keys;
    // Of rows with one key the first is left (observed: nmasamba/kdb_commands, 12_joins).
    let groups = ops::group_ids(all.key_columns())?;
    if groups.count < all.count() {
        let first: Vec<i64> = groups.first.iter().map(|i| *i as i64).collect();
        all = Flat { keys: a.keys, ..all.map(|c| Ok(ops::pick(c, &first)))? };
    }
    Ok(all.into_value())
}

/// `uj/` of simple tables: each column in one go, where those of one name are vectors of one type; `None` elsewhere.
pub fn uj_all(tables: &Value) -> Option<Result<Value>> {
    let Value::List(l) = tables else { return None };
    let table = |x: &Value| if let Value::Table(t) = x { Some(t.clone()) } else { None };
    let tables = (0..l.len()).map(|i| table(&l.get(i))).collect::<Option<Vec<_>>>()?;
    let (mut names, mut models, mut places) = (Vec::new(), Vec::new(), HashMap::new());
    for t in &tables {
        for (name, column) in t.names.iter().zip(t.here().ok()?) {
            // An attribute may stay.
            let Value::Vector(v) = column else { return None };
            if v.attr != Attr::None {
                return None;
            }
            let at = *places.entry(*name).or_insert(names.len());
            if at == names.len() {
                names.push(*name);
                models.push(v.clone());
            }
            if (v.ty, v.domain) != (models[at].ty, models[at].domain) {
                return None;
            }
        }
    }
    let column = |(name, model): (&Sym, &Arc<Vector>)| {
        let model = Value::Vector(model.clone());
        let of = |t: &Arc<Table>| t.column(*name).cloned().unwrap_or_else(|| nulls(&model, t.count()));
        kernel::raze(&Value::list(tables.iter().map(of).collect()))
    };
    let columns = names.iter().zip(&models).map(column).collect::<Result<Vec<_>>>();
    Some(columns.map(|columns| Value::table(names.clone(), columns)))
}

/// The rows of `b` under those of `a`, columns united.
fn stacked(a: &Flat, b: &Flat) -> Result<Flat> {
    let mut out = Flat { names: Vec::new(), columns: Vec::new(), keys: a.keys };
    let others = b.names.iter().filter(|n| a.position(**n).is_none());
    for name in a.names.iter().chain(others).copied() {
        let column = match (a.position(name), b.position(name)) {
            (Some(i), Some(j)) => united(&a.columns[i], &b.columns[j])?,
            (Some(i), None) => united(&a.columns[i], &nulls(&a.columns[i], b.count()))?,
            (None, Some(j)) => united(&nulls(&b.columns[j], a.count()), &b.columns[j])?,
            (None, None) => continue,
        };
        out.names.push(name);
        out.columns.push(column);
    }
    Ok(out)
}

fn united(x: &Value, y: &Value) -> Result<Value> {
    if x.count() == 0 && matches!(x, Value::List(_)) {
        return Ok(y.clone());
    }
    if matches!((x, y), (Value::Vector(a), Value::Vector(b)) if a.domain != b.domain) {
        let (x, y) = align(x, y);
        return joined(&x, &y);
    }
    match joined(x, y)? {
        Value::Vector(v) if x.item_type() != Some(v.ty) => Ok(list(x.items().chain(y.items()).collect())),
        other => Ok(other),
    }
}

/// `ej[c;t1;t2]`: a row for every pair of rows of `t1` and `t2` that agree in the columns `c`, in the order of
/// `t1`, then of `t2`. Common columns come from `t2`.
///
/// Source: ref/ej.
pub fn ej(c: &Value, t1: &Value, t2: &Value) -> Result<Value> {
    let by = names(c)?;
    let (a, b) = (Flat::of(t1)?, Flat::of(t2)?);
    let (own, theirs): (Vec<Value>, Vec<Value>) =
        a.pick(&by)?.iter().zip(&b.pick(&by)?).map(|(x, y)| align(x, y)).unzip();
    let (left, right) = pairs(&own, &theirs)?;
    let mut out = Flat { names: a.names.clone(), columns: Vec::new(), keys: 0 };
    out.columns = a.columns.iter().map(|c| ops::pick(c, &left)).collect();
    for (name, column) in b.names.iter().zip(&b.columns) {
        if !by.contains(name) {
            out.set(*name, ops::pick(column, &right));
        }
    }
    Ok(out.into_value())
}

/// Rows between two looks whether the evaluation is to end.
const LOOK: usize = 1 << 10;

/// Pairs of positions of rows that are equal.
fn pairs(own: &[Value], theirs: &[Value]) -> Result<(Vec<i64>, Vec<i64>)> {
    let groups = ops::groups_in_order_of_appearance(theirs)?;
    let heads: Vec<Value> = theirs.iter().map(|c| ops::pick(c, &groups.first)).collect();
    let found = find_rows(&heads, own)?;
    // A few rows make many pairs when most of them are equal.
    let theirs = |g: i64| if (g as usize) < groups.count() { groups.rows(g as usize) } else { &[] };
    let count = found.iter().fold(0_usize, |n, g| n.saturating_add(theirs(*g).len()));
    let (mut left, mut right) = (room::vec(count), room::vec(count));
    for (row, g) in found.into_iter().enumerate() {
        let rows = theirs(g);
        left.extend(std::iter::repeat_n(row as i64, rows.len()));
        right.extend_from_slice(rows);
        if row % LOOK == 0 {
            evaluation::check()?;
        }
    }
    Ok((left, right))
}
