//! What enumerations stand for, for those who must show or send them.
//!
//! An enumeration keeps only the name of its domain. Whoever knows the domains says with [`set_lookup`] how to
//! find one; until then enumerations show as positions.

use crate::{Sym, Type, Value, Vector};
use std::cell::Cell;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

type Lookup = fn(Sym) -> Option<Value>;

static LOOKUP: RwLock<Option<Lookup>> = RwLock::new(None);

/// Says how the items of a domain are found by its name.
pub fn set_lookup(lookup: Lookup) {
    *LOOKUP.write().unwrap_or_else(|e| e.into_inner()) = Some(lookup);
}

/// The items of a domain: a list, usually of symbols.
pub fn items(name: Sym) -> Option<Value> {
    find(name).filter(Value::is_list)
}

/// The items of a domain, or the table whose rows are numbered.
fn find(name: Sym) -> Option<Value> {
    let lookup = *LOOKUP.read().unwrap_or_else(|e| e.into_inner());
    lookup.and_then(|f| f(name))
}

/// Domains of enumerations that came from files and messages.
#[derive(Default)]
struct Met {
    all: Option<HashSet<Sym>>,
    /// Those that nobody has asked for yet.
    new: Vec<Sym>,
}

static MET: Mutex<Met> = Mutex::new(Met { all: None, new: Vec::new() });
static ARE_NEW: AtomicBool = AtomicBool::new(false);

/// An enumeration over a domain came from a file or a message.
pub fn met(name: Sym) {
    thread_local! {
        static LAST: Cell<Option<Sym>> = const { Cell::new(None) };
    }
    if LAST.replace(Some(name)) == Some(name) {
        return;
    }
    let mut met = MET.lock().unwrap_or_else(PoisonError::into_inner);
    if met.all.get_or_insert_default().insert(name) {
        met.new.push(name);
        ARE_NEW.store(true, Ordering::Release);
    }
}

/// The domains that were met since this was asked last, for who knows what the names stand for.
pub fn newly_met() -> Vec<Sym> {
    if !ARE_NEW.load(Ordering::Acquire) {
        return Vec::new();
    }
    let mut met = MET.lock().unwrap_or_else(PoisonError::into_inner);
    ARE_NEW.store(false, Ordering::Release);
    std::mem::take(&mut met.new)
}

/// What an enumerated vector stands for: its items, or numbers of rows; `None` when its domain is not known.
pub fn resolve(x: &Vector) -> Option<Value> {
    let list = find(x.domain)?;
    if !list.is_list() {
        return Some(Vector::new(Type::Long, x.data.clone()).into());
    }
    let positions = x.slice::<i64>()?;
    if let Some(texts) = list.as_syms() {
        let at = |&i: &i64| usize::try_from(i).ok().and_then(|i| texts.get(i)).copied().unwrap_or(Sym::EMPTY);
        return Some(Value::syms(positions.iter().map(at).collect()));
    }
    Some(Value::collapse(positions.iter().map(|&i| pick(&list, i)).collect()))
}

/// The symbols that an enumerated vector stands for; `None` for what is none, or not of symbols.
pub fn symbols(x: &Vector) -> Option<Arc<Vector>> {
    match resolve(x).filter(|_| x.ty == Type::Enum)? {
        Value::Vector(names) if names.ty == Type::Symbol => Some(names),
        _ => None,
    }
}

/// What an enumerated atom stands for.
pub fn resolve_atom(domain: Sym, position: i64) -> Option<Value> {
    find(domain).map(|list| if list.is_list() { pick(&list, position) } else { Value::long(position) })
}

/// Item `i`, or the list's null.
fn pick(list: &Value, i: i64) -> Value {
    match (usize::try_from(i), list) {
        (Ok(i), _) if i < list.count() => list.at(i),
        (_, Value::Vector(v)) => v.null(),
        _ => Value::Sym(Sym::EMPTY),
    }
}
