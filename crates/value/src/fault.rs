//! Failures met while *touching* data that is decoded on demand.
//!
//! Kernels read plain slices and cannot fail half way; a compressed block that turns out to be corrupt is
//! therefore read as zeros and the failure is left here. Whoever ran the kernel looks here before it uses the
//! answer: the evaluator after every primitive. `pending` is one relaxed load.

use crate::Error;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

static PENDING: AtomicBool = AtomicBool::new(false);
static FAULT: Mutex<Option<Error>> = Mutex::new(None);

/// Leaves a failure to be found; the first one stays.
pub fn raise(e: Error) {
    FAULT.lock().unwrap_or_else(|e| e.into_inner()).get_or_insert(e);
    PENDING.store(true, Ordering::Release);
}

pub fn pending() -> bool {
    PENDING.load(Ordering::Relaxed)
}

/// Takes the failure left since the last call.
pub fn take() -> Option<Error> {
    if !PENDING.swap(false, Ordering::Acquire) {
        return None;
    }
    FAULT.lock().unwrap_or_else(|e| e.into_inner()).take()
}

/// `Ok` unless a failure is pending.
pub fn check() -> crate::Result<()> {
    if pending() {
        if let Some(e) = take() {
            return Err(e);
        }
    }
    Ok(())
}
