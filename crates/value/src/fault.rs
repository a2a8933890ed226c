//! Failures met while *touching* data that is decoded on demand.
//!
//! Kernels read plain slices and cannot fail half way; a compressed block that turns out to be corrupt is
//! therefore read as zeros and the failure is left here, with the evaluation that the thread works for. Whoever ran the
//! kernel looks here before it uses the answer: the evaluator after every primitive. `pending` is one relaxed load.

use crate::{Error, Item, Result, Value, evaluation, with_data};

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

/// Touches all of a value that lies in files, so that what cannot be read is known before another is changed by it.
///
/// Errors: those of reading.
pub fn whole(x: &Value) -> Result<()> {
    match x {
        Value::Vector(v) if x.is_mapped() => {
            with_data!(&v.data, b => touch(b.as_slice()));
            check()
        }
        Value::List(l) if l.is_mapped() => {
            l.as_slice().iter().try_for_each(whole)?;
            check()
        }
        Value::Table(t) => t.columns.iter().try_for_each(whole),
        Value::Dict(d) => whole(&d.keys).and_then(|()| whole(&d.values)),
        _ => Ok(()),
    }
}

/// Looks at each page of items.
fn touch<T: Item>(items: &[T]) {
    let step = (PAGE_SIZE / size_of::<T>()).max(1);
    for item in items.iter().step_by(step).chain(items.last()) {
        std::hint::black_box(*item);
    }
}

/// No page of memory is smaller.
const PAGE_SIZE: usize = 4096;

/// `Ok` unless a failure is pending, which is taken.
pub fn check() -> Result<()> {
    take().map_or(Ok(()), Err)
}
