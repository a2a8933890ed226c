//! What is changed at places of a value: assignment through indexes, and the functional amends `@[x;i;f;y]` and `.[x;i;f;y]`.
//!
//! A variable is changed in place when nobody else holds its value: it is taken out of its place, changed, and
//! put back, also when the change fails. A function that may look at the variable is applied while that is in its place.

use crate::bind;
use crate::prims::flat::is_file;
use crate::prims::{join, upsert};
use crate::vm::Vm;
use crate::vm::globals::Cell;
use crate::vm::undo::{Counts, Kept};
use quarry_kernel as kernel;
use quarry_value::{
    Attr, Dict, Kind, List, Prim, Result, Sym, Table, Type, Value, error, evaluation, fault, memory, room,
};
use std::sync::Arc;

/// Vectors of more items are values of their own in every list.
const PACKED_MAX: usize = 1 << 12;

/// What to do with the items found.
#[derive(Clone)]
pub(crate) enum Change {
    Set(Value),
    /// What a function has made of the items: it goes where they were as it is.
    Made(Value),
    Unary(Value),
    Binary(Value, Value),
}

impl Change {
    /// The change of one of `n` items: a list of new values is dealt out, an atom serves all.
    pub(crate) fn item(&self, i: usize, n: usize) -> Result<Change> {
        let deal = |y: &Value| -> Result<Value> {
            if y.is_atom() || y.is_function() || matches!(y, Value::Dict(_)) {
                return Ok(y.clone());
            }
            if y.count() != n {
                return Err(error::length_error().detail(format!("{} values for {n} places", y.count())));
            }
            Ok(y.at(i))
        };
        Ok(match self {
            Change::Set(y) => Change::Set(deal(y)?),
            Change::Made(y) => Change::Made(deal(y)?),
            Change::Unary(f) => Change::Unary(f.clone()),
            Change::Binary(f, y) => Change::Binary(f.clone(), deal(y)?),
        })
    }

    /// Can everything be read that the items are changed by?
    pub(super) fn whole(&self, path: &[Value]) -> Result<()> {
        path.iter().try_for_each(fault::whole)?;
        let (y, is_put) = match self {
            Change::Set(y) | Change::Made(y) => (y, true),
            Change::Binary(f, y) => (y, is_set(f)),
            Change::Unary(_) => return Ok(()),
        };
        // One place takes it as it is.
        let is_kept = is_put && y.count() > PACKED_MAX && path.last().is_none_or(Value::is_atom);
        if is_kept { Ok(()) } else { fault::whole(y) }
    }

    /// May this run code that reads variables?
    pub(super) fn evaluates(&self) -> bool {
        match self {
            Change::Set(_) | Change::Made(_) => false,
            Change::Binary(f, _) if is_join(f) => false,
            Change::Unary(Value::Prim(f)) | Change::Binary(Value::Prim(f), _) => {
                !matches!(bind::run(*f), bind::Run::Unary(_) | bind::Run::Binary(_))
            }
            Change::Unary(_) | Change::Binary(..) => true,
        }
    }
}

impl Vm {
    /// Changes a global in place.
    pub(crate) fn amend_global(&mut self, name: Sym, path: &[Value], change: Change) -> Result<()> {
        self.amend_full(self.full_name(name), path, change)
    }

    /// [`Vm::amend_global`] of a full name. A view becomes a variable, which begins as what it was worth.
    pub(crate) fn amend_full(&mut self, full: Sym, path: &[Value], change: Change) -> Result<()> {
        if let Some(cell) = self.globals.view_cell(full) {
            self.globals_mut()?;
            self.load_slow(cell)?;
            if let Some(view) = self.globals.view(cell).cloned() {
                let done = self.amend_variable(cell, path, change);
                if done.is_err() {
                    self.globals_mut()?.restore_view(cell, view);
                }
                return done;
            }
        }
        let Some(cell) = self.globals.existing_cell(full).filter(|c| self.globals.load(*c).is_some()) else {
            return self.amend_loose(full, path, change);
        };
        self.amend_variable(cell, path, change)
    }

    fn amend_variable(&mut self, cell: Cell, path: &[Value], change: Change) -> Result<()> {
        match change.evaluates() {
            true => self.amend_by(cell, path, change)?,
            false => self.amend_taken(cell, path, change)?,
        }
        self.tell_set(cell, path)
    }

