//! Memory domains: 0 is ordinary memory, 1 is memory that a file system backs (`-m path`).
//!
//! The program's allocator serves domain 1 and tells here where it lies; everybody else says in which domain a thread
//! allocates from now on, and asks where something lies. A process has a domain 1 from its start or never: without one
//! every question here costs one load and a branch that is always the same.
//!
//! What cannot be had in domain 1 comes from domain 0, because an allocation must not fail, and `'wsfull` is left with
//! [`crate::fault`]. Who needs to know before anything is changed asks with [`reserve`].

use crate::{Error, Result, fault};
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The number of a domain, as `-120!` answers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Domain {
    #[default]
    Regular = 0,
    Filed = 1,
}

/// What the allocator of domain 1 tells and does.
pub trait Store: Send + Sync {
    /// Bytes in use.
    fn used(&self) -> usize;
    /// Bytes that the files hold, and the most they ever held.
    fn held(&self) -> (usize, usize);
    /// The most bytes in use since [`Store::restart_peak`].
    fn peak(&self) -> usize;
    fn restart_peak(&self);
    /// Bytes that can be had beside those in use.
    fn room(&self) -> usize;
    /// Gives what is not in use back to the file system.
    fn trim(&self);
}

/// The addresses of domain 1: none while the size is 0.
static START: AtomicUsize = AtomicUsize::new(0);
static SIZE: AtomicUsize = AtomicUsize::new(0);
static STORE: OnceLock<&'static dyn Store> = OnceLock::new();

/// Bytes that may be in domain 0 for want of room before `'wsfull` is left: so much a statement needs that makes room.
const SPILL: usize = 64 << 10;

thread_local! {
    static CURRENT: Cell<Domain> = const { Cell::new(Domain::Regular) };
    /// Inside [`reserve`]: an allocation may fail.
    static STRICT: Cell<bool> = const { Cell::new(false) };
    /// Bytes that did not fit domain 1, those since the last failure that was told, and all.
    static SPILLED: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

/// Tells that domain 1 lies at `size` bytes from `start`, for good.
pub fn open(start: usize, size: usize, store: &'static dyn Store) {
    if STORE.set(store).is_ok() {
        START.store(start, Relaxed);
        SIZE.store(size, Relaxed);
    }
}

/// Is there a domain 1?
#[inline]
pub fn is_on() -> bool {
    SIZE.load(Relaxed) != 0
}

/// The allocator of domain 1, if there is one.
pub fn store() -> Option<&'static dyn Store> {
    STORE.get().copied()
}

/// Does domain 1 hold this address?
#[inline]
pub fn is_filed(address: usize) -> bool {
    let size = SIZE.load(Relaxed);
    size != 0 && address.wrapping_sub(START.load(Relaxed)) < size
}

/// Where this thread allocates.
#[inline]
pub fn current() -> Domain {
    if is_on() { CURRENT.get() } else { Domain::Regular }
}

/// From now on this thread allocates there.
pub fn set_current(domain: Domain) {
    if is_on() {
        CURRENT.set(domain);
    }
}

/// While it lives the thread allocates in a domain.
pub struct Within(Option<Domain>);

impl Drop for Within {
    fn drop(&mut self) {
        if let Some(outer) = self.0 {
            CURRENT.set(outer);
        }
    }
}

/// Lets this thread allocate in `domain` until the answer is dropped.
#[inline]
#[must_use]
pub fn within(domain: Domain) -> Within {
    Within(is_on().then(|| CURRENT.replace(domain)))
}

/// The domain of an address.
#[inline]
pub fn of_address(address: usize) -> Domain {
    if is_filed(address) { Domain::Filed } else { Domain::Regular }
}

/// Runs `ask`, whose allocations in domain 1 may fail: it must use those that can be refused (`try_reserve`).
/// `'wsfull` when one was.
pub fn reserve(
    ask: impl FnOnce() -> std::result::Result<(), std::collections::TryReserveError>,
) -> Result<()> {
    let outer = STRICT.replace(true);
    let done = ask();
    STRICT.set(outer);
    done.map_err(|_| refused())
}

/// For the allocator: may the allocation that domain 1 has no room for be refused?
pub fn is_strict() -> bool {
    STRICT.get()
}

/// For the allocator: `size` bytes did not fit domain 1 and come from domain 0.
pub fn spill(size: usize) {
    let (recent, all) = SPILLED.get();
    let recent = recent.saturating_add(size);
    let is_told = recent >= SPILL;
    SPILLED.set((if is_told { 0 } else { recent }, all.saturating_add(size)));
    if is_told {
        let _regular = within(Domain::Regular);
        fault::raise(full());
    }
}

/// Bytes that this thread ever wanted in domain 1 and got from domain 0.
pub(crate) fn spilled() -> usize {
    SPILLED.get().1
}

/// The error of what is given up for want of room, instead of the one that was left on the way there.
pub(crate) fn refused() -> Error {
    fault::take().unwrap_or_else(full)
}

pub(crate) fn full() -> Error {
    Error::new("wsfull").detail("the file system that backs memory domain 1 is full")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_domain_1_nothing_changes() {
        let _filed = within(Domain::Filed);
        set_current(Domain::Filed);
        assert_eq!(
            (current(), is_filed(0), of_address(usize::MAX)),
            (Domain::Regular, false, Domain::Regular)
        );
        assert!(store().is_none());
    }
}
