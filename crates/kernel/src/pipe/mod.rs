//! The pipeline: an expression of atomic functions over vectors of one count, computed run by run into a sink
//! (a vector, a fold, positions) without vectors in between.
//!
//! Everything is computed by the plans and loops of [`crate::atomic`], and folded by those of [`crate::fold`] in
//! the same blocks: the answers are to the bit those of the primitives called one after the other, whatever the
//! number of threads. What the pipeline does not take it declines with `None`, before computing anything; the
//! caller then calls the primitives.
//!
//! | file | noun |
//! |---|---|
//! | `expr` | [`Expr`], and its types and plans once the leaves are known |
//! | `column` | what folds read: a vector or an expression |
//! | `node` | an expression at work: runs in, runs out, scratch that is reused |

pub(crate) mod column;
mod expr;
mod node;
#[cfg(test)]
mod tests;

pub use expr::{Expr, binary_op, unary_op};

use crate::atomic::run::{Run, run_length};
use crate::atomic::{atomic_binary, atomic_unary, wide};
use crate::kept::{self, Kept, Part};
use crate::{Agg, pool, runs};
use column::Column;
use expr::Typed;
use node::Node;
use quarry_value::evaluation::is_over;
use quarry_value::{Attr, Type, Value, Vector, room};
use std::ops::Range;

/// Vectors shorter than this are left to the primitives, which have less to set up.
const WORTH_IT: usize = 512;
/// Items to a task: as the folds have it.
const BLOCK: usize = 1 << 16;

/// The value of an expression; `None` when the pipeline does not take it.
pub fn collect(expr: &Expr, leaves: &[Value]) -> Option<Value> {
    let typed = plan(expr, leaves)?;
    let n = typed.count()?;
    if !typed.is_deep() {
        return None;
    }
    let data = wide::filled(typed.ty().repr(), n, BLOCK, |range, out| {
        let mut node = Node::new(&typed);
        wide::by_runs(out, run_length(), |at, out| {
            let start = range.start + at;
            node.write(start..start + out.len(), out);
        });
    });
    Some(Vector::new(typed.ty(), data).into())
}

/// The value of an expression whose leaves are vectors and atoms, of any count: what it is for each item, as a vector. `None`
/// when it is none, which whoever asks item by item will be told the reason of.
pub fn each(expr: &Expr, leaves: &[Value]) -> Option<Value> {
    let n = leaves.iter().find_map(|x| x.is_list().then(|| x.count()))?;
    let value = collect(expr, leaves).or_else(|| by_primitives(expr, leaves))?;
    let Value::Vector(v) = &value else { return None };
    match v.len() == n {
        // Items have no attribute.
        true if v.attr == Attr::None => Some(value),
        true => Some(v.like(v.data.clone()).into()),
        false => None,
    }
}

fn by_primitives(expr: &Expr, leaves: &[Value]) -> Option<Value> {
    match expr {
        Expr::Leaf(i) => leaves.get(*i).filter(|x| x.is_atom() || matches!(x, Value::Vector(_))).cloned(),
        Expr::Const(x) => x.is_atom().then(|| x.clone()),
        Expr::Unary(op, x) => atomic_unary(*op, &by_primitives(x, leaves)?).ok(),
        Expr::Binary(op, x, y) => {
            atomic_binary(*op, &by_primitives(x, leaves)?, &by_primitives(y, leaves)?).ok()
        }
    }
}

/// Where an expression of booleans is true; `None` when the pipeline does not take it.
pub fn filter(expr: &Expr, leaves: &[Value]) -> Option<Kept> {
    let typed = plan(expr, leaves)?;
    let n = typed.count()?;
    if typed.ty() != Type::Bool {
        return None;
    }
    let block = runs::worth(kept::BLOCK);
    let part = |range: Range<usize>| {
        let (mut node, start) = (Node::new(&typed), range.start);
        let mut flags: Vec<u8> = room::vec(range.len());
        for at in range.clone().step_by(run_length()).take_while(|_| !is_over()) {
            if let Run::U8(run) = node.run(at..range.end.min(at + run_length())) {
                flags.extend_from_slice(run);
            }
        }
        flags.resize(range.len(), 0);
        Part::of(flags, start)
    };
    Some(Kept::joined(pool::map_ranges(n, block, part), n, block))
}

/// An aggregate of expressions; `None` when the pipeline does not take it.
pub fn fold(agg: Agg, exprs: &[Expr], leaves: &[Value]) -> Option<Value> {
    let typed = exprs.iter().map(|x| plan(x, leaves)).collect::<Option<Vec<_>>>()?;
    let n = typed.first()?.count()?;
    if typed.len() != agg.rank() || typed.iter().any(|t| t.count() != Some(n)) {
        return None;
    }
    let columns: Vec<Column> = typed.iter().map(Column::Lazy).collect();
    agg.apply_columns(&columns)
}

/// Are vectors of so many items long enough for the pipeline?
pub fn is_worth(n: usize) -> bool {
    n >= runs::worth(WORTH_IT)
}

fn plan<'a>(expr: &Expr, leaves: &'a [Value]) -> Option<Typed<'a>> {
    Typed::new(expr, leaves).filter(|t| t.count().is_some_and(is_worth))
}