    /// Changes the value of a global, which has none meanwhile.
    pub(super) fn amend_taken(&mut self, cell: Cell, path: &[Value], change: Change) -> Result<()> {
        let full = self.globals.name(cell);
        change.whole(path)?;
        let Some(x) = self.globals_mut()?.take(cell) else { return Err(self.undefined_full(full)) };
        self.while_taken(cell, x, |vm, x| vm.amend_within(full, x, path, change))
    }

    /// `x:x,y` or `x:x upsert y` of a global, in place where it has items; what it is then.
    pub(crate) fn join_to(&mut self, prim: Prim, cell: Cell, y: &Value) -> Result<Value> {
        let full = self.globals.name(cell);
        match self.globals.plain(cell) {
            Some(x) if has_items(x) && !memory::is_on() => {
                fault::whole(y)?;
                let Some(x) = self.globals_mut()?.take(cell) else {
                    return Err(self.undefined_full(full));
                };
                self.while_taken(cell, x, |vm, x| vm.join_in(prim, x, y))?;
            }
            x => {
                let x = match x {
                    Some(x) => x.clone(),
                    None => self.load_slow(cell)?,
                };
                let joined = bind::run(prim).apply(self, prim, &[x, y.clone()])?;
                self.store(cell, joined)?;
            }
        }
        self.tell_set(cell, &[])?;
        self.globals.load(cell).cloned().ok_or_else(|| self.undefined_full(full))
    }

    /// `x` becomes `x,y` or `x upsert y`, which `prim` is.
    pub(super) fn join_in(&mut self, prim: Prim, x: &mut Value, y: &Value) -> Result<()> {
        match prim.text() {
            "," => x.check_here().and_then(|()| y.check_here()).and_then(|()| join::join_in(x, y)),
            _ => upsert::upsert_in(self, x, y),
        }
    }

    /// [`Vm::amend`] of the value of a global, in the memory domain where that lies.
    fn amend_within(&mut self, full: Sym, x: &mut Value, path: &[Value], change: Change) -> Result<()> {
        if !memory::is_on() {
            return self.amend(x, path, change);
        }
        // What is put in lies there first: then there is no need to go through all of the value afterwards.
        let (change, fits) = match change {
            Change::Set(y) => (Change::Set(self.fit_for(full, y)?), true),
            Change::Made(y) => (Change::Made(self.fit_for(full, y)?), true),
            // Their items are copied, and lists among them see to theirs.
            Change::Binary(f, y)
                if is_join(&f) && path.is_empty() && is_of_vectors(x) && !y.is_keyed_table() =>
            {
                (Change::Binary(f, y), true)
            }
            Change::Binary(f, y) if is_join(&f) || is_set(&f) => {
                (Change::Binary(f, self.fit_for(full, y)?), true)
            }
            change => (change, false),
        };
        let keys: Vec<Value> = match x {
            Value::Dict(_) => path.iter().map(|k| self.fit_for(full, k.clone())).collect::<Result<_>>()?,
            _ => path.to_vec(),
        };
        let within = self.within_of(full);
        self.amend(x, &keys, change)?;
        drop(within);
        if !fits {
            *x = self.fit_for(full, x.clone())?;
        }
        Ok(())
    }

    /// Changes what `path` leads to inside `x`. On failure `x` is as it was, but for joins to several dictionaries: they are
    /// done in place, and those that were done stay.
    pub(crate) fn amend(&mut self, x: &mut Value, path: &[Value], change: Change) -> Result<()> {
        match path {
            [] => self.change(x, change),
            [i] => self.amend_at(x, i, change),
            [i, rest @ ..] => self.amend_deep(x, i, rest, change),
        }
    }

    pub(super) fn change(&mut self, x: &mut Value, change: Change) -> Result<()> {
        match change {
            Change::Set(y) | Change::Made(y) => *x = y,
            Change::Unary(f) => *x = evaluation::apart(|| self.apply(&f, std::slice::from_ref(x)))?,
            Change::Binary(f, y) if is_join(&f) => join::comma_in(x, &y)?,
            Change::Binary(f, y) if is_set(&f) => *x = y,
            Change::Binary(f, y) => *x = evaluation::apart(|| self.apply(&f, &[x.clone(), y]))?,
        }
        Ok(())
    }

