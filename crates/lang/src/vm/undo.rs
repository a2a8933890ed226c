//! What is undone where a change of several places fails half way: each place gets back what was kept of it, and what was added goes.

use crate::vm::Vm;
use crate::vm::amend::{Change, is_new, is_single, key_places, places, says_all};
use crate::vm::globals::Cell;
use quarry_kernel as kernel;
use quarry_value::{Attr, Dict, List, Result, Sym, Table, Type, Value, room};
use std::sync::Arc;

impl Vm {
    /// Undoes what was done to a global, as far as there is room for it.
    pub(super) fn undo(&mut self, cell: Cell, work: impl FnOnce(&mut Vm, &mut Value)) -> Result<()> {
        let Some(x) = self.globals_mut()?.take(cell) else { return Ok(()) };
        let undone = self.while_taken(cell, x, |vm, x| {
            work(vm, x);
            Ok(())
        });
        // What failed is told already.
        undone.ok();
        room::forgive();
        Ok(())
    }

    /// Puts what [`kernel::index_at`] has found at `path` back where it was.
    pub(super) fn put_back(&mut self, x: &mut Value, path: &[Value], old: Value) {
        for at in 0..path.len() {
            let Ok(items) = kernel::index_at(x, &path[..at]) else { return };
            if is_single(&items, &path[at]) {
                continue;
            }
            // Of all the values there may be more than keys lead to.
            if let (true, Value::Dict(d), Value::Dict(old)) = (path[at].is_identity(), &items, &old) {
                return self.undo_values(x, &path[..at], d, |vm, values| {
                    vm.put_back(values, &path[at..], old.values.clone());
                });
            }
            let Ok(inner) = places(&items, &path[at]) else { return };
            if inner.count() != old.count() {
                return;
            }
            if let (Some(known), Value::Dict(d)) = (key_places(&items, &inner), &items)
                && !matches!(d.values, Value::Table(_))
            {
                return self.undo_values(x, &path[..at], d, |vm, values| {
                    for (k, known) in known.into_iter().enumerate() {
                        if let Some(known) = known {
                            let path = [&[Value::long(known)], &path[at + 1..]].concat();
                            vm.put_back(values, &path, old.at(k));
                        }
                    }
                });
            }
            drop(items);
            for (k, place) in inner.items().enumerate() {
                self.put_back(x, &[&path[..at], &[place], &path[at + 1..]].concat(), old.at(k));
            }
            return;
        }
        let fits = path.split_last().is_none_or(|(i, outer)| {
            kernel::index_at(x, outer).is_ok_and(|all| takes_as_it_is(&all, i, &old))
        });
        if fits && self.amend(x, path, Change::Made(old.clone())).is_ok() {
            return;
        }
        // A list whose items have become atoms of one type is a vector by now: a variable, a column, or a dictionary's values.
        if self.put_through_column(x, path, &old) {
            return;
        }
        let Some((place, outer)) = path.split_last() else { return };
        let Ok(all) = kernel::index_at(x, outer) else { return };
        if let (Value::Table(t), Value::Dict(record)) = (&all, &old)
            && is_record_of(t, record)
        {
            drop(all);
            for (column, item) in record.keys.items().zip(record.values.items()) {
                self.put_back(x, &[outer, &[column, place.clone()]].concat(), item);
            }
            return;
        }
        // So is one whose items have become records of one kind a table.
        let (items, at) = match &all {
            Value::Vector(_) | Value::Table(_) => (&all, place.as_long()),
            Value::Dict(d) if matches!(d.values, Value::Vector(_) | Value::Table(_)) => {
                (&d.values, kernel::index::key_positions(&d.keys, place).ok().and_then(|at| at.as_long()))
            }
            _ => return,
        };
        let at = at.and_then(|at| usize::try_from(at).ok()).filter(|at| *at < items.count());
        let Some(at) = at else { return };
        let mut items: Vec<Value> = items.items().collect();
        items[at] = old;
        let items = Value::list(items);
        let all = match &all {
            Value::Dict(d) => d.with_values(items),
            _ => Ok(items),
        };
        all.and_then(|all| self.amend(x, outer, Change::Made(all))).ok();
    }

