//! The runs of a parted vector, and an index of them that lies in a file behind its items.

use crate::{Vector, pool};
use std::sync::{Arc, OnceLock};

/// The runs of a parted vector: stretches of equal items.
pub struct RunIndex {
    /// Where each starts; one more for the end.
    pub starts: Vec<usize>,
    /// The item of each, where that is known without the items.
    pub keys: Option<Vector>,
}

/// Reads an index; `None` when it does not fit the items.
type Load = dyn Fn() -> Option<RunIndex> + Send + Sync;

/// The index of a vector in a file, read when it is asked for first. It is kept where a vector keeps its index
/// ([`Vector::index`]).
pub struct StoredIndex {
    load: Box<Load>,
    runs: OnceLock<Arc<RunIndex>>,
}

impl StoredIndex {
    pub fn new(load: impl Fn() -> Option<RunIndex> + Send + Sync + 'static) -> StoredIndex {
        StoredIndex { load: Box::new(load), runs: OnceLock::new() }
    }
}

impl RunIndex {
    /// The runs of a parted vector: those that are kept with it, those in its file, or what `make` finds. They are kept.
    pub fn of(v: &Vector, make: impl Fn() -> RunIndex) -> Arc<RunIndex> {
        let index = pool::once(&v.index, || Arc::new(make())).clone();
        match index.downcast::<RunIndex>() {
            Ok(runs) => runs,
            Err(other) => match other.downcast::<StoredIndex>() {
                Ok(stored) => {
                    let read = || Arc::new((stored.load)().unwrap_or_else(&make));
                    pool::once(&stored.runs, read).clone()
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
