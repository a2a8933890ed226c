//! `x,:y`: values that grow, in place when nobody else holds them.

use crate::amend::{
    add_entry, cells, cut_back, each_is_one, fit, fit_entry, is_other_integer, loosen, numbered, rows_fit,
    set_dict, set_entries, set_in, to_integer, uneven,
};
use crate::gather::null_of;
use crate::join::{as_list, extend, extend_data, join_onto};
use crate::lookup::{self, Shared};
use crate::order::{Key, identical};
use crate::slices;
use quarry_value::error::{length_error, type_error};
use quarry_value::{
    Attr, Buf, Data, Dict, Error, List, Result, Table, Type, Value, Vector, memory, moving, room, with_data,
};
use std::sync::{Arc, OnceLock};

/// `x,:y`: `y` appended to `x`, which keeps its type: unlike `x,y` it signals 'type when `y` does not fit.
///
/// A list goes into a list of lists as one item. Rows are appended to tables as tables (columns that are missing
/// are null), dictionaries, records, or lists of records; into keyed tables and dictionaries by key.
/// Errors: 'type, 'length, 'mismatch, 'cast. Source: ref/join.
pub fn append(mut x: Value, y: &Value) -> Result<Value> {
    without_step(&mut x);
    append_in(&mut x, y)?;
    Ok(x)
}

/// Takes `s#` off a dictionary or keyed table.
pub fn without_step(x: &mut Value) {
    if let Value::Dict(d) = x
        && d.sorted
    {
        Arc::make_mut(d).sorted = false;
    }
}

/// [`append`] on a value where it is; after an error it is as it was.
///
/// Errors: 'step for a dictionary or keyed table with `s#`, beside those of [`append`].
pub fn append_in(x: &mut Value, y: &Value) -> Result<()> {
    match x {
        // Integers of another width give an empty vector their type, as `,` does (inferred).
        Value::Vector(a) if a.is_empty() && is_other_integer(a.ty, y) => {
            moving::replace(x, as_list(y.clone()))
        }
        Value::Vector(a) => append_items(a, y),
        Value::List(a) if !a.is_empty() => append_to_list(a, y),
        Value::Table(a) => append_rows(a, y),
        Value::Dict(d) => {
            crate::amend::check_no_step(d)?;
            if d.keys.count() > 0 && has_no_entries(y) {
                return Ok(());
            }
            match (&d.keys, &d.values) {
                (Value::Table(_), Value::Table(_)) => append_keyed(d, y),
                _ => append_entries(x, y),
            }
        }
        _ => {
            let _beside = moving::beside(x);
            *x = join_onto(x.clone(), y)?;
            Ok(())
        }
    }
}

/// Is it a dictionary of nothing? A keyed table without rows has columns, which must fit.
fn has_no_entries(x: &Value) -> bool {
    matches!(x, Value::Dict(d) if d.keys.is_list() && d.keys.count() == 0)
}

/// [`append_in`] of an atom of the vector's own type where nobody else holds `x`; false when that is not so.
#[inline]
pub fn push_atom(x: &mut Value, y: &Value) -> bool {
    let Value::Vector(a) = x else { return false };
    let Some(x) = Arc::get_mut(a) else { return false };
    let (attr, index) = (x.attr.get(), &mut x.index);
    match (&mut x.data, y) {
        (Data::I64(Buf::Heap(items)), &Value::I64(ty, y)) if ty == x.ty => push(items, attr, index, y),
        (Data::F64(Buf::Heap(items)), &Value::F64(ty, y)) if ty == x.ty => push(items, attr, index, y),
        (Data::U8(Buf::Heap(items)), &Value::U8(ty, y)) if ty == x.ty => push(items, attr, index, y),
        (Data::Sym(Buf::Heap(items)), &Value::Sym(y)) if x.ty == Type::Symbol => push(items, attr, index, y),
        _ => false,
    }
}

/// Puts an item behind the others, as long as the attribute stays and what is known of where items are with it; false, and nothing
/// is done, when they may not.
#[inline]
pub(crate) fn push<T: Key>(items: &mut Vec<T>, attr: Attr, index: &mut OnceLock<Shared>, y: T) -> bool {
    room::reserve(items, 1);
    let goes = attr == Attr::None && index.get().is_none() || lookup::follow(attr, index, items, y);
    if goes {
        items.push(y);
    }
    goes
}

