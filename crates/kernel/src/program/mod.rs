//! Programs: code on atoms and vectors whose types are known, which costs a call of a function for each step and no look at a type.

mod step;
mod tighten;

pub use step::Step;
use step::Use;
pub use tighten::{Slots, Wanted};

use crate::atomic::bits;
use crate::atomic::ops::{self, Arith, Ordered};
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
        let mut found = false;
        for mut step in self.steps.iter().copied() {
            step.uses(|slot_of| match slot_of {
                Use::Writes(out) => found |= *out as usize == slot,
                Use::Changes(n) => found |= n as usize == slot,
                Use::Reads(_) => {}
            });
        }
        found
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
        macro_rules! longs {
            ($out:ident, $x:ident, $y:ident, $f:expr) => {
                slots[$out as usize] = $f(slots[$x as usize] as i64, slots[$y as usize] as i64) as u64
            };
        }
        macro_rules! floats {
            ($out:ident, $x:ident, $y:ident, $f:expr) => {
                slots[$out as usize] =
                    $f(f64::from_bits(slots[$x as usize]), f64::from_bits(slots[$y as usize])).to_bits()
            };
        }
        macro_rules! unless {
            ($x:ident, $y:ident, $to:ident, $f:expr) => {
                if !$f(&(slots[$x as usize] as i64), &(slots[$y as usize] as i64)) {
                    at = $to as usize;
                }
            };
        }
        macro_rules! back {
            ($to:ident, $out:ident) => {{
                at = $to as usize;
                *turns -= 1;
                if turns.is_multiple_of(TICKS) {
                    if !SOME && *turns > 0 && evaluation::wants_sample() {
                        return End::Asked(at);
                    }
                    if *turns == 0 || evaluation::is_over() {
                        at = $out as usize;
                    }
                }
            }};
        }
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
                Step::AddLongs { out, x, y } => longs!(out, x, y, ops::Add::int),
                Step::SubtractLongs { out, x, y } => longs!(out, x, y, ops::Subtract::int),
                Step::MultiplyLongs { out, x, y } => longs!(out, x, y, ops::Multiply::int),
                Step::LesserLongs { out, x, y } => longs!(out, x, y, i64::lesser),
                Step::GreaterLongs { out, x, y } => longs!(out, x, y, i64::greater),
                Step::FillLongs { out, x, y } => longs!(out, x, y, ops::fill::<i64>),
                Step::AddFloats { out, x, y } => floats!(out, x, y, ops::Add::float),
                Step::SubtractFloats { out, x, y } => floats!(out, x, y, ops::Subtract::float),
                Step::MultiplyFloats { out, x, y } => floats!(out, x, y, ops::Multiply::float),
                Step::DivideFloats { out, x, y } => floats!(out, x, y, |x: f64, y: f64| x / y),
                Step::Cast { to, out, x } => slots[out as usize] = to.bits(slots[x as usize]),
                Step::One { f, out, x } => slots[out as usize] = f(slots[x as usize]),
                Step::Move { out, x } => slots[out as usize] = slots[x as usize],
                Step::Jump { to } => at = to as usize,
                Step::Back { to, out } => back!(to, out),
                Step::BackAgain { n, to, out } => {
                    back!(to, out);
                    let n = &mut slots[n as usize];
                    if at == to as usize && *n as i64 > 0 {
                        *n -= 1;
                        at += 1;
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
                Step::UnlessLess { x, y, to } => unless!(x, y, to, i64::lt),
                Step::UnlessAtMost { x, y, to } => unless!(x, y, to, i64::le),
                Step::UnlessEqual { x, y, to } => unless!(x, y, to, i64::eq),
                Step::UnlessNotEqual { x, y, to } => unless!(x, y, to, i64::ne),
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
                Step::Put { lane, i, x, to } => {
                    if !lanes[lane as usize].put(slots[i as usize] as i64, slots[x as usize]) {
                        at = to as usize;
                    }
                }
                Step::ItemIn { out, lane, i, j, to } => {
                    match lanes[lane as usize].within(slots[i as usize] as i64, slots[j as usize] as i64) {
                        Some(x) => slots[out as usize] = x,
                        None => at = to as usize,
                    }
                }
                Step::PutIn { lane, i, j, x, to } => {
                    let (i, j) = (slots[i as usize] as i64, slots[j as usize] as i64);
                    if !lanes[lane as usize].put_within(i, j, slots[x as usize]) {
                        at = to as usize;
                    }
                }
                Step::Under { out, lane, key, or, to } => {
                    let lane = &lanes[lane as usize];
                    match lane.entry(slots[key as usize]) {
                        Entry::At(at) => slots[out as usize] = lane.value(at),
                        Entry::Missing => slots[out as usize] = slots[or as usize],
                        Entry::Far => at = to as usize,
                    }
                }
                Step::PutUnder { lane, key, x, to } => {
                    if !lanes[lane as usize].put_under(slots[key as usize], slots[x as usize]) {
                        at = to as usize;
                    }
                }
                Step::Append { lane, x, to } => {
                    if !lanes[lane as usize].push(slots[x as usize]) {
                        at = to as usize;
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
