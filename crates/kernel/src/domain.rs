//! Enumeration domains: what the positions of an enumeration stand for.
//!
//! An enumeration keeps only the *name* of its domain, and kernels know no names. The language therefore keeps
//! this register current: it calls [`set`] when a name becomes a domain and whenever a registered name
//! ([`is_registered`]) is assigned, and [`unset`] when there is no such variable.
//!
//! A domain is a symbol vector, or a keyed table with one key column (a foreign key), which stands for that
//! column. It may also be a table, or a keyed one with several key columns: positions are then numbers of its rows, and
//! stand for nothing else.

use quarry_value::{Sym, Type, Value, Vector, room};
use std::collections::HashMap;
use std::sync::RwLock;

/// A name without a value belongs to enumerations whose domain is not there yet.
static DOMAINS: RwLock<Option<HashMap<Sym, Option<Value>>>> = RwLock::new(None);

/// Registers `name` as a domain, or gives a registered one its new value.
pub fn set(name: Sym, value: &Value) {
    register(name, Some(value.clone()));
}

/// Registers `name` as a domain that has no value.
pub fn unset(name: Sym) {
    register(name, None);
}

fn register(name: Sym, value: Option<Value>) {
    quarry_value::domain::set_lookup(|name| items(name).or_else(|| table(name)));
    let mut domains = DOMAINS.write().unwrap_or_else(|e| e.into_inner());
    domains.get_or_insert_default().insert(name, value);
}

/// Must an assignment to `name` be told to [`set`]?
pub fn is_registered(name: Sym) -> bool {
    DOMAINS.read().unwrap_or_else(|e| e.into_inner()).as_ref().is_some_and(|d| d.contains_key(&name))
}

/// Is there any domain?
pub fn any_registered() -> bool {
    DOMAINS.read().unwrap_or_else(|e| e.into_inner()).as_ref().is_some_and(|d| !d.is_empty())
}

fn value_of(name: Sym) -> Option<Value> {
    DOMAINS.read().unwrap_or_else(|e| e.into_inner()).as_ref()?.get(&name)?.clone()
}

/// The items of the domain `name`: a symbol vector, or the key column of a keyed table.
pub fn items(name: Sym) -> Option<Value> {
    let value = value_of(name)?;
    match value.as_keyed() {
        Some((keys, _)) if keys.columns.len() == 1 => keys.columns.first().cloned(),
        Some(_) => None,
        None => value.is_list().then_some(value),
    }
}

/// The table whose rows the positions in the domain `name` number: the domain is one, or keyed by several columns.
fn table(name: Sym) -> Option<Value> {
    let value = value_of(name)?;
    match value.as_keyed() {
        Some((keys, _)) => (keys.columns.len() != 1).then(|| Value::Table(keys.clone())),
        None => matches!(value, Value::Table(_)).then_some(value),
    }
}

/// The domain of an enumeration.
pub fn name_of(x: &Value) -> Option<Sym> {
    match x {
        Value::Enum(name, _) => Some(*name),
        Value::Vector(v) if v.ty == Type::Enum => Some(v.domain),
        _ => None,
    }
}

/// Does the domain hold something else than symbols: the keys of a table?
pub fn has_keys(name: Sym) -> bool {
    items(name).is_some_and(|d| d.as_syms().is_none()) || key_rows(name).is_some()
}

/// The key columns of a domain that is keyed by several.
pub fn key_rows(name: Sym) -> Option<Value> {
    let value = value_of(name)?;
    let (keys, _) = value.as_keyed()?;
    (keys.columns.len() != 1).then(|| Value::Table(keys.clone()))
}

/// The symbols that an enumeration stands for; the empty symbol where a position is not in the domain.
pub fn symbols(x: &Vector) -> Vec<Sym> {
    let domain = items(x.domain);
    let texts = domain.as_ref().and_then(Value::as_syms).unwrap_or_default();
    let at = |&i: &i64| usize::try_from(i).ok().and_then(|i| texts.get(i)).copied().unwrap_or(Sym::EMPTY);
    x.slice::<i64>().unwrap_or_default().iter().map(at).collect()
}

/// The symbol at position `i` of a domain; empty where there is none.
pub fn symbol(domain: Sym, i: i64) -> Sym {
    let texts = items(domain);
    let texts = texts.as_ref().and_then(Value::as_syms).unwrap_or_default();
    usize::try_from(i).ok().and_then(|i| texts.get(i)).copied().unwrap_or(Sym::EMPTY)
}

/// The first position of a symbol in a domain.
pub fn position(domain: Sym, symbol: Sym) -> Option<i64> {
    items(domain)?.as_syms()?.iter().position(|s| *s == symbol).map(|i| i as i64)
}

/// `x` with enumerations (atom or vector) turned into what they stand for: symbols, the items of a foreign
/// key's column, or numbers of rows. Everything else is itself.
pub fn resolve(x: &Value) -> Value {
    use quarry_value::domain::{resolve, resolve_atom};
    match x {
        Value::Enum(domain, i) => resolve_atom(*domain, *i).unwrap_or(Value::Sym(Sym::EMPTY)),
        Value::Vector(v) if v.ty == Type::Enum => {
            resolve(v).unwrap_or_else(|| Value::syms(room::repeated(Sym::EMPTY, v.len())))
        }
        other => other.clone(),
    }
}

/// What has the order of a vector of symbols or an enumeration: what it stands for, or its positions while its domain is not loaded.
pub fn in_order(x: &Vector) -> Value {
    match is_known(x) {
        true => resolve(&x.clone().into()),
        false => Vector::new(Type::Long, x.data.clone()).into(),
    }
}

/// Is it known what the items of a vector stand for? Not for an enumeration whose domain is not loaded.
pub fn is_known(x: &Vector) -> bool {
    x.ty != Type::Enum || value_of(x.domain).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_symbols() {
        let name = Sym::new("domainTest");
        let texts: Vec<Sym> = ["a", "b", "c"].iter().map(Sym::new).collect();
        set(name, &Value::syms(texts.clone()));
        assert!(is_registered(name));
        assert_eq!(position(name, texts[2]), Some(2));
        assert_eq!(position(name, Sym::new("z")), None);
        assert_eq!(symbol(name, 1), texts[1]);
        assert_eq!(symbol(name, i64::MIN), Sym::EMPTY);
        let v = Vector::enumeration(name, vec![2, 0, 9, i64::MIN]);
        assert_eq!(symbols(&v), [texts[2], texts[0], Sym::EMPTY, Sym::EMPTY]);
        unset(name);
        assert!(is_registered(name) && items(name).is_none());
    }
}
