//! The one pool of secondary threads (`-s N`), with work stealing.
//!
//! With no threads, or with less work than pays for them, everything here is a plain loop on the caller. Where
//! work is cut does not depend on the number of threads when the caller names the block ([`map_ranges`]), so that
//! sums over blocks give the same bits however many there are. Calls nest: a worker that asks for more work to be
//! shared shares it with the same workers.

use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, RwLock};

/// Bytes of stack of a worker: the evaluator recurses on it, as it does on the main thread.
const STACK_SIZE: usize = 256 << 20;
/// More threads than this are refused, as a slip of the keyboard.
pub const THREADS_MAX: usize = 1024;

static THREADS: AtomicUsize = AtomicUsize::new(0);
static POOL: RwLock<Option<Arc<rayon::ThreadPool>>> = RwLock::new(None);

/// Makes `n` secondary threads; with 0 everything runs on the caller. Work under way finishes on the old ones.
pub fn set_threads(n: usize) {
    let n = n.min(THREADS_MAX);
    if n == threads() {
        return;
    }
    let build = || {
        let name = |i| format!("secondary-{i}");
        rayon::ThreadPoolBuilder::new().num_threads(n).stack_size(STACK_SIZE).thread_name(name).build().ok()
    };
    let pool = if n == 0 { None } else { build().map(Arc::new) };
    THREADS.store(if pool.is_some() { n } else { 0 }, Ordering::Release);
    *POOL.write().unwrap_or_else(|e| e.into_inner()) = pool;
}

/// How many secondary threads there are.
#[inline]
pub fn threads() -> usize {
    THREADS.load(Ordering::Relaxed)
}

/// Is the caller one of the secondary threads?
pub fn is_worker() -> bool {
    threads() > 0 && rayon::current_thread_index().is_some()
}

/// Runs `work` in the pool, or on the caller when there is none.
fn install<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    if rayon::current_thread_index().is_some() {
        return work();
    }
    let pool = POOL.read().unwrap_or_else(|e| e.into_inner()).clone();
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

/// Calls `work` on ranges that cover `0..n`, each of at least `min_per_task` items (or all there are).
pub fn for_each_range(n: usize, min_per_task: usize, work: impl Fn(Range<usize>) + Sync + Send) {
    let tasks = tasks(n, min_per_task);
    if tasks < 2 {
        if n > 0 {
            work(0..n);
        }
        return;
    }
    let size = n.div_ceil(tasks);
    install(|| {
        (0..n.div_ceil(size)).into_par_iter().for_each(|i| work(i * size..n.min((i + 1) * size)));
    });
}

/// Calls `work(start, part)` on parts that make up `out`, each of at least `min_per_task` items.
pub fn for_each_part<T: Send>(
    out: &mut [T],
    min_per_task: usize,
    work: impl Fn(usize, &mut [T]) + Sync + Send,
) {
    let n = out.len();
    let tasks = tasks(n, min_per_task);
    if tasks < 2 {
        if n > 0 {
            work(0, out);
        }
        return;
    }
    let size = n.div_ceil(tasks);
    install(|| out.par_chunks_mut(size).enumerate().for_each(|(i, part)| work(i * size, part)));
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

/// The answers of `work` for `0..count`, in order: each is a task of its own.
pub fn map_items<R: Send>(count: usize, work: impl Fn(usize) -> R + Sync + Send) -> Vec<R> {
    if threads() == 0 || count < 2 {
        return (0..count).map(work).collect();
    }
    install(|| (0..count).into_par_iter().with_max_len(1).map(work).collect())
}

/// Calls `work` on each of `items`: each is a task of its own.
pub fn for_each_item<T: Send>(items: Vec<T>, work: impl Fn(T) + Sync + Send) {
    if threads() == 0 || items.len() < 2 {
        return items.into_iter().for_each(work);
    }
    install(|| items.into_par_iter().for_each(work));
}

/// Runs both, at the same time if there are threads.
pub fn join<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    if threads() == 0 { (a(), b()) } else { install(|| rayon::join(a, b)) }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::atomic::AtomicU64;

    /// The pool belongs to the process: tests that size it take turns.
    static TURN: Mutex<()> = Mutex::new(());

    pub(crate) fn with_threads(counts: &[usize], check: impl Fn()) {
        let _turn = TURN.lock().unwrap_or_else(|e| e.into_inner());
        for &n in counts {
            set_threads(n);
            assert_eq!(threads(), n);
            check();
        }
        set_threads(0);
    }

    #[test]
    fn ranges_cover_everything_once() {
        with_threads(&[0, 1, 3], || {
            for n in [0, 1, 5, 1000, 1003] {
                let sum = AtomicU64::new(0);
                for_each_range(n, 7, |r| {
                    sum.fetch_add(r.map(|i| i as u64 + 1).sum(), Ordering::Relaxed);
                });
                assert_eq!(sum.into_inner(), (n * (n + 1) / 2) as u64);
            }
        });
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
}