fn append_items(x: &mut Arc<Vector>, y: &Value) -> Result<()> {
    if let Value::Vector(y) = y
        && x.is_alike(y)
    {
        moving::vector_room(x, y.len())?;
        extend(x, y);
        return Ok(());
    }
    let told = |e: Error| match e.details().map(|d| format!("{d}; x:x,y makes a list of both")) {
        Some(detail) if e.word() == b"type" => e.detail_instead(detail),
        _ => e,
    };
    if let Value::Vector(y) = as_list(fit(x, y).map_err(told)?) {
        moving::vector_room(x, y.len())?;
        extend(x, &y);
    }
    Ok(())
}

fn append_to_list(x: &mut Arc<List>, y: &Value) -> Result<()> {
    if matches!(y, Value::List(l) if l.is_empty()) {
        return Ok(());
    }
    let one = goes_as_one(x, y);
    let y = &moving::like_list(x, y)?;
    moving::list_room(x, y)?;
    let _beside = moving::beside_list(x);
    let l = Arc::make_mut(x);
    if one {
        push_item(l, y);
    } else {
        push_items(l, y);
    }
    Ok(())
}

/// Is `y` one item of a list that is not empty, and not as many as it has?
fn goes_as_one(x: &List, y: &Value) -> bool {
    let depth = depth(y);
    depth == 0 || rank_of_first(x) == depth
}

/// [`append_in`] of a list of one item where nobody else holds `x`, a general list; false, and nothing is done, when
/// that is not so.
pub fn push_one(x: &mut Value, y: &Value) -> bool {
    let (Value::List(list), Value::List(one)) = (x, y) else { return false };
    let Some(list) = Arc::get_mut(list) else { return false };
    let goes = one.len() == 1 && !list.is_empty() && !goes_as_one(list, y);
    match one.holds_values() {
        _ if !goes => {}
        true => push_item(list, &one.as_slice()[0]),
        false => push_item(list, &one.get(0)),
    }
    goes
}

/// So many items are put behind others without much ado.
const FEW: usize = 64;

/// [`append_in`] of a few items where nobody else holds `x`, a vector of their type without attribute, or a table that has such
/// columns; false, and nothing is done, when that is not so. Symbols alone may make a domain longer, which is told.
pub fn push_few(x: &mut Value, y: &Value) -> bool {
    match (x, y) {
        (Value::Vector(a), Value::Vector(b)) => {
            let goes = b.ty != Type::Symbol && takes_few(a, b);
            if goes {
                put_few(a, b);
            }
            goes
        }
        (Value::Table(t), Value::Table(u)) if !t.is_elsewhere() && !u.is_elsewhere() && u.count() <= FEW => {
            let Some(t) = Arc::get_mut(t) else { return false };
            let takes = |both| vectors(both).is_some_and(|(a, b)| takes_few(a, b));
            if t.names != u.names || !t.columns.iter_mut().zip(&u.columns).all(takes) {
                return false;
            }
            // There is room in all of them before one has grown.
            t.columns.iter_mut().zip(&u.columns).filter_map(vectors).for_each(|(a, b)| reserve(a, b.len()));
            t.columns.iter_mut().zip(&u.columns).filter_map(vectors).for_each(|(a, b)| put_few(a, b));
            t.attr = Attr::None.into();
            true
        }
        _ => false,
    }
}

fn vectors<'a>((x, y): (&'a mut Value, &'a Value)) -> Option<(&'a mut Arc<Vector>, &'a Vector)> {
    match (x, y) {
        (Value::Vector(x), Value::Vector(y)) => Some((x, y)),
        _ => None,
    }
}

fn takes_few(x: &mut Arc<Vector>, y: &Vector) -> bool {
    x.is_alike(y)
        && y.len() <= FEW
        && !y.is_window()
        && Arc::get_mut(x).is_some_and(|x| x.attr == Attr::None && x.index.get().is_none() && !x.is_window())
}

fn reserve(x: &mut Arc<Vector>, n: usize) {
    if let Some(x) = Arc::get_mut(x) {
        with_data!(&mut x.data, b => room::reserve(b.make_mut(), n));
    }
}

fn put_few(x: &mut Arc<Vector>, y: &Vector) {
    if let Some(x) = Arc::get_mut(x) {
        extend_data(&mut x.data, &y.data);
    }
}

