//! `exec` of a partitioned table: where the `select` of the same phrases goes partition by partition, it is asked, and what it
//! answers is put in the shape that `exec` has.

use super::expr::argument_of;
use super::parted::Path;
use super::{By, Columns, Query};
use quarry_value::error::type_error;
use quarry_value::{Result, Sym, Type, Value};

/// What becomes of the table that the `select` answers with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Shape {
    /// Its only item.
    Item,
    /// Its only row.
    Row,
    /// Its only column.
    Column,
    /// How many rows it has.
    Count,
    /// From the only key column to the only other.
    ByName,
    /// From the only key column to the rows.
    RowsByName,
    /// From the table of keys to the only other column.
    ByKeys,
}

/// The `select` that does for an `exec`, and the shape of the answer. `None` for other queries, and where rows are counted off.
pub fn as_select<'a>(query: &Query<'a>) -> Option<(Query<'a>, Shape)> {
    if query.limit.is_some() || query.order.is_some() {
        return None;
    }
    // A name that no group has.
    let one = |tree: &Value| Columns::Named(vec![(Sym::new("\u{1}x"), tree.clone())]);
    let (by, columns, shape) = match (&query.by, &query.columns) {
        (By::Exec, Columns::One(tree)) => match distinct_of(tree) {
            Some((of, shape)) => (By::Distinct, one(&of), shape),
            None => (By::None, one(tree), Shape::Item),
        },
        (By::Exec, Columns::Named(_)) => (By::None, query.columns.clone(), Shape::Row),
        // `by 0b`: a table.
        (By::Name(Value::U8(Type::Bool, _)), _) => return None,
        (By::Name(key), Columns::One(tree)) => (keyed_by(key), one(tree), Shape::ByName),
        (By::Name(key), Columns::Named(_)) => (keyed_by(key), query.columns.clone(), Shape::RowsByName),
        (By::Dict(_), Columns::One(tree)) => (query.by.clone(), one(tree), Shape::ByKeys),
        _ => return None,
    };
    Some((query.of_rows(query.wheres.clone(), by, columns), shape))
}

/// Does such a `select` have its answer from those of the partitions?
pub fn goes_by_parts(path: Path, query: &Query) -> bool {
    match path {
        Path::Reduce | Path::Distinct => true,
        // Of rows that are no groups the columns are read of all partitions at once.
        Path::Each => matches!(query.by, By::Dict(_)),
        Path::Single | Path::Leading | Path::Gather => false,
    }
}

fn keyed_by(key: &Value) -> By {
    By::Dict(vec![(Sym::EMPTY, key.clone())])
}

/// Of `distinct x` and `count distinct x` what `x` is.
fn distinct_of(tree: &Value) -> Option<(Value, Shape)> {
    let distinct = |tree: &Value| argument_of("?:", tree);
    let counted = || Some((distinct(&argument_of("#:", tree)?)?, Shape::Count));
    distinct(tree).map(|x| (x, Shape::Column)).or_else(counted)
}

impl Shape {
    /// Puts the answer of the `select` in shape.
    pub fn of(self, answer: &Value) -> Result<Value> {
        let column = |table: &Value| match table {
            Value::Table(t) => t.columns.first().cloned().ok_or_else(type_error),
            _ => Err(type_error()),
        };
        match (self, answer) {
            (Shape::Item, _) => column(answer).map(|c| c.at(0)),
            (Shape::Row, _) => Ok(answer.at(0)),
            (Shape::Column, _) => column(answer),
            (Shape::Count, _) => Ok(Value::long(answer.count() as i64)),
            (Shape::ByName, Value::Dict(d)) => Ok(Value::dict(column(&d.keys)?, column(&d.values)?)),
            (Shape::RowsByName, Value::Dict(d)) => Ok(Value::dict(column(&d.keys)?, d.values.clone())),
            (Shape::ByKeys, Value::Dict(d)) => Ok(Value::dict(d.keys.clone(), column(&d.values)?)),
            _ => Err(type_error()),
        }
    }
}