    /// Undoes among the values of the dictionary `d`, which is what `path` leads to in `x`.
    fn undo_values(
        &mut self,
        x: &mut Value,
        path: &[Value],
        d: &Dict,
        work: impl FnOnce(&mut Vm, &mut Value),
    ) {
        let mut values = d.values.clone();
        work(self, &mut values);
        if let Ok(d) = d.with_values(values) {
            self.put_back(x, path, d);
        }
    }

    /// [`Vm::put_back`] of a row, a cell or what is inside of it, through the columns; false where `path` leads to none.
    fn put_through_column(&mut self, x: &mut Value, path: &[Value], old: &Value) -> bool {
        for at in 0..path.len() {
            let Ok(mut items) = kernel::index_at(x, &path[..at]) else { return false };
            match (&mut items, &path[at..]) {
                (Value::Table(_), [row, column @ Value::Sym(_), inside @ ..]) if row.as_sym().is_none() => {
                    let path = [&[column.clone(), row.clone()], inside].concat();
                    self.put_back(&mut items, &path, old.clone());
                }
                (Value::Dict(d), [key, inside @ ..]) if matches!(d.values, Value::Table(_)) => {
                    let Ok(row) = kernel::index::key_positions(&d.keys, key) else { return false };
                    let path = [&[row], inside].concat();
                    self.put_back(&mut Arc::make_mut(d).values, &path, old.clone());
                }
                _ => continue,
            }
            return self.amend(x, &path[..at], Change::Made(items)).is_ok();
        }
        false
    }
}

/// Does the place `i` of `all` take an item without making another type of it?
pub(super) fn takes_as_it_is(all: &Value, i: &Value, item: &Value) -> bool {
    match (all, item) {
        (Value::Vector(v), _) => {
            item.item_type() == Some(v.ty) && kernel::domain::name_of(item).unwrap_or_default() == v.domain
        }
        (Value::Dict(d), _) => takes_as_it_is(&d.values, &Value::long(0), item),
        (Value::Table(t), Value::Dict(record)) => {
            let cells = t.columns.iter().zip(record.values.items());
            is_record_of(t, record)
                && cells.into_iter().all(|(column, item)| takes_as_it_is(column, i, &item))
        }
        // A list in place of a row would be one.
        (Value::Table(_), _) => !means_rows(i),
        _ => true,
    }
}

fn is_record_of(t: &Table, record: &Dict) -> bool {
    record.keys.as_syms() == Some(&t.names)
}

/// What is kept of an item that is to be changed.
pub(super) enum Kept {
    Item(Value),
    /// A join puts items behind these, and takes their attribute: to share them would be to copy them.
    Count(usize, Attr),
    /// A join puts entries into it.
    Entries,
    /// Several items that something is joined to: the path means several places where it has as many items as this says.
    Each(usize, Vec<(Value, Kept)>),
    /// What so many items of the path lead to.
    Around(usize, Value),
}

impl Kept {
    /// Of what `path` leads to in `x`: one item, or those of several places. `None` where there is nothing.
    pub(super) fn at(x: &Value, path: &[Value], joins: bool) -> Option<Kept> {
        // What an index finds of several places, it finds together, but for all that one of them means.
        let is_each = !path.iter().all(Value::is_atom) && (joins || path.iter().any(has_all));
        let is_walked = |k: usize| is_each || path[k..].iter().any(nests);
        for k in (0..path.len()).take_while(|k| is_walked(*k)) {
            let items = kernel::index_at(x, &path[..k]).ok()?;
            if stands_for_many(&items, &path[k]) {
                return Some(Kept::Around(k, items));
            }
            if is_single(&items, &path[k]) {
                continue;
            }
            let each = places(&items, &path[k]).ok()?;
            let says_all = |place| says_all(&path[k], &place);
            if path[k].is_identity() && each.items().any(says_all) || lead_elsewhere(&items, &each) {
                return Some(Kept::Around(k, items));
            }
            if !is_walked(k + 1) {
                break;
            }
            if let (Some(known), Value::Dict(d), [_]) = (key_places(&items, &each), &items, &path[k..]) {
                let of = |known| Kept::at(&d.values, &[Value::long(known)], joins);
                let kept = known.into_iter().map(|known| known.and_then(of));
                let all = each.items().zip(kept).filter_map(|(place, kept)| Some((place, kept?)));
                return Some(Kept::Each(k, all.collect()));
            }
            let mut path = path.to_vec();
            let one = |place: Value| {
                path[k] = place.clone();
                Kept::at(x, &path, joins).map(|kept| (place, kept))
            };
            return Some(Kept::Each(k, each.items().filter_map(one).collect()));
        }
        // An item that something is joined to, or that becomes another.
        let Ok(item) = kernel::index_at(x, path) else {
            // To set a keyed table, what an index takes for one key may be several.
            let k = path.len().checked_sub(1)?;
            let keyed = kernel::index_at(x, &path[..k]).ok().filter(Value::is_keyed_table)?;
            return Some(Kept::Around(k, keyed));
        };
        Some(match item {
            Value::Dict(_) if joins && !is_row(x, path) => Kept::Entries,
            Value::Vector(_) | Value::List(_) | Value::Table(_) if joins && item.count() > 0 => {
                Kept::Count(item.count(), kernel::attribute_of(&item))
            }
            item => Kept::Item(item),
        })
    }

