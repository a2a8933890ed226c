//! Where `x,y` of tables and dictionaries is what an append makes of them: where the columns, keys and values of both are alike.

use crate::domain;
use quarry_value::{Attr, Dict, List, Table, Value, Vector};

/// Is [`crate::join`] of `x` and `y` what [`crate::append_in`] makes of `x`? False for lists.
pub(crate) fn is_appended(x: &Value, y: &Value) -> bool {
    match (x, y) {
        (Value::Table(x), Value::Table(y)) => are_columns(x, y, are_items),
        (Value::Table(x), Value::Dict(row)) => is_row(x, row),
        (Value::Dict(x), Value::Dict(y)) if !x.sorted => match (&x.keys, &x.values, &y.keys, &y.values) {
            (Value::Table(xk), Value::Table(xv), Value::Table(yk), Value::Table(yv)) => {
                are_columns(xk, yk, are_keys) && are_columns(xv, yv, are_items)
            }
            (Value::Vector(xk), xv, Value::Vector(yk), yv) => are_keys(xk, yk) && are_values(xv, yv),
            _ => false,
        },
        _ => false,
    }
}

fn is_plain(t: &Table) -> bool {
    !t.is_elsewhere() && t.attr == Attr::None
}

fn are_columns(x: &Table, y: &Table, are_alike: fn(&Vector, &Vector) -> bool) -> bool {
    let alike = |(x, y): (&Value, &Value)| match (x, y) {
        (Value::Vector(x), Value::Vector(y)) => are_alike(x, y),
        (Value::List(x), Value::List(y)) => !x.is_empty() && !y.is_empty(),
        _ => false,
    };
    is_plain(x) && is_plain(y) && x.names == y.names && x.columns.iter().zip(&y.columns).all(alike)
}

/// Has a record a cell for each column, which fits it as it is?
fn is_row(x: &Table, row: &Dict) -> bool {
    let fits = |(column, cell): (&Value, Value)| match column {
        Value::Vector(v) => may_grow(v) && cell.is_atom() && is_item(v, &cell),
        Value::List(l) => !l.is_empty() && (cell.is_list() || cell.is_atom()),
        _ => false,
    };
    is_plain(x)
        && row.keys.as_syms().is_some_and(|names| names == &x.names[..])
        && x.columns.iter().zip(row.values.items()).all(fits)
}

/// The values of dictionaries: lists as long as none of the new ones is an atom, or what is left could be a vector.
fn are_values(x: &Value, y: &Value) -> bool {
    let has_lists = |l: &List| l.as_packed().is_some() || (0..l.len()).all(|i| l.get(i).is_list());
    match (x, y) {
        (Value::Vector(x), Value::Vector(y)) => are_items(x, y),
        (Value::List(x), Value::List(y)) => !x.is_empty() && !y.is_empty() && has_lists(y),
        _ => false,
    }
}

/// Is an atom of the type and domain of a vector?
pub(crate) fn is_item(x: &Vector, atom: &Value) -> bool {
    atom.item_type() == Some(x.ty) && domain::name_of(atom).unwrap_or_default() == x.domain
}

fn are_items(x: &Vector, y: &Vector) -> bool {
    x.attr == Attr::None && are_keys(x, y)
}

/// Keys are joined to keys in one way, whatever attribute those that are there have.
fn are_keys(x: &Vector, y: &Vector) -> bool {
    y.attr == Attr::None && !x.is_empty() && !y.is_empty() && x.ty == y.ty && x.domain == y.domain
}

fn may_grow(x: &Vector) -> bool {
    x.attr == Attr::None && !x.is_empty()
}
