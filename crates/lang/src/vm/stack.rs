//! The call stack, which the thread that evaluates shares with itself: the evaluator changes it, and what is asked deep in a
//! primitive whether it goes on (`quarry_value::evaluation`) may tell of it meanwhile.

use crate::vm::frames::{Level, Levels, Live};
use std::cell::{Cell, RefCell};

/// The levels that are being evaluated, from the console's line up.
#[derive(Default)]
pub(crate) struct Stack {
    /// The instruction that runs in the topmost, as whoever asks is told: that of the last step that may take long. The
    /// evaluator itself knows better ([`crate::vm::Vm::pc`]).
    pc: Cell<usize>,
    /// How many there are.
    count: Cell<usize>,
    /// They, and behind them room for more: what was there is hidden.
    levels: RefCell<Vec<Live>>,
}

impl Stack {
    /// The topmost level is at an instruction that may take long.
    #[inline(always)]
    pub fn mark(&self, pc: usize) {
        self.pc.set(pc);
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.count.get()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A level on top of the one that is at instruction `pc`. It is put together where it will lie.
    #[inline(always)]
    pub fn push(&self, level: Level, base: usize, pc: usize) {
        let mut levels = self.levels.borrow_mut();
        let count = self.count.get();
        if let Some(caller) = count.checked_sub(1).and_then(|i| levels.get_mut(i)) {
            caller.pc = pc;
        }
        match levels.get_mut(count) {
            Some(room) => {
                room.level = level;
                room.base = base;
                room.pc = 0;
            }
            None => push_new(&mut levels, Live { level, base, pc: 0 }),
        }
        self.count.set(count + 1);
        self.pc.set(0);
    }

    /// Leaves the level on top: the instruction of the one below.
    #[inline(always)]
    pub fn pop(&self) -> usize {
        let mut levels = self.levels.borrow_mut();
        let rest = self.count.get().saturating_sub(1);
        if let Some(top) = levels.get_mut(rest) {
            top.level = Level::Hidden;
        }
        self.count.set(rest);
        let pc = rest.checked_sub(1).map_or(0, |i| levels[i].pc);
        self.pc.set(pc);
        pc
    }

    /// Leaves the level on top unless it is the first of `floor`: the first register of the one below, and its instruction.
    #[inline(always)]
    pub fn leave(&self, floor: usize) -> Option<(usize, usize)> {
        let rest = self.count.get() - 1;
        if rest < floor {
            return None;
        }
        let mut levels = self.levels.borrow_mut();
        levels[rest].level = Level::Hidden;
        self.count.set(rest);
        let below = &levels[rest - 1];
        self.pc.set(below.pc);
        Some((below.base, below.pc))
    }

    /// Where the registers start of the level on top.
    pub fn base(&self) -> usize {
        self.see(0, |l| l.levels.last().map_or(0, |f| f.base))
    }

    /// Where those of the level below start.
    pub fn base_below(&self) -> usize {
        self.see(0, |l| l.levels[l.levels.len() - 2].base)
    }

    pub fn clear(&self) {
        drop(self.take());
    }

    /// Looks at the levels, of which the topmost is at instruction `pc`. `look` evaluates nothing.
    pub fn see<T>(&self, pc: usize, look: impl FnOnce(&Levels) -> T) -> T {
        look(&Levels { levels: &self.levels.borrow()[..self.count.get()], pc })
    }

    /// The levels for another thread, until they are [put back](Stack::put_back).
    pub fn take(&self) -> Part {
        let mut levels = self.levels.take();
        levels.truncate(self.count.replace(0));
        Part { levels, pc: self.pc.get() }
    }

    pub fn put_back(&self, part: Part) {
        self.count.set(part.levels.len());
        let own = self.levels.replace(part.levels);
        drop(own);
        self.pc.set(part.pc);
    }

    /// A copy for another thread.
    pub fn copy(&self) -> Part {
        Part { levels: self.levels.borrow()[..self.count.get()].to_vec(), pc: self.pc.get() }
    }
}

#[cold]
#[inline(never)]
fn push_new(levels: &mut Vec<Live>, level: Live) {
    levels.push(level);
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
