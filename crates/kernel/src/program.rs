//! Programs: code on atoms and vectors whose types are known, which costs a call of a function for each step and no look at a type.

use crate::atomic::BinaryOp;
use crate::atomic::bits::{self, Binary, Pair, Single};
use crate::atomic::ops::{self, Arith};
use crate::atomic::run::Run;
use crate::keyed::Entry;
use crate::lane::Lane;
use quarry_value::{Data, Type, evaluation};

/// A place that holds an atom's bits.
pub type Slot = u8;

/// How many places there are.
const SLOTS: usize = 1 << Slot::BITS;

/// Steps back between two looks at whether the evaluation is over.
const TICKS: u32 = 4096;

/// Where a program has been left: one of the places that whoever made it has noted.
pub type Exit = u32;

/// What a program does next; it goes on behind it, or at the step of the number `to`.
#[derive(Clone, Copy)]
pub enum Step {
    Two {
        f: Pair,
        out: Slot,
        x: Slot,
        y: Slot,
    },
    /// What is done most takes no call.
    Longs {
        op: Most,
        out: Slot,
        x: Slot,
        y: Slot,
    },
    Floats {
        op: Most,
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
    /// A jump to a step before, where the program may be left.
    Back {
        to: u32,
        exit: Exit,
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
    /// The same of a comparison of two longs.
    UnlessLongs {
        op: Compared,
        x: Slot,
        y: Slot,
        to: u32,
    },
    /// Counts the long `n` down; goes on at `to` when it was not positive.
    Repeat {
        n: Slot,
        to: u32,
    },
    /// The answer, and its type: of a list for `::`.
    Return {
        x: Slot,
        ty: Type,
    },
    /// The item at the long `i`, or the null.
    Item {
        out: Slot,
        lane: u8,
        i: Slot,
    },
    /// Puts an item where the long `i` says, unless there is none.
    Put {
        lane: u8,
        i: Slot,
        x: Slot,
        exit: Exit,
    },
    /// Item `j` of the row `i`, unless there is none.
    ItemIn {
        out: Slot,
        lane: u8,
        i: Slot,
        j: Slot,
        exit: Exit,
    },
    /// Puts an item of a row, unless there is none.
    PutIn {
        lane: u8,
        i: Slot,
        j: Slot,
        x: Slot,
        exit: Exit,
    },
    /// The value under a key, or what `or` holds where there is none, unless to find it takes long.
    Under {
        out: Slot,
        lane: u8,
        key: Slot,
        or: Slot,
        exit: Exit,
    },
    /// Puts a value under a key, unless that takes long, or memory.
    PutUnder {
        lane: u8,
        key: Slot,
        x: Slot,
        exit: Exit,
    },
    /// Puts an item behind the others, unless that takes more memory.
    Append {
        lane: u8,
        x: Slot,
        exit: Exit,
    },
    /// How many items there are.
    Length {
        out: Slot,
        lane: u8,
    },
    /// There is no answer: what follows takes more than a program can do.
    Leave {
        exit: Exit,
    },
}

#[derive(Clone, Copy)]
pub enum Most {
    Add,
    Subtract,
    Multiply,
}

#[derive(Clone, Copy)]
pub enum Compared {
    Less,
    More,
    AtMost,
    AtLeast,
    Equal,
    NotEqual,
}

impl Step {
    /// What `op` makes of two atoms of types `x` and `y`, for which `how` has been found.
    pub fn two(op: BinaryOp, how: &Binary, [tx, ty]: [Type; 2], out: Slot, x: Slot, y: Slot) -> Step {
        let most = match op {
            BinaryOp::Add => Some(Most::Add),
            BinaryOp::Subtract => Some(Most::Subtract),
            BinaryOp::Multiply => Some(Most::Multiply),
            _ => None,
        };
        match (most, tx, ty, how.out) {
            (Some(op), Type::Long, Type::Long, Type::Long) => Step::Longs { op, out, x, y },
            (Some(op), Type::Float, Type::Float, Type::Float) => Step::Floats { op, out, x, y },
            _ => Step::Two { f: how.f, out, x, y },
        }
    }

    /// Goes on at `to` unless `op` is true of two such atoms.
    pub fn unless_two(op: BinaryOp, how: &Binary, [tx, ty]: [Type; 2], x: Slot, y: Slot, to: u32) -> Step {
        let compared = match op {
            BinaryOp::Less => Some(Compared::Less),
            BinaryOp::More => Some(Compared::More),
            BinaryOp::AtMost => Some(Compared::AtMost),
            BinaryOp::AtLeast => Some(Compared::AtLeast),
            BinaryOp::Equal => Some(Compared::Equal),
            BinaryOp::NotEqual => Some(Compared::NotEqual),
            _ => None,
        };
        match (compared, tx, ty) {
            (Some(op), Type::Long, Type::Long) => Step::UnlessLongs { op, x, y, to },
            _ => Step::UnlessTwo { f: how.f, x, y, to },
        }
    }
}

/// How a program ends.
pub enum End {
    Answer(Type, u64),
    Left(Exit),
    /// Somebody wants to know what is evaluated. It goes on at the step.
    Asked(usize),
    /// It has made as many steps as it was to make, and is at this one.
    At(usize),
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

    /// The first place that holds a constant.
    pub fn first_constant(&self) -> usize {
        self.constants
    }

    /// What a place holds that is a constant.
    pub fn known(&self, slot: Slot) -> Option<u64> {
        (slot as usize >= self.constants).then(|| self.slots[slot as usize])
    }

    /// What a place holds.
    #[inline]
    pub fn get(&self, slot: Slot) -> u64 {
        self.slots[slot as usize]
    }

    #[inline]
    pub fn set(&mut self, slot: Slot, bits: u64) {
        self.slots[slot as usize] = bits;
    }

    /// The answer for arguments, which lie in the first places; `None` when there is none, or the evaluation is over.
    #[inline]
    pub fn run<const N: usize>(&mut self, args: [u64; N], lanes: &mut [Lane]) -> Option<(Type, u64)> {
        self.slots[..N].copy_from_slice(&args);
        self.answer(lanes)
    }

    #[inline(always)]
    fn answer(&mut self, lanes: &mut [Lane]) -> Option<(Type, u64)> {
        if let End::Answer(ty, x) = self.end(0, lanes) { Some((ty, x)) } else { None }
    }

    /// How it ends that begins at a step, as an answer or left.
    #[inline(always)]
    fn end(&mut self, mut at: usize, lanes: &mut [Lane]) -> End {
        let mut turns = u32::MAX;
        loop {
            match self.go(at, lanes, &mut turns) {
                End::Asked(to) => {
                    evaluation::sample();
                    at = to;
                }
                end => return end,
            }
        }
    }

    /// Puts the answers for `n` items in `out`, as long as they are of one type, which it tells, and how it ended at an item for
    /// which that was not so. With `behind` an answer, and before the first one what is there, is what that place has for the
    /// next item.
    ///
    /// Types of items and places: see [`bits::of`].
    pub fn run_along(
        &mut self,
        given: &[Given],
        lanes: &mut [Lane],
        behind: Option<(Slot, Type, u64)>,
        n: usize,
        out: &mut Vec<u64>,
    ) -> (Option<Type>, Option<End>) {
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
            match self.end(0, lanes) {
                End::Answer(t, x) if ty.is_none_or(|ty| ty == t) => {
                    ty = Some(t);
                    if let Some((at, ..)) = behind {
                        self.slots[at as usize] = x;
                    }
                    out.push(x);
                }
                end => return (ty, Some(end)),
            }
        }
        (ty, None)
    }

    /// Does a step put something in a place?
    fn writes(&self, slot: usize) -> bool {
        self.steps.iter().any(|step| match *step {
            Step::Two { out, .. }
            | Step::Longs { out, .. }
            | Step::Floats { out, .. }
            | Step::One { out, .. }
            | Step::Move { out, .. }
            | Step::Item { out, .. }
            | Step::ItemIn { out, .. }
            | Step::Under { out, .. }
            | Step::Length { out, .. } => out as usize == slot,
            Step::Repeat { n, .. } => n as usize == slot,
            _ => false,
        })
    }

    /// Goes on from the step `at`. It is left when it has gone back so often as `turns` says, which tells afterwards how many
    /// of those are left, and when the evaluation is over.
    #[inline(always)]
    pub fn go(&mut self, at: usize, lanes: &mut [Lane], turns: &mut u32) -> End {
        self.make::<false>(at, lanes, turns, 0)
    }

    /// The same of no more than `n` steps.
    #[inline(never)]
    pub fn some(&mut self, at: usize, lanes: &mut [Lane], turns: &mut u32, n: usize) -> End {
        self.make::<true>(at, lanes, turns, n)
    }

    #[inline(always)]
    fn make<const SOME: bool>(
        &mut self,
        mut at: usize,
        lanes: &mut [Lane],
        turns: &mut u32,
        mut n: usize,
    ) -> End {
        let slots = &mut self.slots;
        let steps = &self.steps[..];
        loop {
            if SOME {
                if n == 0 {
                    return End::At(at);
                }
                n -= 1;
            }
            // Whoever makes a program lets it end.
            let step = &steps[at];
            at += 1;
            match *step {
                Step::Two { f, out, x, y } => slots[out as usize] = f(slots[x as usize], slots[y as usize]),
                Step::Longs { op, out, x, y } => {
                    let (x, y) = (slots[x as usize] as i64, slots[y as usize] as i64);
                    slots[out as usize] = match op {
                        Most::Add => ops::Add::int(x, y),
                        Most::Subtract => ops::Subtract::int(x, y),
                        Most::Multiply => ops::Multiply::int(x, y),
                    } as u64;
                }
                Step::Floats { op, out, x, y } => {
                    let (x, y) = (f64::from_bits(slots[x as usize]), f64::from_bits(slots[y as usize]));
                    slots[out as usize] = match op {
                        Most::Add => ops::Add::float(x, y),
                        Most::Subtract => ops::Subtract::float(x, y),
                        Most::Multiply => ops::Multiply::float(x, y),
                    }
                    .to_bits();
                }
                Step::One { f, out, x } => slots[out as usize] = f(slots[x as usize]),
                Step::Move { out, x } => slots[out as usize] = slots[x as usize],
                Step::Jump { to } => at = to as usize,
                Step::Back { to, exit } => {
                    at = to as usize;
                    *turns -= 1;
                    if turns.is_multiple_of(TICKS) {
                        if !SOME && *turns > 0 && evaluation::wants_sample() {
                            return End::Asked(at);
                        }
                        if *turns == 0 || evaluation::is_over() {
                            return End::Left(exit);
                        }
                    }
                }
                Step::Unless { x, to } => {
                    if slots[x as usize] == 0 {
                        at = to as usize;
                    }
                }
                Step::UnlessTwo { f, x, y, to } => {
                    if f(slots[x as usize], slots[y as usize]) == 0 {
                        at = to as usize;
                    }
                }
                Step::UnlessLongs { op, x, y, to } => {
                    let (x, y) = (slots[x as usize] as i64, slots[y as usize] as i64);
                    let met = match op {
                        Compared::Less => x < y,
                        Compared::More => x > y,
                        Compared::AtMost => x <= y,
                        Compared::AtLeast => x >= y,
                        Compared::Equal => x == y,
                        Compared::NotEqual => x != y,
                    };
                    if !met {
                        at = to as usize;
                    }
                }
                Step::Repeat { n, to } => {
                    let n = &mut slots[n as usize];
                    match *n as i64 {
                        ..=0 => at = to as usize,
                        _ => *n -= 1,
                    }
                }
                Step::Item { out, lane, i } => {
                    slots[out as usize] = lanes[lane as usize].get(slots[i as usize] as i64);
                }
                Step::Put { lane, i, x, exit } => {
                    if !lanes[lane as usize].put(slots[i as usize] as i64, slots[x as usize]) {
                        return End::Left(exit);
                    }
                }
                Step::ItemIn { out, lane, i, j, exit } => {
                    match lanes[lane as usize].within(slots[i as usize] as i64, slots[j as usize] as i64) {
                        Some(x) => slots[out as usize] = x,
                        None => return End::Left(exit),
                    }
                }
                Step::PutIn { lane, i, j, x, exit } => {
                    let (i, j) = (slots[i as usize] as i64, slots[j as usize] as i64);
                    if !lanes[lane as usize].put_within(i, j, slots[x as usize]) {
                        return End::Left(exit);
                    }
                }
                Step::Under { out, lane, key, or, exit } => {
                    let lane = &lanes[lane as usize];
                    slots[out as usize] = match lane.entry(slots[key as usize]) {
                        Entry::At(at) => lane.value(at),
                        Entry::Missing => slots[or as usize],
                        Entry::Far => return End::Left(exit),
                    };
                }
                Step::PutUnder { lane, key, x, exit } => {
                    if !lanes[lane as usize].put_under(slots[key as usize], slots[x as usize]) {
                        return End::Left(exit);
                    }
                }
                Step::Append { lane, x, exit } => {
                    if !lanes[lane as usize].push(slots[x as usize]) {
                        return End::Left(exit);
                    }
                }
                Step::Length { out, lane } => slots[out as usize] = lanes[lane as usize].len() as u64,
                Step::Return { x, ty } => return End::Answer(ty, slots[x as usize]),
                Step::Leave { exit } => return End::Left(exit),
            }
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
