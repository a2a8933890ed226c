//! Items of a global that a function changes one after the other. It finds the variable as that is by then, and may itself change it.

use crate::vm::Vm;
use crate::vm::amend::{Change, Seats, has_key_for_all, is_single, item_mut, places};
use crate::vm::globals::Cell;
use crate::vm::undo::{Counts, takes_as_it_is};
use quarry_kernel as kernel;
use quarry_value::{Result, Value, evaluation, memory};
use std::borrow::Cow;
use std::sync::Arc;

/// What has been changed so far.
struct Changed {
    /// What was at places.
    old: Vec<(Place, Value)>,
    /// That of the variable, as long as nobody else has changed it: its keys are where they were sought.
    version: Option<u64>,
}

impl Changed {
    /// Has nobody else changed the variable, whose version this is?
    fn is_all(&mut self, version: u64) -> bool {
        if self.version != Some(version) {
            self.version = None;
        }
        self.version.is_some()
    }
}

/// A single place of a variable.
#[derive(Clone, Default)]
struct Place {
    path: Vec<Value>,
    /// For each step of the path where among a dictionary's values its key leads, if that is known. Of no step where it is of none.
    seats: Vec<Option<i64>>,
}

impl Place {
    /// The place `key` inside of this one.
    fn inside(&self, key: Value, seat: Option<i64>) -> Place {
        let path = [&self.path[..], &[key]].concat();
        let mut seats = self.seats.clone();
        if seat.is_some() || !seats.is_empty() {
            seats.resize(self.path.len(), None);
            seats.push(seat);
        }
        Place { path, seats }
    }

    /// The same where it is not known where keys are.
    fn sought(self) -> Place {
        Place { path: self.path, seats: Vec::new() }
    }

    /// What is there in `x`.
    fn find(&self, x: &Value) -> Result<Value> {
        let (x, path) = seated(x, &self.path, &self.seats)?;
        kernel::index_at(&x, &path)
    }
}

impl Vm {
    /// Changes items of a global, one after the other, by a function that finds it as it is by then. When that fails, the
    /// global is as it was.
    pub(super) fn amend_by(&mut self, cell: Cell, path: &[Value], change: Change) -> Result<()> {
        self.globals_mut()?;
        let counts = self.globals.load(cell).map(|x| Counts::of(x, path)).unwrap_or_default();
        let mut changed = Changed { old: Vec::new(), version: Some(self.globals.version(cell)) };
        let result = self.amend_each(cell, &Place::default(), path, change, &mut changed);
        if result.is_err() {
            let is_all = changed.is_all(self.globals.version(cell));
            // What cannot be put back is gone: the function has changed the variable itself.
            for (place, item) in changed.old.into_iter().rev() {
                let place = if is_all { place } else { place.sought() };
                let fits = self.globals.load(cell).is_some_and(|x| fits_at(x, &place, &item));
                if fits && self.put_at_place(cell, &place, item.clone()).is_ok() {
                    continue;
                }
                self.undo(cell, |vm, x| {
                    vm.put_back(x, &place.path, item);
                    counts.cut(vm, x);
                })?;
            }
            self.undo(cell, |vm, x| counts.put_back(vm, x))?;
        }
        result
    }

    /// [`Vm::amend_by`] of the places that `path` means inside of the single one `at`.
    fn amend_each(
        &mut self,
        cell: Cell,
        at: &Place,
        path: &[Value],
        change: Change,
        changed: &mut Changed,
    ) -> Result<()> {
        let undefined = |vm: &Vm| vm.undefined_full(vm.globals.name(cell));
        let is_all = changed.is_all(self.globals.version(cell));
        let x = self.globals.load(cell).ok_or_else(|| undefined(self))?;
        let may_seat = is_all && !path.is_empty() && !memory::is_on() && is_held(x, &at.path, &at.seats);
        let x = if is_all { at.find(x)? } else { kernel::index_at(x, &at.path)? };
        let Some((i, rest)) = path.split_first() else {
            let mut item = x.clone();
            self.change(&mut item, change)?;
            return self.put_made(cell, at, x, item, changed);
        };
        // A key that says all leads to no single item.
        if i.is_identity() && has_key_for_all(&x) {
            let mut item = x.clone();
            self.amend(&mut item, path, change)?;
            return self.put_made(cell, at, x, item, changed);
        }
        // What is in a cell is there through the column.
        if let (Value::Table(t), [column @ Value::Sym(name), inside @ ..]) = (&x, rest)
            && matches!(t.column(*name), Some(Value::List(_)))
            && i.as_long().is_some()
            && !inside.is_empty()
        {
            let path = [&[column.clone(), i.clone()], inside].concat();
            drop(x);
            return self.amend_each(cell, at, &path, change, changed);
        }
        let places = if is_single(&x, i) { None } else { Some(places(&x, i)?) };
        // Places that are lists of places, or a table of them.
        let nested: Vec<bool> = match &places {
            Some(at @ (Value::List(_) | Value::Table(_))) => {
                let is_nested = |place| evaluation::pause().map(|()| !is_single(&x, &place));
                at.items().map(is_nested).collect::<Result<_>>()?
            }
            _ => Vec::new(),
        };
        let seats = match &places {
            Some(places) if may_seat => Seats::of(&x, places, rest),
            _ => Seats::default(),
        };
        let check = kernel::amend::place_check(&x)?;
        drop(x);
        let n = places.as_ref().map_or(1, Value::count);
        for k in 0..n {
            evaluation::pause()?;
            let (place, change) = match &places {
                Some(places) => (places.at(k), change.item(k, n)?),
                None => (i.clone(), change.clone()),
            };
            if nested.get(k) == Some(&true) {
                self.amend_each(cell, at, &[&[place], rest].concat(), change, changed)?;
                continue;
            }
            // Nothing would be done inside of an item that is not there.
            check(&place)?;
            self.amend_each(cell, &at.inside(place, seats.known(k)), rest, change, changed)?;
        }
        Ok(())
    }

