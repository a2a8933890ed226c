//! Expressions that the evaluator takes, group by group: those with a lambda, a sort, a running sum in them.
//!
//! What is an aggregate in them is folded for all groups at once and put in as the item of the group; what is computed row by
//! row is computed for all rows, and each group has its part. Vectors are brought together by group and cut; other columns are
//! gathered for blocks of groups, and cut there. When nothing but functions of their arguments is left to be evaluated, threads
//! share the blocks.

use super::expr::{self, Shape};
use super::frame::{Frame, names_in};
use crate::bind::{self, Run};
use crate::prims::ops::{self, Grouped};
use crate::vm::{Vm, code::Code};
use quarry_kernel::runs::worth;
use quarry_kernel::{self as kernel, pool};
use quarry_value::{Gathered, Kind, Prim, Result, Sym, Type, Value};
use std::ops::Range;

/// Rows that are gathered at a time, unless a group has more.
const BLOCK: usize = 1 << 15;
/// So many rows are worth other threads.
const SHARED_MIN: usize = 1 << 16;

/// What a name stands for in a group.
enum Bound {
    /// The same in every group.
    Same(Value),
    /// A column, of which each group has its rows.
    Rows(Value),
    /// The same with the rows group after group.
    Together(Value),
    /// An item for each group.
    Items(Value),
}

/// `tree` evaluated once for each group, of which there is at least one.
pub fn column(vm: &mut Vm, frame: &Frame, groups: &Grouped, tree: &Value) -> Result<Value> {
    let mut ahead = Ahead { vm, frame, groups, is_quiet: is_quiet(vm, frame, tree), bound: Vec::new() };
    // What an assignment changes is read by what stands on its left.
    let tree = if assigns(tree) { tree.clone() } else { ahead.named(tree) };
    let mut bound = ahead.bound;
    for name in names_in(&tree) {
        if bound.iter().any(|(n, _)| *n == name) {
            continue;
        }
        let is_column = frame.local(name).is_none() || frame.knows(name);
        match frame.lookup(vm, name)? {
            Some(Value::Vector(v)) if is_column => {
                bound.push((name, Bound::Together(groups.together(&v)?.into())));
            }
            Some(v) if is_column => bound.push((name, Bound::Rows(v))),
            Some(v) => bound.push((name, Bound::Same(v))),
            None => {}
        }
    }
    let code = vm.expression(&tree)?;
    let work = Work { code: &code, bound: &bound, groups };
    let blocks = work.blocks();
    if pool::threads() < 2 || blocks.len() < 2 || frame.count() < worth(SHARED_MIN) || !is_pure(&tree, &bound)
    {
        let mut out = Gathered::new();
        for block in blocks {
            work.run(vm, block, &mut out, groups.count())?;
        }
        return Ok(out.collapse());
    }
    if bound.iter().any(|(_, b)| matches!(b, Bound::Rows(_))) {
        // All threads find them by this one: who asks for them in a thread makes them alone.
        groups.all_rows();
    }
    let shared = vm.share();
    let parts = pool::map_items(blocks.len(), |b| {
        let mut worker = shared.worker();
        let _work = worker.begin();
        let (block, mut out) = (blocks[b].clone(), Gathered::new());
        let count = block.len();
        work.run(&mut worker, block, &mut out, count).map(|()| out)
    });
    let mut all = Gathered::new();
    for part in parts {
        all.append(part?);
    }
    Ok(all.collapse())
}

/// An expression and what its names stand for.
struct Work<'a> {
    code: &'a Code,
    bound: &'a [(Sym, Bound)],
    groups: &'a Grouped,
}

