//! Entries of dictionaries and keyed tables: set under keys that are there, and added under those that are not.

use super::{cells, cut_back, fit, is_all, is_one, is_other_integer, set_in, uneven};
use crate::append::{append_each, append_rows, can_append_each, depth, push_item, row_columns};
use crate::find::{is_one_cell, is_whole};
use crate::gather::{pick, positions};
use crate::join::{as_list, extend};
use quarry_value::error::{length_error, type_error};
use quarry_value::{Attr, Dict, Error, Result, Table, Type, Value, Vector, room};
use std::sync::Arc;

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
            // Where each key is one entry, what was added can be taken away again.
            let found = at;
            let at = positions(&found).filter(|at| at.len() == i.count());
            if let Some(at) = at.as_ref().filter(|_| n > 0 && each_is_one(&x.keys, i)) {
                return set_entries(x, i, v, by_item, at);
            }
            let mut order: Vec<i64> = (0..i.count() as i64).collect();
            if let Some(at) = at {
                order.sort_by_key(|j| at[*j as usize] < n);
            }
            let before = Before::of(x, &found);
            let added = set_one_by_one(x, i, v, by_item, &order);
            if added.is_err() {
                before.put_back(x);
            }
            added
        }
    }
}

/// Is each item of `i` one key among `keys`, of which there are some? Among lists one that nests deeper stands for its items, one
/// of no items for none, and a dictionary for its values. What says all is every key.
pub fn each_is_one(keys: &Value, i: &Value) -> bool {
    match (keys, i) {
        (Value::List(keys), Value::List(l)) => {
            let first = keys.get(0);
            let is_one =
                |key: Value| !matches!(key, Value::Dict(_)) && !is_all(&key) && is_whole(&first, &key);
            if l.lies_together() { is_one(l.get(0)) } else { i.items().all(is_one) }
        }
        (Value::Vector(_), Value::List(_)) => i.items().all(|key| key.is_atom() && !is_all(&key)),
        (_, Value::Vector(_)) | (Value::Table(_), Value::Table(_)) => true,
        _ => false,
    }
}

/// The row of a keyed table whose columns of one item `v` gives for a list of one key, as it gives longer ones for more keys. Where
/// all columns are lists, they are cells. Source: finos/kdb (inithook).
fn row_of_columns(x: &Dict, i: &Value, v: &Value) -> Option<Value> {
    let (Value::Table(keys), Value::Table(t), Value::List(columns)) = (&x.keys, &x.values, v) else {
        return None;
    };
    let one_key = i.is_list() && i.count() == 1 && keys.columns.len() == 1;
    let takes_atoms =
        || t.columns.iter().any(|c| matches!(c, Value::Vector(_))) && columns.len() == t.columns.len();
    let is_column = |c: &Value| c.is_list() && c.count() == 1;
    let is_row = one_key && takes_atoms() && v.items().all(|c| is_column(&c));
    is_row.then(|| Value::collapse(v.items().map(|c| c.at(0)).collect()))
}

/// Sets the entries of keys, each of which is one: `at` says where they are, some of them nowhere. These come first, and are taken
/// away again where one does not fit. The others are set all at once: a list whose items are of one type once some are others is
/// a vector, and takes no more of another type.
pub(crate) fn set_entries(
    x: &mut Arc<Dict>,
    keys: &Value,
    v: &Value,
    by_item: bool,
    at: &[i64],
) -> Result<()> {
    let n = x.keys.count();
    let (there, new): (Vec<i64>, Vec<i64>) = (0..at.len() as i64).partition(|j| at[*j as usize] < n as i64);
    let result = add_new(x, keys, v, by_item, at, &new).and_then(|()| {
        if there.is_empty() {
            return Ok(());
        }
        let places: Vec<i64> = there.iter().map(|j| at[*j as usize]).collect();
        let values = match v {
            _ if by_item => pick(v, &there),
            // It would go to the places row by row.
            Value::Table(_) => Value::list(vec![v.clone(); there.len()]),
            v => v.clone(),
        };
        set_in(&mut Arc::make_mut(x).values, &Value::longs(places), &values)
    });
    if result.is_err() && x.keys.count() > n {
        let d = Arc::make_mut(x);
        cut_back(&mut d.keys, n);
        cut_back(&mut d.values, n);
    }
    result
}

/// Adds the entries of `new` ones among keys.
fn add_new(x: &mut Arc<Dict>, keys: &Value, v: &Value, by_item: bool, at: &[i64], new: &[i64]) -> Result<()> {
    if new.len() >= MANY {
        let values = if by_item { pick(v, new) } else { v.clone() };
        if add_entries(x, &pick(keys, new), &values, by_item)? {
            return Ok(());
        }
    }
    let at = numbered(&x.keys, keys, at);
    new.iter().map(|j| *j as usize).try_for_each(|j| {
        let value = if by_item { v.at(j) } else { v.clone() };
        match &at {
            Some(at) if at[j] < x.keys.count() as i64 => {
                set_in(&mut Arc::make_mut(x).values, &Value::long(at[j]), &value)
            }
            Some(_) => add_entry(Arc::make_mut(x), &keys.at(j), &value),
            None => set_dict(x, &keys.at(j), &value),
        }
    })
}

