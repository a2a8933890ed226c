//! Aggregates over partitions: each partition is folded by itself, on any thread, and the parts are merged in order.
//!
//! Every result column is an expression over aggregates. The aggregates are taken out of it (its *leaves*), folded
//! over each partition's groups, merged group by group, finished, and the expression is run on what they give.

use super::by::{keyed, mark};
use super::expr::{Expr, Shape, translate};
use super::filter;
use super::frame::Frame;
use super::parted::{Parts, translated};
use super::select::table;
use super::{By, Columns, Query, widen};
use crate::prims::column::repeat;
use crate::prims::flat::Flat;
use crate::prims::ops::{self, Grouped};
use crate::vm::Vm;
use quarry_kernel::parted::Runs;
use quarry_kernel::stack::Places;
use quarry_kernel::{self as kernel, Agg, Groups, Partial, pool};
use quarry_value::error::declined;
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
    /// The answers, instead of `partials`, when no group spans partitions. Groups are then in order of their keys.
    values: Vec<Value>,
}

/// The groups of a partition's rows.
enum Split {
    /// No by phrase.
    None,
    /// By group numbers.
    Ids(Groups),
    /// The rows of a group lie together: where each starts, and the end.
    Spans(Vec<usize>),
}

impl Split {
    fn count(&self) -> usize {
        match self {
            Split::None => 1,
            Split::Ids(groups) => groups.count,
            Split::Spans(starts) => starts.len() - 1,
        }
    }

