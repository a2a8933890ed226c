//! Failures met while *touching* data that is decoded on demand.
//!
//! Kernels read plain slices and cannot fail half way; a compressed block that turns out to be corrupt is
//! therefore read as zeros and the failure is left here, with the evaluation that the thread works for. Whoever ran the
//! kernel looks here before it uses the answer: the evaluator after every primitive. `pending` is one relaxed load.

use crate::{Error, Result, evaluation};

/// Leaves a failure to be found; the first one stays.
pub fn raise(e: Error) {
    evaluation::leave(e);
}

/// Is one left?
pub fn pending() -> bool {
    evaluation::is_left()
}

/// Takes the failure left since the last call.
pub fn take() -> Option<Error> {
    evaluation::take()
}

/// `Ok` unless a failure is pending, which is taken.
pub fn check() -> Result<()> {
    take().map_or(Ok(()), Err)
}