/// Where keys `i`, each of which is one, are among `keys`, as `at` says, and where those that are not there will be when they have been
/// added one after the other. `None` where that is not certain.
pub fn numbered(keys: &Value, i: &Value, at: &[i64]) -> Option<Vec<i64>> {
    let n = keys.count() as i64;
    let new: Vec<i64> = (0..at.len() as i64).filter(|j| at[*j as usize] >= n).collect();
    let mut at = at.to_vec();
    if let [only] = new[..] {
        at[only as usize] = n;
    }
    if new.len() > 1 {
        let new_keys = match keys {
            Value::List(_) => pick(i, &new),
            // What differs may be the same once it fits.
            Value::Vector(x) => as_list(fit(x, &pick(i, &new)).ok()?),
            Value::Table(t) if are_keys_of(t, i) => pick(i, &new),
            _ => return None,
        };
        let columns: Vec<&Value> = match &new_keys {
            Value::Table(t) => t.columns.iter().collect(),
            list => vec![list],
        };
        let groups = crate::group_ids(&columns).ok().filter(|groups| groups.ids.len() == new.len())?;
        new.iter().zip(&groups.ids).for_each(|(j, id)| at[*j as usize] = n + i64::from(*id));
    }
    Some(at)
}

/// Are these rows with the columns of `t`, whose items go into them as they are?
fn are_keys_of(t: &Table, rows: &Value) -> bool {
    let is_alike = |(own, more): (&Value, &Value)| match (own, more) {
        (Value::Vector(own), Value::Vector(more)) => own.is_alike(more),
        (Value::List(_), Value::Vector(_) | Value::List(_)) => true,
        _ => false,
    };
    matches!(rows, Value::Table(rows) if rows.names == t.names && t.columns.iter().zip(&rows.columns).all(is_alike))
}

/// What a dictionary was before keys were set that may stand for several.
enum Before {
    Whole(Arc<Dict>),
    /// So many entries, and those of their values that may have changed, with their places.
    Some(usize, Vec<i64>, Value),
}

impl Before {
    /// `at` says where keys are. A vector is searched for them one by one, so that each is also there when it is sought alone.
    fn of(x: &Arc<Dict>, at: &Value) -> Before {
        let is_plain = |x: &Value| match x {
            Value::Vector(v) => v.attr == Attr::None,
            Value::List(l) => l.attr == Attr::None,
            _ => false,
        };
        let n = x.keys.count();
        let mut places = Vec::new();
        let are_known = n > 0
            && matches!(x.keys, Value::Vector(_))
            && [&x.keys, &x.values].into_iter().all(is_plain)
            && add_places(at, &mut places);
        if !are_known {
            return Before::Whole(x.clone());
        }
        places.retain(|at| *at < n as i64);
        let values = pick(&x.values, &places);
        Before::Some(n, places, values)
    }

    fn put_back(self, x: &mut Arc<Dict>) {
        let (n, places, old) = match self {
            Before::Whole(whole) => {
                *x = whole;
                return;
            }
            Before::Some(n, places, old) => (n, places, old),
        };
        let d = Arc::make_mut(x);
        cut_back(&mut d.keys, n);
        cut_back(&mut d.values, n);
        if places.is_empty() {
            return;
        }
        // A vector had items of that type only if those that have changed had it, too.
        if matches!((&d.values, &old), (Value::Vector(v), Value::Vector(old)) if v.is_alike(old))
            && set_in(&mut d.values, &Value::longs(places.clone()), &old).is_ok()
        {
            return;
        }
        let mut items: Vec<Value> = d.values.items().collect();
        places.iter().zip(old.items()).for_each(|(at, item)| items[*at as usize] = item);
        d.values = Value::list(items);
    }
}

/// Adds the positions in `at`, which may nest, to `places`; false where there is anything else.
fn add_places(at: &Value, places: &mut Vec<i64>) -> bool {
    match at {
        Value::List(_) => at.items().all(|at| add_places(&at, places)),
        at => positions(at).map(|more| places.extend(more)).is_some(),
    }
}

/// Sets entries, some of which are new, one after the other in `order`: keys may stand for several.
fn set_one_by_one(x: &mut Arc<Dict>, i: &Value, v: &Value, by_item: bool, order: &[i64]) -> Result<()> {
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
pub(crate) fn rows_fit(t: &Table, rows: &Value) -> Result<()> {
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

/// A new entry under a key that is one, and not there; none where key or value does not fit.
pub fn add_entry(d: &mut Dict, key: &Value, v: &Value) -> Result<()> {
    check_no_step(d)?;
    fit_entry(&d.keys, key)?;
    let count = d.keys.count();
    // Those of an empty one have no types yet, or others.
    let empty = (count == 0).then(|| (d.keys.clone(), d.values.clone()));
    // The key, which fits, may take an attribute away: it comes last.
    let pushed = room::asking(|| push(&mut d.values, v).and_then(|()| push(&mut d.keys, key)));
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
