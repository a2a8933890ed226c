//! What values hold, let go of without end: lists in lists in lists, and functions of functions, are as deep as memory is
//! large, and a stack is not.

use crate::{Composition, Derived, Dict, Projection, Table, Value};
use std::cell::{Cell, RefCell};
use std::ops::{Deref, DerefMut};

/// Values within values that are let go of one within the other; what lies deeper waits for its turn.
const DEPTH_MAX: u32 = 500;

thread_local! {
    /// How many values are being let go of, each within the one before.
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
        let_go(std::mem::take(&mut self.0));
    }
}

/// Values that hold others let go of them by this.
#[inline]
fn let_go(items: impl Into<Vec<Value>>) {
    // At a thread's end they go as all else does.
    let Ok(depth) = DEPTH.try_with(Cell::get) else { return };
    if depth >= DEPTH_MAX {
        // Where that cannot be kept for later, it goes now.
        let _ = LATER.try_with(|later| later.borrow_mut().push(items.into()));
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

/// [`let_go`] of single values. What holds no others needs no care.
#[inline]
fn let_go_of<const N: usize>(values: [&mut Value; N]) {
    if values.iter().any(|v| holds(v)) {
        let_go(values.map(|v| std::mem::replace(v, Value::I16(0))));
    }
}

fn holds(x: &Value) -> bool {
    use Value::*;
    matches!(x, List(_) | Dict(_) | Table(_) | Projection(_) | Composition(_) | Derived(_))
}

impl Drop for Dict {
    #[inline]
    fn drop(&mut self) {
        let_go_of([&mut self.keys, &mut self.values]);
    }
}

impl Drop for Table {
    #[inline]
    fn drop(&mut self) {
        if self.columns.iter().any(holds) {
            let_go(std::mem::take(&mut self.columns));
        }
    }
}

impl Drop for Projection {
    #[inline]
    fn drop(&mut self) {
        let_go_of([&mut self.func]);
        if self.args.iter().any(holds) {
            let_go(std::mem::take(&mut self.args));
        }
    }
}

impl Drop for Composition {
    #[inline]
    fn drop(&mut self) {
        let_go(std::mem::take(&mut self.funcs));
    }
}

impl Drop for Derived {
    #[inline]
    fn drop(&mut self) {
        let_go_of([&mut self.func]);
    }
}

fn next() -> Option<Vec<Value>> {
    LATER.try_with(|later| later.borrow_mut().pop()).ok().flatten()
}

/// While it lives there is one value more.
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
        need_no_stack(|x| Value::list(vec![Value::long(0), x]));
    }

    #[test]
    fn values_of_every_kind_within_values_need_no_stack() {
        fn one() -> Value {
            Value::longs(vec![1])
        }
        fn f() -> Value {
            Value::Prim(crate::Prim::find(crate::Kind::Binary, "+").expect("a primitive"))
        }
        fn name() -> Vec<crate::Sym> {
            vec![crate::Sym::new("a")]
        }
        need_no_stack(|x| Value::Dict(Arc::new(Dict { keys: x, values: one(), sorted: false })));
        need_no_stack(|x| Value::Dict(Arc::new(Dict { keys: one(), values: x, sorted: false })));
        need_no_stack(|x| Value::Table(Arc::new(Table::new(name(), vec![x]))));
        need_no_stack(|x| Value::Projection(Arc::new(Projection { func: f(), args: vec![one(), x] })));
        need_no_stack(|x| Value::Projection(Arc::new(Projection { func: x, args: vec![one()] })));
        need_no_stack(|x| Value::Composition(Arc::new(Composition { funcs: vec![f(), x] })));
        need_no_stack(|x| Value::Derived(Arc::new(Derived { iter: crate::Iter::Each, func: x })));
    }

    /// A long chain of values, each in the next, is let go of on a small stack.
    fn need_no_stack(around: fn(Value) -> Value) {
        let watched = Arc::new([1; 16]);
        let last = Value::Guid(watched.clone());
        let letting_go = move || {
            let mut x = Value::list(vec![last, Value::long(1)]);
            for _ in 0..200_000 {
                x = around(x);
            }
            drop(x);
        };
        let small = std::thread::Builder::new().stack_size(1 << 20);
        small.spawn(letting_go).expect("a thread").join().expect("no overflow");
        assert_eq!(Arc::strong_count(&watched), 1, "all of it is gone");
    }
}
