//! What is changed where a name has no variable of its own: members of namespaces, entries of dictionaries, and names that mean nothing yet.

use crate::vm::Vm;
use crate::vm::amend::{Change, is_binary_prim, is_join, is_set};
use crate::vm::apply::project;
use crate::vm::globals::{Cell, View, member_name};
use crate::vm::iterate::identity;
use crate::vm::undo::{Counts, Kept};
use quarry_value::{Derived, Iter, Result, Sym, Value};
use std::sync::Arc;

/// What a member of a namespace was before it was changed.
pub(super) enum Before {
    /// All of it; none where it was not there.
    Whole(Option<Value>),
    /// What the path leads to in the variable.
    Part(Cell, Kept, Counts),
    /// A view, and its last value.
    View(Cell, Arc<View>, Option<Value>),
}

impl Vm {
    /// A global that has no slot of its own: a namespace, a name inside a dictionary, or none yet.
    pub(super) fn amend_loose(&mut self, full: Sym, path: &[Value], change: Change) -> Result<()> {
        if let ([Value::Sym(short), inside @ ..], true) = (path, self.globals.is_space(full))
            && !short.is_empty()
            && !short.bytes().contains(&b'.')
        {
            let member = member_name(full, *short);
            return match (change, inside) {
                (Change::Set(y), []) => self.set_full(member, y),
                (change, _) => self.amend_full(member, inside, change),
            };
        }
        if let ([Value::Vector(names), inside @ ..], true) = (path, self.globals.is_space(full))
            && let Some(names) = names.slice::<Sym>()
            && names.iter().all(|n| !n.is_empty() && !n.bytes().contains(&b'.'))
        {
            return self.amend_members(full, names, inside, change);
        }
        let mut x = match self.lookup(full) {
            Some(x) => x,
            // `x+:y` of an undefined variable starts from the operator's identity.
            None => match (&change, path.is_empty()) {
                (Change::Set(y), true) => y.clone(),
                // What fills nothing stays (observed).
                (Change::Binary(f, y), true) if is_set(f) || is_fill(f) => y.clone(),
                (Change::Binary(f @ Value::Derived(_), y), true) => {
                    let f = after_identity(f).ok_or_else(|| self.undefined_full(full))?;
                    let x = if y.count() == 0 { y.clone() } else { self.apply(&f, std::slice::from_ref(y))? };
                    return self.set_full(full, x);
                }
                (Change::Binary(f, y), true) => identity(f, y).ok_or_else(|| self.undefined_full(full))?,
                _ => return Err(self.undefined_full(full)),
            },
        };
        self.amend(&mut x, path, change)?;
        self.set_full(full, x)
    }

    /// Changes members of a namespace one after the other; what a function sets there meanwhile stays. On failure they are as they were.
    fn amend_members(&mut self, space: Sym, names: &[Sym], inside: &[Value], change: Change) -> Result<()> {
        let mut done = Vec::with_capacity(names.len());
        let mut one = |vm: &mut Vm, k, short| {
            let member = member_name(space, short);
            let change = change.item(k, names.len())?;
            let before = vm.before(member, inside, &change);
            match (change, inside) {
                (Change::Set(y), []) => vm.set_full(member, y)?,
                (change, _) => vm.amend_full(member, inside, change)?,
            }
            done.push((member, before));
            Ok(())
        };
        let result = names.iter().enumerate().try_for_each(|(k, short)| one(self, k, *short));
        if result.is_err() {
            // The one that failed is as it was.
            for (member, before) in done.into_iter().rev() {
                self.put_before(member, inside, before)?;
            }
        }
        result
    }

    /// What is kept of a global while what `path` leads to inside of it is changed: as little as will do, for what is shared is
    /// copied to be changed.
    pub(super) fn before(&self, full: Sym, path: &[Value], change: &Change) -> Before {
        if let Some(cell) = self.globals.view_cell(full)
            && let Some(view) = self.globals.view(cell)
        {
            return Before::View(cell, view.clone(), self.globals.load(cell).cloned());
        }
        let joins = matches!(change, Change::Binary(f, _) if is_join(f));
        let plain = self.globals.existing_cell(full).and_then(|c| Some((c, self.globals.plain(c)?)));
        if let Some((cell, x)) = plain.filter(|_| !change.evaluates())
            && let Some(kept) = Kept::at(x, path, joins)
            && kept.is_whole()
        {
            return Before::Part(cell, kept, Counts::of(x, path));
        }
        Before::Whole(self.lookup(full))
    }

    pub(super) fn put_before(&mut self, full: Sym, path: &[Value], before: Before) -> Result<()> {
        match before {
            Before::Whole(Some(old)) => self.set_full(full, old),
            Before::Whole(None) => {
                self.globals_mut()?.delete(full);
                Ok(())
            }
            Before::View(cell, view, value) => {
                self.globals_mut()?.put_view_back(cell, view, value);
                Ok(())
            }
            Before::Part(cell, kept, counts) => self.undo(cell, |vm, x| {
                kept.put_back(vm, x, path);
                counts.put_back(vm, x);
            }),
        }
    }
}

fn is_fill(f: &Value) -> bool {
    is_binary_prim(f, "^")
}

/// The function of `y` that `f[i;y]` is when `i` is the identity of `f`, an operator that may be under Each: `.[`x;();,'';y]`
/// for an undefined `x` joins each item's item to nothing (wp/rt-tick).
fn after_identity(f: &Value) -> Option<Value> {
    match f {
        Value::Derived(d) if d.iter == Iter::Each => {
            Some(Derived { iter: Iter::Each, func: after_identity(&d.func)? }.into())
        }
        Value::Prim(p) if matches!(p.text(), "&" | "|") => Some(Value::identity()),
        _ => Some(project(f, &[identity(f, f)?])),
    }
}