/// May the items of `y` be put behind those of `x`, which is not empty, one by one and as they are?
pub(crate) fn can_append_each(x: &Value, y: &Value) -> bool {
    match (x, y) {
        (Value::Vector(x), Value::Vector(y)) => !x.is_empty() && x.is_alike(y),
        (Value::List(x), Value::List(_) | Value::Vector(_)) => !x.is_empty(),
        _ => false,
    }
}

/// The items of `y` behind those of `x`, as [`can_append_each`] says.
pub fn append_each(x: &mut Value, y: &Value) -> Result<()> {
    match (x, y) {
        (Value::Vector(x), Value::Vector(y)) => {
            moving::vector_room(x, y.len())?;
            extend(x, y);
        }
        (Value::List(x), y) => {
            let y = &moving::like_list(x, y)?;
            moving::list_room(x, y)?;
            let _beside = moving::beside_list(x);
            push_items(Arc::make_mut(x), y);
        }
        _ => return Err(type_error()),
    }
    Ok(())
}

/// The items of `y` after those of a list; strings after packed ones stay packed.
fn push_items(l: &mut List, y: &Value) {
    if !matches!(y, Value::List(more) if push_texts(l, more) || push_vectors(l, more)) {
        let (before, items) = (l.len(), l.make_mut());
        room::reserve(items, y.count());
        items.extend(y.items());
        settle(l, before);
    }
}

/// Strings after packed ones. False, and nothing is done, when that is not what they are.
pub(crate) fn push_texts(l: &mut List, more: &List) -> bool {
    if l.as_packed().is_none() {
        return false;
    }
    let (all, each) = (more.as_packed(), if more.as_packed().is_none() { more.texts() } else { None });
    if all.is_none() && each.is_none() {
        return false;
    }
    let Some(texts) = l.packed_mut() else { return false };
    if let Some(more) = all {
        texts.append(more);
    }
    if let Some(more) = each {
        texts.reserve(more.len(), more.iter().map(|t| t.len()).sum());
        texts.extend(more);
    }
    true
}

/// Vectors after those that lie one behind the other. False, and nothing is done, when that is not what they are.
pub(crate) fn push_vectors(l: &mut List, more: &List) -> bool {
    if !l.as_slices().is_some_and(|s| slices::take(s, more)) {
        return false;
    }
    if let Some(s) = l.slices_mut() {
        slices::append(s, more);
    }
    true
}

/// Makes room for the strings `more` in a packed list that nobody else holds, so that they can be appended without fail.
fn make_room(x: &mut Value, more: &Value) {
    if let (Value::List(l), Value::List(more)) = (&mut *x, more)
        && l.as_packed().is_some()
        && let Some(texts) = Arc::get_mut(l).and_then(List::packed_mut)
    {
        texts.reserve(more.len(), (0..more.len()).filter_map(|i| more.text(i)).map(<[u8]>::len).sum());
    }
    if let (Value::List(l), Value::List(more)) = (x, more)
        && l.as_slices().is_some_and(|s| slices::take(s, more))
        && let Some(slices) = Arc::get_mut(l).and_then(List::slices_mut)
    {
        slices.reserve(more.len(), slices::items_in(more));
    }
}

/// One more item: strings that are packed, and vectors that lie one behind the other, stay so.
pub(crate) fn push_item(l: &mut List, v: &Value) {
    let _beside = moving::beside_list(l);
    if let Some(text) = plain_text(v)
        && l.as_packed().is_some()
        && let Some(texts) = l.packed_mut()
    {
        room::refuse_spoilt();
        return texts.push(text);
    }
    if let Value::Vector(v) = v
        && l.as_slices().is_some_and(|s| s.takes(v))
        && let Some(slices) = l.slices_mut()
    {
        with_data!(&v.data, b => _ = b.as_slice());
        room::refuse_spoilt();
        return slices.push(v);
    }
    let (before, items) = (l.len(), l.make_mut());
    room::reserve(items, 1);
    items.push(v.clone());
    settle(l, before);
}

/// Packs a list that has grown, when that is of use. In domain 1 it stays as it is: whoever takes an item finds it there.
fn settle(l: &mut List, before: usize) {
    if !moving::is_filed_list(l) {
        l.settle(before);
    }
}

/// The text of a char vector without attribute.
pub(crate) fn plain_text(v: &Value) -> Option<&[u8]> {
    match v {
        Value::Vector(v) if v.ty == Type::Char && v.attr == Attr::None => v.slice(),
        _ => None,
    }
}

