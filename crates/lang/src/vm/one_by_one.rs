//! Items of a global that a function changes one after the other. It finds the variable as that is by then, and may itself change it.

use crate::vm::Vm;
use crate::vm::amend::{Change, Seats, has_key_for_all, is_single, places};
use crate::vm::globals::Cell;
use crate::vm::undo::{Counts, takes_as_it_is};
use quarry_kernel as kernel;
use quarry_value::{Result, Value, evaluation, memory};
use std::borrow::Cow;
use std::sync::Arc;

/// What has been changed so far.
struct Changed {
    /// What was at places, which are among a dictionary's values where a number says so.
    old: Vec<(Vec<Value>, Option<i64>, Value)>,
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

/// A single place of a variable. The first of the path is a key that is known to be at `seat`, as long as that is so.
#[derive(Default)]
struct Place {
    path: Vec<Value>,
    seat: Option<i64>,
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
            for (path, seat, item) in changed.old.into_iter().rev() {
                let place = Place { path, seat: seat.filter(|_| is_all) };
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
        let seat = at.seat.filter(|_| changed.is_all(self.globals.version(cell)));
        let x = self.globals.load(cell).ok_or_else(|| undefined(self))?;
        let (x, inner) = seated(x, &at.path, seat);
        let x = kernel::index_at(x, &inner)?;
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
            Some(places) if at.path.is_empty() && !memory::is_on() => Seats::of(&x, places, rest),
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
            let seat = if at.path.is_empty() { seats.known(k) } else { at.seat };
            let inner = Place { path: [&at.path[..], &[place]].concat(), seat };
            self.amend_each(cell, &inner, rest, change, changed)?;
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
        let place = Place { path: at.path.clone(), seat: at.seat.filter(|_| is_all) };
        let is_there =
            |at: i64| matches!(self.globals.load(cell), Some(Value::Dict(d)) if at < d.keys.count() as i64);
        if place.seat.is_none_or(is_there) {
            changed.old.push((place.path.clone(), place.seat, old));
        }
        // An entry that was not there goes as a whole.
        let done = self.put_at_place(cell, &place, item);
        changed.version = is_all.then(|| self.globals.version(cell));
        done
    }

    fn put_at_place(&mut self, cell: Cell, place: &Place, item: Value) -> Result<()> {
        let Some(seat) = place.seat.filter(|_| !memory::is_on()) else {
            return self.amend_taken(cell, &place.path, Change::Made(item));
        };
        Change::Made(item.clone()).whole(&place.path)?;
        let full = self.globals.name(cell);
        let Some(x) = self.globals_mut()?.take(cell) else { return Err(self.undefined_full(full)) };
        self.while_taken(cell, x, |vm, x| match x {
            Value::Dict(d) if seat == d.keys.count() as i64 => {
                kernel::amend::add_entry(Arc::make_mut(d), &place.path[0], &item)
            }
            Value::Dict(d) => {
                let path = [&[Value::long(seat)], &place.path[1..]].concat();
                vm.amend(&mut Arc::make_mut(d).values, &path, Change::Made(item))
            }
            x => vm.amend(x, &place.path, Change::Made(item)),
        })
    }
}

/// Would an item that is put at a place be the same there?
fn fits_at(x: &Value, place: &Place, item: &Value) -> bool {
    let (x, path) = seated(x, &place.path, place.seat);
    match path.split_last() {
        None => true,
        Some((i, outer)) => kernel::index_at(x, outer).is_ok_and(|all| takes_as_it_is(&all, i, item)),
    }
}

/// What `path` leads through: where it is known where its first key is, a dictionary's values.
fn seated<'a>(x: &'a Value, path: &'a [Value], seat: Option<i64>) -> (&'a Value, Cow<'a, [Value]>) {
    match (x, seat) {
        (Value::Dict(d), Some(seat)) => (&d.values, [&[Value::long(seat)], &path[1..]].concat().into()),
        _ => (x, path.into()),
    }
}
