//! The items that a list holds, let go of without end: lists in lists in lists are as deep as memory is large, and a stack
//! is not.

use crate::Value;
use std::cell::{Cell, RefCell};
use std::ops::{Deref, DerefMut};

/// Lists within lists that are let go of one within the other; what lies deeper waits for its turn.
const DEPTH_MAX: u32 = 500;

thread_local! {
    /// How many lists are being let go of, each within the one before.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// What lay too deep.
    static LATER: RefCell<Vec<Vec<Value>>> = const { RefCell::new(Vec::new()) };
}

/// Items of a list.
#[derive(Clone, Default)]
pub struct Held(Vec<Value>);

impl From<Vec<Value>> for Held {
    fn from(items: Vec<Value>) -> Held {
        Held(items)
    }
}

impl Deref for Held {
    type Target = Vec<Value>;
    fn deref(&self) -> &Vec<Value> {
        &self.0
    }
}

impl DerefMut for Held {
    fn deref_mut(&mut self) -> &mut Vec<Value> {
        &mut self.0
    }
}

impl Drop for Held {
    #[inline]
    fn drop(&mut self) {
        let items = std::mem::take(&mut self.0);
        // At a thread's end they go as all else does.
        let Ok(depth) = DEPTH.try_with(Cell::get) else { return };
        if depth >= DEPTH_MAX {
            // Where that cannot be kept for later, it goes now.
            let _ = LATER.try_with(|later| later.borrow_mut().push(items));
            return;
        }
        let _within = Within::new(depth);
        drop(items);
        while depth == 0
            && let Some(deeper) = next()
        {
            drop(deeper);
        }
    }
}

fn next() -> Option<Vec<Value>> {
    LATER.try_with(|later| later.borrow_mut().pop()).ok().flatten()
}

/// While it lives there is one list more.
struct Within(u32);

impl Within {
    fn new(depth: u32) -> Within {
        let _ = DEPTH.try_with(|d| d.set(depth + 1));
        Within(depth)
    }
}

impl Drop for Within {
    fn drop(&mut self) {
        let _ = DEPTH.try_with(|d| d.set(self.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn lists_within_lists_need_no_stack() {
        let watched = Arc::new([1; 16]);
        let last = Value::Guid(watched.clone());
        let letting_go = || {
            let mut x = Value::list(vec![last, Value::long(1)]);
            for _ in 0..1_000_000 {
                x = Value::list(vec![Value::long(0), x]);
            }
            drop(x);
        };
        let small = std::thread::Builder::new().stack_size(1 << 20);
        small.spawn(letting_go).expect("a thread").join().expect("no overflow");
        assert_eq!(Arc::strong_count(&watched), 1, "all of it is gone");
    }
}
