//! Queries of partitioned tables with a limit: which rows are left is found first, from what the constraints and the order
//! read; then the columns of these rows alone are read. Without an order no more partitions are opened than have the rows.

use super::filter;
use super::frame::{Rows, names_in, numbers_in_partition};
use super::limit;
use super::parted::{Left, Parts, numbers_for, one_under_another, taken, translated};
use super::source::Source;
use super::{By, Columns, Query, run};
use crate::db::append_flat;
use crate::prims::column::repeat;
use crate::prims::flat::Flat;
use crate::prims::ops;
use crate::vm::Vm;
use quarry_kernel::pool;
use quarry_value::{Error, Result, Sym, Table, Value};
use std::ops::Range;

/// Partitions that are looked at together, once it is clear that more than one has to be.
const TOGETHER_MAX: usize = 64;

/// Has a query a limit, and no groups? Its columns are computed of the rows that are left.
pub fn is_for(parts: &Parts, query: &Query) -> bool {
    let is_table = matches!((&query.by, &query.columns), (By::None, Columns::All | Columns::Named(_)));
    query.limit.is_some() && parts.paths.is_empty() && is_table
}

/// The result of such a query.
pub fn rows(vm: &mut Vm, t: &Table, parts: &Parts, query: &Query) -> Result<Value> {
    if let Some(wanted) = taken(parts, query) {
        return Ok(leading(vm, t, parts, query, &wanted)?.into_value());
    }
    let source = Source { flat: leading(vm, t, parts, query, &in_scope(parts, query))?, is_dict: false };
    let rest = query.of_rows(Vec::new(), By::None, query.columns.clone());
    run(vm, &source, source.frame(query.locals), &rest)
}

/// What expressions on rows of several partitions see: the partition column, the others, and row numbers if they ask for them.
fn in_scope(parts: &Parts, query: &Query) -> Vec<(Sym, Sym)> {
    let names = parts.db.with_field(&parts.names).chain(numbers_for(query));
    names.map(|name| (name, name)).collect()
}

/// The rows that the limit leaves, with columns by their new names.
fn leading(vm: &mut Vm, t: &Table, parts: &Parts, query: &Query, wanted: &[(Sym, Sym)]) -> Result<Flat> {
    let limit = query.limit.ok_or_else(|| Error::new("par"))?;
    let order = query.order.as_ref().map(|o| &o.1);
    let names: Vec<Sym> = parts.wheres.iter().chain(order).flat_map(names_in).collect();
    let narrow = parts.reading(t, names.into_iter());
    let ends = if order.is_some() { Ends { enough: ALL, from_last: false } } else { Ends::of(limit)? };
    let found = look(vm, &narrow, query, ends)?;
    let total = found.iter().map(|left| left.rows.count()).sum();
    if order.is_none() {
        let chosen = stretches(&found, limit::range(limit, total)?);
        return read(parts, query, chosen, wanted);
    }
    let flat = put_together(&narrow, &found, &in_scope(&narrow, query))?;
    let source = Source { flat, is_dict: false };
    let at = limit::applied(vm, source.frame(query.locals), query)?.rows.positions();
    // They are read as they lie, and put in order afterwards.
    let mut lie = at.clone();
    lie.sort_unstable();
    lie.dedup();
    let order: Vec<i64> = at.iter().map(|row| lie.partition_point(|r| r < row) as i64).collect();
    let rows = read(parts, query, picked(&found, &lie), wanted)?;
    if ops::is_identity(&order) && order.len() == lie.len() {
        return Ok(rows);
    }
    rows.map(|c| Ok(ops::pick(c, &order)))
}

/// As many rows as there are.
const ALL: usize = isize::MAX as usize;

/// How many rows are looked for, and from which end.
#[derive(Clone, Copy)]
struct Ends {
    enough: usize,
    from_last: bool,
}

impl Ends {
    fn of(limit: &Value) -> Result<Ends> {
        let range = limit::range(limit, ALL)?;
        let from_last = limit.is_atom() && range.start > 0;
        Ok(Ends { enough: if from_last { range.len() } else { range.end }, from_last })
    }
}

