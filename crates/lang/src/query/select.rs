//! The select phrase of `select`: a table, or a dictionary of one.

use super::frame::{Frame, names_in};
use super::source::Source;
use super::{By, Columns, Query, by, expr, limit};
use crate::prims::column::repeat;
use crate::prims::flat::Flat;
use crate::vm::Vm;
use quarry_kernel as kernel;
use quarry_value::error::length_error;
use quarry_value::{Result, Sym, Value};

/// The phrases after the where phrase, as a table.
pub fn run(vm: &mut Vm, source: &Source, mut frame: Frame, query: &Query) -> Result<Value> {
    ask_for_columns(&frame, query);
    if let By::Dict(groups) = &query.by {
        let grouped = match query.order {
            Some(_) => by::as_they_appear(vm, &frame, groups, &query.columns)?,
            None => by::run(vm, &frame, groups, &query.columns)?,
        };
        return limit::of_groups(vm, grouped, query);
    }
    if source.is_dict && query.wheres.is_empty() && matches!(query.by, By::None) {
        return entries(vm, source, &frame, query);
    }
    frame = limit::applied(vm, frame, query)?;
    let result = plain(vm, source, &frame, &query.columns)?;
    if !matches!(query.by, By::Distinct) {
        return Ok(result);
    }
    let rows = match &result {
        Value::Dict(_) => Flat { keys: 0, ..Flat::of(&result)? }.into_value(),
        _ => result,
    };
    limited(kernel::distinct(&rows)?, query)
}

/// Asks for the columns that the phrases read.
fn ask_for_columns(frame: &Frame, query: &Query) {
    let groups = if let By::Dict(groups) = &query.by { &groups[..] } else { &[] };
    match &query.columns {
        // The result has the table's own.
        Columns::All if frame.is_whole() && matches!(query.by, By::None) => {}
        Columns::Named(columns) => {
            frame.ask_for(columns.iter().chain(groups).flat_map(|(_, tree)| names_in(tree)), 1)
        }
        _ => frame.ask_for_all(1),
    }
}

/// What the limit leaves of a result.
pub fn limited(result: Value, query: &Query) -> Result<Value> {
    match query.limit {
        Some(n) => limit::cut_value(&result, n),
        None => Ok(result),
    }
}

/// Of a dictionary a dictionary, whose entries need not be of one count.
fn entries(vm: &mut Vm, source: &Source, frame: &Frame, query: &Query) -> Result<Value> {
    let (names, values) = match &query.columns {
        Columns::Named(columns) => expr::columns(vm, frame, columns)?,
        _ => (source.flat.names.clone(), source.flat.columns.clone()),
    };
    limited(Value::dict(Value::syms(names), Value::collapse(values)), query)
}

/// Columns without groups. All columns keep their keys.
fn plain(vm: &mut Vm, source: &Source, frame: &Frame, columns: &Columns) -> Result<Value> {
    match columns {
        Columns::Named(columns) => {
            let (names, mut values) = expr::columns(vm, frame, columns)?;
            // An aggregate makes one row, also of lists, and what comes after it is in that row (basics/qsql, special functions;
            // published sessions: `select total:sum qty,qty from sp`).
            if columns.first().is_some_and(|(_, tree)| is_aggregate(tree)) {
                values = values.iter().map(kernel::enlist).collect::<Result<_>>()?;
            }
            Ok(table(names, values)?.into_value())
        }
        _ => {
            if source.is_dict {
                let named: Vec<_> = source.flat.names.iter().map(|name| (*name, Value::Sym(*name))).collect();
                let (names, values) = expr::columns(vm, frame, &named)?;
                return Ok(table(names, values)?.into_value());
            }
            let flat = frame.table.map(|c| Ok(frame.rows.take(c)))?;
            Ok(flat.into_value())
        }
    }
}

/// Is a tree an aggregate that is called as such, `last c`?
fn is_aggregate(tree: &Value) -> bool {
    let Value::List(l) = tree else { return false };
    l.len() > 1 && matches!(l.get(0), Value::Prim(p) if kernel::Agg::from_prim(p).is_some())
}

/// What has an item for each row, as a column: of a dictionary the values.
pub fn column_of(x: Value) -> Value {
    match x {
        Value::Dict(d) => d.values.clone(),
        x => x,
    }
}

/// Columns of one count: atoms are repeated, all atoms make one row.
///
/// Errors: 'length.
pub fn table(names: Vec<Sym>, values: Vec<Value>) -> Result<Flat> {
    let is_column = |v: &Value| v.is_list() || matches!(v, Value::Table(_) | Value::Dict(_));
    let n = values.iter().find(|v| is_column(v)).map_or(1, Value::count);
    let column = |v: Value| match v {
        v if !is_column(&v) => Ok(repeat(&v, n)),
        v if v.count() == n => Ok(column_of(v)),
        v => Err(length_error().detail(format!("a column of {} items among others of {n}", v.count()))),
    };
    let columns = values.into_iter().map(column).collect::<Result<_>>()?;
    Ok(Flat { names, columns, keys: 0 })
}
