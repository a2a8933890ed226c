//! Aggregates over partitions: each partition is folded by itself, on any thread, and the parts are merged in order.
//!
//! Every result column is an expression over aggregates. The aggregates are taken out of it (its *leaves*), folded
//! over each partition's groups, merged group by group, finished, and the expression is run on what they give.

use super::by::keyed;
use super::expr::{Expr, Shape, translate};
use super::filter;
use super::frame::Frame;
use super::parted::{Parts, translated};
use super::select::table;
use super::{By, Columns, Query};
use crate::db::append_flat;
use crate::prims::column::repeat;
use crate::prims::flat::Flat;
use crate::prims::ops::{self, Grouped};
use crate::vm::Vm;
use quarry_kernel::{self as kernel, Agg, Groups, Partial, pool};
use quarry_value::error::nyi;
use quarry_value::{Attr, Result, Sym, Value};

/// A query as filters, keys and leaves.
pub struct Reduction {
    filters: Vec<Expr>,
    keys: Vec<(Sym, Expr)>,
    leaves: Vec<(Agg, Vec<Expr>)>,
    columns: Vec<(Sym, Expr)>,
}

/// What one partition gives.
struct Part {
    /// The keys of its groups.
    heads: Vec<Value>,
    groups: usize,
    partials: Vec<Partial>,
}

impl Reduction {
    /// `None` when the query has no such form.
    pub fn of(vm: &Vm, frame: &Frame, wheres: &[Value], query: &Query) -> Option<Reduction> {
        let Columns::Named(columns) = &query.columns else { return None };
        let groups: &[(Sym, Value)] = match &query.by {
            By::Dict(groups) => groups,
            By::None => &[],
            _ => return None,
        };
        if query.order.is_some() || query.limit.is_some() {
            return None;
        }
        let filters = translated(vm, frame, wheres)?;
        let key = |(name, tree): &(Sym, Value)| {
            let expr = translate(vm, frame, tree)?;
            (!expr.has_aggregate()).then_some((*name, expr))
        };
        let keys = groups.iter().map(key).collect::<Option<_>>()?;
        let mut leaves = Vec::new();
        let mut outer = Vec::new();
        for (name, tree) in columns {
            outer.push((*name, take_leaves(translate(vm, frame, tree)?, &mut leaves)?));
        }
        if leaves.is_empty() || filters.iter().any(Expr::has_aggregate) {
            return None;
        }
        Some(Reduction { filters, keys, leaves, columns: outer })
    }

    /// Runs over all parts. `None` when a fold declines the columns it meets.
    pub fn run(&self, parts: &Parts, query: &Query) -> Result<Option<Value>> {
        let field = parts.db.field();
        let locals: Vec<(Sym, Value)> = query.locals.to_vec();
        let (db, table, names, picked, values) =
            (&parts.db, parts.table, &parts.names, &parts.picked, &parts.values);
        let one = |k: usize| -> Result<Option<Part>> {
            let flat = db.part(picked[k], table, names)?;
            let mut frame = Frame::new(&flat, &locals);
            frame.partition = Some((field, values.at(picked[k])));
            self.fold(frame)
        };
        let mut folded = Vec::with_capacity(parts.count());
        for part in pool::map_items(parts.count(), one) {
            match part {
                Ok(Some(part)) => folded.push(part),
                Ok(None) => return Ok(None),
                Err(e) if e.word() == b"nyi" => return Ok(None),
                Err(e) => return Err(e),
            }
        }
        self.put_together(folded).map(Some)
    }

    /// Folds one partition.
    fn fold(&self, frame: Frame) -> Result<Option<Part>> {
        let Some(frame) = filter::apply_translated(frame, &self.filters)? else { return Ok(None) };
        let groups = self.groups(&frame)?;
        let heads = match &groups {
            Some((keys, groups)) => {
                let first: Vec<i64> = groups.first.iter().map(|i| *i as i64).collect();
                keys.iter().map(|k| ops::pick(k, &first)).collect()
            }
            None => Vec::new(),
        };
        let count = groups.as_ref().map_or(1, |(_, g)| g.count);
        let ids = groups.as_ref().map(|(_, g)| &g.ids[..]);
        let mut partials = Vec::with_capacity(self.leaves.len());
        for (agg, args) in &self.leaves {
            let mut values = Vec::with_capacity(args.len());
            for arg in args {
                if matches!((agg, arg), (Agg::Count, Expr::Column(_))) {
                    values.push(frame.any_column());
                    continue;
                }
                match arg.run(&frame, None)? {
                    Some(Shape::Rows(v)) => values.push(v),
                    Some(Shape::One(v)) => values.push(repeat(&v, frame.count())),
                    _ => return Ok(None),
                }
            }
            let mut partial = Partial::new(*agg);
            partial.step(&values.iter().collect::<Vec<_>>(), ids, count)?;
            partials.push(partial);
        }
        Ok(Some(Part { heads, groups: count, partials }))
    }