impl Work<'_> {
    /// The groups in blocks of about [`BLOCK`] rows; when nobody looks at rows, of as many groups.
    fn blocks(&self) -> Vec<Range<usize>> {
        let count = self.groups.count();
        if !self.reads_rows() {
            return (0..count).step_by(worth(BLOCK)).map(|g| g..count.min(g + worth(BLOCK))).collect();
        }
        let mut blocks = Vec::new();
        let (mut start, mut rows) = (0, 0);
        for g in 0..count {
            rows += self.groups.start(g + 1) - self.groups.start(g);
            if rows >= worth(BLOCK) || g + 1 == count {
                blocks.push(start..g + 1);
                (start, rows) = (g + 1, 0);
            }
        }
        blocks
    }

    fn reads_rows(&self) -> bool {
        self.bound.iter().any(|(_, b)| matches!(b, Bound::Rows(_) | Bound::Together(_)))
    }

    /// The columns that are gathered for a block of groups.
    fn gathered(&self, block: &Range<usize>) -> Vec<Option<Value>> {
        let column = |(_, b): &(Sym, Bound)| match b {
            Bound::Rows(v) => {
                let rows = self.groups.start(block.start)..self.groups.start(block.end);
                Some(ops::pick(v, &self.groups.all_rows()[rows]))
            }
            _ => None,
        };
        self.bound.iter().map(column).collect()
    }

    /// Evaluates a block of groups, for `out`, which takes `count` answers in all.
    fn run(&self, vm: &mut Vm, block: Range<usize>, out: &mut Gathered, count: usize) -> Result<()> {
        let columns = self.gathered(&block);
        let reads_rows = self.reads_rows();
        let first = if reads_rows { self.groups.start(block.start) } else { 0 };
        for g in block {
            let rows = if reads_rows { self.groups.start(g)..self.groups.start(g + 1) } else { 0..0 };
            let value = |at: usize| match (&self.bound[at].1, &columns[at]) {
                (Bound::Rows(_), Some(v)) => kernel::gather::slice(v, rows.start - first..rows.end - first),
                (Bound::Together(v), _) => kernel::gather::slice(v, rows.clone()),
                (Bound::Items(v), _) => v.at(g),
                (Bound::Same(v) | Bound::Rows(v), _) => v.clone(),
            };
            let env = |name: Sym| self.bound.iter().position(|(n, _)| *n == name).map(value);
            out.push(&mut vm.run_expression(self.code, &env)?, count);
            vm.check_interrupt()?;
        }
        Ok(())
    }
}

/// Takes out of a tree what is made for all groups at once.
struct Ahead<'a> {
    vm: &'a Vm,
    frame: &'a Frame<'a>,
    groups: &'a Grouped,
    /// See [`is_quiet`].
    is_quiet: bool,
    /// What the names stand for that are in the tree instead.
    bound: Vec<(Sym, Bound)>,
}

impl Ahead<'_> {
    /// `tree` with a name for each part of it that is made ahead.
    fn named(&mut self, tree: &Value) -> Value {
        let is_names = matches!(tree, Value::Vector(v) if v.ty == Type::Symbol && v.len() > 1);
        // A list of one item is a constant, and a query within has columns of its own.
        let is_application =
            matches!(tree, Value::List(l) if l.len() > 1 && l.holds_values() && !is_query(l.as_slice()));
        if !is_names && !is_application {
            return tree.clone();
        }
        if let Some(made) = self.made(tree) {
            let name = Sym::new(format!("\u{1}{}", self.bound.len()));
            self.bound.push((name, made));
            return Value::Sym(name);
        }
        let Value::List(l) = tree else { return tree.clone() };
        let [head, args @ ..] = l.as_slice() else { return tree.clone() };
        let args = args.iter().map(|x| self.named(x));
        Value::list(std::iter::once(head.clone()).chain(args).collect())
    }

    /// An item for each group from an aggregate that can be folded, or one for each row from vectors. What fails is left, to
    /// fail in its turn.
    fn made(&self, tree: &Value) -> Option<Bound> {
        let Ahead { vm, frame, groups, .. } = *self;
        let expr = expr::translate(vm, frame, tree)?;
        let folds = expr.has_aggregate();
        // A variable that is looked up for each group anew might be another one by then.
        if (expr.looks_up() || !folds) && !self.is_quiet && reads_variables(frame, tree) {
            return None;
        }
        let mut columns = Vec::new();
        expr.columns(&mut columns);
        let is_flat = |name: &Sym| matches!(frame.column(*name), Some(Value::Vector(_)));
        if columns.is_empty() || !folds && !columns.iter().all(is_flat) {
            return None;
        }
        match expr.run(frame, Some(groups)).ok()?? {
            Shape::Groups(Value::Vector(v)) if folds && v.len() == groups.count() => {
                Some(Bound::Items(Value::Vector(v)))
            }
            Shape::Rows(Value::Vector(v)) if columns.iter().all(is_flat) && v.len() == frame.count() => {
                Some(Bound::Together(groups.together(&v).ok()?.into()))
            }
            _ => None,
        }
    }
}

