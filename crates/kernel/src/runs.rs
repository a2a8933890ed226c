//! How long a run is: the stretch of items that one kernel call works on, so that what a chain of calls passes on
//! stays in the cache. Tests make runs tiny, so that every edge between two runs is crossed by small inputs.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Items of a run: 16 kB of longs, half of a first-level cache.
pub const USUAL: usize = 2048;

static LENGTH: AtomicUsize = AtomicUsize::new(USUAL);

/// Items of a run.
#[inline]
pub fn length() -> usize {
    LENGTH.load(Relaxed)
}

/// Sets the items of a run, at least one; for tests. It changes how work is cut, never an answer.
pub fn set_length(n: usize) {
    LENGTH.store(n.max(1), Relaxed);
}

/// The least work worth a thread: what the caller says, or next to nothing when runs are tiny.
pub fn worth(min_per_task: usize) -> usize {
    if length() < USUAL { length() } else { min_per_task }
}