/// The rows that the constraints leave, partition by partition, as far as they are needed.
fn look(vm: &mut Vm, parts: &Parts, query: &Query, ends: Ends) -> Result<Vec<Left>> {
    let filters = {
        let first = parts.flat(0)?;
        translated(vm, &parts.frame(0, &first, &[], query), &parts.wheres)
    };
    let mut found = Vec::new();
    let (mut next, mut total) = (0, 0);
    let mut together = if ends.enough == ALL { ALL } else { 1 };
    while next < parts.count() && total < ends.enough {
        let batch = next..parts.count().min(next.saturating_add(together));
        let k = |i: usize| if ends.from_last { parts.count() - 1 - i } else { i };
        let one = |i: usize| -> Result<Option<Left>> {
            let Some(filters) = &filters else { return Ok(None) };
            let flat = parts.flat(k(i))?;
            let left = filter::apply_translated(parts.frame(k(i), &flat, &[], query), filters)?;
            let rows = left.map(|frame| frame.rows);
            Ok(rows.map(|rows| Left { k: k(i), flat, rows }))
        };
        for (i, left) in batch.clone().zip(pool::map_items(batch.len(), |i| one(batch.start + i))) {
            let left = match left? {
                Some(left) => left,
                None => {
                    let flat = parts.flat(k(i))?;
                    let rows = filter::apply(vm, parts.frame(k(i), &flat, &[], query), &parts.wheres)?.rows;
                    Left { k: k(i), flat, rows }
                }
            };
            total += left.rows.count();
            found.push(left);
        }
        (next, together) = (batch.end, (2 * together.min(ALL / 2)).min(TOGETHER_MAX));
    }
    if ends.from_last {
        found.reverse();
    }
    Ok(found)
}

/// Partitions and the rows of them that lie in `range` of all that was found.
fn stretches(found: &[Left], range: Range<usize>) -> Vec<(usize, Rows)> {
    let mut start = 0;
    let stretch = |left: &Left| {
        let count = left.rows.count();
        let inside = |at: usize| at.clamp(start, start + count) - start;
        let inside = inside(range.start)..inside(range.end);
        start += count;
        (left.k, left.rows.stretch(inside))
    };
    found.iter().map(stretch).filter(|(_, rows)| rows.count() > 0).collect()
}

/// Partitions and the rows of them that have the numbers `at`, which ascend, among all that was found.
fn picked(found: &[Left], mut at: &[i64]) -> Vec<(usize, Rows)> {
    let mut start = 0;
    let of = |left: &Left| {
        let end = start + left.rows.count() as i64;
        let (here, later) = at.split_at(at.partition_point(|row| *row < end));
        let rows = left.rows.at(here.iter().map(|row| row - start).collect());
        (start, at) = (end, later);
        (left.k, rows)
    };
    found.iter().map(of).filter(|(_, rows)| rows.count() > 0).collect()
}

/// Columns, by their new names, of rows of partitions.
fn read(parts: &Parts, query: &Query, mut rows: Vec<(usize, Rows)>, wanted: &[(Sym, Sym)]) -> Result<Flat> {
    if rows.is_empty() {
        // No rows, but columns of the right types.
        rows.push((0, Rows::Some(Vec::new())));
    }
    let one = |i: usize| {
        let (k, rows) = &rows[i];
        let flat = parts.flat(*k)?;
        let frame = parts.frame(*k, &flat, &[], query).with_rows(rows.clone());
        frame.ask_for(wanted.iter().map(|(_, column)| *column), 1);
        Ok(Left { k: *k, rows: frame.rows, flat })
    };
    let found = pool::map_items(rows.len(), one).into_iter().collect::<Result<Vec<Left>>>()?;
    put_together(parts, &found, wanted)
}

/// Columns, by their new names, of what was found: at once, or one after the other where they differ.
fn put_together(parts: &Parts, found: &[Left], wanted: &[(Sym, Sym)]) -> Result<Flat> {
    if let Some(flat) = one_under_another(parts, found, wanted) {
        return Ok(flat);
    }
    let mut all = None;
    for left in found {
        let column = |(_, column): &(Sym, Sym)| match left.flat.position(*column) {
            Some(c) => left.rows.take(&left.flat.columns[c]),
            None if *column == numbers_in_partition() => Value::longs(left.rows.positions()),
            None => repeat(&parts.values.at(parts.picked[left.k]), left.rows.count()),
        };
        let names = wanted.iter().map(|(name, _)| *name).collect();
        append_flat(&mut all, Flat { names, columns: wanted.iter().map(column).collect(), keys: 0 })?;
    }
    all.ok_or_else(|| Error::new("par"))
}