    /// One level: `i` may be an atom, a list of places, or `::` for all of them.
    fn amend_at(&mut self, x: &mut Value, i: &Value, change: Change) -> Result<()> {
        match change {
            Change::Set(y) | Change::Made(y) => kernel::amend::set_in(x, i, &y),
            Change::Binary(f, y) if is_set(&f) => kernel::amend::set_in(x, i, &y),
            change => {
                if let Some(values) = all_values(x, i) {
                    return self.amend_at(values, i, change);
                }
                if is_single(x, i) {
                    kernel::amend::place_check(x)?(i)?;
                    // What a join makes of a list, a dictionary or a table is one again, and fits where that was.
                    if let Change::Binary(f, y) = &change
                        && is_join(f)
                        && !matches!(x, Value::Table(_))
                        && let Some(item) = item_mut(x, i)
                        && !item.is_atom()
                        && !item.is_function()
                    {
                        return join::comma_in(item, y);
                    }
                    let item = match first_of(x, i, &change)? {
                        Some(item) => item,
                        None => {
                            let mut item = kernel::index(x, i)?;
                            self.change(&mut item, change)?;
                            item
                        }
                    };
                    return evaluation::steadily(|| kernel::amend::set_in(x, i, &item));
                }
                let places = places(x, i)?;
                if let Some(done) = at_once(x, &places, &change) {
                    return done;
                }
                self.amend_places(x, &places, &[], change)
            }
        }
    }

    /// Changes what `rest` leads to inside each of the items at `places`, one after the other.
    fn amend_places(&mut self, x: &mut Value, places: &Value, rest: &[Value], change: Change) -> Result<()> {
        let n = places.count();
        if let (Change::Set(y) | Change::Made(y), [Value::I64(Type::Long, j)]) = (&change, rest)
            && kernel::amend::set_across(x, places, *j, y)?
        {
            return Ok(());
        }
        if across(x, places, rest, &change) {
            return Ok(());
        }
        let mut path = [std::slice::from_ref(places), rest].concat();
        let counts = Counts::of(x, &path);
        // What keys lead to that are there is changed among the values: those keys stay where they are.
        let seats = Seats::of(x, places, rest);
        let joins = matches!(&change, Change::Binary(f, _) if is_join(f));
        let mut old = Vec::new();
        let mut one = |x: &mut Value, k| {
            let seat = seats.known(k);
            if let (Value::Dict(d), Some(at)) = (&mut *x, seat)
                && at == d.keys.count() as i64
            {
                old.push(None);
                return self.add_changed(d, &places.at(k), change.item(k, n)?);
            }
            let (x, place) = place_of(x, places.at(k), seat);
            path[0] = place;
            // What is put back was there, and is not broken off.
            if !matches!(change, Change::Made(_)) {
                check_there(x, &path)?;
            }
            // An entry that was not there goes as a whole.
            old.push(if seats.is_new(k) { None } else { Kept::at(x, &path, joins) });
            self.amend(x, &path, change.item(k, n)?)
        };
        let result = room::asking(|| (0..n).try_for_each(|k| one(x, k)));
        if result.is_err() {
            let undo = || {
                // The first that was kept of a place is what was there.
                for (k, kept) in old.into_iter().enumerate().rev() {
                    if let Some(kept) = kept {
                        let (x, place) = place_of(x, places.at(k), seats.known(k));
                        path[0] = place;
                        kept.put_back(self, x, &path);
                    }
                    // A key that was not there before is no place that a later one, `::`, means.
                    counts.cut(self, x);
                }
                counts.put_back(self, x);
                Ok(())
            };
            // What failed is told already.
            evaluation::steadily(|| room::asking(undo)).ok();
            room::forgive();
        }
        result
    }

    /// Changes what is under a key that is not there: an entry is added.
    fn add_changed(&mut self, d: &mut Arc<Dict>, key: &Value, change: Change) -> Result<()> {
        evaluation::pause()?;
        let item = match begun(&change)? {
            Some(item) => item,
            None => {
                let mut item = kernel::index(&d.values, &Value::long(d.keys.count() as i64))?;
                self.change(&mut item, change)?;
                item
            }
        };
        evaluation::steadily(|| kernel::amend::add_entry(Arc::make_mut(d), key, &item))
    }

