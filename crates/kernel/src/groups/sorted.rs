//! Items that ascend already, as times mostly do: equal ones lie together, and no table is needed.

use super::Groups;
use crate::order::Key;
use crate::pool;
use quarry_value::{Repr, room};

/// Items per task of the parallel passes.
const TASK_MIN: usize = 1 << 16;

/// The groups of items, if these are numbers that ascend; in order of first appearance, and so of themselves.
pub fn group<T: Key>(xs: &[T]) -> Option<Groups> {
    let first = firsts(xs)?;
    let last = first.len().saturating_sub(1) as u32;
    let mut ids = room::zeros::<u32>(xs.len());
    pool::for_each_part(&mut ids, TASK_MIN, |start, part| {
        let mut id = first.partition_point(|at| *at <= start) as u32 - 1;
        part[0] = id;
        for (to, pair) in part[1..].iter_mut().zip(xs[start..].windows(2)) {
            id += u32::from(pair[0].code() != pair[1].code());
            // Items of a file that is being cut short are others at a second look.
            *to = id.min(last);
        }
    });
    Some(Groups { ids, count: first.len(), first })
}

/// Where each distinct item is first, if these are numbers that ascend.
pub fn firsts<T: Key>(xs: &[T]) -> Option<Vec<usize>> {
    let ascend = |pair: &[T]| pair[0].order(pair[1]).is_le();
    if matches!(T::REPR, Repr::Guid | Repr::Sym) || !xs.windows(2).take(TASK_MIN).all(ascend) {
        return None;
    }
    let parts = pool::map_ranges(xs.len(), TASK_MIN, |r| {
        let from = r.start.max(1);
        let pairs = || xs[from - 1..r.end].windows(2);
        let new = (from..r.end).zip(pairs()).filter(|(_, pair)| pair[0].code() != pair[1].code());
        let begins = (0..1).filter(|_| r.start == 0).chain(new.map(|(at, _)| at));
        pairs().all(ascend).then(|| begins.collect::<Vec<usize>>())
    });
    Some(parts.into_iter().collect::<Option<Vec<_>>>()?.concat())
}
