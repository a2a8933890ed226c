//! How atomic functions go through general lists, dictionaries, tables and keyed tables: one walk for all.

use super::binary::{self, BinaryOp};
use super::bits;
use super::keys::{self, Pairing};
use super::unary::{self, UnaryOp};
use crate::gather::pick;
use crate::order::identical;
use crate::shape::columns;
use crate::slices::{self, LaidOut};
use quarry_value::evaluation::check;
use quarry_value::{Dict, Error, Gathered, List, Result, Sym, Table, Value, Vector, error, room};

/// Lists in lists in lists: as deep as we follow.
const DEPTH_MAX: usize = 500;

/// `op` of anything.
pub fn binary(op: BinaryOp, x: &Value, y: &Value) -> Result<Value> {
    binary_at(op, x, y, 0)
}

/// `op` of anything.
pub fn unary(op: UnaryOp, x: &Value) -> Result<Value> {
    unary_at(op, x, 0)
}

fn deeper(depth: usize) -> Result<usize> {
    if depth >= DEPTH_MAX { Err(Error::new("stack").detail("lists nested too deep")) } else { Ok(depth + 1) }
}

fn unary_at(op: UnaryOp, x: &Value, depth: usize) -> Result<Value> {
    if let Some(answer) = bits::of_one(op, x) {
        return Ok(answer);
    }
    match x {
        Value::List(l) => {
            let depth = deeper(depth)?;
            if let Some(answer) = LaidOut::of(l).and_then(|x| x.mapped(|all| unary::flat(op, all))) {
                return Ok(answer);
            }
            let item = |i| check().and_then(|()| unary_at(op, &l.get(i), depth));
            Gathered::list(l.len(), (0..l.len()).map(item))
        }
        Value::Dict(d) => Ok(Value::dict(d.keys.clone(), unary_at(op, &d.values, deeper(depth)?)?)),
        Value::Table(t) => columns(t, |c| unary_at(op, c, depth + 1)),
        // The null that has no type.
        // Of functions `::` alone is null (observed).
        _ if op == UnaryOp::Null && x.is_function() => Ok(Value::bool(x.is_identity())),
        _ => unary::flat(op, x),
    }
}

fn binary_at(op: BinaryOp, x: &Value, y: &Value, depth: usize) -> Result<Value> {
    if let Some(answer) = bits::of_two(op, x, y) {
        return Ok(answer);
    }
    match (x, y) {
        (Value::Dict(a), Value::Dict(b)) => dicts(op, a, b, deeper(depth)?),
        (Value::Dict(d), Value::Table(t)) if let Some(keyed) = keyed_as(d, t) => {
            dicts(op, d, &keyed, deeper(depth)?)
        }
        (Value::Table(t), Value::Dict(d)) if let Some(keyed) = keyed_as(d, t) => {
            dicts(op, &keyed, d, deeper(depth)?)
        }
        (Value::Dict(d), _) => d.with_values(binary_at(op, &d.values, y, deeper(depth)?)?),
        (_, Value::Dict(d)) => d.with_values(binary_at(op, x, &d.values, deeper(depth)?)?),
        (Value::Table(a), Value::Table(b)) => tables(op, a, b, deeper(depth)?),
        (Value::Table(t), _) => paired(t, y, |c, y| binary_at(op, c, y, depth + 1)),
        (_, Value::Table(t)) => paired(t, x, |c, x| binary_at(op, x, c, depth + 1)),
        (Value::List(_), _) | (_, Value::List(_)) => lists(op, x, y, deeper(depth)?),
        // Primitives are the only functions that are compared item by item.
        (Value::Prim(a), Value::Prim(b)) if op == BinaryOp::Equal => Ok(Value::bool(a == b)),
        (Value::Prim(a), Value::Prim(b)) if op == BinaryOp::NotEqual => Ok(Value::bool(a != b)),
        _ => super::enums::binary(op, x, y),
    }
}

/// A general list with a list or an atom.
fn lists(op: BinaryOp, x: &Value, y: &Value, depth: usize) -> Result<Value> {
    let is_other = |v: &Value| v.is_function() && !matches!(v, Value::Prim(_));
    if is_other(x) || is_other(y) {
        return Err(binary::mismatch(op, x, y));
    }
    let n = conforming(op, x, y)?;
    if let Some(answer) = vectors(op, x, y) {
        return Ok(answer);
    }
    let at = |v: &Value, i| if v.is_list() { v.at(i) } else { v.clone() };
    let item = |i| check().and_then(|()| binary_at(op, &at(x, i), &at(y, i), depth));
    Gathered::list(n, (0..n).map(item))
}

