//! Loops that have turned a few times go on as programs, with what registers and globals hold by then.

use super::lend::Places;
use super::live::Live;
use super::maker::{self, Held, Made, Maker, State};
use crate::vm::Vm;
use crate::vm::code::Code;
use crate::vm::globals::Cell;
use quarry_kernel::atomic::bits;
use quarry_kernel::lane::Lane;
use quarry_kernel::program::{End, Exit, Slot};
use quarry_kernel::runs;
use quarry_value::{Lambda, Result, Value, evaluation, memory};
use std::sync::{Arc, Weak};

/// Turns that the code makes before a program is asked.
const TURNS: usize = 32;
/// Programs of the loops of one function.
const LOOPS_MAX: usize = 16;
/// A program that is left sooner costs more than it spares.
const TURNS_MIN: u32 = 8;
/// The most occasions that a loop lets pass by because its program was left too soon.
const PAUSE_MAX: u32 = 1 << 20;

/// The turns that running code still makes before it asks for a program.
pub(crate) struct Wait(u32);

impl Wait {
    pub fn new() -> Wait {
        Wait(runs::worth(TURNS).clamp(1, TURNS) as u32)
    }

    /// Has the code turned often enough?
    #[inline(always)]
    pub fn is_over(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }
}

/// The programs of a function's loops.
#[derive(Default)]
pub struct Loops {
    /// The registers that are wanted.
    live: Option<Arc<Live>>,
    loops: Vec<Loop>,
    /// By the instruction that a loop begins with: the occasions to pass by, and how many it was last time.
    pauses: Vec<(usize, u32, u32)>,
}

struct Loop {
    /// The instruction that it begins with.
    head: usize,
    /// The globals that it, and functions that it calls, may read or set.
    cells: Vec<Cell>,
    /// What places hold there.
    state: State,
    /// Those functions, so that nothing else comes to lie where they do.
    _lambdas: Vec<Weak<Lambda>>,
    /// `None` where none can be made.
    made: Option<Box<Made>>,
}

impl Loops {
    /// Is the loop at `head` to let this occasion pass by?
    fn passes(&mut self, head: usize) -> bool {
        match self.pauses.iter_mut().find(|(at, ..)| *at == head) {
            Some((_, left, _)) if *left > 0 => {
                *left -= 1;
                true
            }
            _ => false,
        }
    }

    /// Notes whether the loop at `head` was worth a program.
    fn rate(&mut self, head: usize, worth: bool) {
        let at = self.pauses.iter().position(|(at, ..)| *at == head);
        match (at, worth) {
            (Some(at), true) => {
                self.pauses.swap_remove(at);
            }
            (None, true) => {}
            (Some(at), false) => {
                let (_, left, last) = &mut self.pauses[at];
                *last = (*last * 2).min(PAUSE_MAX);
                *left = *last;
            }
            (None, false) => self.pauses.push((head, 1, 1)),
        }
    }
}

impl Made {
    /// Runs the program until it is left, and how. When somebody wants to know meanwhile what is evaluated, that is said at a step
    /// that chance finds, of this code or of a call: then `is_asked`, and `told_after` is how many calls are begun before it is told.
    fn go(
        &mut self,
        lanes: &mut [Lane],
        turns: &mut u32,
        told_after: &std::cell::Cell<u32>,
        is_asked: &mut bool,
    ) -> Option<Exit> {
        let mut end = self.program.go(self.start, lanes, turns);
        while let End::Asked(at) = end {
            // Numbers of a generator of congruences.
            self.chance = self.chance.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let n = (self.chance >> 33) as usize % (8 * self.program.steps.len());
            end = self.program.some(at, lanes, turns, n);
            let End::At(at) = end else { break };
            let calls = || self.calls.iter().filter(|(steps, _)| steps.contains(&(at as u32)));
            if let Some((_, exit)) = calls().next() {
                told_after.set(calls().count() as u32);
                *is_asked = true;
                return Some(*exit);
            }
            evaluation::sample();
            end = self.program.go(at, lanes, turns);
        }
        if let End::Left(exit) = end { Some(exit) } else { None }
    }
}

