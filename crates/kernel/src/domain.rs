//! Enumeration domains: what the positions of an enumeration stand for.
//!
//! An enumeration keeps only the *name* of its domain, and kernels know no names. The language therefore keeps
//! this register current: it calls [`set`] when a name becomes a domain and whenever a registered name
//! ([`is_registered`]) is assigned, and [`unset`] when there is no such variable.
//!
//! A domain is a symbol vector, or a keyed table with one key column (a foreign key), which stands for that
//! column. It may also be a table, or a keyed one with several key columns: positions are then numbers of its rows, and
//! stand for nothing else.

use crate::find::first_at;
use quarry_value::{Error, Result, Sym, Table, Type, Value, Vector, room};
use std::collections::HashMap;
use std::sync::{Arc, RwLock};

/// A name without a domain belongs to enumerations whose domain is not there yet.
static DOMAINS: RwLock<Option<HashMap<Sym, Option<Domain>>>> = RwLock::new(None);

/// What is known of the value of a domain. Nothing more of it is held: tables change in place.
#[derive(Clone)]
enum Domain {
    Items(Value),
    /// The key columns of a keyed table.
    Keys(Arc<Table>),
    /// It is a table without keys.
    Rows,
    /// It is nothing to enumerate over.
    Other,
}

impl Domain {
    fn of(value: &Value) -> Domain {
        match (value, value.as_keyed()) {
            (_, Some((keys, _))) => Domain::Keys(keys.clone()),
            (Value::Table(_), _) => Domain::Rows,
            (list, _) if list.is_list() => Domain::Items(list.clone()),
            _ => Domain::Other,
        }
    }

    /// The domains of what is enumerated among its items.
    fn domains_within(&self) -> Vec<Sym> {
        match self {
            Domain::Items(Value::List(l)) => l.as_slice().iter().filter_map(name_of).collect(),
            Domain::Items(list) => name_of(list).into_iter().collect(),
            Domain::Keys(keys) if keys.columns.len() == 1 => name_of(&keys.columns[0]).into_iter().collect(),
            _ => Vec::new(),
        }
    }
}

/// Would the items of `domain` stand for themselves in the end, if it were that of `name`?
fn leads_back(domains: &HashMap<Sym, Option<Domain>>, name: Sym, domain: &Domain) -> bool {
    let (mut next, mut seen) = (domain.domains_within(), Vec::new());
    while let Some(other) = next.pop() {
        if other == name {
            return true;
        }
        if !seen.contains(&other) {
            seen.push(other);
            next.extend(domains.get(&other).into_iter().flatten().flat_map(Domain::domains_within));
        }
    }
    false
}

/// Registers `name` as a domain, or gives a registered one its new value.
pub fn set(name: Sym, value: &Value) {
    register(name, Some(Domain::of(value)));
}

/// Registers `name` as a domain that has no value.
pub fn unset(name: Sym) {
    register(name, None);
}

fn register(name: Sym, value: Option<Domain>) {
    quarry_value::domain::set_lookup(|name| items(name).or_else(|| table(name)));
    let mut domains = DOMAINS.write().unwrap_or_else(|e| e.into_inner());
    let domains = domains.get_or_insert_default();
    // Positions in what stands for itself are numbers.
    let value = value.map(|domain| if leads_back(domains, name, &domain) { Domain::Rows } else { domain });
    domains.insert(name, value);
}

/// Must an assignment to `name` be told to [`set`]?
pub fn is_registered(name: Sym) -> bool {
    DOMAINS.read().unwrap_or_else(|e| e.into_inner()).as_ref().is_some_and(|d| d.contains_key(&name))
}

/// Has the domain a value?
pub fn has_value(name: Sym) -> bool {
    DOMAINS
        .read()
        .unwrap_or_else(|e| e.into_inner())
        .as_ref()
        .is_some_and(|d| matches!(d.get(&name), Some(Some(_))))
}

/// Is there any domain?
pub fn any_registered() -> bool {
    DOMAINS.read().unwrap_or_else(|e| e.into_inner()).as_ref().is_some_and(|d| !d.is_empty())
}

fn known(name: Sym) -> Option<Domain> {
    DOMAINS.read().unwrap_or_else(|e| e.into_inner()).as_ref()?.get(&name)?.clone()
}

/// The items of the domain `name`: a symbol vector, or the key column of a keyed table.
pub fn items(name: Sym) -> Option<Value> {
    match known(name)? {
        Domain::Items(list) => Some(list),
        Domain::Keys(keys) if keys.columns.len() == 1 => keys.columns.first().cloned(),
        _ => None,
    }
}

/// A table, where positions in the domain `name` number rows: the domain is one, or keyed by several columns.
fn table(name: Sym) -> Option<Value> {
    match known(name)? {
        Domain::Rows => Some(Value::table(Vec::new(), Vec::new())),
        _ => key_rows(name),
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
    match known(name)? {
        Domain::Keys(keys) => (keys.columns.len() != 1).then(|| Value::Table(keys)),
        _ => None,
    }
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
    let Value::Vector(texts) = items(domain)? else { return None };
    let at = first_at(&texts, &Value::Sym(symbol));
    (at < texts.len() as i64).then_some(at)
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

/// The name of the domain of `n` items as an error, when nobody knows which symbols they are: to find none among them would be
/// an answer.
pub fn check(domain: Sym, n: usize) -> Result<()> {
    if n == 0 || has_value(domain) {
        return Ok(());
    }
    let told = format!("the domain {} of an enumeration is not loaded", domain.text());
    Err(Error::text(domain.bytes()).detail(told))
}

/// Is it known what the items of a vector stand for? Not for an enumeration whose domain is not loaded.
pub fn is_known(x: &Vector) -> bool {
    x.ty != Type::Enum || has_value(x.domain)
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