/// How deep a value nests, judged by first items.
pub(crate) fn depth(x: &Value) -> usize {
    let (mut x, mut levels) = (x, 0);
    loop {
        x = match x {
            Value::List(l) if l.is_empty() => return levels + 1,
            Value::List(l) if l.holds_values() => &l.as_slice()[0],
            Value::List(l) => return levels + 1 + depth(&l.get(0)),
            Value::Vector(_) | Value::Table(_) => return levels + 1,
            _ => return levels,
        };
        levels += 1;
    }
}

/// How deep the first item of a list that grows nests, where an empty one inside has no depth: `,""` nests like a
/// vector there (observed), though not as what is appended.
fn rank_of_first(x: &List) -> usize {
    rank_below(x, 0)
}

/// [`rank_of_first`] of a list that lies so many levels within the one that grows.
fn rank_below(mut x: &List, mut levels: usize) -> usize {
    let at = |first: &Value, levels| match first.is_list() && first.count() == 0 && levels > 0 {
        true => levels,
        false => levels + depth(first),
    };
    while x.holds_values() {
        match &x.as_slice()[0] {
            Value::List(first) if !first.is_empty() => x = first,
            first => return at(first, levels),
        }
        levels += 1;
    }
    match x.get(0) {
        Value::List(first) if !first.is_empty() => rank_below(&first, levels + 1),
        first => at(&first, levels),
    }
}

/// Rows at the end of a table.
pub(crate) fn append_rows(x: &mut Arc<Table>, y: &Value) -> Result<()> {
    if x.is_elsewhere() {
        return Err(type_error());
    }
    if y.is_list() && y.count() == 0 {
        return Ok(());
    }
    if let Value::Table(y) = y
        && are_alike(x, y)
    {
        return append_alike(x, y);
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
    let prepare = |(c, more): (&mut Value, &Value)| {
        let more = moving::prepare(c, more)?;
        make_room(c, &more);
        Ok(more)
    };
    let columns: Vec<Value> = t.columns.iter_mut().zip(&columns).map(prepare).collect::<Result<_>>()?;
    t.attr = Attr::None.into();
    let before = t.count();
    let grow = |t: &mut Table| {
        t.columns.iter_mut().zip(&columns).try_for_each(|(column, more)| append_column(column, more))
    };
    all_or_none(t, before, grow)
}

/// Have two tables the same columns, vectors of the same types?
fn are_alike(x: &Table, y: &Table) -> bool {
    let is_like = |(a, b): (&Value, &Value)| match (a, b) {
        (Value::Vector(a), Value::Vector(b)) => a.is_alike(b),
        _ => false,
    };
    x.names == y.names
        && !y.is_elsewhere()
        && !memory::is_on()
        && x.columns.iter().zip(&y.columns).all(is_like)
}

/// Is `y` a table whose rows go behind those of `t` as they are?
pub fn are_rows_of(t: &Table, y: &Value) -> bool {
    matches!(y, Value::Table(y) if !t.is_elsewhere() && are_alike(t, y))
}

/// The items of a row, or of a record with the names of a table's columns in their order.
fn cells_of<'a>(t: &Table, row: &'a Value) -> Option<&'a List> {
    match row {
        Value::List(row) => Some(row),
        Value::Dict(d) if d.keys.as_syms().is_some_and(|names| names == &t.names[..]) => match &d.values {
            Value::List(row) => Some(row),
            _ => None,
        },
        _ => None,
    }
}

/// Is `y` a row, or a record, of atoms as they lie in the columns of a table, all of them vectors?
pub fn is_row_of(t: &Table, y: &Value) -> bool {
    let Some(row) = cells_of(t, y) else { return false };
    let fits = |(column, item): (&Value, &Value)| match (column, item) {
        (Value::Vector(v), Value::Enum(domain, _)) => v.ty == Type::Enum && v.domain == *domain,
        (Value::Vector(v), item) => item.is_atom() && item.item_type() == Some(v.ty),
        _ => false,
    };
    let items = if row.holds_values() { row.as_slice() } else { &[] };
    !t.is_elsewhere()
        && !memory::is_on()
        && items.len() == t.columns.len()
        && t.columns.iter().zip(items).all(fits)
}

