//! The one pool of secondary threads (`-s N`): who holds it, and how work gets into it.
//!
//! It lies on floor 0 because both crates of floor 1 share their work among its threads. How work on vectors is cut is
//! said in `quarry_kernel::pool`. All shared work goes through [`each`], which takes it by reference: what threads it takes to
//! do it is compiled once, and not for every kind of work.

use crate::{Error, Result, evaluation, memory, room};
use bytemuck::Zeroable;
use rayon::prelude::*;
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};
use std::thread::LocalKey;

/// Bytes of stack of a worker: the evaluator recurses on it, as it does on the main thread.
const STACK_SIZE: usize = 256 << 20;
/// More threads than this are refused, as a slip of the keyboard.
pub const THREADS_MAX: usize = 1024;

static THREADS: AtomicUsize = AtomicUsize::new(0);
static POOL: RwLock<Option<Arc<rayon::ThreadPool>>> = RwLock::new(None);

/// Makes `n` secondary threads; with 0 everything runs on the caller. Work under way finishes on the old ones.
///
/// Errors: 'limit when the system gives fewer; then there are as many as before.
pub fn set_threads(n: usize) -> Result<()> {
    let n = n.min(THREADS_MAX);
    if n == threads() {
        return Ok(());
    }
    let build = || {
        let name = |i| format!("secondary-{i}");
        let builder = rayon::ThreadPoolBuilder::new().num_threads(n).stack_size(STACK_SIZE);
        builder.thread_name(name).start_handler(|_| evaluation::helps()).build()
    };
    let refused = |e| Error::new("limit").detail(format!("the system gives no {n} threads: {e}"));
    let pool = if n == 0 { None } else { Some(Arc::new(build().map_err(refused)?)) };
    THREADS.store(n, Ordering::Release);
    *POOL.write().unwrap_or_else(|e| e.into_inner()) = pool;
    Ok(())
}

/// How many secondary threads there are for the caller.
#[inline]
pub fn threads() -> usize {
    if ALONE.get() { 0 } else { THREADS.load(Ordering::Relaxed) }
}

/// Is the caller one of the secondary threads?
pub fn is_worker() -> bool {
    threads() > 0 && rayon::current_thread_index().is_some()
}

thread_local! {
    /// Is this thread to do all work itself?
    static ALONE: Cell<bool> = const { Cell::new(false) };
    /// Does this thread do its part of shared work, though it is no secondary one?
    static TAKES_PART: Cell<bool> = const { Cell::new(false) };
}

/// Does the caller's part of work that secondary threads do, too, or work that others do beside it.
pub fn taking_part<R>(work: impl FnOnce() -> R) -> R {
    with(&TAKES_PART, work)
}

/// Is this one of several threads that do the same work?
fn is_one_of_many() -> bool {
    TAKES_PART.get() || is_worker()
}

/// Does `work` while a flag is set.
fn with<R>(flag: &'static LocalKey<Cell<bool>>, work: impl FnOnce() -> R) -> R {
    struct Before(&'static LocalKey<Cell<bool>>, bool);
    impl Drop for Before {
        fn drop(&mut self) {
            self.0.set(self.1);
        }
    }
    let _before = Before(flag, flag.replace(true));
    work()
}

/// What is kept in `place`: what `make` makes, where nothing is yet.
///
/// While one of many threads waits for others it may be given other work, which may ask for the same, or all others wait for it
/// already: so it makes it alone. Who works for itself makes it before it looks who was first.
pub fn once<T>(place: &OnceLock<T>, make: impl FnOnce() -> T) -> &T {
    if let Some(made) = place.get() {
        return made;
    }
    if is_one_of_many() {
        return place.get_or_init(|| alone(make));
    }
    let made = make();
    place.get_or_init(|| made)
}

/// Does `work` that begins with a lock and ends when that is given back. One of many threads does it alone: to share it would be to
/// wait for those who wait for the lock.
pub fn locking<R>(work: impl FnOnce() -> R) -> R {
    if is_one_of_many() { alone(work) } else { work() }
}

/// Does `work` as if there were no other thread.
fn alone<R>(work: impl FnOnce() -> R) -> R {
    with(&ALONE, work)
}

/// Runs `work` in the pool, or on the caller when there is none.
pub fn install(work: &mut (dyn FnMut() + Send)) {
    if rayon::current_thread_index().is_some() {
        return work();
    }
    let pool = POOL.read().unwrap_or_else(|e| e.into_inner()).clone();
    match pool {
        Some(pool) => evaluation::waiting(|| pool.install(work)),
        None => work(),
    }
}

/// Does `work` for each number below `count`: each is a task of its own.
pub fn each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    if threads() == 0 || count < 2 {
        return (0..count).for_each(work);
    }
    let work = carried(work);
    install(&mut || (0..count).into_par_iter().with_max_len(1).for_each(&work));
}

/// The answers of `work` for `0..count`, in order: each is a task of its own.
pub fn map_items<R: Send>(count: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    answers(count, &work)
}

/// [`map_items`], compiled once for each kind of answer.
fn answers<R: Send>(count: usize, work: &(dyn Fn(usize) -> R + Sync)) -> Vec<R> {
    if threads() == 0 || count < 2 {
        return (0..count).map(work).collect();
    }
    let answers: Vec<Mutex<Option<R>>> = (0..count).map(|_| Mutex::new(None)).collect();
    each(count, &|i| *held(&answers[i]) = Some(work(i)));
    answers
        .into_iter()
        .filter_map(|answer| answer.into_inner().unwrap_or_else(PoisonError::into_inner))
        .collect()
}

/// The answers of `work` for each of `items`, in order: each is a task of its own.
pub fn map_each<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    answers_each(items, &work)
}

/// [`map_each`], compiled once for each kind of item and answer.
fn answers_each<T: Send, R: Send>(items: Vec<T>, work: &(dyn Fn(T) -> R + Sync)) -> Vec<R> {
    if threads() == 0 || items.len() < 2 {
        return items.into_iter().map(work).collect();
    }
    let items: Vec<Mutex<Option<T>>> = items.into_iter().map(|item| Mutex::new(Some(item))).collect();
    answers(items.len(), &|i| held(&items[i]).take().map(work)).into_iter().flatten().collect()
}

/// Calls `work` on each of `items`: each is a task of its own.
pub fn for_each_item<T: Send>(items: Vec<T>, work: impl Fn(T) + Sync) {
    answers_each(items, &work);
}

/// Calls `work(k, part)` on the parts of `size` items that make up `out`, of which the last may be shorter: each is a task of
/// its own. Compiled once for each type of items.
pub fn for_each_chunk<T: Send>(out: &mut [T], size: usize, work: &(dyn Fn(usize, &mut [T]) + Sync)) {
    let parts: Vec<Mutex<&mut [T]>> = out.chunks_mut(size).map(Mutex::new).collect();
    each(parts.len(), &|k| work(k, &mut held(&parts[k])));
}

fn held<T>(place: &Mutex<T>) -> MutexGuard<'_, T> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
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
    for_each_chunk(to, size, &|k, to| to.copy_from_slice(&from[k * size..k * size + to.len()]));
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
pub fn join(a: &mut (dyn FnMut() + Send), b: &mut (dyn FnMut() + Send)) {
    let both: [Mutex<&mut (dyn FnMut() + Send)>; 2] = [Mutex::new(a), Mutex::new(b)];
    each(2, &|k| held(&both[k])());
}