impl Vm {
    /// A loop of code whose registers begin at `base` is about to turn again, at the instruction `head`. The instruction at which
    /// the code goes on: that one, or another one to which a program has brought it.
    #[inline(never)]
    pub(crate) fn turn(&mut self, code: &Code, base: usize, head: usize, wait: &mut Wait) -> Result<usize> {
        *wait = Wait::new();
        let Some((mut l, live)) = self.take_loop(code, base, head) else { return Ok(head) };
        let stretch = l.made.as_ref().map_or(0, |made| made.stretch());
        let mut turns = stretch;
        let mut is_asked = false;
        let to = self.go_on(&mut l, &live, code, base, &mut turns, &mut is_asked);
        let done = stretch - turns;
        if let Some(made) = &mut l.made {
            made.count_uses(done);
        }
        let worth = done >= TURNS_MIN;
        if let Ok(mut loops) = code.loops.lock() {
            loops.rate(head, worth);
            if loops.loops.len() < LOOPS_MAX {
                loops.loops.push(l);
            }
        }
        if worth {
            *wait = Wait(1);
        }
        // Who wants to know what is evaluated is told in the call that comes next.
        if !is_asked {
            self.check_interrupt()?;
        }
        Ok(to.unwrap_or(head))
    }

    /// The program for a loop as things are; `None` when there is to be none.
    fn take_loop(&self, code: &Code, base: usize, head: usize) -> Option<(Loop, Arc<Live>)> {
        if memory::is_on() {
            return None;
        }
        let mut loops = code.loops.try_lock().ok()?;
        if loops.passes(head) {
            return None;
        }
        let live = loops.live.get_or_insert_with(|| Arc::new(Live::of(code))).clone();
        let fits = |l: &Loop| {
            l.head == head && self.held(code, base, head, &live, &l.cells).eq(l.state.iter().copied())
        };
        if let Some(at) = loops.loops.iter().position(fits) {
            return Some((loops.loops.swap_remove(at), live));
        }
        if loops.loops.len() >= LOOPS_MAX {
            loops.loops.remove(0);
        }
        let locals = &self.regs[base..base + code.names.len()];
        let (cells, lambdas) = maker::reach(&self.globals, code, locals);
        let state: State = self.held(code, base, head, &live, &cells).collect();
        let maker = Maker::new(&self.globals, code, &live, &cells, &lambdas);
        let made = maker.make(head, state.clone()).map(Box::new);
        let _lambdas = lambdas.iter().map(Arc::downgrade).collect();
        Some((Loop { head, cells, state, _lambdas, made }, live))
    }

    /// What places hold: registers, as far as they are wanted at an instruction, and globals.
    fn held(
        &self,
        code: &Code,
        base: usize,
        at: usize,
        live: &Live,
        cells: &[Cell],
    ) -> impl Iterator<Item = Held> {
        let (names, registers) = (code.names.len(), code.registers);
        let locals = self.regs[base..base + registers].iter().enumerate().map(move |(r, x)| {
            match r < names || live.is(at, r) {
                true => Held::of(x, r),
                false => Held::Other,
            }
        });
        let globals = cells.iter().enumerate().map(move |(k, cell)| {
            self.globals.plain(*cell).map_or(Held::Other, |x| Held::of(x, registers + k))
        });
        locals.chain(globals)
    }

    /// Runs a program. Where the code goes on when it is left; `None` when it cannot begin.
    fn go_on(
        &mut self,
        l: &mut Loop,
        live: &Live,
        code: &Code,
        base: usize,
        turns: &mut u32,
        is_asked: &mut bool,
    ) -> Option<usize> {
        let Loop { head, cells, state, made, .. } = l;
        let made = made.as_mut()?;
        if made.sets_globals && (self.is_told_of_values() || self.globals_mut().is_err()) {
            return None;
        }
        let registers = code.registers;
        // What nobody wants any more may be shared with a variable.
        for (r, x) in self.regs[base..base + registers].iter_mut().enumerate().skip(code.names.len()) {
            if x.is_shared() && !live.is(*head, r) {
                *x = Value::identity();
            }
        }
        for (place, held) in state.iter().enumerate() {
            if let Held::Atom(_) = held {
                let x = if place < registers {
                    Some(&self.regs[base + place])
                } else {
                    self.globals.plain(cells[place - registers])
                };
                made.program.set(place as Slot, x.and_then(bits::of)?.1);
            }
        }
        let places = Places { code, base, cells };
        let mut taken = self.lend(places, made);
        let exit = made
            .lanes(&mut taken)
            .and_then(|mut lanes| made.go(&mut lanes, turns, &self.told_after, is_asked));
        self.give_back(places, made, taken);
        self.leave(places, made, exit?)
    }
}
