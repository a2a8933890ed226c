//! How work is cut for the pool of secondary threads (`-s N`), which `quarry_value::pool` holds.
//!
//! With no threads, or with less work than pays for them, everything here is a plain loop on the caller. Where
//! work is cut does not depend on the number of threads when the caller names the block ([`map_ranges`]), so that
//! sums over blocks give the same bits however many there are. Calls nest: a worker that asks for more work to be
//! shared shares it with the same workers.

use crate::order;
use quarry_value::evaluation::is_over;
pub use quarry_value::pool::{
    THREADS_MAX, for_each_item, is_worker, map_each, map_items, once, set_threads, threads,
};
use quarry_value::pool::{for_each_chunk, install};
use rayon::prelude::*;
use std::cmp::Ordering as CompareOrdering;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Items between two looks whether it is time to stop.
const PART: usize = 1 << 20;

/// Calls `work(start, part)` on parts that make up `out`, each of at least `min_per_task` items. Those that are left when the
/// evaluation is to end stay as they were.
pub fn for_each_part<T: Send>(out: &mut [T], min_per_task: usize, work: impl Fn(usize, &mut [T]) + Sync) {
    fill_parts(out, min_per_task, |start, part| {
        for (i, part) in part.chunks_mut(PART).enumerate() {
            if is_over() {
                return;
            }
            work(start + i * PART, part);
        }
    });
}

/// [`for_each_part`] for what must be written: to its end, come what may.
pub fn fill_parts<T: Send>(out: &mut [T], min_per_task: usize, work: impl Fn(usize, &mut [T]) + Sync + Send) {
    fill_blocks(out, 1, min_per_task, work);
}

/// [`fill_parts`] where parts begin at multiples of `block`.
pub fn fill_blocks<T: Send>(
    out: &mut [T],
    block: usize,
    min_per_task: usize,
    work: impl Fn(usize, &mut [T]) + Sync + Send,
) {
    filled_blocks(out, block, min_per_task, &work);
}

/// [`fill_blocks`], compiled once for each type of items.
fn filled_blocks<T: Send>(
    out: &mut [T],
    block: usize,
    min_per_task: usize,
    work: &(dyn Fn(usize, &mut [T]) + Sync),
) {
    let n = out.len();
    let tasks = tasks(n, min_per_task);
    if tasks < 2 {
        if n > 0 {
            work(0, out);
        }
        return;
    }
    let size = n.div_ceil(tasks).next_multiple_of(block);
    for_each_chunk(out, size, &|k, part| work(k * size, part));
}

/// How many tasks `n` items make: a few for every thread, so that uneven ones balance.
fn tasks(n: usize, min_per_task: usize) -> usize {
    match threads() {
        0 => 1,
        t => (n / crate::runs::worth(min_per_task).max(1)).min(4 * t),
    }
}

/// The answers of `work` for the ranges of `block` items (the last may be shorter) that cover `0..n`, in order.
/// The ranges are the same with any number of threads. No range for `n` = 0.
pub fn map_ranges<R: Send>(n: usize, block: usize, work: impl Fn(Range<usize>) -> R + Sync + Send) -> Vec<R> {
    let block = block.max(1);
    map_items(n.div_ceil(block), |i| work(i * block..n.min((i + 1) * block)))
}

/// Sorts items, on all threads when there are more than `min`; equal ones stay in order.
pub fn sort_by<T: Send>(
    items: &mut [T],
    min: usize,
    compare: impl Fn(&T, &T) -> CompareOrdering + Sync + Send,
) {
    match threads() == 0 || items.len() < crate::runs::worth(min) {
        true => order::sort_by(items, compare),
        false => install(&mut || items.par_sort_by(&compare)),
    }
}

/// Makes parts `0..count` on all threads and hands them to `take` in their order, one at a time, by whichever thread is
/// there. Few parts wait to be taken at any time. Ends with the first error of `take`.
pub fn in_order<T: Send, E: Send>(
    count: usize,
    make: impl Fn(usize) -> T + Sync + Send,
    mut take: impl FnMut(T) -> Result<(), E> + Send,
) -> Result<(), E> {
    if threads() == 0 || count < 2 {
        return (0..count).try_for_each(|i| take(make(i)));
    }
    let belt = Belt {
        next: AtomicUsize::new(0),
        ahead_max: 4 * threads(),
        state: Mutex::new(BeltState { waiting: BTreeMap::new(), taken: 0, take: Some(take), end: None }),
        moved: Condvar::new(),
    };
    map_items(threads(), |_| {
        let _stop = StopOnPanic(&belt);
        belt.work(count, &make);
    });
    belt.state.into_inner().unwrap_or_else(PoisonError::into_inner).end.unwrap_or(Ok(()))
}