    fn amend_deep(&mut self, x: &mut Value, i: &Value, rest: &[Value], change: Change) -> Result<()> {
        if let Some(values) = all_values(x, i) {
            return self.amend_deep(values, i, rest, change);
        }
        if !is_single(x, i) {
            let places = places(x, i)?;
            return self.amend_places(x, &places, rest, change);
        }
        kernel::amend::place_check(x)?(i)?;
        if let Some(item) = item_mut(x, i) {
            let mut taken = std::mem::replace(item, Value::identity());
            let result = room::asking(|| self.amend(&mut taken, rest, change));
            if let Some(item) = item_mut(x, i) {
                *item = taken;
            }
            return result;
        }
        if let Value::Table(_) = x
            && i.as_sym().is_none()
        {
            match rest {
                [column] => return self.amend_cell(x, i, column, change),
                [column @ Value::Sym(_), inside @ ..] => {
                    return self.amend_deep(x, column, &[std::slice::from_ref(i), inside].concat(), change);
                }
                _ => {}
            }
        }
        // The cell of a row that is there, through its column.
        if let Value::Dict(d) = x
            && let Value::Table(t) = &d.values
            && leads_through_columns(t, rest)
            && let Ok(row @ Value::I64(_, at)) = kernel::index::key_positions(&d.keys, i)
            && at < t.count() as i64
        {
            return self.amend_deep(&mut Arc::make_mut(d).values, &row, rest, change);
        }
        let mut item = kernel::index(x, i)?;
        self.amend(&mut item, rest, change)?;
        evaluation::steadily(|| kernel::amend::set_in(x, i, &item))
    }

    /// `t[row;column]`: through the column, or all of them.
    fn amend_cell(&mut self, t: &mut Value, row: &Value, column: &Value, change: Change) -> Result<()> {
        let columns = match (&*t, column) {
            (Value::Table(t), all) if all.is_identity() => Value::syms(t.names.clone()),
            (_, names) if names.item_type() == Some(Type::Symbol) => names.clone(),
            _ => return Err(error::type_error().detail("a column is told by its name")),
        };
        self.amend_deep(t, &columns, std::slice::from_ref(row), change)
    }

    /// `@[x;i;f]`, `@[x;i;f;y]`, and by name. An atom that is no name is changed as a whole, whatever `i` is.
    ///
    /// Source: ref/amend.
    pub(crate) fn functional_amend(&mut self, args: &[Value], deep: bool) -> Result<Value> {
        let x = &args[0];
        if self.amend_early(args, deep) {
            return Ok(x.clone());
        }
        let (path, change) = asked(args, deep)?;
        if let Value::Sym(name) = x {
            if is_file(*name) {
                return crate::prims::handles::amend(self, *name, &path, change);
            }
            let all = !deep && (args[1].is_identity() || args[1].count() == 0);
            let path = match all.then(|| self.get(*name)).flatten() {
                // All of an atom is the atom. Source: ref/amend, Amend Entire.
                Some(old) if old.is_atom() && !matches!(old, Value::Sym(_)) => &[],
                _ => &path[..],
            };
            self.amend_global(*name, path, change)?;
            return Ok(x.clone());
        }
        let mut x = x.clone();
        self.amend(&mut x, &path, change)?;
        Ok(x)
    }

    /// [`Vm::functional_amend`] of the first argument itself, which has items.
    pub(super) fn amend_taking(&mut self, args: &mut [Value], deep: bool) -> Result<()> {
        let (path, change) = asked(args, deep)?;
        self.amend(&mut args[0], &path, change)
    }
}

/// What `@[x;i;f;y]` asks for, or `.[x;i;f;y]`, which is `deep`.
fn asked(args: &[Value], deep: bool) -> Result<(Vec<Value>, Change)> {
    let change = match args {
        [_, _, f] => Change::Unary(f.clone()),
        [_, _, f, y] => Change::Binary(f.clone(), y.clone()),
        _ => return Err(error::rank_error()),
    };
    let (x, i) = (&args[0], &args[1]);
    let path = match deep {
        _ if x.is_atom() && !matches!(x, Value::Sym(_)) => Vec::new(),
        false => vec![i.clone()],
        true => deep_path(i),
    };
    Ok((path, change))
}