/// Puts a row behind those of a table, as [`is_row_of`] says; after an error it is as it was.
pub fn push_row(x: &mut Value, row: &Value) -> Result<()> {
    let Value::Table(t) = x else { return Err(type_error()) };
    let row = cells_of(t, row).ok_or_else(type_error)?;
    let t = Arc::make_mut(t);
    t.attr = Attr::None.into();
    all_or_none(t, t.count(), |t| {
        for (column, item) in t.columns.iter_mut().zip(row.as_slice()) {
            if !push_atom(column, item) {
                append_column(column, &as_list(item.clone()))?;
            }
        }
        Ok(())
    })
}

/// [`append_rows`] of a table whose columns go behind those of the other as they are.
fn append_alike(x: &mut Arc<Table>, y: &Table) -> Result<()> {
    let t = Arc::make_mut(x);
    t.attr = Attr::None.into();
    all_or_none(t, t.count(), |t| {
        for (column, more) in t.columns.iter_mut().zip(&y.columns) {
            if let (Value::Vector(column), Value::Vector(more)) = (column, more) {
                extend(column, more);
            }
        }
        Ok(())
    })
}

/// Lets the columns of a table grow; where there is no room for one of them none has grown.
fn all_or_none(t: &mut Table, before: usize, grow: impl FnOnce(&mut Table) -> Result<()>) -> Result<()> {
    let done = room::asking(|| grow(t));
    if done.is_err() {
        t.columns.iter_mut().for_each(|c| cut_back(c, before));
    }
    done
}