    /// Is all of it kept?
    pub(super) fn is_whole(&self) -> bool {
        match self {
            Kept::Item(_) | Kept::Count(..) | Kept::Around(..) => true,
            Kept::Entries => false,
            Kept::Each(_, each) => each.iter().all(|(_, kept)| kept.is_whole()),
        }
    }

    /// Puts what was kept back to where it was, at `path`.
    pub(super) fn put_back(self, vm: &mut Vm, x: &mut Value, path: &[Value]) {
        match self {
            Kept::Item(item) => vm.put_back(x, path, item),
            Kept::Around(k, item) => vm.put_back(x, &path[..k], item),
            Kept::Count(n, attr) => {
                if let Some(item) = first_of(x, path, n, attr) {
                    vm.put_back(x, path, item);
                }
            }
            Kept::Entries => {}
            Kept::Each(k, each) => {
                let keys = Value::list(each.iter().map(|(place, _)| place.clone()).collect());
                if let ([_], Ok(items)) = (&path[k..], kernel::index_at(x, &path[..k]))
                    && let (Some(known), Value::Dict(d)) = (key_places(&items, &keys), items)
                {
                    return vm.undo_values(x, &path[..k], &d, |vm, values| {
                        for ((_, kept), known) in each.into_iter().zip(known) {
                            if let Some(known) = known {
                                kept.put_back(vm, values, &[Value::long(known)]);
                            }
                        }
                    });
                }
                let mut path = path.to_vec();
                for (place, kept) in each {
                    path[k] = place;
                    kept.put_back(vm, x, &path);
                }
            }
        }
    }
}

/// Is the dictionary that `path` leads to a row of a table? It is made of the columns, and what it becomes is set in them: no join
/// is done in place.
fn is_row(x: &Value, path: &[Value]) -> bool {
    let [i, rest @ ..] = path else { return false };
    match (x, rest) {
        (Value::Table(_), []) => i.as_sym().is_none(),
        (Value::Dict(d), []) => matches!(d.values, Value::Table(_)),
        // A cell is an item of its column.
        (Value::Table(t), [Value::Sym(name), inside @ ..]) if i.as_sym().is_none() => {
            let path = [std::slice::from_ref(i), inside].concat();
            t.column(*name).is_some_and(|column| is_row(column, &path))
        }
        (Value::Dict(d), _) if matches!(d.values, Value::Table(_)) => {
            let row = kernel::index::key_positions(&d.keys, i);
            row.is_ok_and(|row| is_row(&d.values, &[&[row], rest].concat()))
        }
        _ => kernel::index(x, i).is_ok_and(|item| is_row(&item, rest)),
    }
}

/// Is there more than atoms among several places?
fn nests(places: &Value) -> bool {
    match places {
        Value::List(l) => l.lies_together() || l.as_slice().iter().any(|i| !i.is_atom()),
        places => matches!(places, Value::Dict(_) | Value::Table(_)),
    }
}

/// Is `i` a dictionary or a table of keys of any type? It may be one of them itself, and stands for its values, or its rows.
fn stands_for_many(x: &Value, i: &Value) -> bool {
    matches!((x, i), (Value::Dict(d), Value::Dict(_) | Value::Table(_)) if matches!(d.keys, Value::List(_)))
}

/// Does a key among others of a dictionary lead elsewhere when it is alone? There it may stand for several, and an atom is not found
/// among lists.
fn lead_elsewhere(x: &Value, keys: &Value) -> bool {
    let Value::Dict(d) = x else { return false };
    let has_atoms = |l: &List| !l.lies_together() && l.as_slice().iter().any(Value::is_atom);
    let among_lists = || match (&d.keys, keys) {
        (Value::List(own), Value::List(l)) => !own.get(0).is_atom() && has_atoms(l),
        _ => false,
    };
    d.keys.count() > 0 && (!kernel::amend::each_is_one(&d.keys, keys) || among_lists())
}

