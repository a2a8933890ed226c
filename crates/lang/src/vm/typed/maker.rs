//! Programs of code: which steps its instructions have for what registers and globals hold when it begins.
//!
//! Each instruction is looked at once, for the types that come to it first; where others come later the program is left. What
//! it may be left with is written down: everything that it has in places of its own there goes back where the code has it.

mod forms;
mod states;
mod steps;

pub use forms::has_form;

use super::live::{self, Live};
use crate::vm::code::*;
use crate::vm::globals::{Cell, Globals};
use quarry_kernel::atomic::bits::{self, Single};
use quarry_kernel::lane::Lane;
use quarry_kernel::pipe::{binary_op, unary_op};
use quarry_kernel::program::{Exit, Program, Slot, Step, Wanted};
use quarry_kernel::runs;
use quarry_kernel::{BinaryOp, UnaryOp};
use quarry_value::{Lambda, Type, Value};
use std::ops::Range;
use std::sync::Arc;

/// What is known of a place when an instruction begins.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Held {
    /// Nothing, or what programs know nothing of.
    Other,
    Atom(Type),
    /// A vector of such items: the one that was at the place `home` when the program began.
    Vector {
        ty: Type,
        home: Home,
    },
    /// A list of such vectors, or that begins with one, which was there as well.
    Rows {
        ty: Type,
        home: Home,
    },
    /// A dictionary of such a vector under another one, which was there as well.
    Entries {
        key: Type,
        ty: Type,
        home: Home,
    },
    /// The lambda at this address.
    Lambda(usize),
    /// `::`.
    Nothing,
}

/// A place: a register, then globals, then constants.
pub type Home = u16;

/// What is known of all registers, and of globals that the code may set.
pub type State = Vec<Held>;

impl Held {
    pub fn of(x: &Value, home: usize) -> Held {
        match (x, bits::of(x), Lane::ty(x)) {
            (Value::Lambda(l), ..) => Held::Lambda(address(l)),
            _ if x.is_identity() => Held::Nothing,
            (_, Some((ty, _)), _) => Held::Atom(ty),
            (_, _, Some(ty)) => Held::Vector { ty, home: home as Home },
            _ => match (Lane::ty_of_rows(x), Lane::types_of_entries(x)) {
                (Some(ty), _) => Held::Rows { ty, home: home as Home },
                (_, Some((key, ty))) => Held::Entries { key, ty, home: home as Home },
                _ => Held::Other,
            },
        }
    }

    fn atom(self) -> Option<Type> {
        if let Held::Atom(ty) = self { Some(ty) } else { None }
    }
}

fn address(l: &Arc<Lambda>) -> usize {
    Arc::as_ptr(l) as usize
}

/// A vector that a program works on.
pub struct LaneOf {
    pub home: Home,
    /// Is it changed?
    pub is_changed: bool,
}

/// Where a program may be left.
pub struct Way {
    /// The instruction at which the code goes on.
    pub to: usize,
    /// What goes back to places.
    pub held: Vec<(Home, Held)>,
}

/// A program, and what it takes to begin and to leave it.
#[derive(Default)]
pub struct Made {
    pub program: Program,
    /// Its first step.
    pub start: usize,
    pub lanes: Vec<LaneOf>,
    pub ways: Vec<Way>,
    /// The steps of calls, and where the program is left in them: before the call.
    pub calls: Vec<(Range<u32>, Exit)>,
    /// The last number that chance gave.
    pub chance: u64,
    /// Does it set or change globals?
    pub sets_globals: bool,
    /// The places of globals that it sets.
    pub sets: Vec<Home>,
    /// Slots that are taken, but for constants.
    slots: usize,
    /// How often it has been used, until it is tight.
    uses: u32,
    is_tight: bool,
}

/// Turns after which a program is left.
const STRETCH: u32 = 1 << 16;
/// Turns, items or calls after which a program is worth a closer look.
const USES: usize = 1 << 10;

impl Made {
    /// Notes that it has been used so often.
    #[inline]
    pub fn count_uses(&mut self, n: u32) {
        if !self.is_tight {
            self.uses = self.uses.saturating_add(n);
            if self.uses as usize >= runs::worth(USES) {
                self.tighten();
                self.is_tight = true;
            }
        }
    }

    /// The turns after which it is left, so that others get to see what it has done.
    pub fn stretch(&self) -> u32 {
        if self.is_tight { STRETCH } else { USES as u32 }
    }

    /// Leaves steps out that nobody needs.
    #[inline(never)]
    fn tighten(&mut self) {
        let atoms = |way: &Way| {
            let atoms = way.held.iter().filter(|(_, held)| held.atom().is_some());
            atoms.map(|(place, _)| *place as Slot).collect()
        };
        let exits = self.ways.iter().map(atoms).collect();
        let answered = self.sets.iter().map(|place| *place as Slot).collect();
        self.program.tighten(&mut self.start, &mut self.calls, &Wanted { exits, answered });
    }
}