/// Lists of short vectors or strings that lie one behind the other, with others of the same counts, a vector or an atom: the
/// items of all at once. `None` for anything else, and where something is wrong.
fn vectors(op: BinaryOp, x: &Value, y: &Value) -> Option<Value> {
    fn of(x: &Value) -> Option<&List> {
        if let Value::List(l) = x { Some(&**l).filter(|l| slices::ends(l).is_some()) } else { None }
    }
    let flat = |x: &Value, y: &Value| super::enums::binary(op, x, y);
    let (a, b) = (of(x), of(y));
    if let (Some(a), Some(b)) = (a, b)
        && slices::ends(a) != slices::ends(b)
    {
        return None;
    }
    match (a.and_then(LaidOut::of), b.and_then(LaidOut::of)) {
        (Some(a), Some(b)) => a.mapped(|x| flat(x, b.all())),
        (Some(a), None) => match y {
            Value::Vector(v) => a.mapped(|x| flat(x, &slices::spread(v, a.ends()))),
            y if y.is_atom() => a.mapped(|x| flat(x, y)),
            _ => None,
        },
        (None, Some(b)) => match x {
            Value::Vector(v) => b.mapped(|y| flat(&slices::spread(v, b.ends()), y)),
            x if x.is_atom() => b.mapped(|y| flat(x, y)),
            _ => None,
        },
        (None, None) => None,
    }
}

/// `x op/:y` and `y op\:x`, as `side` says where `x` is: a vector with each of the vectors or strings of its count that lie one
/// behind the other. `None` for those of another count, and where something is wrong.
pub fn with_each(op: BinaryOp, x: &Vector, y: &List, side: Side) -> Option<Value> {
    let fit = slices::ends(y)?.iter().enumerate().all(|(k, end)| *end == (k + 1) * x.len());
    let y = if fit { LaidOut::of(y)? } else { return None };
    let x = slices::tiled(x, y.ends());
    y.mapped(|y| match side {
        Side::Left => super::enums::binary(op, &x, y),
        Side::Right => super::enums::binary(op, y, &x),
    })
}

/// Where an argument stands.
#[derive(Clone, Copy)]
pub enum Side {
    Left,
    Right,
}

/// The count of two things of which at least one is a list.
fn conforming(op: BinaryOp, x: &Value, y: &Value) -> Result<usize> {
    let (n, m) = (x.count(), y.count());
    match (x.is_list(), y.is_list()) {
        (true, true) if n != m => {
            Err(error::length_error().detail(format!("{} of {n} and {m} items", op.name())))
        }
        (true, _) => Ok(n),
        _ => Ok(m),
    }
}

/// A table with an atom, or with a list of one item a column.
fn paired(t: &Table, y: &Value, f: impl Fn(&Value, &Value) -> Result<Value>) -> Result<Value> {
    if !y.is_list() {
        return columns(t, |c| f(c, y));
    }
    if y.count() != t.here()?.len() {
        return Err(error::length_error().detail(format!(
            "{} columns and {} items",
            t.columns.len(),
            y.count()
        )));
    }
    let columns = t.columns.iter().enumerate().map(|(i, c)| f(c, &y.at(i))).collect::<Result<_>>()?;
    Ok(Value::table(t.names.clone(), columns))
}

/// A table by the key columns that a keyed table has, if it has all of them and others.
///
/// Source: CillianReilly/AOC (2023, 17), poetiq/poetiq.
fn keyed_as(d: &Dict, t: &Table) -> Option<Dict> {
    let (Value::Table(keys), Value::Table(_)) = (&d.keys, &d.values) else { return None };
    let of = |names: Vec<Sym>| {
        let columns = names.iter().map(|name| t.column(*name).cloned()).collect::<Option<Vec<Value>>>()?;
        Some(Value::table(names, columns))
    };
    let others: Vec<Sym> = t.names.iter().filter(|name| keys.position(**name).is_none()).copied().collect();
    if t.is_elsewhere() || others.is_empty() {
        return None;
    }
    Some(Dict { keys: of(keys.names.clone())?, values: of(others)?, sorted: false })
}

/// Two tables of one count, column by column; a column that only one has stays as it is.
fn tables(op: BinaryOp, x: &Table, y: &Table, depth: usize) -> Result<Value> {
    let mut names = x.names.clone();
    let mut columns = room::vec(names.len());
    y.here()?;
    for (i, (name, c)) in x.names.iter().zip(x.here()?).enumerate() {
        columns.push(match y.position_near(*name, i) {
            Some(other) => binary_at(op, c, &y.columns[other], depth)?,
            None => c.clone(),
        });
    }
    for (i, (name, c)) in y.names.iter().zip(&y.columns).enumerate() {
        if x.position_near(*name, i).is_none() {
            names.push(*name);
            columns.push(c.clone());
        }
    }
    if x.count() != y.count() {
        return Err(error::length_error().detail(format!(
            "{} of {} and {} rows",
            op.name(),
            x.count(),
            y.count()
        )));
    }
    Ok(Value::table(names, columns))
}