/// Parts on their way from those who make them to the one who takes them.
struct Belt<T, E, F> {
    /// The next part to be made.
    next: AtomicUsize,
    /// So many parts before the one that is taken next are made, and no more.
    ahead_max: usize,
    state: Mutex<BeltState<T, E, F>>,
    moved: Condvar,
}

struct BeltState<T, E, F> {
    waiting: BTreeMap<usize, T>,
    taken: usize,
    /// Not there while a thread takes.
    take: Option<F>,
    end: Option<Result<(), E>>,
}

impl<T, E, F: FnMut(T) -> Result<(), E>> Belt<T, E, F> {
    fn lock(&self) -> MutexGuard<'_, BeltState<T, E, F>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Parts are begun in order, so whoever makes the one that is taken next is at work, and waits for nobody.
    fn work(&self, count: usize, make: &impl Fn(usize) -> T) {
        loop {
            let i = self.next.fetch_add(1, Ordering::Relaxed);
            if i >= count {
                return;
            }
            let part = make(i);
            let mut state = self.lock();
            while i >= state.taken + self.ahead_max && state.end.is_none() {
                state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            if state.end.is_some() {
                return;
            }
            state.waiting.insert(i, part);
            self.take_all(state);
        }
    }

    /// Takes what is there and next, unless another thread does so.
    fn take_all<'a>(&'a self, mut state: MutexGuard<'a, BeltState<T, E, F>>) {
        let Some(mut take) = state.take.take() else { return };
        loop {
            let next = state.taken;
            let Some(part) = state.waiting.remove(&next) else { break };
            drop(state);
            let done = take(part);
            state = self.lock();
            state.taken += 1;
            self.moved.notify_all();
            if done.is_err() {
                state.end = Some(done);
                break;
            }
        }
        state.take = Some(take);
    }
}

/// A thread that unwinds leaves nobody waiting for it.
struct StopOnPanic<'a, T, E, F>(&'a Belt<T, E, F>);

impl<T, E, F> Drop for StopOnPanic<'_, T, E, F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.state.lock().unwrap_or_else(PoisonError::into_inner).end = Some(Ok(()));
            self.0.moved.notify_all();
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::sync::OnceLock;

    /// The pool belongs to the process: tests that size it take turns.
    static TURN: Mutex<()> = Mutex::new(());

    pub(crate) fn with_threads(counts: &[usize], check: impl Fn()) {
        let _turn = TURN.lock().unwrap_or_else(|e| e.into_inner());
        for &n in counts {
            set_threads(n).expect("threads");
            assert_eq!(threads(), n);
            check();
        }
        set_threads(0).expect("none");
    }

    #[test]
    fn parts_cover_everything_in_place() {
        with_threads(&[0, 2], || {
            let mut out = vec![0; 1001];
            for_each_part(&mut out, 10, |at, part| {
                part.iter_mut().enumerate().for_each(|(i, x)| *x = at + i)
            });
            assert!(out.iter().enumerate().all(|(i, x)| i == *x));
        });
    }

    #[test]
    fn answers_come_in_order_and_nest() {
        with_threads(&[0, 2], || {
            let nested = map_items(5, |i| map_ranges(10, 3, |r| (i, r.start, r.end)));
            let plain: Vec<_> = (0..5).map(|i| vec![(i, 0, 3), (i, 3, 6), (i, 6, 9), (i, 9, 10)]).collect();
            assert_eq!(nested, plain);
        });
    }

    /// Whoever waits for the pool is given work that asks for the same.
    #[test]
    fn what_is_made_once_may_be_made_by_all() {
        with_threads(&[0, 1, 2, 4], || {
            for _ in 0..50 {
                let place = OnceLock::new();
                let make = || map_items(20, |i| i).len();
                let got = map_items(40, |_| *once(&place, make));
                assert!(got.into_iter().all(|n| n == 20));
            }
        });
    }

    #[test]
    fn parts_are_taken_in_order() {
        with_threads(&[0, 1, 3], || {
            for count in [0, 1, 2, 100] {
                let mut got = Vec::new();
                let taken = |x| {
                    got.push(x);
                    Ok::<(), ()>(())
                };
                assert_eq!(in_order(count, |i| i * i, taken), Ok(()));
                assert_eq!(got, (0..count).map(|i| i * i).collect::<Vec<_>>());
            }
            let mut got = 0;
            let stop = |x| {
                got += usize::from(x < 10);
                if x < 10 { Ok(()) } else { Err(x) }
            };
            assert_eq!(in_order(100, |i| i, stop), Err(10));
            assert_eq!(got, 10);
            // Belts within tasks of the same pool.
            let sums = map_items(7, |k| {
                let mut sum = 0;
                let add = |x| {
                    sum += x;
                    Ok::<(), ()>(())
                };
                in_order(50, |i| i * k, add).map(|()| sum)
            });
            assert_eq!(sums, (0..7).map(|k| Ok(1225 * k)).collect::<Vec<_>>());
        });
    }
}
