//! The call stack, which the thread that evaluates shares with itself: the evaluator changes it, and what is asked deep in a
//! primitive whether it goes on (`quarry_value::evaluation`) may tell of it meanwhile.

use crate::vm::frames::{Level, Levels, Live};
use std::cell::{Cell, RefCell};

/// The levels that are being evaluated, from the console's line up, and the instruction that runs in the topmost.
#[derive(Default)]
pub(crate) struct Stack {
    pc: Cell<usize>,
    levels: RefCell<Vec<Live>>,
}

impl Stack {
    #[inline(always)]
    pub fn set_pc(&self, pc: usize) {
        self.pc.set(pc);
    }

    #[inline(always)]
    pub fn pc(&self) -> usize {
        self.pc.get()
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.levels.borrow().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub fn push(&self, level: Level, base: usize) {
        let mut levels = self.levels.borrow_mut();
        if let Some(caller) = levels.last_mut() {
            caller.pc = self.pc.get();
        }
        levels.push(Live { level, base, pc: 0 });
    }

    #[inline]
    pub fn pop(&self) {
        let mut levels = self.levels.borrow_mut();
        let rest = levels.len().saturating_sub(1);
        levels.truncate(rest);
        self.pc.set(levels.last().map_or(0, |f| f.pc));
    }

    /// Where the registers start of the level on top.
    pub fn base(&self) -> usize {
        self.levels.borrow().last().map_or(0, |f| f.base)
    }

    /// Where those of the level below start.
    #[inline(always)]
    pub fn base_below(&self) -> usize {
        let levels = self.levels.borrow();
        levels[levels.len() - 2].base
    }

    pub fn clear(&self) {
        let left = self.levels.take();
        drop(left);
    }

    /// Looks at the levels. `look` evaluates nothing.
    pub fn see<T>(&self, look: impl FnOnce(&Levels) -> T) -> T {
        look(&Levels { levels: &self.levels.borrow(), pc: self.pc.get() })
    }

    /// The levels for another thread, until they are [put back](Stack::put_back).
    pub fn take(&self) -> Part {
        Part { levels: self.levels.take(), pc: self.pc.get() }
    }

    pub fn put_back(&self, part: Part) {
        let own = self.levels.replace(part.levels);
        drop(own);
        self.pc.set(part.pc);
    }

    /// A copy for another thread.
    pub fn copy(&self) -> Part {
        Part { levels: self.levels.borrow().clone(), pc: self.pc.get() }
    }
}

/// The levels of one evaluator, wherever they are.
#[derive(Clone)]
pub(crate) struct Part {
    levels: Vec<Live>,
    pc: usize,
}

impl Part {
    pub fn levels(&self) -> Levels<'_> {
        Levels { levels: &self.levels, pc: self.pc }
    }
}