/// Is `::` among several places?
fn has_all(places: &Value) -> bool {
    matches!(places, Value::List(l) if !l.lies_together() && l.as_slice().iter().any(|i| i.is_identity() || has_all(i)))
}

/// The first `n` items of what is at `path` by now, with the attribute that they had.
fn first_of(x: &Value, path: &[Value], n: usize, attr: Attr) -> Option<Value> {
    let item = kernel::index_at(x, path).ok()?;
    let item = kernel::take(&Value::long(n as i64), &item).ok()?;
    // They have been looked at before; without it they are the same items.
    Some(with_attribute(attr, item))
}

/// `item` with the attribute that it had.
fn with_attribute(attr: Attr, item: Value) -> Value {
    let marked = (attr != Attr::None).then(|| kernel::set_attribute(Sym::new(attr.letter()), &item));
    marked.and_then(Result::ok).unwrap_or(item)
}

/// A dictionary whose keys get the attribute back that they had.
fn with_key_attribute(attr: Attr, d: Value) -> Value {
    match d {
        Value::Dict(mut d) if attr != Attr::None => {
            let keys = &mut Arc::make_mut(&mut d).keys;
            *keys = with_attribute(attr, keys.take());
            Value::Dict(d)
        }
        d => d,
    }
}

/// How many entries and columns the dictionaries and tables have that a path leads through.
#[derive(Default)]
pub(super) struct Counts(Vec<Counted>);

struct Counted {
    /// Where it is.
    at: Vec<Value>,
    /// Of entries; a table has none.
    count: usize,
    /// That of a dictionary's keys.
    attr: Attr,
    /// Of columns of a table, or of that of a dictionary's values; what is none may become one.
    columns: Option<usize>,
    /// The dictionary itself where it has no entries, and so no types yet.
    empty: Option<Value>,
    /// The table, or that of a dictionary's values, without its rows, where columns of it are tables: other cells make them lists.
    bare: Option<Value>,
}

impl Counts {
    pub(super) fn of(x: &Value, path: &[Value]) -> Counts {
        let mut counts = Counts::default();
        counts.add(x, &mut Vec::new(), path);
        counts
    }

    /// Those of `x`, which is at `at`, and of what `path` leads to inside of it.
    fn add(&mut self, x: &Value, at: &mut Vec<Value>, path: &[Value]) {
        let [i, rest @ ..] = path else { return };
        let columns = width(x);
        let attr = if let Value::Dict(d) = x { kernel::attribute_of(&d.keys) } else { Attr::None };
        let mut add =
            |count, empty, bare| self.0.push(Counted { at: at.clone(), count, attr, columns, empty, bare });
        match x {
            Value::Dict(d) => add(x.count(), (x.count() == 0).then(|| x.clone()), bare(&d.values)),
            Value::Table(t) => {
                add(0, None, bare(x));
                if means_rows(i) {
                    // What rows have is there through the columns.
                    if let [column, inside @ ..] = rest
                        && !inside.is_empty()
                    {
                        let all = || Value::syms(t.names.clone());
                        let columns = if column.is_identity() { all() } else { column.clone() };
                        if !means_rows(&columns) {
                            self.add(x, at, &[&[columns, i.clone()], inside].concat());
                        }
                    }
                    return;
                }
            }
            Value::List(_) => {}
            _ => return,
        }
        if rest.is_empty() && is_single(x, i) {
            return;
        }
        let inner = match is_single(x, i) {
            true => Value::list(vec![i.clone()]),
            false => places(x, i).unwrap_or_else(|_| Value::empty_list()),
        };
        // Items of vectors lead nowhere.
        if rest.is_empty() && !matches!(inner, Value::List(_)) {
            return;
        }
        if let (Some(known), Value::Dict(d)) = (key_places(x, &inner), x) {
            for (place, known) in inner.items().zip(known) {
                if let Some(known) = known {
                    at.push(place);
                    self.add(&d.values.at(known as usize), at, rest);
                    at.pop();
                }
            }
            return;
        }
        for place in inner.items().filter(|place| !says_all(i, place)) {
            // A list of places within a list of places, or all of them.
            let nested = !is_single(x, &place) || matches!(x, Value::Table(_)) && means_rows(&place);
            // What is put under a key or in a column that is not there goes with it.
            if !nested && is_new(x, &place) {
                continue;
            }
            let there = || kernel::amend::place_check(x)?(&place).and_then(|()| kernel::index(x, &place));
            let found = if nested { Ok(x.clone()) } else { there() };
            let Ok(found) = found else { return };
            match nested {
                true => self.add(&found, at, &[&[place], rest].concat()),
                false => {
                    at.push(place);
                    self.add(&found, at, rest);
                    at.pop();
                }
            }
        }
    }

