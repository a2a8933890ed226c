//! What memory of domain 0 is in use. The program's allocator counts here; `\ts`, `\w` and limits read.
//!
//! Counting must not make threads wait for one another, so each of the first threads has a counter that it alone writes, later
//! ones share one, and only large blocks look at their sum, and one small block in a megabyte of them. The peak is therefore exact to about [`LARGE`] bytes for each thread.

use crate::memory::{self, Domain};
use crate::{evaluation, spare};
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering::Relaxed};

/// Blocks of this many bytes or more are weighed against the peak and the limit.
pub const LARGE: usize = 64 << 10;
/// Small blocks are weighed together, so many bytes at a time.
const STEP_LOG2: u32 = 20;
/// Threads that have a counter of their own.
const OWNED: usize = 63;
/// Who has none yet.
const UNKNOWN: usize = usize::MAX;

#[repr(align(128))]
struct Counter(AtomicI64);

/// The last is shared.
static COUNT: [Counter; OWNED + 1] = [const { Counter(AtomicI64::new(0)) }; OWNED + 1];
static NEXT: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
/// Who tells what the machine has, and what was told.
static TELLER: OnceLock<fn() -> usize> = OnceLock::new();
static MACHINE: OnceLock<usize> = OnceLock::new();
/// As much is taken to be there: nobody asks what the machine has before more is wanted.
const SURELY: usize = 16 << 20;
static LIMIT: AtomicUsize = AtomicUsize::new(0);
static MAPPED: AtomicI64 = AtomicI64::new(0);

thread_local! {
    static MINE: Cell<usize> = const { Cell::new(UNKNOWN) };
}

/// Counts; what the counter was and is.
#[inline]
fn count(size: i64) -> (i64, i64) {
    match MINE.try_with(Cell::get) {
        Ok(mine) if mine < OWNED => {
            // Nobody else writes it: no need for a step that cannot be divided, which costs as much as the rest of an allocation.
            let count = &COUNT[mine].0;
            let was = count.load(Relaxed);
            count.store(was + size, Relaxed);
            (was, was + size)
        }
        _ => count_elsewhere(size),
    }
}

/// Counts for a thread that has no counter, or none yet, or not any more.
#[inline(never)]
fn count_elsewhere(size: i64) -> (i64, i64) {
    let mine = MINE.try_with(|mine| {
        if mine.get() == UNKNOWN {
            mine.set(NEXT.fetch_add(1, Relaxed).min(OWNED));
        }
        mine.get()
    });
    let was = COUNT[mine.unwrap_or(OWNED)].0.fetch_add(size, Relaxed);
    (was, was + size)
}

/// Counts a block that was given out.
#[inline]
pub fn gained(size: usize) {
    let (was, is) = count(size as i64);
    if size >= LARGE {
        PEAK.fetch_max(used(), Relaxed);
    } else if (was ^ is) >> STEP_LOG2 != 0 {
        weigh();
    }
}

/// Small blocks are many together: whoever passes the limit by them ends soon.
#[cold]
#[inline(never)]
fn weigh() {
    PEAK.fetch_max(used(), Relaxed);
    let limit = LIMIT.load(Relaxed);
    if limit > 0 && used() > limit && evaluation::works() {
        spare::run_short();
    }
}

/// Counts a block that came back.
#[inline]
pub fn lost(size: usize) {
    _ = count(-(size as i64));
}

/// Would a block of `size` bytes pass the limit?
#[inline]
pub fn exceeds(size: usize) -> bool {
    let limit = LIMIT.load(Relaxed);
    limit > 0 && size >= LARGE && used().saturating_add(size) > limit
}

/// Would a block of `size` bytes pass the limit by more than `beyond`?
#[cold]
pub fn exceeds_by(size: usize, beyond: usize) -> bool {
    let limit = LIMIT.load(Relaxed);
    limit > 0 && used().saturating_add(size) > limit.saturating_add(beyond)
}

/// Bytes in use.
pub fn used() -> usize {
    COUNT.iter().map(|c| c.0.load(Relaxed)).sum::<i64>().max(0) as usize
}

/// Starts a new peak; the bytes in use.
pub fn restart_peak() -> usize {
    let now = used();
    PEAK.store(now, Relaxed);
    now
}

/// The most bytes in use since [`restart_peak`].
pub fn peak() -> usize {
    PEAK.load(Relaxed).max(used())
}

/// Sets the limit in bytes, 0 for none.
pub fn set_limit(bytes: usize) {
    LIMIT.store(bytes, Relaxed);
}

/// For the program: who tells how many bytes the machine has, or 0 where that is not known. Blocks cannot be more together. It is
/// asked once, when that first matters.
pub fn told_by(teller: fn() -> usize) {
    // It is said once.
    let _ = TELLER.set(teller);
}

/// Bytes the machine has, as far as is known.
pub fn machine() -> usize {
    *MACHINE.get_or_init(|| TELLER.get().map(|tell| tell()).filter(|n| *n > 0).unwrap_or(usize::MAX >> 1))
}

/// `Ok` if a result of `size` bytes may be tried, else `'wsfull`: ask before making something whose size was
/// chosen by a program, for a failed allocation ends the process.
pub fn check(size: usize) -> crate::Result<()> {
    if let (Domain::Filed, Some(store)) = (memory::current(), memory::store()) {
        return if size <= store.room() { Ok(()) } else { Err(memory::full()) };
    }
    let all = used().saturating_add(size);
    if exceeds(size) || all > SURELY && all > machine() {
        return Err(crate::Error::new("wsfull").detail(format!("{size} bytes are not to be had")));
    }
    Ok(())
}

/// Counts files mapped (or with a negative size, no longer mapped).
pub fn map(size: i64) {
    MAPPED.fetch_add(size, Relaxed);
}

/// Bytes of files that are mapped.
pub fn mapped() -> usize {
    MAPPED.load(Relaxed).max(0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_back_is_not_in_use() {
        let before = restart_peak();
        gained(10 << 20);
        lost(10 << 20);
        assert!(peak() >= before + (10 << 20));
    }

    #[test]
    fn the_impossible_is_refused() {
        assert_eq!(check(usize::MAX).map_err(|e| e.word().to_vec()), Err(b"wsfull".to_vec()));
    }
}