    /// The key columns and the groups of a partition's rows; `None` without a by phrase.
    fn groups(&self, frame: &Frame) -> Result<Option<(Vec<Value>, Groups)>> {
        if self.keys.is_empty() {
            return Ok(None);
        }
        let mut keys = Vec::with_capacity(self.keys.len());
        for (_, expr) in &self.keys {
            keys.push(match expr.run(frame, None)? {
                Some(Shape::Rows(v)) => v,
                Some(Shape::One(v)) if v.is_atom() => repeat(&v, frame.count()),
                _ => return Err(nyi("a group that is not one item a row")),
            });
        }
        let groups = ops::group_ids(&keys)?;
        Ok(Some((keys, groups)))
    }

    fn put_together(&self, parts: Vec<Part>) -> Result<Value> {
        let mut heads: Option<Flat> = None;
        let names: Vec<Sym> = self.keys.iter().map(|k| k.0).collect();
        let mut starts = Vec::with_capacity(parts.len());
        let mut total = 0;
        for part in &parts {
            starts.push((total, part.groups));
            total += part.groups;
            let flat = Flat { names: names.clone(), columns: part.heads.clone(), keys: names.len() };
            append_flat(&mut heads, flat)?;
        }
        let heads = heads.unwrap_or(Flat { names, columns: Vec::new(), keys: 0 });
        // All parts' groups are grouped by key once more: that maps each part's groups to those of the result.
        let groups = match heads.columns.is_empty() {
            true => Grouped::of(Groups { ids: vec![0; total], count: 1, first: vec![0] }),
            false => ops::groups_sorted(&heads.columns)?,
        };
        let mut merged: Vec<Partial> = self.leaves.iter().map(|(agg, _)| Partial::new(*agg)).collect();
        for (part, (start, count)) in parts.into_iter().zip(starts) {
            let map = &groups.groups.ids[start..start + count];
            for (all, more) in merged.iter_mut().zip(part.partials) {
                all.merge(more, Some(map), groups.count())?;
            }
        }
        let leaves = merged.into_iter().map(Partial::finish).collect::<Result<Vec<Value>>>()?;
        self.result(&heads, &groups, &leaves)
    }

    fn result(&self, heads: &Flat, groups: &Grouped, leaves: &[Value]) -> Result<Value> {
        let n = groups.count();
        let mut columns = Vec::with_capacity(self.columns.len());
        for (_, expr) in &self.columns {
            let v = on_leaves(expr, leaves)?;
            columns.push(if v.is_atom() { repeat(&v, n) } else { v });
        }
        let names: Vec<Sym> = self.columns.iter().map(|c| c.0).collect();
        if self.keys.is_empty() {
            return Ok(table(names, columns)?.into_value());
        }
        let mut keys = heads.map(|c| Ok(ops::pick(c, &groups.first)))?;
        if let [key] = keys.columns.as_mut_slice() {
            *key = ops::with_attr(key, Attr::Sorted);
        }
        Ok(keyed(keys, names, columns))
    }
}

/// Replaces the aggregates in `expr` by leaves. `None` when something else than aggregates and constants is left, or
/// an aggregate cannot be put together from parts.
fn take_leaves(expr: Expr, leaves: &mut Vec<(Agg, Vec<Expr>)>) -> Option<Expr> {
    Some(match expr {
        Expr::Agg(Agg::Med, _) | Expr::CountDistinct(_) | Expr::Column(_) | Expr::Leaf(_) => return None,
        Expr::Agg(agg, args) => {
            if args.iter().any(Expr::has_aggregate) || args.iter().all(|a| matches!(a, Expr::Const(_))) {
                return None;
            }
            leaves.push((agg, args));
            Expr::Leaf(leaves.len() - 1)
        }
        Expr::Const(v) if v.is_atom() => Expr::Const(v),
        Expr::Const(_) => return None,
        Expr::Unary(op, x) => Expr::Unary(op, Box::new(take_leaves(*x, leaves)?)),
        Expr::Binary(op, args) => {
            let [x, y] = *args;
            let x = take_leaves(x, leaves)?;
            Expr::Binary(op, Box::new([x, take_leaves(y, leaves)?]))
        }
        Expr::Test(test, x, y) => Expr::Test(test, Box::new(take_leaves(*x, leaves)?), y),
        Expr::Cast(to, x) => Expr::Cast(to, Box::new(take_leaves(*x, leaves)?)),
        Expr::Field(part, x) => Expr::Field(part, Box::new(take_leaves(*x, leaves)?)),
        Expr::Link(column, x) => Expr::Link(column, Box::new(take_leaves(*x, leaves)?)),
    })
}

/// The value of an expression of leaves.
fn on_leaves(expr: &Expr, leaves: &[Value]) -> Result<Value> {
    match expr {
        Expr::Leaf(i) => Ok(leaves[*i].clone()),
        Expr::Const(v) => Ok(v.clone()),
        Expr::Binary(op, args) => {
            kernel::atomic_binary(*op, &on_leaves(&args[0], leaves)?, &on_leaves(&args[1], leaves)?)
        }
        other => match other.args() {
            [x] => other.of_one(&on_leaves(x, leaves)?),
            _ => Err(nyi("an expression of aggregates")),
        },
    }
}
