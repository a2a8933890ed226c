//! Descriptors that libraries hand over by number.
#![allow(unsafe_code, reason = "a number says nothing of whose it is")]

use quarry_value::{Error, Result, error};
use std::os::fd::{BorrowedFd, RawFd};

/// Reads from the descriptor do not wait from now on.
pub fn never_waits(d: RawFd) -> Result<RawFd> {
    // SAFETY: the library has it open, and hands it over.
    let borrowed = unsafe { BorrowedFd::borrow_raw(d) };
    let set = rustix::io::ioctl_fionbio(borrowed, true);
    set.map(|()| d).map_err(|e| Error::text(format!("sd1. OS reports: {}", error::reason(&e.into()))))
}

/// Closes a descriptor that its library gives up.
pub fn close(d: RawFd) {
    if d >= 0 {
        // A number that is no descriptor needs no closing.
        // SAFETY: the library does not use it any more.
        let _ = unsafe { rustix::io::try_close(d) };
    }
}