    /// Puts what has been made of `old`, which is at a place, there.
    fn put_made(
        &mut self,
        cell: Cell,
        at: &Place,
        old: Value,
        item: Value,
        changed: &mut Changed,
    ) -> Result<()> {
        let is_all = changed.is_all(self.globals.version(cell));
        let place = if is_all { at.clone() } else { at.clone().sought() };
        let adds = self.globals.load(cell).is_some_and(|x| is_new(x, &place));
        let done = self.put_at_place(cell, &place, item);
        // What fails is as it was. An entry that was not there goes as a whole.
        if done.is_ok() && !adds {
            changed.old.push((place, old));
        }
        changed.version = is_all.then(|| self.globals.version(cell));
        done
    }

    fn put_at_place(&mut self, cell: Cell, place: &Place, item: Value) -> Result<()> {
        if memory::is_on() || place.seats.iter().all(Option::is_none) {
            return self.amend_taken(cell, &place.path, Change::Made(item));
        }
        Change::Made(item.clone()).whole(&place.path)?;
        let full = self.globals.name(cell);
        let Some(x) = self.globals_mut()?.take(cell) else { return Err(self.undefined_full(full)) };
        self.while_taken(cell, x, |vm, x| vm.put_seated(x, &place.path, &place.seats, item))
    }

    /// Puts an item to a place of `x`, some of whose keys are known to be where they are.
    fn put_seated(
        &mut self,
        x: &mut Value,
        path: &[Value],
        seats: &[Option<i64>],
        item: Value,
    ) -> Result<()> {
        let [key, rest @ ..] = path else { return self.amend(x, path, Change::Made(item)) };
        if seats.iter().all(Option::is_none) {
            return self.amend(x, path, Change::Made(item));
        }
        let (x, key) = match (x, seats[0]) {
            (Value::Dict(d), Some(at)) if at == d.keys.count() as i64 => {
                return kernel::amend::add_entry(Arc::make_mut(d), key, &item);
            }
            (Value::Dict(d), Some(at)) => (&mut Arc::make_mut(d).values, &Value::long(at)),
            (x, _) => (x, key),
        };
        if seats[1..].iter().all(Option::is_none) {
            let path = [std::slice::from_ref(key), rest].concat();
            return self.amend(x, &path, Change::Made(item));
        }
        if let Some(inner) = item_mut(x, key) {
            return self.put_seated(inner, rest, &seats[1..], item);
        }
        let mut inner = kernel::index(x, key)?;
        self.put_seated(&mut inner, rest, &seats[1..], item)?;
        self.amend(x, std::slice::from_ref(key), Change::Made(inner))
    }
}

/// Would an item that is put at a place be the same there?
fn fits_at(x: &Value, place: &Place, item: &Value) -> bool {
    let Ok((x, path)) = seated(x, &place.path, &place.seats) else { return false };
    match path.split_last() {
        None => true,
        Some((i, outer)) => kernel::index_at(&x, outer).is_ok_and(|all| takes_as_it_is(&all, i, item)),
    }
}

/// Is what `path` leads to itself inside of `x`? A row is made of what is in the columns.
fn is_held(x: &Value, path: &[Value], seats: &[Option<i64>]) -> bool {
    let [i, path @ ..] = path else { return true };
    let (seat, seats) = seats.split_first().unwrap_or((&None, &[]));
    let item = match (x, seat) {
        (Value::Table(_), _) if i.as_sym().is_none() => return false,
        (Value::Dict(d), _) if matches!(d.values, Value::Table(_)) => return false,
        (Value::Dict(d), Some(at)) => Ok(d.values.at(*at as usize)),
        _ => kernel::index(x, i),
    };
    item.is_ok_and(|item| is_held(&item, path, seats))
}

/// Is a place that of an entry that is not there yet?
fn is_new(x: &Value, place: &Place) -> bool {
    let (Some((Some(at), seats)), Some((_, path))) = (place.seats.split_last(), place.path.split_last())
    else {
        return false;
    };
    let outer = seated(x, path, seats).and_then(|(x, path)| kernel::index_at(&x, &path));
    outer.is_ok_and(|outer| matches!(outer, Value::Dict(d) if *at >= d.keys.count() as i64))
}

/// What `path` leads through: where it is known where the last of its keys is, a dictionary's values.
fn seated<'a>(x: &Value, path: &'a [Value], seats: &[Option<i64>]) -> Result<(Value, Cow<'a, [Value]>)> {
    let Some(last) = seats.iter().rposition(Option::is_some) else { return Ok((x.clone(), path.into())) };
    let (outer, before) = seated(x, &path[..last], &seats[..last])?;
    match (kernel::index_at(&outer, &before)?, seats[last]) {
        (Value::Dict(d), Some(at)) => {
            Ok((d.values.clone(), [&[Value::long(at)], &path[last + 1..]].concat().into()))
        }
        (inner, _) => Ok((inner, (&path[last..]).into())),
    }
}
