//! Aggregates: folds that can merge, so that whole, by-group, parallel and partitioned forms are drivers.
//!
//! | file | noun |
//! |---|---|
//! | `agg` | [`Agg`], which aggregate |
//! | `number` | stored items as longs and floats |
//! | `lanes`, `wide` | inner loops over slices, and again for wider CPUs |
//! | `whole` | aggregates of one argument: `sum avg min max prd all any first last count` |
//! | `spread` | `var dev svar sdev med` |
//! | `pair` | aggregates of two: `cov scov cor wavg wsum` |
//! | `each` | the same of each of many short vectors |
//! | `every` | `cov scov cor` of every row of a matrix with every row of another |
//! | `nested` | the same over lists of lists, dictionaries and tables |
//! | `ends` | first and last items of groups |
//! | `state` | accumulators, one a group |
//! | `group` | [`fold_by`], [`fold_each_group`]: one answer a group |
//! | `partial` | [`Partial`]: answers put together from parts, as partitions are |
//!
//! Sums of floats add fixed blocks in a fixed order: neither threads nor CPU change a bit of the answer.

mod agg;
mod each;
mod ends;
mod every;
mod group;
mod lanes;
mod nested;
mod number;
mod pair;
mod partial;
mod spread;
mod state;
#[cfg(test)]
mod tests;
mod whole;
pub(crate) mod wide;

pub use agg::Agg;
pub use each::{fold_each, weighted_each};
pub use every::every_pair;
pub use group::{fold_by, fold_each_group};
pub use number::{Class, Number};
pub use pair::{cor, cov, scov, wavg, wsum};
pub use partial::Partial;
pub use spread::{dev, med, sdev, svar, var};
pub use whole::{all, any, avg, max, min, prd, sum};

pub(crate) use number::{
    all_floats, float_of_atom, is_absent_atom, vector_of_floats, vector_of_longs, with_numbers,
};

use crate::atomic::run::Run;
use crate::pipe::column::{Column, Reader, runs_of};
use crate::pool;
use quarry_value::evaluation::is_over;
use std::ops::Range;

/// An aggregate over items of type `T`.
pub trait Fold<T> {
    type Acc: Copy + Send;
    fn start() -> Self::Acc;
    fn step(acc: &mut Self::Acc, item: T);
    /// Joins two partial results; must agree with stepping through both in order.
    fn merge(acc: &mut Self::Acc, later: Self::Acc);
}

/// Items folded at a time: what is summed as one piece, whatever the number of threads.
const BLOCK: usize = 1 << 16;
/// Fewer items than this are not worth a thread.
const WORTH_THREADS: usize = 1 << 18;

/// The answers of `work` for the blocks of `0..n`, joined in order; `None` for no items.
fn over_blocks<R: Send>(
    n: usize,
    work: impl Fn(Range<usize>) -> R + Sync + Send,
    mut join: impl FnMut(R, R) -> R,
) -> Option<R> {
    if n <= BLOCK {
        return (n > 0).then(|| work(0..n));
    }
    if pool::threads() > 0 && n >= WORTH_THREADS {
        return pool::map_ranges(n, BLOCK, work).into_iter().reduce(join);
    }
    let mut answer = work(0..BLOCK);
    for start in (BLOCK..n).step_by(BLOCK) {
        if is_over() {
            break;
        }
        answer = join(answer, work(start..n.min(start + BLOCK)));
    }
    Some(answer)
}

/// [`over_blocks`] of a column's items, run by run; `start` for no items.
fn fold_runs<R: Send>(
    xs: Column,
    start: R,
    work: impl Fn(Run) -> R + Sync + Send,
    join: impl Fn(R, R) -> R + Sync + Send + Copy,
) -> R {
    fold_reads(xs, start, |reader, range| work(reader.run(range)), join)
}

/// [`fold_runs`], with `work` to read the run itself.
fn fold_reads<R: Send>(
    xs: Column,
    start: R,
    work: impl Fn(&mut Reader, Range<usize>) -> R + Sync + Send,
    join: impl Fn(R, R) -> R + Sync + Send + Copy,
) -> R {
    let block = |range: Range<usize>| {
        let mut reader = xs.reader();
        runs_of(range).map(|run| work(&mut reader, run)).reduce(join)
    };
    let either = |x, y| match (x, y) {
        (Some(x), Some(y)) => Some(join(x, y)),
        (x, y) => x.or(y),
    };
    over_blocks(xs.len(), block, either).flatten().unwrap_or(start)
}
