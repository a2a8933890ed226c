//! The few kernel operations that tables and queries stand on, over columns and positions.

pub use quarry_kernel::gather::pick;
use quarry_kernel::parted::Runs;
use quarry_kernel::{self as kernel, Groups};
use quarry_value::error::length_error;
use quarry_value::{Attr, Result, Sym, Value, Vector, pool};
use std::sync::{Arc, OnceLock};

/// The order that sorts rows of `columns`, the first of them major.
pub fn grade(columns: &[Value], descending: bool) -> Vec<i64> {
    kernel::grade_columns(&columns.iter().collect::<Vec<_>>(), descending)
}

/// Is `order` 0 1 2 …?
pub fn is_identity(order: &[i64]) -> bool {
    order.iter().enumerate().all(|(i, p)| i as i64 == *p)
}

/// `x` with an attribute when it holds, else without one.
pub fn with_attr(x: &Value, attr: Attr) -> Value {
    match x {
        Value::Vector(v) if v.attr == attr => x.clone(),
        Value::Vector(_) | Value::List(_) => {
            kernel::set_attribute(Sym::new(attr.letter()), x).unwrap_or_else(|_| x.clone())
        }
        _ => x.clone(),
    }
}

/// A column's vector without its attribute.
pub fn without_attr(x: &Value) -> Value {
    match x {
        Value::Vector(v) if v.attr != Attr::None => {
            let mut v = Arc::clone(v);
            Arc::make_mut(&mut v).attr = Attr::None.into();
            Value::Vector(v)
        }
        _ => x.clone(),
    }
}

/// The groups of rows that agree in all `keys`, in order of first appearance.
pub fn groups_in_order_of_appearance(keys: &[Value]) -> Result<Grouped> {
    Ok(Grouped::of(group_ids(keys)?))
}

/// [`kernel::group_ids`] of owned columns. A parted column is not read through.
pub fn group_ids(keys: &[Value]) -> Result<Groups> {
    match parted(keys) {
        Some(groups) => Ok(groups),
        None => kernel::group_ids(&keys.iter().collect::<Vec<_>>()),
    }
}

/// The groups of one parted column.
fn parted(keys: &[Value]) -> Option<Groups> {
    match keys {
        [Value::Vector(v)] if v.attr == Attr::Parted && v.len() < u32::MAX as usize => {
            Some(Runs::of(v).groups())
        }
        _ => None,
    }
}

/// The groups of rows that agree in all `keys`, in ascending order of the keys.
pub fn groups_sorted(keys: &[Value]) -> Result<Grouped> {
    let columns: Vec<&Value> = keys.iter().collect();
    let groups = match parted(keys) {
        Some(groups) => kernel::groups::renumbered(groups, &columns),
        None => kernel::groups::group_ids_ascending(&columns)?,
    };
    Ok(Grouped::of(groups))
}

/// Rows in groups: which group each row is in, and, when asked, where each group's rows are.
pub struct Grouped {
    pub groups: Groups,
    /// A row of each group: its first.
    pub first: Vec<i64>,
    rows: OnceLock<Vec<i64>>,
    /// Where each group starts when its rows are put after those of the groups before; one more at the end.
    starts: OnceLock<Vec<usize>>,
}

impl Grouped {
    pub fn of(groups: Groups) -> Grouped {
        let first = kernel::groups::rows(&groups.first);
        Grouped { groups, first, rows: OnceLock::new(), starts: OnceLock::new() }
    }

    /// How many groups.
    pub fn count(&self) -> usize {
        self.groups.count
    }

    /// Where group `g` starts among [`Grouped::all_rows`]; of the count of groups, where the last ends.
    pub fn start(&self, g: usize) -> usize {
        self.starts()[g]
    }

    fn starts(&self) -> &[usize] {
        pool::once::<Vec<usize>>(&self.starts, || {
            let mut end = 0;
            let ends = self.groups.sizes().into_iter().map(|n| (end += n as usize, end).1);
            std::iter::once(0).chain(ends).collect()
        })
    }

    /// The positions of the rows of group `g`, ascending.
    pub fn rows(&self, g: usize) -> &[i64] {
        &self.all_rows()[self.start(g)..self.start(g + 1)]
    }

    /// The positions of all rows, group after group.
    pub fn all_rows(&self) -> &[i64] {
        pool::once::<Vec<i64>>(&self.rows, || {
            let (rows, starts) = kernel::sets::members_in_row(&self.groups);
            self.starts.get_or_init(|| starts);
            rows
        })
    }

    /// A column's items, group after group.
    ///
    /// Errors: 'length for a column of a dictionary that is longer or shorter than others.
    pub fn together(&self, column: &Vector) -> Result<Vector> {
        let rows = self.groups.ids.len();
        if column.len() != rows {
            return Err(length_error().detail(format!("{} items in groups of {rows}", column.len())));
        }
        let (column, starts) = kernel::together::column_together(column, &self.groups);
        self.starts.get_or_init(|| starts);
        Ok(column)
    }

    /// How many rows each group has.
    pub fn counts(&self) -> Vec<i64> {
        self.groups.sizes()
    }

    /// The last row of every group.
    pub fn last(&self) -> Vec<i64> {
        self.groups.lasts().into_iter().map(|i| i as i64).collect()
    }

    /// A column as one list per group.
    pub fn lists(&self, column: &Value) -> Result<Value> {
        Ok(match column {
            Value::Vector(v) => kernel::slices::parts(&Arc::new(self.together(v)?), self.starts())?,
            _ => Value::list((0..self.count()).map(|g| pick(column, self.rows(g))).collect()),
        })
    }

    /// One item a group as one item a row.
    pub fn spread(&self, per_group: &Value) -> Value {
        pick(per_group, &kernel::groups::positions(&self.groups.ids))
    }

    /// Row positions, group after group.
    pub fn into_rows(self) -> Vec<i64> {
        self.all_rows();
        self.rows.into_inner().unwrap_or_default()
    }
}
