//! Memory that the program's allocator keeps back, for blocks that cannot be refused and grow with the data.
//!
//! It gives it out when the system has no more ([`run_short`]), or passes the limit of `-w` a little for them. Whoever got it is to end soon: what it asks for in [`room`](crate::room) is refused,
//! and the evaluator finds `'wsfull` after the primitive. Then memory is kept back again ([`restore`]).

use crate::{Error, evaluation};
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

thread_local! {
    /// Was this thread given memory that was kept back, and has not been told?
    static IS_SHORT: Cell<bool> = const { Cell::new(false) };
}

/// What keeps memory back again.
static KEEPER: OnceLock<fn()> = OnceLock::new();
/// Was what was kept back given out?
static IS_SPENT: AtomicBool = AtomicBool::new(false);

/// For the program: what keeps memory back, now and again.
pub fn kept_by(keeper: fn()) {
    keeper();
    // It is said once.
    let _ = KEEPER.set(keeper);
}

/// For the allocator: this thread was given what was kept back.
pub fn run_short() {
    IS_SPENT.store(true, Relaxed);
    // A thread that ends has nobody to tell.
    let _ = IS_SHORT.try_with(|short| short.set(true));
    evaluation::look();
}

/// Was this thread given what was kept back?
#[inline]
pub(crate) fn is_short() -> bool {
    IS_SHORT.get()
}

/// Keeps memory back again, if it was given out and is there by now.
#[inline]
pub fn restore() {
    #[cold]
    fn again() {
        IS_SPENT.store(false, Relaxed);
        if let Some(keeper) = KEEPER.get() {
            keeper();
        }
    }
    if IS_SPENT.load(Relaxed) {
        again();
    }
}

/// For the keeper: there is nothing to keep back yet.
pub fn is_still_spent() {
    IS_SPENT.store(true, Relaxed);
}

/// The error of a thread that was given what was kept back, once.
pub(crate) fn shortage() -> Option<Error> {
    IS_SHORT.replace(false).then(|| Error::new("wsfull").detail("nearly no memory is left"))
}