/// Is all there that `path` leads through? What an index finds at places that are not there would lead on, to ever more of them.
///
/// Errors: 'length.
fn check_there(x: &Value, path: &[Value]) -> Result<()> {
    evaluation::pause()?;
    let [i, rest @ ..] = path else { return Ok(()) };
    // One item is looked for where it is changed.
    if path.iter().all(Value::is_atom) {
        return Ok(());
    }
    let check = kernel::amend::place_check(x)?;
    if !is_single(x, i) {
        let places = places(x, i)?;
        match (&places, rest) {
            (Value::Vector(_), []) => return kernel::amend::check_places(x, &places),
            (Value::Vector(_), rest) if rest.iter().all(Value::is_atom) => return Ok(()),
            _ => {}
        }
        if let (Some(known), Value::Dict(d)) = (key_places(x, &places), x)
            && let Some(at) = known.into_iter().collect()
        {
            return check_there(&d.values, &[&[Value::longs(at)], rest].concat());
        }
        let mut each = places.items().filter(|place| !says_all(i, place));
        return each.try_for_each(|place| check_there(x, &[&[place], rest].concat()));
    }
    check(i)?;
    if rest.is_empty() {
        return Ok(());
    }
    match kernel::index(x, i) {
        Ok(item) => check_there(&item, rest),
        // That is told by who changes it.
        Err(_) => Ok(()),
    }
}

/// May a value be changed in place?
pub(super) fn has_items(x: &Value) -> bool {
    matches!(x, Value::Vector(_) | Value::List(_) | Value::Dict(_) | Value::Table(_))
}

/// The indexes that `i` of `.[x;i;f;y]` means.
pub(super) fn deep_path(i: &Value) -> Vec<Value> {
    if i.is_atom() {
        return vec![i.clone()];
    }
    i.items().map(|k| if k.is_elided() { Value::identity() } else { k }).collect()
}

/// An atomic function on many places of a vector, or of the vector that a dictionary has for values; `None` where that
/// is done place by place.
fn at_once(x: &mut Value, places: &Value, change: &Change) -> Option<Result<()>> {
    let Change::Binary(Value::Prim(f), y) = change else { return None };
    if places.count() < kernel::modify::MIN {
        return None;
    }
    let op = kernel::pipe::binary_op(*f)?;
    match x {
        Value::Dict(d) if matches!(&d.values, Value::Vector(_)) && !d.sorted => {
            let at = kernel::index::key_positions(&d.keys, places).ok()?;
            kernel::modify::modify(&mut Arc::make_mut(d).values, &at, op, y)
        }
        x => kernel::modify::modify(x, places, op, y),
    }
}

/// `x[rows;j] f:y` of a matrix, whose rows are vectors of one type, with an atomic function. False, and nothing is done, where that
/// is done row by row.
fn across(x: &mut Value, rows: &Value, rest: &[Value], change: &Change) -> bool {
    let (Value::List(l), [j @ Value::I64(Type::Long, at)], Change::Binary(_, y)) = (&*x, rest, change) else {
        return false;
    };
    let places = if let Value::Vector(v) = rows { v.slice::<i64>() } else { None };
    let Some(places) = places.filter(|places| places.windows(2).all(|two| two[0] < two[1])) else {
        return false;
    };
    let n = places.len();
    if !(y.is_atom() || matches!(y, Value::Vector(_)) && y.count() == n) {
        return false;
    }
    // They ascend, so that as many as there are rows are all of them.
    let which = if n == l.len() { Value::identity() } else { rows.clone() };
    let Ok(mut column @ Value::Vector(_)) = kernel::index_at(x, &[which, j.clone()]) else { return false };
    let all = Value::longs((0..n as i64).collect());
    let done = at_once(&mut column, &all, change);
    matches!(done, Some(Ok(()))) && matches!(kernel::amend::set_across(x, rows, *at, &column), Ok(true))
}

/// Does a path behind an item of a dictionary's values mean in these what it means in the dictionary? In rows it may mean columns
/// that are not there.
fn leads_into(values: &Value, path: &[Value]) -> bool {
    match values {
        Value::Table(t) => path.is_empty() || leads_through_columns(t, path),
        _ => true,
    }
}

/// Does a path behind a row lead to a cell, through the columns of the tables that records in records make?
fn leads_through_columns(t: &Table, path: &[Value]) -> bool {
    let [Value::Sym(name), inside @ ..] = path else { return false };
    match t.column(*name) {
        Some(Value::Vector(_) | Value::List(_)) => true,
        Some(Value::Table(inner)) => leads_through_columns(inner, inside),
        _ => false,
    }
}