/// Bit of a step's target that is no instruction but a way out.
const OUT: u32 = 1 << 31;
/// The target of what a call goes on to when it has an answer.
const AFTER: u32 = u32::MAX;
/// Programs are no longer than that: calls within calls may take many steps.
const STEPS_MAX: usize = 1 << 12;
/// Functions that a program may have the steps of.
const LAMBDAS_MAX: usize = 16;
/// Calls that are written within one another.
const CALLS_MAX: usize = 4;

/// What makes a program of code.
pub struct Maker<'a> {
    globals: &'a Globals,
    code: &'a Code,
    live: &'a Live,
    /// Globals that are places. All others stay as they are as long as there is a program.
    cells: &'a [Cell],
    /// Functions whose steps may go where they are called.
    lambdas: &'a [Arc<Lambda>],
    /// The slots of the first register and the first global. Where the program begins and ends, a place's number is its slot's.
    slots: (usize, usize),
    /// For the code of a call whose answer goes on in the same program: what that is a part of.
    call: Option<Call>,
    /// Does the code answer for a call, so that the program may be left without a trace, or go on with what it is left with?
    is_call: bool,
    /// Does the code run for one item after the other? Then this is what globals hold when it begins, and so when it ends.
    each: Option<State>,
    /// The variables that are changed in place.
    changed: Vec<Home>,
    /// By instruction; `None` where none leads to.
    states: Vec<Option<State>>,
    made: Made,
    /// The step at which an instruction begins.
    starts: Vec<u32>,
    /// Steps that lead to an instruction, or to a way out.
    jumps: Vec<usize>,
    /// Ways out that steps lead to.
    outs: Vec<Exit>,
    /// Places that a step writes.
    written: Vec<bool>,
    /// The type of what is answered.
    answer: Option<Type>,
}

/// A call whose steps are written where it is.
#[derive(Clone)]
struct Call {
    /// The functions on the way, innermost last.
    within: Vec<usize>,
    /// Where the answer goes.
    out: Slot,
    /// Where the program is left instead: before the call.
    exit: Exit,
}