/// Items for a column; a general column takes them as they are.
fn append_column(x: &mut Value, more: &Value) -> Result<()> {
    match x {
        Value::Vector(x) => append_items(x, more)?,
        Value::List(l) if l.is_empty() => moving::replace(x, as_list(more.clone()))?,
        Value::List(l) => {
            let more = moving::like_list(l, more)?;
            moving::list_room(l, &more)?;
            let _beside = moving::beside_list(l);
            push_items(Arc::make_mut(l), &more);
        }
        _ => *x = join_onto(x.clone(), more)?,
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

/// `y` as columns for those of `t`; `None` for a column that `y` lacks.
pub(crate) fn row_columns(t: &Table, y: &Value) -> Result<Vec<Option<Value>>> {
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

/// A list as one record, or as a list of records when its first item nests deeper than the first column's items: an atom is none.
///
/// Errors: 'length. Source: DefconQ/defconQ (dictionaries and tables).
fn list_columns(t: &Table, y: &Value) -> Result<Vec<Option<Value>>> {
    let width = t.columns.len();
    let first = t.columns.first().map_or(0, |c| depth(c).saturating_sub(1));
    let nested = t.columns.first().is_some_and(|c| matches!(c, Value::List(l) if l.is_empty()));
    let is_deeper = depth(&y.at(0)) > first && !nested;
    let has_atoms = is_deeper && y.items().any(|record| record.is_atom());
    if has_atoms && matches!(t.columns.first(), Some(Value::Vector(_))) {
        return Err(length_error().detail("a list of records has an atom among them"));
    }
    let records = is_deeper && !has_atoms || matches!(y.at(0), Value::Dict(_));
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
    if k.columns.is_empty() {
        return Err(type_error().detail("a keyed table without key columns takes no rows"));
    }
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
pub(crate) fn upsert_rows(
    d: &mut Arc<Dict>,
    keys: &[Value],
    given: &[Option<Value>],
    n: usize,
) -> Result<()> {
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
    let before = have as usize;
    if let Value::Table(k) = &mut dict.keys {
        let grow = |k: &mut Table| grow_columns(k, keys.iter().map(Some), &first);
        all_or_none(Arc::make_mut(k), before, grow)?;
    }
    if let Value::Table(v) = &mut dict.values {
        let v = Arc::make_mut(v);
        let grow = |v: &mut Table| grow_columns(v, given.iter().map(Option::as_ref), &first);
        if let Err(e) = all_or_none(v, before, grow) {
            cut_back(&mut dict.keys, before);
            return Err(e);
        }
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
    let values = match &d.values {
        Value::Vector(values) if !values.is_empty() => fit_column(values, &more.values)?,
        _ => more.values.clone(),
    };
    // A join takes keys as they are, also those that stand for several in an assignment.
    if d.keys.count() == 0 || !are_one_each(&d.keys, &more.keys) {
        *x = join_onto(x.clone(), &Value::dict(more.keys.clone(), values))?;
        return Ok(());
    }
    // Keys, like values, all fit before the first is added; only rows may not.
    let keys = fit_keys(&d.keys, &more.keys)?;
    if keys.count() > d.keys.count()
        && are_joined(&d.keys, &keys)
        && are_joined(&d.values, &values)
        && !has_attribute(&d.values)
    {
        *x = join_onto(x.clone(), &Value::dict(keys, values))?;
        return Ok(());
    }
    let at = places(&d.keys, &keys)?;
    let is_of_rows = match &d.values {
        Value::Table(t) => !matches!(values, Value::Table(_)) || rows_fit(t, &values).is_err(),
        _ => false,
    };
    match is_of_rows {
        true => put_rows(x, &keys, &values, &at),
        false => match x {
            Value::Dict(d) => set_entries(d, &keys, &values, true, &at),
            _ => Ok(()),
        },
    }
}

/// Is each of these one key, and none of what could be only part of the row that a key is?
fn are_one_each(own: &Value, keys: &Value) -> bool {
    (!matches!(own, Value::Table(_)) || matches!(keys, Value::Table(_))) && each_is_one(own, keys)
}

/// Is a join of keys, or values, to others what comes of setting one after the other? It is faster where few are there.
fn are_joined(x: &Value, y: &Value) -> bool {
    match (x, y) {
        (Value::Vector(x), Value::Vector(y)) => x.is_alike(y),
        (Value::Table(x), Value::Table(y)) => are_alike(x, y),
        _ => false,
    }
}

/// Values keep `g#` where one after the other is set.
fn has_attribute(x: &Value) -> bool {
    match x {
        Value::Vector(v) => v.attr != Attr::None,
        Value::Table(t) => t.columns.iter().any(has_attribute),
        _ => false,
    }
}

/// Where keys, each of which is one, are among those of a dictionary; the count for one that is not there.
fn places(own: &Value, keys: &Value) -> Result<Vec<i64>> {
    if keys.count() > FEW_KEYS {
        return crate::find::find_items(own, keys);
    }
    let place = |key: Value| match own {
        // Sought alone, an atom is not found among lists.
        Value::List(l) if key.is_atom() && l.holds_values() => {
            l.as_slice().iter().position(|own| identical(own, &key)).map(|at| at as i64)
        }
        own => crate::index::key_positions(own, &key).ok().and_then(|at| at.as_long()),
    };
    let none = own.count() as i64;
    Ok(keys.items().map(|key| place(key).unwrap_or(none)).collect())
}

/// So many keys are each sought by a walk. Where more are sought, it is noted first where those that are there are.
const FEW_KEYS: usize = 16;

/// Rows under keys, as `at` says: each is a record, a list or an atom. A list is a row there, not a column of rows for all.
fn put_rows(x: &mut Value, keys: &Value, rows: &Value, at: &[i64]) -> Result<()> {
    let before = (at.len() > 1).then(|| x.clone());
    let Value::Dict(d) = x else { return Ok(()) };
    let n = d.keys.count() as i64;
    let known = numbered(&d.keys, keys, at);
    let mut order: Vec<usize> = (0..at.len()).collect();
    order.sort_by_key(|j| at[*j] < n);
    let result = order.into_iter().try_for_each(|j| match &known {
        Some(at) if at[j] < d.keys.count() as i64 => {
            set_in(&mut Arc::make_mut(d).values, &Value::long(at[j]), &rows.at(j))
        }
        Some(_) => add_entry(Arc::make_mut(d), &keys.at(j), &rows.at(j)),
        None => set_dict(d, &keys.at(j), &rows.at(j)),
    });
    if let (Err(_), Some(before)) = (&result, before) {
        *x = before;
    }
    result
}

/// Keys, each of which is one, as they go among those of a dictionary.
fn fit_keys(x: &Value, keys: &Value) -> Result<Value> {
    match (x, keys) {
        (Value::Vector(_), Value::List(_)) => {
            Ok(Value::collapse(keys.items().map(|key| fit_entry(x, &key)).collect::<Result<_>>()?))
        }
        (Value::Vector(v), Value::Vector(_)) => fit_column(v, keys),
        _ => Ok(keys.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gather::positions;
    use quarry_value::Sym;

    fn longs(x: &Value) -> Vec<i64> {
        positions(x).unwrap()
    }

    fn word(r: Result<Value>) -> String {
        r.map(|v| panic!("{v:?}")).unwrap_err().to_string()
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