pub(super) fn is_binary_prim(f: &Value, text: &str) -> bool {
    matches!(f, Value::Prim(p) if p.kind() == Kind::Binary && p.text() == text)
}

pub(super) fn is_join(f: &Value) -> bool {
    is_binary_prim(f, ",")
}

fn is_of_vectors(x: &Value) -> bool {
    match x {
        Value::Vector(_) => true,
        Value::Table(t) => t.columns.iter().all(Value::is_list),
        _ => false,
    }
}

pub(super) fn is_set(f: &Value) -> bool {
    is_binary_prim(f, ":")
}

/// Does `i` mean one place of `x`?
pub(super) fn is_single(x: &Value, i: &Value) -> bool {
    match x {
        // A list is a key when the keys are lists.
        Value::Dict(d) if matches!(d.keys, Value::Table(_)) => match i {
            Value::Table(_) => false,
            // A key, or a list of them.
            Value::List(_) => kernel::index::key_positions(&d.keys, i).is_ok_and(|at| at.is_atom()),
            _ => !i.is_identity(),
        },
        Value::Dict(d) if let Value::List(keys) = &d.keys => match i {
            // A key, or a list of them. What has no keys yet does not say whether they are lists: strings are taken for keys.
            Value::Vector(_) if keys.is_empty() => i.is_string(),
            Value::List(_) | Value::Vector(_) => !keys.is_empty() && kernel::index::is_one_key(keys, i),
            _ => !i.is_identity(),
        },
        _ => i.is_atom(),
    }
}

/// Where several keys, each of which is one, are among the values of a dictionary; nothing for one that is not there. They are
/// looked for together.
pub(super) fn key_places(x: &Value, keys: &Value) -> Option<Vec<Option<i64>>> {
    let n = x.count() as i64;
    let at = key_positions(x, keys)?;
    Some(at.into_iter().map(|at| Some(at).filter(|at| *at < n)).collect())
}

/// [`key_places`], which is the count for a key that is not there.
fn key_positions(x: &Value, keys: &Value) -> Option<Vec<i64>> {
    let Value::Dict(d) = x else { return None };
    if d.sorted || d.keys.count() == 0 || !d.keys.is_list() || matches!(d.values, Value::Dict(_)) {
        return None;
    }
    if !kernel::amend::each_is_one(&d.keys, keys) {
        return None;
    }
    let at = kernel::index::key_positions(&d.keys, keys).ok().filter(|at| !at.is_atom())?;
    kernel::gather::positions(&at).filter(|at| at.len() == keys.count())
}

/// Where the keys of a dictionary are among its values, that are to be changed one after the other.
#[derive(Default)]
pub(super) struct Seats {
    /// How many there are already.
    count: i64,
    /// Where each is. Those that are not there will be behind the others, in the order in which they are added, where `adds` says so.
    at: Vec<i64>,
    adds: bool,
}

impl Seats {
    /// Those of `keys` of `x`, where `rest` leads on in its values; of none where that is not known.
    pub(super) fn of(x: &Value, keys: &Value, rest: &[Value]) -> Seats {
        let Value::Dict(d) = x else { return Seats::default() };
        let at = if leads_into(&d.values, rest) { key_positions(x, keys) } else { None };
        let Some(at) = at else { return Seats::default() };
        let count = d.keys.count() as i64;
        let is_new = |at: &i64| *at >= count;
        let may_add = rest.is_empty() && !matches!(d.values, Value::Table(_)) && at.iter().any(is_new);
        match if may_add { kernel::amend::numbered(&d.keys, keys, &at) } else { None } {
            Some(at) => Seats { count, at, adds: true },
            None => Seats { count, at, adds: false },
        }
    }

    /// Where the key is, or will be.
    pub(super) fn known(&self, k: usize) -> Option<i64> {
        self.at.get(k).copied().filter(|at| self.adds || *at < self.count)
    }

    /// Was the key not there?
    fn is_new(&self, k: usize) -> bool {
        self.at.get(k).is_some_and(|at| *at >= self.count)
    }
}

/// A place of `x`, or the one of its values where that key is.
fn place_of(x: &mut Value, place: Value, at: Option<i64>) -> (&mut Value, Value) {
    match (x, at) {
        (Value::Dict(d), Some(at)) => (&mut Arc::make_mut(d).values, Value::long(at)),
        (x, _) => (x, place),
    }
}