    /// Takes entries away that have been added since.
    pub(super) fn cut(&self, vm: &mut Vm, x: &mut Value) {
        for Counted { at, count, attr, columns, empty, .. } in self.0.iter().rev() {
            let before = match kernel::index_at(x, at) {
                Ok(item @ Value::Dict(_)) if item.count() > 0 && empty.is_some() => {
                    Ok(empty.clone().unwrap_or(item))
                }
                Ok(item @ Value::Dict(_)) if item.count() > *count => {
                    room::asking(|| kernel::take(&Value::long(*count as i64), &item))
                        .map(|d| narrow(with_key_attribute(*attr, d), *columns))
                }
                Ok(item) if columns.is_some() && width(&item) > *columns => Ok(narrow(item, *columns)),
                _ => continue,
            };
            if let Ok(before) = before {
                vm.amend(x, at, Change::Made(before)).ok();
            }
        }
    }

    /// [`Counts::cut`] when all items are what they were: columns that were tables are tables again.
    pub(super) fn put_back(&self, vm: &mut Vm, x: &mut Value) {
        self.cut(vm, x);
        for Counted { at, bare, .. } in self.0.iter().rev() {
            let Some(bare) = bare else { continue };
            let before = match kernel::index_at(x, at) {
                Ok(Value::Dict(d)) => d.with_values(with_tables(d.values.clone(), bare)),
                Ok(item) => Ok(with_tables(item, bare)),
                Err(_) => continue,
            };
            if let Ok(before) = before {
                vm.amend(x, at, Change::Made(before)).ok();
            }
        }
    }
}

/// How many columns a table has, or that of a dictionary's values.
fn width(x: &Value) -> Option<usize> {
    match x {
        Value::Table(t) => Some(t.columns.len()),
        Value::Dict(d) => width(&d.values),
        _ => None,
    }
}

/// The first `n` columns of a table, or of that of a dictionary's values.
fn narrow(x: Value, n: Option<usize>) -> Value {
    let Some(n) = n else { return x };
    match x {
        Value::Table(mut t) => {
            let table = Arc::make_mut(&mut t);
            table.names.truncate(n);
            table.columns.truncate(n);
            Value::Table(t)
        }
        Value::Dict(mut d) if width(&d.values) > Some(n) => {
            let values = &mut Arc::make_mut(&mut d).values;
            *values = narrow(values.take(), Some(n));
            Value::Dict(d)
        }
        x => x,
    }
}

/// Does an index of a table, if it is no list of several, mean rows?
fn means_rows(i: &Value) -> bool {
    !matches!(i, Value::List(_)) && i.item_type() != Some(Type::Symbol)
}

/// A table without its rows, if columns of it are tables.
fn bare(x: &Value) -> Option<Value> {
    let Value::Table(t) = x else { return None };
    let holds_tables = t.columns.iter().any(|c| matches!(c, Value::Table(_)));
    holds_tables.then(|| kernel::take(&Value::long(0), x).ok()).flatten()
}

/// `x` whose lists of records are tables where `bare`, of no rows, has tables.
fn with_tables(x: Value, bare: &Value) -> Value {
    let Value::Table(empty) = bare else { return x };
    match x {
        Value::List(l) if l.is_empty() => bare.clone(),
        Value::List(l) => match Value::collapse((0..l.len()).map(|i| l.get(i)).collect()) {
            made @ Value::Table(_) => with_tables(made, bare),
            made => made,
        },
        Value::Table(t) => {
            let mut t = Table::clone(&t);
            for (column, bare) in t.columns.iter_mut().zip(&empty.columns) {
                *column = with_tables(column.clone(), bare);
            }
            Value::Table(Arc::new(t))
        }
        x => x,
    }
}
