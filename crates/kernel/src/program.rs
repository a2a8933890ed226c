//! Programs: code on atoms whose types are known, which costs a call of a function for each step and no look at a type.

use crate::atomic::bits::{self, Pair, Single};
use crate::atomic::run::Run;
use quarry_value::{Data, Type, evaluation};

/// A place that holds an atom's bits.
pub type Slot = u8;

/// How many places there are.
const SLOTS: usize = 1 << Slot::BITS;

/// Steps back between two looks at whether the evaluation is over.
const TICKS: u32 = 4096;

/// What a program does next; it goes on behind it, or at the step of the number `to`.
#[derive(Clone, Copy)]
pub enum Step {
    Two {
        f: Pair,
        out: Slot,
        x: Slot,
        y: Slot,
    },
    One {
        f: Single,
        out: Slot,
        x: Slot,
    },
    Move {
        out: Slot,
        x: Slot,
    },
    Jump {
        to: u32,
    },
    /// Goes on at `to` when the bits of `x` are 0.
    Unless {
        x: Slot,
        to: u32,
    },
    /// The same of what `f` makes of two.
    UnlessTwo {
        f: Pair,
        x: Slot,
        y: Slot,
        to: u32,
    },
    /// Counts the long `n` down; goes on at `to` when it was not positive.
    Repeat {
        n: Slot,
        to: u32,
    },
    /// The answer, and its type.
    Return {
        x: Slot,
        ty: Type,
    },
    /// There is no answer: what follows takes more than atoms.
    Leave,
}

/// Steps, and the places that they work on.
pub struct Program {
    pub steps: Vec<Step>,
    slots: [u64; SLOTS],
    /// The first place that holds a constant.
    constants: usize,
}

impl Default for Program {
    fn default() -> Program {
        Program { steps: Vec::new(), slots: [0; SLOTS], constants: SLOTS }
    }
}

impl Program {
    /// A place with a constant; `None` when only `kept` places are left.
    pub fn constant(&mut self, bits: u64, kept: usize) -> Option<Slot> {
        if let Some(at) = self.slots[self.constants..].iter().position(|s| *s == bits) {
            return Slot::try_from(self.constants + at).ok();
        }
        let at = self.constants.checked_sub(1).filter(|at| *at >= kept)?;
        self.slots[at] = bits;
        self.constants = at;
        Slot::try_from(at).ok()
    }

    /// What a place holds that is a constant.
    pub fn known(&self, slot: Slot) -> Option<u64> {
        (slot as usize >= self.constants).then(|| self.slots[slot as usize])
    }

    /// The answer for arguments, which lie in the first places; `None` when there is none, or the evaluation is over.
    #[inline]
    pub fn run<const N: usize>(&mut self, args: [u64; N]) -> Option<(Type, u64)> {
        self.slots[..N].copy_from_slice(&args);
        self.go()
    }

    /// Puts the answers for `n` items in `out`, as long as they are of one type, which it tells. With `behind` an answer, and
    /// before the first one what is there, is what that place has for the next item.
    ///
    /// Types of items and places: see [`bits::of`].
    pub fn run_along(
        &mut self,
        given: &[Given],
        behind: Option<(Slot, Type, u64)>,
        n: usize,
        out: &mut Vec<u64>,
    ) -> Option<Type> {
        let (mut runs, mut written) = (Vec::new(), Vec::new());
        for (at, given) in given.iter().enumerate() {
            match *given {
                Given::Same(x) => {
                    self.slots[at] = x;
                    if self.writes(at) {
                        written.push((at, x));
                    }
                }
                Given::Items { items, from } => runs.push((at, Run::of(items, from..from + n))),
                Given::Behind => {}
            }
        }
        if let Some((at, _, first)) = behind {
            self.slots[at as usize] = first;
        }
        let mut ty = behind.map(|(_, ty, _)| ty);
        for i in 0..n {
            for (at, run) in &runs {
                self.slots[*at & (SLOTS - 1)] = bits::item(*run, i);
            }
            for (at, x) in &written {
                self.slots[*at] = *x;
            }
            match self.go() {
                Some((t, x)) if ty.is_none_or(|ty| ty == t) => {
                    ty = Some(t);
                    if let Some((at, ..)) = behind {
                        self.slots[at as usize] = x;
                    }
                    out.push(x);
                }
                _ => break,
            }
        }
        ty
    }

    /// Does a step put something in a place?
    fn writes(&self, slot: usize) -> bool {
        self.steps.iter().any(|step| match *step {
            Step::Two { out, .. } | Step::One { out, .. } | Step::Move { out, .. } => out as usize == slot,
            Step::Repeat { n, .. } => n as usize == slot,
            _ => false,
        })
    }

    #[inline(always)]
    fn go(&mut self) -> Option<(Type, u64)> {
        let slots = &mut self.slots;
        let mut ticks = TICKS;
        let mut at = 0;
        loop {
            let mut to = at + 1;
            match *self.steps.get(at)? {
                Step::Two { f, out, x, y } => slots[out as usize] = f(slots[x as usize], slots[y as usize]),
                Step::One { f, out, x } => slots[out as usize] = f(slots[x as usize]),
                Step::Move { out, x } => slots[out as usize] = slots[x as usize],
                Step::Jump { to: there } => to = there as usize,
                Step::Unless { x, to: there } => {
                    if slots[x as usize] == 0 {
                        to = there as usize;
                    }
                }
                Step::UnlessTwo { f, x, y, to: there } => {
                    if f(slots[x as usize], slots[y as usize]) == 0 {
                        to = there as usize;
                    }
                }
                Step::Repeat { n, to: there } => {
                    let n = &mut slots[n as usize];
                    match *n as i64 {
                        ..=0 => to = there as usize,
                        _ => *n -= 1,
                    }
                }
                Step::Return { x, ty } => return Some((ty, slots[x as usize])),
                Step::Leave => return None,
            }
            if to <= at {
                ticks -= 1;
                if ticks == 0 {
                    ticks = TICKS;
                    if evaluation::is_over() {
                        return None;
                    }
                }
            }
            at = to;
        }
    }
}

/// What a place has from call to call.
pub enum Given<'a> {
    Same(u64),
    /// The item at `from`, and those after it.
    Items {
        items: &'a Data,
        from: usize,
    },
    /// The answer before.
    Behind,
}