/// Is `i` a key, or the name of a column, that is not there?
pub(super) fn is_new(x: &Value, i: &Value) -> bool {
    match x {
        Value::Dict(d) => {
            let at = kernel::index::key_positions(&d.keys, i);
            at.is_ok_and(|at| at.as_long() == Some(d.keys.count() as i64))
        }
        Value::Table(t) => i.as_sym().is_some_and(|name| t.position(name).is_none()),
        _ => false,
    }
}

/// What `d[k]+:y` puts under a key that is not there: an operator with an identity starts from it, as it does for an
/// undefined variable (ref/assign); for a dictionary it is inferred from programs that count that way. Fill puts `y`
/// (wp/rt-tick, `lvl2`).
fn begun(change: &Change) -> Result<Option<Value>> {
    let Change::Binary(Value::Prim(f), y) = change else { return Ok(None) };
    Ok(match f.text() {
        _ if f.kind() != Kind::Binary => None,
        "-" => Some(kernel::neg(y)?),
        "%" => Some(kernel::divide(&Value::long(1), y)?),
        "+" | "*" | "&" | "|" | "^" => Some(y.clone()),
        _ => None,
    })
}

/// [`begun`] of a key of a dictionary, if it is not there.
fn first_of(x: &Value, i: &Value, change: &Change) -> Result<Option<Value>> {
    match (x, change) {
        (Value::Dict(d), Change::Binary(Value::Prim(_), _)) if !d.sorted && is_new(x, i) => begun(change),
        _ => Ok(None),
    }
}

/// The places that a list index or `::` means.
pub(super) fn places(x: &Value, i: &Value) -> Result<Value> {
    if i.is_identity() {
        return Ok(match x {
            Value::Dict(d) => d.keys.clone(),
            other => Value::longs((0..other.count() as i64).collect()),
        });
    }
    if i.is_function() {
        return Err(error::type_error().detail("a function is no place"));
    }
    Ok(i.clone())
}

/// Is a place, one of those that `i` means, the key `::`? It says all, and so leads to no single item.
pub(super) fn says_all(i: &Value, place: &Value) -> bool {
    i.is_identity() && place.is_identity()
}

/// Is `::` among the keys of a dictionary?
pub(super) fn has_key_for_all(x: &Value) -> bool {
    matches!(x, Value::Dict(d) if matches!(&d.keys, Value::List(l) if (0..l.len()).any(|i| l.get(i).is_identity())))
}

/// The values of a dictionary, of which `::` means all as it does of the dictionary, whose keys may be anything, also `::`. Where
/// values are a table with tables for columns, they are records that hold records, which may become other ones.
fn all_values<'a>(x: &'a mut Value, i: &Value) -> Option<&'a mut Value> {
    match x {
        Value::Dict(d) if i.is_identity() && !matches!(d.keys, Value::Table(_)) => {
            let values = &mut Arc::make_mut(d).values;
            let is_plain = |t: &Table| !t.columns.iter().any(|c| matches!(c, Value::Table(_)));
            (values.is_list() || matches!(values, Value::Table(t) if is_plain(t))).then_some(values)
        }
        _ => None,
    }
}

/// The item at `i` to change in place, where items are values. What holds it has no attribute then.
pub(super) fn item_mut<'a>(x: &'a mut Value, i: &Value) -> Option<&'a mut Value> {
    fn of_list(l: &mut Arc<List>, at: usize) -> Option<&mut Value> {
        Arc::make_mut(l).make_mut().get_mut(at)
    }
    match x {
        // What is changed of items that lie together is put back in its place.
        Value::List(l) if l.lies_together() => None,
        Value::List(l) => {
            let n = l.len();
            let at = usize::try_from(kernel::gather::position(i)?).ok().filter(|at| *at < n)?;
            of_list(l, at)
        }
        Value::Dict(d) if d.values.is_list() => {
            let at = kernel::find(&d.keys, i).ok()?.as_long()?;
            let at = usize::try_from(at).ok().filter(|at| *at < d.keys.count())?;
            match &mut Arc::make_mut(d).values {
                Value::List(l) if l.lies_together() => None,
                Value::List(l) => of_list(l, at),
                _ => None,
            }
        }
        Value::Table(t) => {
            let at = t.position(i.as_sym()?)?;
            let t = Arc::make_mut(t);
            t.attr = Attr::None.into();
            t.columns.get_mut(at)
        }
        _ => None,
    }
}