/// Two dictionaries: the keys of both, `op` where both have a value, the one there is elsewhere (which `-` negates
/// if it is that of `y`; which comparisons compare with null). Each over a keyed table without rows leaves `()` for its
/// rows, which goes with any.
fn dicts(op: BinaryOp, x: &Dict, y: &Dict, depth: usize) -> Result<Value> {
    match (&x.values, &y.values) {
        (Value::List(none), Value::Table(t)) if none.is_empty() && t.count() == 0 => {
            return Ok(Value::dict(y.keys.clone(), y.values.clone()));
        }
        (Value::Table(t), Value::List(none)) if none.is_empty() && t.count() == 0 => {
            return Ok(Value::dict(x.keys.clone(), x.values.clone()));
        }
        _ => {}
    }
    // A table that lives elsewhere, flipped, has a name for its values.
    if x.values.is_atom() || y.values.is_atom() {
        return Err(error::type_error());
    }
    // Item by item, also where a key comes twice.
    if identical(&x.keys, &y.keys) {
        return Ok(Value::dict(x.keys.clone(), binary_at(op, &x.values, &y.values, depth)?));
    }
    let pairing = keys::pair(&x.keys, &y.keys)?;
    // A key that `y` has again is not looked up. Source: jglara/aoc-2024-q (day22.q).
    if let Some(first) = pairing.first_of_repeated(&y.keys, x.keys.count())? {
        let y = Dict { keys: pick(&y.keys, &first), values: pick(&y.values, &first), sorted: y.sorted };
        return dicts(op, x, &y, depth);
    }
    let values = match (&x.values, &y.values) {
        (Value::Table(a), Value::Table(b)) => merged_tables(op, a, b, &pairing, depth)?,
        (a, b) => merged(op, a, b, &pairing, depth)?,
    };
    Ok(Value::dict(pairing.keys, values))
}

/// The values of `x` in their places, then those of `y` whose keys `x` does not have.
fn merged(op: BinaryOp, x: &Value, y: &Value, pairing: &Pairing, depth: usize) -> Result<Value> {
    let alone = |v: Value, of_x: bool| match (op.is_comparison(), of_x) {
        (false, false) if op == BinaryOp::Subtract => unary(UnaryOp::Neg, &v),
        (false, _) => Ok(v),
        (true, true) => binary_at(op, &v, &null_like(&v), depth),
        (true, false) => binary_at(op, &null_like(&v), &v, depth),
    };
    let mut items: Vec<Option<Value>> = room::repeated(None, x.count());
    let mut new = Vec::new();
    for (i, at) in pairing.places.iter().enumerate() {
        match at {
            Some(at) => {
                let before = items[*at].take().unwrap_or_else(|| x.at(*at));
                items[*at] = Some(binary_at(op, &before, &y.at(i), depth)?);
            }
            None => new.push(alone(y.at(i), false)?),
        }
    }
    let mut all = room::vec(items.len() + new.len());
    for (i, item) in items.into_iter().enumerate() {
        all.push(match item {
            Some(v) => v,
            None => alone(x.at(i), true)?,
        });
    }
    all.extend(new);
    if all.is_empty() {
        return binary_at(op, x, y, depth);
    }
    Ok(Value::collapse(all))
}

/// The null of an atom's type, for each atom in `x`.
fn null_like(x: &Value) -> Value {
    match x {
        Value::Vector(_) | Value::List(_) => Value::collapse(x.items().map(|x| null_like(&x)).collect()),
        _ => x.item_type().map_or_else(Value::empty_list, Value::null),
    }
}

/// [`merged`] for each column of two value tables. What neither has is null, and 0 in sums and differences.
///
/// Source: kb/profiler (top.q) for the 0.
fn merged_tables(op: BinaryOp, x: &Table, y: &Table, pairing: &Pairing, depth: usize) -> Result<Value> {
    let mut names: Vec<Sym> = x.names.clone();
    names.extend(y.names.iter().filter(|n| x.position(**n).is_none()));
    let none = match op {
        BinaryOp::Add | BinaryOp::Subtract => keys::nothing,
        _ => keys::null,
    };
    let column = |name: &Sym| match (x.column(*name), y.column(*name)) {
        (Some(a), Some(b)) => merged(op, a, b, pairing, depth),
        (Some(a), None) => Ok(pairing.extend(a, none(a))),
        (None, Some(b)) => Ok(pairing.spread(b, x.count(), none(b))),
        (None, None) => Err(error::type_error()),
    };
    let columns = names.iter().map(column).collect::<Result<_>>()?;
    Ok(Value::table(names, columns))
}
