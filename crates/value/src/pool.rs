//! The one pool of secondary threads (`-s N`): who holds it, and how work gets into it.
//!
//! It lies on floor 0 because both crates of floor 1 share their work among its threads. How work on vectors is cut is
//! said in `quarry_kernel::pool`.

use crate::{evaluation, memory, room};
use bytemuck::Zeroable;
use rayon::prelude::*;
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
        let builder = rayon::ThreadPoolBuilder::new().num_threads(n).stack_size(STACK_SIZE);
        builder.thread_name(name).start_handler(|_| evaluation::helps()).build().ok()
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
pub fn install<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    if rayon::current_thread_index().is_some() {
        return work();
    }
    let pool = POOL.read().unwrap_or_else(|e| e.into_inner()).clone();
    match pool {
        Some(pool) => evaluation::waiting(|| pool.install(work)),
        None => work(),
    }
}

/// Has `work` done by a thread of the pool when one is free. Nobody does it when there is no pool.
pub fn spawn(work: impl FnOnce() + Send + 'static) {
    if let Some(pool) = &*POOL.read().unwrap_or_else(|e| e.into_inner()) {
        pool.spawn(work);
    }
}

/// `work` for the pool's threads, which work for the caller's evaluation meanwhile and allocate in its memory domain.
pub fn carried<A, R>(work: impl Fn(A) -> R + Sync + Send) -> impl Fn(A) -> R + Sync + Send {
    let (domain, evaluation) = (memory::current(), evaluation::current());
    move |x| {
        let _memory = memory::within(domain);
        let _evaluation = evaluation::within(evaluation.clone());
        work(x)
    }
}

/// [`carried`] of work that is done once.
fn carried_once<R>(work: impl FnOnce() -> R + Send) -> impl FnOnce() -> R + Send {
    let (domain, evaluation) = (memory::current(), evaluation::current());
    move || {
        let _memory = memory::within(domain);
        let _evaluation = evaluation::within(evaluation);
        work()
    }
}

/// Items of which a copy is worth a thread.
const COPY_MIN: usize = 1 << 17;

/// Are there threads that would copy so many items in less time than one?
pub fn is_worth_copying(n: usize) -> bool {
    threads() > 2 && n >= 2 * COPY_MIN
}

/// Copies items to as many places, by all threads when there are many.
pub fn copy<T: Copy + Send + Sync>(from: &[T], to: &mut [T]) {
    if !is_worth_copying(from.len()) || from.len() != to.len() {
        return to.copy_from_slice(from);
    }
    let size = from.len().div_ceil(4 * threads()).max(COPY_MIN);
    let one = carried(|(from, to): (&[T], &mut [T])| to.copy_from_slice(from));
    install(|| from.par_chunks(size).zip(to.par_chunks_mut(size)).for_each(one));
}

/// A copy of items.
pub fn copied<T: Copy + Send + Sync + Zeroable>(items: &[T]) -> Vec<T> {
    if !is_worth_copying(items.len()) {
        return room::copied(items);
    }
    let mut all = room::zeros(items.len());
    copy(items, &mut all);
    all
}

/// Runs both, at the same time if there are threads.
pub fn join<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    if threads() == 0 {
        return (a(), b());
    }
    let (a, b) = (carried_once(a), carried_once(b));
    install(|| rayon::join(a, b))
}