    /// A row of each group: its first.
    fn first(&self) -> Vec<i64> {
        match self {
            Split::None => Vec::new(),
            Split::Ids(groups) => groups.first.iter().map(|i| *i as i64).collect(),
            Split::Spans(starts) => starts[..self.count()].iter().map(|i| *i as i64).collect(),
        }
    }
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
        // The groups of a partition that lies in two segments are merged like any others.
        let apart = parts.are_distinct()?;
        let one = |k: usize| -> Result<Option<Part>> {
            let (flat, links) = (parts.flat(k)?, parts.links(k)?);
            self.fold(parts.frame(k, &flat, &links, query), apart)
        };
        let mut folded = Vec::with_capacity(parts.count());
        for part in pool::map_items(parts.count(), one) {
            match part {
                Ok(Some(part)) => folded.push(part),
                Ok(None) => return Ok(None),
                Err(e) if e.is_declined() => return Ok(None),
                Err(e) => return Err(e),
            }
        }
        // See [`super::expr::per_group`].
        if !self.keys.is_empty() && folded.iter().all(|part| part.groups == 0) && self.looks_up() {
            return Ok(None);
        }
        match self.put_together(folded) {
            Err(e) if e.is_declined() => Ok(None),
            answer => answer.map(Some),
        }
    }

    fn looks_up(&self) -> bool {
        let args = self.leaves.iter().flat_map(|(_, args)| args);
        args.chain(self.columns.iter().map(|c| &c.1)).any(Expr::looks_up)
    }

    /// Folds one partition; `apart` when no other has the same value.
    fn fold(&self, frame: Frame, apart: bool) -> Result<Option<Part>> {
        let Some(frame) = filter::apply_translated(frame, &self.filters)? else { return Ok(None) };
        frame.ask_for_all(1);
        let (heads, split) = self.groups(&frame)?;
        let count = split.count();
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
            let values: Vec<&Value> = values.iter().collect();
            let typed = values.iter().all(|v| matches!(v, Value::Vector(_)));
            if frame.count() == 0 && typed && matches!(split, Split::None) {
                // No item says that it cannot be taken.
                agg.apply(&values)?;
            }
            match &split {
                Split::None => partial.step(&values, None, count)?,
                Split::Ids(groups) => partial.step(&values, Some(&groups.ids), count)?,
                Split::Spans(starts) => partial.step_spans(&values, starts)?,
            }
            partials.push(partial);
        }
        let part = Part { heads, groups: count, partials, values: Vec::new() };
        if apart && self.is_apart(&frame) { part.finished().map(Some) } else { Ok(Some(part)) }
    }

    /// Is the partition's value among the keys, so that no group spans partitions?
    fn is_apart(&self, frame: &Frame) -> bool {
        self.keys.iter().any(|(_, expr)| is_partition(frame, expr))
    }

    /// The keys of a partition's groups, and its rows in groups.
    fn groups(&self, frame: &Frame) -> Result<(Vec<Value>, Split)> {
        if self.keys.is_empty() {
            return Ok((Vec::new(), Split::None));
        }
        // One value for all rows; it is not made for each.
        let mut keys: Vec<Option<Value>> = Vec::with_capacity(self.keys.len());
        for (_, expr) in &self.keys {
            keys.push(match expr {
                _ if is_partition(frame, expr) => None,
                _ => Some(match expr.run(frame, None)? {
                    Some(Shape::Rows(v)) => v,
                    Some(Shape::One(v)) if v.is_atom() => repeat(&v, frame.count()),
                    _ => return Err(declined()),
                }),
            });
        }
        let columns: Vec<Value> = keys.iter().flatten().cloned().collect();
        let split = match spans(&columns) {
            Some(starts) => Split::Spans(starts),
            None if columns.is_empty() => {
                Split::Spans(if frame.count() == 0 { vec![0] } else { vec![0, frame.count()] })
            }
            None => Split::Ids(ops::group_ids(&columns)?),
        };
        let first = split.first();
        let partition = frame.partition.as_ref().map_or_else(Value::identity, |p| p.1.clone());
        let head = |key: Option<Value>| match key {
            Some(column) => items(&column, &first),
            None => repeat(&partition, first.len()),
        };
        Ok((keys.into_iter().map(head).collect(), split))
    }

    fn put_together(&self, parts: Vec<Part>) -> Result<Value> {
        let names: Vec<Sym> = self.keys.iter().map(|k| k.0).collect();
        let mut starts = Vec::with_capacity(parts.len());
        let mut total = 0;
        for part in &parts {
            starts.push((total, part.groups));
            total += part.groups;
        }
        let head = |k: usize| stacked(&parts.iter().map(|part| &part.heads[k]).collect::<Vec<_>>());
        let columns = (0..names.len()).map(head).collect::<Result<Vec<Value>>>()?;
        let heads = Flat { keys: names.len(), names, columns };
        // All parts' groups are grouped by key once more: that maps each part's groups to those of the result.
        if parts.iter().any(|part| !part.values.is_empty()) {
            return self.apart(parts, &heads);
        }
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
        self.result(heads.map(|c| Ok(ops::pick(c, &groups.first)))?, groups.count(), &leaves)
    }

    /// Parts of which no two have a group in common.
    fn apart(&self, parts: Vec<Part>, heads: &Flat) -> Result<Value> {
        let columns = (0..self.leaves.len()).map(|i| {
            let values: Vec<&Value> = parts.iter().map(|part| &part.values[i]).collect();
            stacked(&values)
        });
        let leaves = columns.collect::<Result<Vec<Value>>>()?;
        let order = ops::grade(&heads.columns, false);
        if ops::is_identity(&order) {
            return self.result(heads.clone(), order.len(), &leaves);
        }
        let leaves: Vec<Value> = leaves.iter().map(|v| ops::pick(v, &order)).collect();
        self.result(heads.map(|c| Ok(ops::pick(c, &order)))?, order.len(), &leaves)
    }

    /// The table of `n` groups: their keys in order, and the columns from what the leaves give.
    fn result(&self, mut keys: Flat, n: usize, leaves: &[Value]) -> Result<Value> {
        let mut columns = Vec::with_capacity(self.columns.len());
        for (_, expr) in &self.columns {
            let v = on_leaves(expr, leaves)?;
            columns.push(if v.is_atom() { repeat(&v, n) } else { v });
        }
        let names: Vec<Sym> = self.columns.iter().map(|c| c.0).collect();
        if self.keys.is_empty() {
            return Ok(table(names, columns)?.into_value());
        }
        mark(&mut keys.columns);
        Ok(keyed(keys, names, columns))
    }
}