/// Is there `x:y` or `x+:y` in a tree, which is `+:` of two arguments?
fn assigns(tree: &Value) -> bool {
    let Value::List(l) = tree else { return false };
    if l.len() < 2 || !l.holds_values() {
        return false;
    }
    let sets = matches!(l.as_slice(), [Value::Prim(p), _, _] if p.text() == ":" || p.kind() == Kind::Unary);
    sets || l.as_slice().iter().any(assigns)
}

/// Does it read a variable that a function might set? Local variables are those of the function around the query.
fn reads_variables(frame: &Frame, tree: &Value) -> bool {
    let is_known = |name: &Sym| frame.start_of(*name).is_some() || frame.local(*name).is_some();
    !names_in(tree).iter().all(is_known)
}

/// Does evaluating the tree call nothing that might set a variable?
fn is_quiet(vm: &Vm, frame: &Frame, tree: &Value) -> bool {
    let quiet = |x: &Value| is_quiet(vm, frame, x);
    match tree {
        Value::Sym(name) => {
            let variable = || frame.local(*name).or_else(|| vm.find_at_home(*name));
            frame.start_of(*name).is_some() || !variable().is_some_and(|v| v.is_function())
        }
        Value::Vector(v) if v.ty == Type::Symbol && v.len() > 1 => {
            is_quiet(vm, frame, &Value::list(tree.items().collect()))
        }
        Value::List(l) if l.len() > 1 => match l.as_slice() {
            [Value::Prim(p), args @ ..] if is_pure_prim(*p) || p.text() == "?" && args.len() < 4 => {
                args.iter().all(quiet)
            }
            [head, x] => expr::items_of(vm, frame, head).is_some() && quiet(x),
            _ => false,
        },
        x => !x.is_function(),
    }
}

/// Is it `?[t;…]` or `![t;…]`?
fn is_query(tree: &[Value]) -> bool {
    tree.len() > 4 && matches!(&tree[0], Value::Prim(p) if matches!(p.text(), "?" | "!"))
}

/// Does evaluating the tree nothing but apply functions that look at their arguments alone?
fn is_pure(tree: &Value, bound: &[(Sym, Bound)]) -> bool {
    match tree {
        Value::Sym(name) => {
            bound.iter().any(|(n, b)| n == name && !matches!(b, Bound::Same(v) if v.is_function()))
        }
        Value::List(l) if l.len() > 1 => match l.as_slice() {
            [Value::Prim(p), args @ ..] => is_pure_prim(*p) && args.iter().all(|x| is_pure(x, bound)),
            _ => false,
        },
        Value::Vector(v) if v.len() > 1 && v.ty == Type::Symbol => false,
        x => !x.is_function(),
    }
}

/// Is it a function of its arguments, which are no functions?
fn is_pure_prim(prim: Prim) -> bool {
    const OTHERS: [&str; 12] =
        ["*:", "last", "#:", "#", "_", "?:", "<:", ">:", "asc", "desc", "sublist", "=:"];
    match bind::run(prim) {
        Run::Unary(_) | Run::Binary(_) => true,
        _ => OTHERS.contains(&prim.text()),
    }
}
