//! The by phrase: groups of rows, in ascending order of their keys.

use super::frame::Frame;
use super::{Columns, expr, groupwise};
use crate::prims::column::repeat;
use crate::prims::flat::Flat;
use crate::prims::ops::{self, Grouped};
use crate::vm::Vm;
use quarry_value::error::{length_error, type_error};
use quarry_value::{Attr, Result, Sym, Table, Value};
use std::sync::Arc;

/// The keyed table of a grouped query. Without columns: the last row of each group.
pub fn run(vm: &mut Vm, frame: &Frame, groups: &[(Sym, Value)], columns: &Columns) -> Result<Value> {
    let found = grouped(vm, frame, groups)?;
    of(vm, frame, found, columns)
}

/// The same with the groups in order of first appearance.
///
/// Observed: published sessions whose tables are ordered by a column with ties.
pub fn as_they_appear(
    vm: &mut Vm,
    frame: &Frame,
    groups: &[(Sym, Value)],
    columns: &Columns,
) -> Result<Value> {
    let keys = key_columns(vm, frame, groups)?;
    let found = ops::groups_in_order_of_appearance(&keys)?;
    let found = (heads(groups, &keys, &found, |_| {}), found);
    of(vm, frame, found, columns)
}

fn of(vm: &mut Vm, frame: &Frame, (keys, found): (Flat, Grouped), columns: &Columns) -> Result<Value> {
    let named = match columns {
        Columns::Named(columns) => columns.clone(),
        Columns::One(tree) => vec![(Sym::new("x"), tree.clone())],
        Columns::All => return last_rows(frame, keys, &found),
    };
    let values = named.iter().map(|c| column(vm, frame, &found, &c.1)).collect::<Result<_>>()?;
    Ok(keyed(keys, named.iter().map(|c| c.0).collect(), values))
}

/// Keys and values as a keyed table. One key column is sorted, and so is its table.
pub fn keyed(keys: Flat, names: Vec<Sym>, values: Vec<Value>) -> Value {
    Value::dict(key_table(keys), Value::table(names, values))
}

/// The table of keys. One column that is sorted says the same of it.
pub fn key_table(keys: Flat) -> Value {
    let one = keys.names.len() == 1;
    let mut key = Table::new(keys.names, keys.columns);
    if one && matches!(&key.columns[0], Value::Vector(v) if v.attr == Attr::Sorted) {
        key.attr = Attr::Sorted.into();
    }
    Value::Table(Arc::new(key))
}

/// Marks key columns in ascending order: `s#` where there is one, else `p#` on the first. Source: releases/ChangesIn3.2.
pub fn mark(keys: &mut [Value]) {
    match keys {
        [] => {}
        [key] => *key = ops::with_attr(key, Attr::Sorted),
        [Value::Vector(first), ..] => *first = Arc::new(quarry_kernel::attribute::parted(first.clone())),
        _ => {}
    }
}

/// The key columns, one row a group, and each tree's column.
pub fn columns(
    vm: &mut Vm,
    frame: &Frame,
    groups: &[(Sym, Value)],
    trees: &[Value],
) -> Result<(Flat, Vec<Value>)> {
    let (keys, grouped) = grouped(vm, frame, groups)?;
    let mut values = Vec::with_capacity(trees.len());
    for tree in trees {
        values.push(column(vm, frame, &grouped, tree)?);
    }
    Ok((keys, values))
}

/// The key columns, one row a group, and the groups of the frame's rows.
pub fn grouped(vm: &mut Vm, frame: &Frame, groups: &[(Sym, Value)]) -> Result<(Flat, Grouped)> {
    let keys = key_columns(vm, frame, groups)?;
    let grouped = ops::groups_sorted(&keys)?;
    Ok((heads(groups, &keys, &grouped, mark), grouped))
}

/// One row a group of the key columns, which are then marked.
fn heads(groups: &[(Sym, Value)], keys: &[Value], found: &Grouped, mark: impl Fn(&mut [Value])) -> Flat {
    let mut heads: Vec<Value> = keys.iter().map(|k| ops::pick(k, &found.first)).collect();
    mark(&mut heads);
    Flat { names: groups.iter().map(|g| g.0).collect(), columns: heads, keys: groups.len() }
}

/// What rows are grouped by. An atom puts all rows in one group.
pub fn key_columns(vm: &mut Vm, frame: &Frame, groups: &[(Sym, Value)]) -> Result<Vec<Value>> {
    let n = frame.count();
    let mut keys = Vec::with_capacity(groups.len());
    for (_, tree) in groups {
        let key = expr::whole(vm, frame, tree)?;
        let key = if key.is_atom() { repeat(&key, n) } else { key };
        if key.count() != n {
            return Err(length_error().detail("a group must be given for every row"));
        }
        if !key.is_column() {
            return Err(type_error().detail("rows are grouped by the items of a list or the rows of a table"));
        }
        keys.push(key);
    }
    Ok(keys)
}

/// One expression, one item a group.
pub fn column(vm: &mut Vm, frame: &Frame, groups: &Grouped, tree: &Value) -> Result<Value> {
    if let Some(v) = expr::per_group(vm, frame, groups, tree)? {
        return Ok(v);
    }
    match groups.count() {
        0 => empty(vm, frame, tree),
        _ => groupwise::column(vm, frame, groups, tree),
    }
}

/// The column of a query with no groups: the type of the expression on no rows.
fn empty(vm: &mut Vm, frame: &Frame, tree: &Value) -> Result<Value> {
    let none = frame.eval(vm, tree)?;
    Ok(match none {
        // Of dictionaries the columns.
        one if one.is_atom() || matches!(&one, Value::Dict(_)) => ops::pick(&Value::collapse(vec![one]), &[]),
        _ => Value::empty_list(),
    })
}

/// `select by …`: the last row of each group, without the columns that are keys.
fn last_rows(frame: &Frame, keys: Flat, grouped: &Grouped) -> Result<Value> {
    let last = grouped.last();
    let rest = frame.table.names.iter().zip(&frame.table.columns).filter(|(n, _)| !keys.names.contains(n));
    let super::frame::Rows::Some(rows) = frame.rows.at(last) else { return Err(type_error()) };
    let (names, values): (Vec<Sym>, Vec<Value>) = rest.map(|(n, c)| (*n, ops::pick(c, &rows))).unzip();
    Ok(keyed(keys, names, values))
}
