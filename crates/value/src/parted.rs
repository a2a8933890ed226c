//! The runs of a parted vector, and an index of them that lies in a file behind its items.

use crate::made::{Made, is_spoilt};
use crate::{Vector, pool};
use std::sync::Arc;

/// The runs of a parted vector: stretches of equal items.
pub struct RunIndex {
    /// Where each starts; one more for the end.
    pub starts: Vec<usize>,
    /// The item of each, where that is known without the items.
    pub keys: Option<Vector>,
    /// The item of each, once it was asked for, with what look-ups learn of them.
    pub heads: Made<Arc<Vector>>,
}

/// Reads an index; `None` when it does not fit the items.
type Load = dyn Fn() -> Option<RunIndex> + Send + Sync;

/// The index of a vector in a file, read when it is asked for first. It is kept where a vector keeps its index
/// ([`Vector::index`]).
pub struct StoredIndex {
    load: Box<Load>,
    runs: Made<Arc<RunIndex>>,
}

impl StoredIndex {
    pub fn new(load: impl Fn() -> Option<RunIndex> + Send + Sync + 'static) -> StoredIndex {
        StoredIndex { load: Box::new(load), runs: Made::default() }
    }
}

impl RunIndex {
    pub fn new(starts: Vec<usize>, keys: Option<Vector>) -> RunIndex {
        RunIndex { starts, keys, heads: Made::default() }
    }

    /// The runs of a parted vector: those that are kept with it, those in its file, or what `make` finds. They are kept.
    pub fn of(v: &Vector, make: impl Fn() -> RunIndex) -> Arc<RunIndex> {
        let Some(index) = v.index.get() else {
            let made = Arc::new(make());
            // What was read while something failed is for whoever asked, whom the failure reaches.
            if is_spoilt() {
                return made;
            }
            return pool::once(&v.index, || made.clone()).clone().downcast().unwrap_or(made);
        };
        match index.clone().downcast::<RunIndex>() {
            Ok(runs) => runs,
            Err(other) => match other.downcast::<StoredIndex>() {
                Ok(stored) => {
                    let read = || Arc::new((stored.load)().unwrap_or_else(&make));
                    stored.runs.make(read).clone()
                }
                Err(_) => Arc::new(make()),
            },
        }
    }

    /// The runs of a vector if they were read from its file before, keys and all.
    pub fn known(v: &Vector) -> Option<Arc<RunIndex>> {
        let stored = v.index.get()?.downcast_ref::<StoredIndex>()?;
        stored.runs.get().filter(|runs| runs.keys.is_some()).cloned()
    }
}
