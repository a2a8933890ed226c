//! The select phrase of `exec`: a list, a dictionary, or a table, by what the phrases are.

use super::frame::Frame;
use super::{By, Columns, Query, by, expr, limit, select};
use crate::prims::column::list;
use crate::vm::Vm;
use quarry_value::error::type_error;
use quarry_value::{Result, Sym, Value};

/// The phrases after the where phrase, as `exec` gives them.
///
/// Of groups the limit leaves so many of the result, else so many rows.
pub fn run(vm: &mut Vm, mut frame: Frame, query: &Query) -> Result<Value> {
    if !matches!(query.by, By::Dict(_) | By::Name(_)) {
        frame = limit::applied(vm, frame, query)?;
        return evaluate(vm, frame, query);
    }
    select::limited(evaluate(vm, frame, query)?, query)
}

fn evaluate(vm: &mut Vm, frame: Frame, query: &Query) -> Result<Value> {
    match &query.by {
        By::Exec => ungrouped(vm, &frame, &query.columns),
        By::None | By::Distinct => match &query.columns {
            Columns::One(tree) => frame.eval(vm, tree),
            _ => Err(type_error()),
        },
        By::Name(tree) => by_one(vm, &frame, tree, &query.columns),
        // `by f c` has the same tree as `by f,c` without names.
        By::Names(names) if names.first().is_some_and(|f| !frame.knows(*f)) => {
            let tree = Value::list(names.iter().map(|n| Value::Sym(*n)).collect());
            by_one(vm, &frame, &tree, &query.columns)
        }
        By::Names(_) => by_several(vm, &frame, &query.columns),
        By::Dict(groups) => by_dict(vm, &frame, groups, &query.columns),
    }
}

/// No groups: the last row, one value, or a dictionary of values.
fn ungrouped(vm: &mut Vm, frame: &Frame, columns: &Columns) -> Result<Value> {
    match columns {
        Columns::All => {
            let last = frame.rows.count() as i64 - 1;
            let row = |c: &Value| crate::prims::ops::pick(&frame.rows.take(c), &[last]).at(0);
            let values = frame.table.columns.iter().map(row).collect();
            Ok(Value::dict(Value::syms(frame.table.names.clone()), list(values)))
        }
        Columns::One(tree) => expr::whole(vm, frame, tree),
        Columns::Named(columns) => {
            let (names, values) = expr::columns(vm, frame, columns)?;
            Ok(Value::dict(Value::syms(names), Value::collapse(values)))
        }
    }
}

/// `exec … by c`: a dictionary from the groups, to the rows of a table when columns have names.
fn by_one(vm: &mut Vm, frame: &Frame, tree: &Value, columns: &Columns) -> Result<Value> {
    if let Value::U8(quarry_value::Type::Bool, _) = tree {
        return by_bool(vm, frame, columns);
    }
    let key = (Sym::EMPTY, tree.clone());
    match columns {
        Columns::One(column) => {
            let (keys, mut values) = by::columns(vm, frame, &[key], std::slice::from_ref(column))?;
            let keys = keys.columns.into_iter().next().ok_or_else(type_error)?;
            let values = values.pop().ok_or_else(type_error)?;
            Ok(Value::dict(keys, values))
        }
        _ => {
            let Value::Dict(groups) = by::run(vm, frame, &[key], columns)? else { return Err(type_error()) };
            let Value::Table(keys) = &groups.keys else { return Err(type_error()) };
            let keys = keys.columns.first().ok_or_else(type_error)?;
            Ok(Value::dict(keys.clone(), groups.values.clone()))
        }
    }
}

/// `exec … by 0b`: a table.
fn by_bool(vm: &mut Vm, frame: &Frame, columns: &Columns) -> Result<Value> {
    let Columns::Named(columns) = columns else { return Err(type_error()) };
    let (names, values) = expr::columns(vm, frame, columns)?;
    Ok(select::table(names, values)?.into_value())
}

/// `exec … by c,d` without names: everything under the null symbol.
fn by_several(vm: &mut Vm, frame: &Frame, columns: &Columns) -> Result<Value> {
    let key = Value::syms(vec![Sym::EMPTY]);
    match columns {
        Columns::One(column) => {
            let value = frame.eval(vm, column)?;
            Ok(Value::dict(key, list(vec![value])))
        }
        Columns::Named(columns) => {
            let (names, values) = expr::columns(vm, frame, columns)?;
            let row = values.into_iter().map(|v| Value::collapse(vec![v])).collect();
            Ok(Value::dict(Value::table(vec![Sym::EMPTY], vec![key]), Value::table(names, row)))
        }
        Columns::All => Err(type_error()),
    }
}

/// `exec … by k:c`: a dictionary from a table of groups.
fn by_dict(vm: &mut Vm, frame: &Frame, groups: &[(Sym, Value)], columns: &Columns) -> Result<Value> {
    match columns {
        Columns::One(column) => {
            let (keys, mut values) = by::columns(vm, frame, groups, std::slice::from_ref(column))?;
            let values = values.pop().ok_or_else(type_error)?;
            Ok(Value::dict(by::key_table(keys), values))
        }
        _ => by::run(vm, frame, groups, columns),
    }
}
