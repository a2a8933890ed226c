//! Dictionaries that come one after the other, as the rows of a table.

use crate::{Attr, Dict, Gathered, List, Sym, Value, packing, room};
use std::sync::Arc;

/// Cells that there is room for at first, at most: the other values may be no rows of the table.
const USUAL: usize = 1 << 12;
/// Dictionaries of more keys are values rather than records.
const KEYS_MAX: usize = 1 << 10;

/// Dictionaries with the same symbol keys, of which only the cells are kept.
pub struct Records {
    keys: Value,
    columns: Vec<Gathered>,
}

impl Records {
    /// The first of `n` values, when it is a row of a table and `n` are worth it.
    pub(crate) fn of_first(first: &Value, n: usize) -> Option<Records> {
        let Value::Dict(d) = first else { return None };
        if !packing::are_many(n) || !(1..=KEYS_MAX).contains(&names(d)?.len()) {
            return None;
        }
        let columns = names(d)?.iter().map(|_| Gathered::new()).collect();
        let mut records = Records { keys: d.keys.clone(), columns };
        records.push(&mut first.clone(), n).then_some(records)
    }

    /// One row more. False, and nothing is done, when it has other keys, or would be another dictionary if it were made again of its
    /// cells.
    pub(crate) fn push(&mut self, row: &mut Value, n: usize) -> bool {
        let Value::Dict(d) = row else { return false };
        if !self.has_keys_of(d) || d.values.count() != self.columns.len() || !is_of_its_cells(d) {
            return false;
        }
        let room = n.min(USUAL / self.columns.len());
        match Dict::own_cells(d) {
            Some(cells) => self.columns.iter_mut().zip(cells).for_each(|(c, cell)| add(c, cell, room)),
            None => {
                for (i, column) in self.columns.iter_mut().enumerate() {
                    if !column.push_item(&d.values, i) {
                        add(column, &mut d.values.at(i), room);
                    }
                }
            }
        }
        drop(row.take());
        true
    }

    fn has_keys_of(&self, d: &Dict) -> bool {
        match (&self.keys, &d.keys) {
            (Value::Vector(a), Value::Vector(b)) => {
                Arc::ptr_eq(a, b) || b.attr == Attr::None && b.slice::<Sym>() == a.slice::<Sym>()
            }
            _ => false,
        }
    }

    /// The rows of `other` after these. None is lost if it answers no.
    pub(crate) fn append(&mut self, other: &mut Records) -> bool {
        if names_of(&self.keys) != names_of(&other.keys) {
            return false;
        }
        let others = other.columns.iter_mut().map(std::mem::take);
        self.columns.iter_mut().zip(others).for_each(|(c, more)| c.append(more));
        true
    }

    /// The dictionaries, with room for `n`.
    pub(crate) fn into_values(self, n: usize) -> Vec<Value> {
        let mut columns: Vec<_> = self.columns.into_iter().map(Gathered::into_items).collect();
        let count = columns.first().map_or(0, |c| c.len());
        let mut rows = room::vec(n.max(count));
        rows.extend((0..count).map(|_| {
            let cells = columns.iter_mut().filter_map(Iterator::next).collect();
            Value::dict(self.keys.clone(), Value::collapse(cells))
        }));
        rows
    }

    pub(crate) fn into_table(self) -> Value {
        let columns = self.columns.into_iter().map(Gathered::collapse).collect();
        Value::table(names_of(&self.keys).unwrap_or_default().to_vec(), columns)
    }
}

/// Records in records stay values: they may lie in each other without end.
fn add(column: &mut Gathered, cell: &mut Value, n: usize) {
    match (&*column, &*cell) {
        (Gathered::Values(none), Value::Dict(_)) if none.is_empty() => {
            *column = Gathered::Values(vec![cell.take()]);
        }
        _ => column.push(cell, n),
    }
}

fn names(d: &Dict) -> Option<&[Sym]> {
    names_of(&d.keys)
}

/// Symbols without attribute.
fn names_of(keys: &Value) -> Option<&[Sym]> {
    match keys {
        Value::Vector(v) if v.attr == Attr::None => v.slice(),
        _ => None,
    }
}

/// Would the cells, put together again, be these values?
fn is_of_its_cells(d: &Dict) -> bool {
    match &d.values {
        _ if d.sorted => false,
        Value::Vector(v) => v.attr == Attr::None,
        Value::List(l) if l.attr == Attr::None && l.holds_values() => are_unlike(l),
        _ => false,
    }
}

/// Are the items of a list no atoms of one type, nor rows of a table?
fn are_unlike(l: &List) -> bool {
    let items = l.as_slice();
    match items.first() {
        None | Some(Value::Dict(_)) => false,
        Some(first) => {
            let is_like = |x: &Value| x.is_atom() && x.item_type() == first.item_type();
            !items.iter().all(is_like)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gathered::tests::gathered;
    use crate::text::literal;

    fn row(names: &[&str], cells: Vec<Value>) -> Value {
        Value::dict(Value::syms(names.iter().map(Sym::new).collect::<Vec<_>>()), Value::collapse(cells))
    }

    #[test]
    fn records_are_a_table_and_others_a_list() {
        let mixed = |i: usize| row(&["a", "b"], vec![Value::long(i as i64), Value::chars("x".repeat(i % 3))]);
        let like = |i: usize| row(&["a", "b"], vec![Value::long(i as i64), Value::long(7)]);
        let nested = |i: usize| row(&["a", "b"], vec![mixed(i), Value::long(7)]);
        let stepped = |i: usize| match mixed(i) {
            Value::Dict(d) => {
                let mut d = (*d).clone();
                d.sorted = true;
                Value::Dict(Arc::new(d))
            }
            other => other,
        };
        let kinds: [&dyn Fn(usize) -> Value; 7] = [
            &mixed,
            &like,
            &nested,
            &stepped,
            &|i| row(&["b", "a"], vec![Value::long(i as i64), Value::float(0.5)]),
            &|i| row(&["a", "b", "c"], vec![Value::long(i as i64), Value::sym("s"), Value::empty_list()]),
            &|i| Value::long(i as i64),
        ];
        for (k, usual) in kinds.iter().enumerate() {
            for (j, other) in kinds.iter().enumerate() {
                for at in [0, 3, 39] {
                    let values: Vec<Value> =
                        (0..40).map(|i| if i == at { other(i) } else { usual(i) }).collect();
                    let expected = literal(&Value::collapse(values.clone()));
                    for size in [40, 13, 1] {
                        assert_eq!(
                            literal(&gathered(&values, size, |_| values.len())),
                            expected,
                            "{k} {j} {at} {size}"
                        );
                    }
                }
            }
        }
    }
}