impl Part {
    /// The answers of the groups, in order of their keys.
    fn finished(self) -> Result<Part> {
        let order = ops::grade(&self.heads, false);
        let is_sorted = ops::is_identity(&order);
        let sorted = |x: Value| if is_sorted { x } else { ops::pick(&x, &order) };
        let values = self.partials.into_iter().map(|p| p.finish().map(sorted)).collect::<Result<_>>()?;
        let heads = self.heads.into_iter().map(sorted).collect();
        Ok(Part { heads, groups: self.groups, partials: Vec::new(), values })
    }
}

/// Does an expression stand for the partition column?
fn is_partition(frame: &Frame, expr: &Expr) -> bool {
    let Expr::Column(name) = expr else { return false };
    frame.table.position(*name).is_none() && frame.partition.as_ref().is_some_and(|(field, _)| field == name)
}

/// The items at `rows`; of a column whose runs tell them, without reading it.
fn items(column: &Value, rows: &[i64]) -> Value {
    match column {
        Value::Vector(v) if kernel::parted::is_known(column) => Runs::of(v).items(v, rows).into(),
        _ => ops::pick(column, rows),
    }
}

/// Where groups start whose rows lie together: by a parted column, and perhaps by one that ascends in its runs.
fn spans(keys: &[Value]) -> Option<Vec<usize>> {
    let vector = |x: &Value| if let Value::Vector(v) = x { Some(v.clone()) } else { None };
    let vectors = keys.iter().map(vector).collect::<Option<Vec<_>>>()?;
    let parted = vectors.iter().position(|v| v.attr == Attr::Parted)?;
    let runs = Runs::of(&vectors[parted]);
    match &vectors[..] {
        [_] => Some(runs.starts().to_vec()),
        [_, other] if parted == 0 => kernel::spans::cut(runs.starts(), other),
        [other, _] => kernel::spans::cut(runs.starts(), other),
        _ => None,
    }
}

/// Lists one under the other.
fn stacked(parts: &[&Value]) -> Result<Value> {
    let places: Vec<(&Value, Places)> = parts.iter().map(|v| (*v, Places::First(v.count()))).collect();
    if let Some(v) = kernel::stack::stack(&places) {
        return Ok(v);
    }
    let mut parts: Vec<Value> = parts.iter().map(|v| (*v).clone()).collect();
    widen::columns_to_one_type(parts.iter_mut().collect())?;
    let mut parts = parts.into_iter();
    let first = parts.next().unwrap_or_else(Value::empty_list);
    parts.try_fold(first, |all, more| kernel::join::join_onto(all, &more))
}

/// Replaces the aggregates in `expr` by leaves. `None` when something else than aggregates and constants is left, or
/// an aggregate cannot be put together from parts.
fn take_leaves(expr: Expr, leaves: &mut Vec<(Agg, Vec<Expr>)>) -> Option<Expr> {
    Some(match expr {
        Expr::Agg(Agg::Med, _) | Expr::CountDistinct(_) | Expr::Column(_) | Expr::Leaf(_) => return None,
        Expr::Choice(_) => return None,
        Expr::Agg(agg, args) => {
            let mut columns = Vec::new();
            args.iter().for_each(|x| x.columns(&mut columns));
            // What no row takes part in is not repeated for each.
            if args.iter().any(Expr::has_aggregate) || columns.is_empty() {
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
        Expr::Index(items, x) => Expr::Index(items, Box::new(take_leaves(*x, leaves)?)),
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
            _ => Err(declined()),
        },
    }
}
