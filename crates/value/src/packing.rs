//! When strings and short vectors of a list are kept in one buffer: where there are many, and they are short.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Fewer stay values of their own: whoever takes one out again would have to build it.
pub const USUAL: usize = 32;
/// Bytes that each may have on average, to be copied into one buffer: what is longer is as quick where it lies.
const SIZE_MAX: usize = 256;
/// The same of those that others hold, too, whose bytes there would be twice.
const SHARED_MAX: usize = 32;
/// Bytes of longer ones that are accepted before shorter ones have come.
const AHEAD: usize = 1 << 12;

static LEAST: AtomicUsize = AtomicUsize::new(USUAL);

/// Sets how many are packed at least, for tests. It changes how lists lie in memory, never an answer.
pub fn set_least(n: usize) {
    LEAST.store(n.max(1), Relaxed);
}

/// Are `n` enough to be packed?
pub(crate) fn are_many(n: usize) -> bool {
    n >= LEAST.load(Relaxed)
}

/// Are `count` that have `bytes` together better packed?
pub(crate) fn pays(count: usize, bytes: usize) -> bool {
    are_many(count) && bytes <= count.saturating_mul(SIZE_MAX)
}

/// May one of `size` bytes take the place of another among `count`, which have `bytes` together then?
pub(crate) fn takes(count: usize, size: usize, bytes: usize) -> bool {
    size <= AHEAD && pays(count, bytes)
}

/// Bytes that may come beyond those that each may have.
#[derive(Clone, Copy)]
pub(crate) struct Allowance(usize);

impl Allowance {
    pub(crate) fn new() -> Allowance {
        Allowance(AHEAD)
    }

    /// May one of `size` bytes be packed with those before? Others may hold it.
    #[inline]
    pub(crate) fn takes(&mut self, size: usize, is_shared: bool) -> bool {
        let max = if is_shared { SHARED_MAX } else { SIZE_MAX };
        match (self.0 + max).checked_sub(size) {
            Some(left) => {
                self.0 = left;
                true
            }
            None => false,
        }
    }

    pub(crate) fn add(&mut self, other: &Allowance) {
        self.0 += other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_long_ones_may_come_among_short_ones() {
        let mut allowance = Allowance::new();
        assert!(allowance.takes(AHEAD + SIZE_MAX, false));
        assert!(!allowance.takes(SIZE_MAX + 1, false) && !allowance.takes(SHARED_MAX + 1, true));
        assert!(allowance.takes(1, true) && allowance.takes(SHARED_MAX + 31, true));
        assert!(!allowance.takes(SHARED_MAX + 1, true));
        assert!(takes(USUAL, AHEAD, AHEAD) && !takes(USUAL, AHEAD + 1, AHEAD + 1) && !takes(1, 1, 1));
        assert!(pays(USUAL, USUAL * SIZE_MAX) && !pays(USUAL, USUAL * SIZE_MAX + 1) && !pays(USUAL - 1, 0));
    }
}