/// Globals that code reads or sets.
pub fn cells_of(code: &Code) -> Vec<Cell> {
    let mut cells = code.cells.clone();
    for op in &code.ops {
        match *op {
            Op::Load { cell, .. }
            | Op::Store { cell, .. }
            | Op::JoinTo { cell, .. }
            | Op::ApplyGlobal { cell, .. } => cells.push(cell),
            Op::Assign { plan, .. } => {
                if let Target::Global(cell) = code.assigns[plan as usize].target {
                    cells.push(cell);
                }
            }
            _ => {}
        }
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The globals that code, and functions that it may call, read or set; and those functions.
pub fn reach(globals: &Globals, code: &Code, locals: &[Value]) -> (Vec<Cell>, Vec<Arc<Lambda>>) {
    let mut cells = cells_of(code);
    let mut lambdas: Vec<Arc<Lambda>> = Vec::new();
    let held = |cells: &[Cell]| cells.iter().filter_map(|c| globals.plain(*c)).cloned().collect();
    let mut found: Vec<Value> = held(&cells);
    found.extend_from_slice(locals);
    found.extend_from_slice(&code.constants);
    while let Some(x) = found.pop() {
        let Value::Lambda(l) = x else { continue };
        let known = lambdas.len() == LAMBDAS_MAX || lambdas.iter().any(|other| Arc::ptr_eq(other, &l));
        let Some(inner) = Code::of(&l).filter(|code| !known && is_simple(code)) else { continue };
        let read = cells_of(inner);
        found.extend(held(&read));
        found.extend_from_slice(&inner.constants);
        cells.extend(read);
        lambdas.push(l);
    }
    cells.sort_unstable();
    cells.dedup();
    (cells, lambdas)
}

impl<'a> Maker<'a> {
    /// For code that answers for calls. All globals but `cells` stay as they are.
    pub fn of_calls(
        globals: &'a Globals,
        code: &'a Code,
        live: &'a Live,
        cells: &'a [Cell],
        lambdas: &'a [Arc<Lambda>],
    ) -> Maker<'a> {
        // Arguments have places whether there are so many or not.
        let registers = code.registers.max(super::again::ARGS_MAX);
        let made = Made { slots: registers + cells.len() + 2, ..Made::default() };
        Maker {
            is_call: true,
            slots: (0, registers),
            made,
            ..Maker::new(globals, code, live, cells, lambdas)
        }
    }

    /// For code that answers for items, one after the other, and goes on with what a program is left with, as in
    /// [`Maker::new`]. Its arguments are not in their places.
    pub fn of_items(
        globals: &'a Globals,
        code: &'a Code,
        live: &'a Live,
        cells: &'a [Cell],
        lambdas: &'a [Arc<Lambda>],
        state: &State,
    ) -> Maker<'a> {
        let each = Some(state[code.registers..].to_vec());
        let mut maker = Maker { each, ..Maker::new(globals, code, live, cells, lambdas) };
        maker.written[..code.params].fill(true);
        maker
    }

    /// For code that goes on with what a program is left with. `cells` are the globals behind the registers in states, `lambdas`
    /// functions that it may call.
    pub fn new(
        globals: &'a Globals,
        code: &'a Code,
        live: &'a Live,
        cells: &'a [Cell],
        lambdas: &'a [Arc<Lambda>],
    ) -> Maker<'a> {
        let registers = code.registers;
        let made = Made { slots: registers + cells.len() + 2, ..Made::default() };
        Maker {
            globals,
            code,
            live,
            is_call: false,
            each: None,
            changed: Vec::new(),
            cells,
            lambdas,
            slots: (0, registers),
            call: None,
            states: vec![None; code.ops.len()],
            made,
            starts: Vec::new(),
            jumps: Vec::new(),
            outs: Vec::new(),
            written: vec![false; registers + cells.len()],
            answer: None,
        }
    }

    /// The program that begins at the instruction `start`, where places hold what `state` says.
    pub fn make(mut self, start: usize, state: State) -> Option<Made> {
        if self.made.slots > usize::from(Slot::MAX) {
            return None;
        }
        self.write_from(start, state)?;
        // Where nothing is answered, whoever calls would run the code anyway.
        let answers = self.is_call || self.each.is_some();
        (self.answer.is_some() || !answers).then_some(())?;
        // Each item begins with the arguments as they are.
        let is_argument = |lane: &LaneOf| lane.is_changed && (lane.home as usize) < self.code.registers;
        (self.each.is_none() || !self.made.lanes.iter().any(is_argument)).then_some(())?;
        self.made.start = self.starts[start] as usize;
        let written = self.written;
        let sets = (self.code.registers..written.len()).filter(|place| written[*place]);
        self.made.sets = sets.map(|place| place as Home).collect();
        for way in &mut self.made.ways {
            way.held.retain(|(place, held)| match held {
                Held::Other | Held::Lambda(_) | Held::Rows { .. } | Held::Entries { .. } => false,
                Held::Atom(_) => written[*place as usize],
                Held::Nothing => (*place as usize) < written.len() - self.cells.len(),
                Held::Vector { home, .. } => home != place,
            });
        }
        Some(self.made)
    }

    /// Writes the steps of all instructions that come after that at `start`.
    fn write_from(&mut self, start: usize, state: State) -> Option<()> {
        self.find_states(start, state);
        for at in 0..self.code.ops.len() {
            let here = self.here()?;
            self.starts.push(here);
            if let Some(state) = self.states[at].take() {
                self.write(at, &state)?;
                self.states[at] = Some(state);
            }
        }
        let end = self.here()?;
        let outs = std::mem::take(&mut self.outs);
        let after = end + u32::try_from(outs.len()).ok()?;
        let found = |to: u32| match to & OUT {
            _ if to == AFTER => Some(after),
            0 => self.starts.get(to as usize).copied(),
            _ => Some(end + (to & !OUT)),
        };
        for at in std::mem::take(&mut self.jumps) {
            let step = &mut self.made.program.steps[at];
            if let Some(to) = step.target() {
                *to = found(*to)?;
            }
            if let Some(out) = step.way_out() {
                *out = found(*out)?;
            }
        }
        self.made.program.steps.extend(outs.into_iter().map(|exit| Step::Leave { exit }));
        Some(())
    }

    /// The number of the next step.
    fn here(&self) -> Option<u32> {
        let n = self.made.program.steps.len();
        u32::try_from(n).ok().filter(|_| n < STEPS_MAX)
    }
}

/// Has code nothing but instructions that have steps in calls, and some that set variables?
pub fn is_setting(code: &Code) -> bool {
    let sets = |op: &Op| matches!(op, Op::Store { .. } | Op::JoinTo { .. } | Op::Assign { .. });
    !code.filed && code.ops.iter().any(sets) && code.ops.iter().all(|op| sets(op) || has_step(code, op))
}

/// Has code nothing but instructions that have steps in calls?
pub fn is_simple(code: &Code) -> bool {
    !code.filed && code.ops.iter().all(|op| has_step(code, op))
}

/// Has an instruction of a code steps in calls?
fn has_step(code: &Code, op: &Op) -> bool {
    match *op {
        Op::Unary { prim, .. } => unary_op(prim).is_some(),
        Op::Binary { prim, x, y, .. } => binary_op(prim).is_some() || has_form(code, prim, x, y),
        Op::Move { .. }
        | Op::Load { .. }
        | Op::Length { .. }
        | Op::Quick { .. }
        | Op::QuickGlobal { .. }
        | Op::Apply { .. }
        | Op::ApplyGlobal { .. }
        | Op::Jump { .. }
        | Op::Unless { .. }
        | Op::UnlessQuick { .. }
        | Op::Repeat { .. }
        | Op::Count { .. }
        | Op::Return { .. }
        | Op::Signal { .. }
        | Op::Fused { .. }
        | Op::Release { .. } => true,
        _ => false,
    }
}
