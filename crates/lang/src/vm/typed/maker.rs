//! Programs of code: which steps its instructions have for what registers and globals hold when it begins.
//!
//! Each instruction is looked at once, for the types that come to it first; where others come later the program is left. What
//! it may be left with is written down: everything that it has in places of its own there goes back where the code has it.

use super::live::{self, Live};
use crate::vm::code::*;
use crate::vm::globals::{Cell, Globals};
use quarry_kernel::atomic::bits::{self, Single};
use quarry_kernel::lane::Lane;
use quarry_kernel::pipe::{binary_op, unary_op};
use quarry_kernel::program::{Exit, Program, Slot, Step};
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
    /// Steps that lead to an instruction.
    jumps: Vec<usize>,
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
        let mut outs: Vec<Exit> = Vec::new();
        for at in 0..self.code.ops.len() {
            let here = self.here()?;
            self.starts.push(here);
            if let Some(state) = self.states[at].take() {
                self.write(at, &state, &mut outs)?;
                self.states[at] = Some(state);
            }
        }
        let end = self.here()?;
        let after = end + u32::try_from(outs.len()).ok()?;
        for at in std::mem::take(&mut self.jumps) {
            match &mut self.made.program.steps[at] {
                Step::Jump { to }
                | Step::Back { to, .. }
                | Step::Unless { to, .. }
                | Step::UnlessTwo { to, .. }
                | Step::UnlessLongs { to, .. }
                | Step::Repeat { to, .. } => {
                    *to = match *to & OUT {
                        _ if *to == AFTER => after,
                        0 => *self.starts.get(*to as usize)?,
                        _ => end + (*to & !OUT),
                    };
                }
                _ => {}
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

    /// The variable that an instruction changes in place.
    fn changes(&self, op: Op) -> Option<Home> {
        match op {
            Op::JoinTo { cell, .. } => self.cell(cell),
            Op::Binary { dst, prim, x, .. } if prim.text() == "," && x == dst => Some(dst),
            Op::Assign { plan, .. } => match self.code.assigns[plan as usize].target {
                Target::Local(r) => Some(r),
                Target::Global(cell) => self.cell(cell),
            },
            _ => None,
        }
    }

    /// Finds out what places hold wherever the code comes to.
    fn find_states(&mut self, start: usize, state: State) {
        self.changed = self.code.ops.iter().filter_map(|op| self.changes(*op)).collect();
        let mut open = vec![start];
        let state = self.wanted(start, state);
        self.states[start] = Some(state);
        while let Some(at) = open.pop() {
            let Some(after) = self.states[at].as_ref().and_then(|state| self.after(at, state)) else {
                continue;
            };
            if let Op::Return { x } = self.code.ops[at] {
                self.answer = self.answer.or_else(|| self.answered(x, &after));
            }
            // What follows comes first: it is what happens mostly.
            for to in self.ways_on(at).into_iter().flatten().rev() {
                if to < self.code.ops.len() && self.states[to].is_none() {
                    self.states[to] = Some(self.wanted(to, after.clone()));
                    open.push(to);
                }
            }
        }
    }

    /// Where a program goes on after an instruction that it has steps for.
    fn ways_on(&self, at: usize) -> [Option<usize>; 2] {
        match self.code.ops[at] {
            // Expressions of atoms are not fused.
            Op::Fused { .. } => [Some(at + 1), None],
            _ => live::next(self.code, at),
        }
    }

    /// What is known, less what is not wanted at an instruction.
    fn wanted(&self, at: usize, mut state: State) -> State {
        for (r, held) in state.iter_mut().enumerate().take(self.code.registers) {
            if !self.is_kept(r as Reg) && !self.live.is(at, r) {
                *held = Held::Other;
            }
        }
        state
    }

    /// What is known after an instruction; `None` when the program is left there.
    fn after(&self, at: usize, state: &State) -> Option<State> {
        let mut after = state.clone();
        let mut put = |dst: Reg, held| after[dst as usize] = held;
        match self.code.ops[at] {
            Op::Jump { .. } => {}
            Op::Unless { x, .. } => {
                self.ty(x, state)?;
            }
            Op::UnlessQuick { op, x, y, .. } => {
                self.two_of(op.atomic(), x, y, state)?;
            }
            Op::Repeat { n, .. } => {
                self.ty(n, state).filter(|ty| *ty == Type::Long)?;
            }
            Op::Count { dst, x } => put(dst, Held::Atom(self.ty(x, state).filter(|ty| *ty == Type::Long)?)),
            Op::Fused { first, n, .. } => {
                let leaves = &state[first as usize..first as usize + n as usize];
                leaves.iter().all(|held| held.atom().is_some()).then_some(())?;
            }
            Op::Release { first, n } => (first..first + Reg::from(n)).for_each(|r| put(r, Held::Other)),
            Op::Move { dst, from } => put(dst, self.moved(at, dst, self.held(from, state))?),
            Op::Load { dst, cell } => put(dst, self.moved(at, dst, self.held_in(cell, state))?),
            Op::Store { cell, from } => {
                let (place, ty) = (self.cell(cell)?, self.ty(from, state)?);
                state[place as usize].atom()?;
                put(place, Held::Atom(ty));
            }
            Op::Quick { dst, op, x, y } | Op::QuickGlobal { dst, op, x, y } => {
                put(dst, Held::Atom(self.two_of(op.atomic(), x, y, state)?));
            }
            Op::Binary { dst, prim, x, y } => match binary_op(prim) {
                Some(op) => put(dst, Held::Atom(self.two_of(op, x, y, state)?)),
                None => {
                    self.changes(self.code.ops[at])?;
                    self.joined(dst, y, state)?;
                }
            },
            Op::JoinTo { dst, cell, y } => {
                self.joined(self.cell(cell)?, y, state)?;
                self.is_idle(at, dst).then_some(())?;
                put(dst, Held::Other);
            }
            Op::Unary { dst, prim, x } => {
                put(dst, Held::Atom(bits::unary(unary_op(prim)?, self.ty(x, state)?)?.out));
            }
            Op::Length { dst, x, .. } => match self.held(x, state) {
                Held::Other | Held::Nothing | Held::Lambda(_) => return None,
                _ => put(dst, Held::Atom(Type::Long)),
            },
            Op::Apply { dst, f, first, n } => {
                put(dst, Held::Atom(self.applied(self.held(f, state), first, n, state)?));
            }
            Op::ApplyGlobal { dst, cell, first, n } => {
                put(dst, Held::Atom(self.applied(self.held_in(cell, state), first, n, state)?));
            }
            Op::Assign { dst, plan } => {
                let plan = &self.code.assigns[plan as usize];
                let made = self.assigned(plan, state)?;
                match plan.wanted {
                    true => put(dst, Held::Atom(made)),
                    false => put(dst, Held::Other),
                }
            }
            Op::Return { x } if self.is_call => {
                let ty = self.ty(x, state)?;
                // A call's answers are of one type.
                self.answer.is_none_or(|answer| answer == ty || self.call.is_none()).then_some(())?;
            }
            Op::Return { x } if self.each.as_ref().is_some_and(|held| state.ends_with(held)) => {
                self.answered(x, state)?;
            }
            _ => return None,
        }
        Some(after)
    }

    /// The type of what the code answers: of a list for `::`, which items may have for an answer.
    fn answered(&self, x: Operand, state: &State) -> Option<Type> {
        match self.held(x, state) {
            Held::Atom(ty) => Some(ty),
            Held::Nothing => self.each.as_ref().map(|_| Type::List),
            _ => None,
        }
    }

    /// What a register holds that something is copied to.
    fn moved(&self, at: usize, dst: Reg, held: Held) -> Option<Held> {
        match held {
            _ if self.is_idle(at, dst) => Some(Held::Other),
            Held::Atom(_) => Some(held),
            Held::Nothing if self.each.is_some() => Some(held),
            Held::Vector { home, .. } if !self.is_kept(dst) && !self.changed.contains(&home) => Some(held),
            _ => None,
        }
    }

    /// Is this a variable that may be looked at when the program has been left?
    fn is_kept(&self, r: Reg) -> bool {
        !self.is_call && (r as usize) < self.code.names.len()
    }

    /// Does nobody want what the instruction at `at` puts in a register?
    fn is_idle(&self, at: usize, dst: Reg) -> bool {
        !self.is_kept(dst) && !self.live.is(at + 1, dst as usize)
    }

    /// The type of what `f` answers for the `n` registers from `first` on.
    fn applied(&self, f: Held, first: Reg, n: u8, state: &State) -> Option<Type> {
        match f {
            Held::Vector { ty, .. } if n == 1 && self.are_places(first, 1, state) => Some(ty),
            Held::Rows { ty, .. } if n == 2 && self.are_places(first, 2, state) => Some(ty),
            Held::Entries { key, ty, .. } if n == 1 && state[first as usize] == Held::Atom(key) => Some(ty),
            Held::Lambda(at) => {
                let code = self.called(at, n)?;
                let live = Live::of(code);
                let mut inner = self.inner(code, &live, at, Call { within: self.within(), out: 0, exit: 0 });
                inner.find_states(0, self.arguments(code, first, state));
                inner.answer
            }
            _ => None,
        }
    }

    /// Do `n` registers from `first` on hold longs?
    fn are_places(&self, first: Reg, n: u16, state: &State) -> bool {
        (first..first + n).all(|r| state[r as usize] == Held::Atom(Type::Long))
    }

    /// The code of a function that may be a part of the program.
    fn called(&self, at: usize, n: u8) -> Option<&'a Code> {
        let f = self.lambdas.iter().find(|f| address(f) == at)?;
        let code = Code::of(f).filter(|code| code.params == n as usize && is_simple(code))?;
        let within = self.within();
        (!within.contains(&at) && within.len() < CALLS_MAX).then_some(code)
    }

    fn within(&self) -> Vec<usize> {
        self.call.as_ref().map_or_else(Vec::new, |call| call.within.clone())
    }

    /// What writes the steps of a call.
    fn inner<'b>(&self, code: &'b Code, live: &'b Live, at: usize, mut call: Call) -> Maker<'b>
    where
        'a: 'b,
    {
        call.within.push(at);
        Maker {
            is_call: true,
            slots: (self.made.slots, self.slots.1),
            call: Some(call),
            ..Maker::new(self.globals, code, live, self.cells, self.lambdas)
        }
    }

    /// What is known where a call begins.
    fn arguments(&self, code: &Code, first: Reg, state: &State) -> State {
        let first = first as usize;
        let mut inner = state[first..first + code.params].to_vec();
        inner.resize(code.registers, Held::Other);
        inner.extend_from_slice(&state[self.code.registers..]);
        inner
    }

    /// The type of the items of a vector that is changed in its own place.
    fn own(&self, place: Home, state: &State) -> Option<Type> {
        match state[place as usize] {
            Held::Vector { ty, home } if home == place => Some(ty),
            _ => None,
        }
    }

    /// May `y` be put behind the items of the vector at a place?
    fn joined(&self, place: Home, y: Operand, state: &State) -> Option<Type> {
        let ty = self.own(place, state)?;
        self.ty(y, state).filter(|y| *y == ty)
    }

    /// The type of an assignment's value.
    fn assigned(&self, plan: &Assign, state: &State) -> Option<Type> {
        let place = self.target(plan)?;
        let y = self.ty(plan.y, state)?;
        let same = |ty: Type, f: BinaryOp| {
            Some(ty).filter(|_| bits::binary(f, ty, y).is_some_and(|how| how.out == ty))
        };
        match (plan.n, plan.f.is_some(), plan.through) {
            (1 | 2, false, _) => self.at(plan, state, place).filter(|ty| *ty == y),
            (1 | 2, true, Some(Through::Atomic(f))) => {
                let ty = same(self.at(plan, state, place)?, f)?;
                let begins = match state[place as usize] {
                    Held::Entries { .. } => y == ty && bits::identity(f, ty).is_some(),
                    _ => true,
                };
                begins.then_some(ty)
            }
            (0, true, Some(Through::Atomic(f))) => same(state[place as usize].atom()?, f),
            (0, true, Some(Through::Join)) if !plan.wanted => self.joined(place, plan.y, state),
            _ => None,
        }
    }

    /// The type of the items among which an assignment's indexes lead.
    fn at(&self, plan: &Assign, state: &State, place: Home) -> Option<Type> {
        if let Held::Entries { key, ty, home } = state[place as usize] {
            let is_one = plan.n == 1 && home == place && state[plan.first as usize] == Held::Atom(key);
            return is_one.then_some(ty);
        }
        self.are_places(plan.first, plan.n, state).then_some(())?;
        match state[place as usize] {
            Held::Rows { ty, home } if plan.n == 2 && home == place => Some(ty),
            _ if plan.n == 1 => self.own(place, state),
            _ => None,
        }
    }

    /// The place of the variable that is assigned through indexes or a function.
    fn target(&self, plan: &Assign) -> Option<Home> {
        match plan.target {
            _ if !plan.inside.is_empty() => None,
            Target::Local(r) => Some(r),
            Target::Global(cell) => self.cell(cell),
        }
    }

    /// The place of a global, if it is one.
    fn cell(&self, cell: Cell) -> Option<Home> {
        let at = self.cells.iter().position(|c| *c == cell)?;
        Home::try_from(self.code.registers + at).ok()
    }

    fn two_of(&self, op: BinaryOp, x: Operand, y: Operand, state: &State) -> Option<Type> {
        Some(bits::binary(op, self.ty(x, state)?, self.ty(y, state)?)?.out)
    }

    /// What an operand holds.
    fn held(&self, o: Operand, state: &State) -> Held {
        if o & CONSTANT != 0 {
            let at = (o & !CONSTANT) as usize;
            let held = Held::of(&self.code.constants[at], self.code.registers + self.cells.len() + at);
            // The constants of calls have no places.
            return match held {
                Held::Vector { .. } | Held::Rows { .. } | Held::Entries { .. } if self.call.is_some() => {
                    Held::Other
                }
                held => held,
            };
        }
        match o & GLOBAL {
            0 => state[o as usize],
            _ => self.held_in(self.code.cells[(o & !GLOBAL) as usize], state),
        }
    }

    /// What a global holds.
    fn held_in(&self, cell: Cell, state: &State) -> Held {
        match self.cell(cell) {
            Some(place) => state[place as usize],
            None => match self.globals.plain(cell).and_then(bits::of) {
                Some((ty, _)) => Held::Atom(ty),
                None => Held::Other,
            },
        }
    }

    fn ty(&self, o: Operand, state: &State) -> Option<Type> {
        self.held(o, state).atom()
    }

    /// The slot of an operand.
    fn slot(&mut self, o: Operand) -> Option<Slot> {
        if o & CONSTANT != 0 {
            let (_, bits) = bits::of(&self.code.constants[(o & !CONSTANT) as usize])?;
            return self.constant(bits);
        }
        match o & GLOBAL {
            0 => self.place(o),
            _ => self.slot_of(self.code.cells[(o & !GLOBAL) as usize]),
        }
    }

    fn slot_of(&mut self, cell: Cell) -> Option<Slot> {
        match self.cell(cell) {
            Some(place) => self.place(place),
            None => {
                let (_, bits) = self.globals.plain(cell).and_then(bits::of)?;
                self.constant(bits)
            }
        }
    }

    /// The slot of a place that a step writes.
    fn out(&mut self, place: Home) -> Option<Slot> {
        self.written[place as usize] = true;
        self.made.sets_globals |= place as usize >= self.code.registers;
        self.place(place)
    }

    /// The slot of a place.
    fn place(&self, place: Home) -> Option<Slot> {
        let place = place as usize;
        let (registers, cells) = self.slots;
        let at = match place.checked_sub(self.code.registers) {
            None => registers + place,
            Some(cell) => cells + cell,
        };
        Slot::try_from(at).ok()
    }

    /// One of two slots for operands in the storage that a step takes.
    fn aside(&self, which: usize) -> Option<Slot> {
        Slot::try_from(self.slots.1 + self.cells.len() + which).ok()
    }

    fn constant(&mut self, bits: u64) -> Option<Slot> {
        self.made.program.constant(bits, self.made.slots)
    }

    /// The lane of what a place holds.
    fn lane(&mut self, held: Held, is_changed: bool) -> Option<u8> {
        let (Held::Vector { home, .. } | Held::Rows { home, .. } | Held::Entries { home, .. }) = held else {
            return None;
        };
        let at = match self.made.lanes.iter().position(|lane| lane.home == home) {
            Some(at) => at,
            None => {
                self.made.lanes.push(LaneOf { home, is_changed: false });
                self.made.lanes.len() - 1
            }
        };
        self.made.lanes[at].is_changed |= is_changed;
        self.made.sets_globals |= is_changed && home as usize >= self.code.registers;
        u8::try_from(at).ok()
    }

    /// A way out to an instruction.
    fn way(&mut self, to: usize, state: &State) -> Option<Exit> {
        if let Some(call) = &self.call {
            return Some(call.exit);
        }
        let state = self.wanted(to, state.clone());
        let held = state.into_iter().enumerate().map(|(place, held)| (place as Home, held)).collect();
        self.made.ways.push(Way { to, held });
        Exit::try_from(self.made.ways.len() - 1).ok()
    }

    fn push(&mut self, step: Step) -> Option<()> {
        let leads = matches!(
            step,
            Step::Jump { .. }
                | Step::Back { .. }
                | Step::Unless { .. }
                | Step::UnlessTwo { .. }
                | Step::UnlessLongs { .. }
                | Step::Repeat { .. }
        );
        if leads {
            self.jumps.push(self.made.program.steps.len());
        }
        self.made.program.steps.push(step);
        Some(())
    }

    /// What a step's jump goes to: an instruction, or a way out if that has been come to with other types.
    fn to(&mut self, to: u32, state: &State, outs: &mut Vec<Exit>) -> Option<u32> {
        if self.agrees(to as usize, state) {
            return Some(to);
        }
        outs.push(self.way(to as usize, state)?);
        Some(OUT | (outs.len() - 1) as u32)
    }

    fn agrees(&self, to: usize, state: &State) -> bool {
        self.states.get(to).and_then(|s| s.as_ref()).is_some_and(|s| *s == self.wanted(to, state.clone()))
    }

    /// Writes the steps of an instruction. `None`: the program cannot be made.
    fn write(&mut self, at: usize, state: &State, outs: &mut Vec<Exit>) -> Option<()> {
        let Some(after) = self.after(at, state) else {
            let exit = self.way(at, state)?;
            return self.push(Step::Leave { exit });
        };
        match self.code.ops[at] {
            Op::Fused { .. } | Op::Release { .. } => {}
            Op::Jump { to } if to as usize <= at => {
                let exit = self.way(to as usize, state)?;
                return match self.agrees(to as usize, state) {
                    true => self.push(Step::Back { to, exit }),
                    false => self.push(Step::Leave { exit }),
                };
            }
            Op::Jump { to } => {
                let to = self.to(to, state, outs)?;
                return self.push(Step::Jump { to });
            }
            Op::Unless { x, to } => {
                let truth = bits::truth(self.ty(x, state)?);
                let x = self.slot(x)?;
                let x = self.brought(x, truth, 0)?;
                let to = self.to(to, state, outs)?;
                self.push(Step::Unless { x, to })?;
            }
            Op::UnlessQuick { op, x, y, to } => {
                let to = self.to(to, state, outs)?;
                self.two(op.atomic(), [x, y], state, None, to)?;
            }
            Op::Repeat { n, to } => {
                let to = self.to(to, state, outs)?;
                let n = self.out(n)?;
                self.push(Step::Repeat { n, to })?;
            }
            Op::Count { dst, x } => {
                let (out, x) = (self.out(dst)?, self.slot(x)?);
                self.push(Step::Move { out, x })?;
            }
            Op::Move { dst, from } if after[dst as usize].atom().is_some() => {
                let (out, x) = (self.out(dst)?, self.slot(from)?);
                self.push(Step::Move { out, x })?;
            }
            Op::Load { dst, cell } if after[dst as usize].atom().is_some() => {
                let (out, x) = (self.out(dst)?, self.slot_of(cell)?);
                self.push(Step::Move { out, x })?;
            }
            Op::Move { .. } | Op::Load { .. } => {}
            Op::Store { cell, from } => {
                let place = self.cell(cell)?;
                let (out, x) = (self.out(place)?, self.slot(from)?);
                self.push(Step::Move { out, x })?;
            }
            Op::Quick { dst, op, x, y } | Op::QuickGlobal { dst, op, x, y } => {
                let out = self.out(dst)?;
                self.two(op.atomic(), [x, y], state, Some(out), 0)?;
            }
            Op::Binary { dst, prim, x, y } => match binary_op(prim) {
                Some(op) => {
                    let out = self.out(dst)?;
                    self.two(op, [x, y], state, Some(out), 0)?;
                }
                None => self.append(at, dst, y, state)?,
            },
            Op::JoinTo { cell, y, .. } => {
                let place = self.cell(cell)?;
                self.append(at, place, y, state)?;
            }
            Op::Unary { dst, prim, x } => {
                let out = self.out(dst)?;
                self.one(unary_op(prim)?, x, state, out)?;
            }
            Op::Length { dst, x, .. } => {
                let out = self.out(dst)?;
                let step = match self.held(x, state) {
                    Held::Atom(_) => Step::Move { out, x: self.constant(1)? },
                    held => Step::Length { out, lane: self.lane(held, false)? },
                };
                self.push(step)?;
            }
            Op::Apply { dst, f, first, .. } => self.apply(at, dst, self.held(f, state), first, state)?,
            Op::ApplyGlobal { dst, cell, first, .. } => {
                self.apply(at, dst, self.held_in(cell, state), first, state)?;
            }
            Op::Assign { dst, plan } => self.assign(at, dst, plan, state)?,
            Op::Return { x } => {
                let ty = self.answered(x, state)?;
                let x = if ty == Type::List { self.constant(0)? } else { self.slot(x)? };
                let Some(call) = &self.call else { return self.push(Step::Return { ty, x }) };
                let out = call.out;
                self.push(Step::Move { out, x })?;
                return self.push(Step::Jump { to: AFTER });
            }
            _ => return None,
        }
        if !self.agrees(at + 1, &after) {
            let exit = self.way(at + 1, &after)?;
            self.push(Step::Leave { exit })?;
        }
        Some(())
    }

    /// Writes `f` of the registers from `first` on: `x i`, or a call.
    fn apply(&mut self, at: usize, dst: Reg, f: Held, first: Reg, state: &State) -> Option<()> {
        let out = self.out(dst)?;
        let Held::Lambda(f) = f else {
            let (lane, i) = (self.lane(f, false)?, self.place(first)?);
            let step = match f {
                Held::Rows { .. } => {
                    Step::ItemIn { out, lane, i, j: self.place(first + 1)?, exit: self.way(at, state)? }
                }
                Held::Entries { ty, .. } => {
                    let (_, null) = bits::of(&Value::null(ty))?;
                    let (or, exit) = (self.constant(null)?, self.way(at, state)?);
                    Step::Under { out, lane, key: i, or, exit }
                }
                _ => Step::Item { out, lane, i },
            };
            return self.push(step);
        };
        let call = Call { within: self.within(), out, exit: self.way(at, state)? };
        let code = Code::of(self.lambdas.iter().find(|l| address(l) == f)?)?;
        let live = Live::of(code);
        let (mut inner, exit, start) = (self.inner(code, &live, f, call.clone()), call.exit, self.here()?);
        self.made.slots += code.registers;
        (self.made.slots <= self.made.program.first_constant()).then_some(())?;
        inner.made = std::mem::take(&mut self.made);
        for r in 0..code.params as Reg {
            if let Held::Atom(_) = state[(first + r) as usize] {
                let (out, x) = (inner.place(r)?, self.place(first + r)?);
                inner.push(Step::Move { out, x })?;
            }
        }
        inner.write_from(0, self.arguments(code, first, state))?;
        self.made = inner.made;
        self.made.calls.push((start..self.here()?, exit));
        Some(())
    }

    fn append(&mut self, at: usize, place: Home, y: Operand, state: &State) -> Option<()> {
        let lane = self.lane(state[place as usize], true)?;
        let (x, exit) = (self.slot(y)?, self.way(at, state)?);
        self.push(Step::Append { lane, x, exit })
    }

    fn assign(&mut self, at: usize, dst: Reg, plan: u16, state: &State) -> Option<()> {
        let plan = &self.code.assigns[plan as usize];
        let place = self.target(plan)?;
        let held = state[place as usize];
        let y = self.slot(plan.y)?;
        let made = match (plan.n, plan.through.filter(|_| plan.f.is_some())) {
            (0, Some(Through::Join)) => return self.append(at, place, plan.y, state),
            (0, Some(Through::Atomic(f))) => {
                let (x, out) = (self.place(place)?, self.out(place)?);
                self.typed(f, [(x, held.atom()?), (y, self.ty(plan.y, state)?)], Some(out), 0)?;
                out
            }
            (_, through) => {
                let lane = self.lane(held, true)?;
                let (i, exit) = (self.place(plan.first as Home)?, self.way(at, state)?);
                let j = if plan.n == 2 { Some(self.place(plan.first + 1)?) } else { None };
                let mut x = y;
                if let (
                    Some(Through::Atomic(f)),
                    Held::Vector { ty, .. } | Held::Rows { ty, .. } | Held::Entries { ty, .. },
                ) = (through, held)
                {
                    x = self.aside(0)?;
                    let step = match (j, held) {
                        (Some(j), _) => Step::ItemIn { out: x, lane, i, j, exit },
                        (None, Held::Entries { .. }) => {
                            let or = self.constant(bits::identity(f, ty)?)?;
                            Step::Under { out: x, lane, key: i, or, exit }
                        }
                        (None, _) => Step::Item { out: x, lane, i },
                    };
                    self.push(step)?;
                    self.typed(f, [(x, ty), (y, self.ty(plan.y, state)?)], Some(x), 0)?;
                }
                self.push(match (j, held) {
                    (Some(j), _) => Step::PutIn { lane, i, j, x, exit },
                    (None, Held::Entries { .. }) => Step::PutUnder { lane, key: i, x, exit },
                    (None, _) => Step::Put { lane, i, x, exit },
                })?;
                x
            }
        };
        if plan.wanted {
            let out = self.out(dst)?;
            self.push(Step::Move { out, x: made })?;
        }
        Some(())
    }

    /// Writes `op` of two operands, whose result goes to `out` or, without that, decides whether to go on at `to`.
    fn two(
        &mut self,
        op: BinaryOp,
        [x, y]: [Operand; 2],
        state: &State,
        out: Option<Slot>,
        to: u32,
    ) -> Option<()> {
        let types = (self.ty(x, state)?, self.ty(y, state)?);
        let (x, y) = (self.slot(x)?, self.slot(y)?);
        self.typed(op, [(x, types.0), (y, types.1)], out, to)
    }

    /// The same of slots.
    fn typed(&mut self, op: BinaryOp, [x, y]: [(Slot, Type); 2], out: Option<Slot>, to: u32) -> Option<()> {
        let how = bits::binary(op, x.1, y.1)?;
        let types = [x.1, y.1];
        let (x, y) = (self.brought(x.0, how.x, 0)?, self.brought(y.0, how.y, 1)?);
        let step = match (out, self.made.program.known(x), self.made.program.known(y)) {
            (Some(out), Some(a), Some(b)) => Step::Move { out, x: self.constant((how.f)(a, b))? },
            (Some(out), ..) => Step::two(op, &how, types, out, x, y),
            (None, ..) => Step::unless_two(op, &how, types, x, y, to),
        };
        self.push(step)
    }

    fn one(&mut self, op: UnaryOp, x: Operand, state: &State, out: Slot) -> Option<()> {
        let how = bits::unary(op, self.ty(x, state)?)?;
        let x = self.slot(x)?;
        let x = self.brought(x, how.x, 0)?;
        self.push(Step::One { f: how.f, out, x })
    }

    /// The slot of an operand in the storage that a step takes, which `f` brings it into: one of two that are for that, unless
    /// it is a constant.
    fn brought(&mut self, x: Slot, f: Option<Single>, which: usize) -> Option<Slot> {
        let Some(f) = f else { return Some(x) };
        if let Some(bits) = self.made.program.known(x) {
            return self.constant(f(bits));
        }
        let out = self.aside(which)?;
        self.push(Step::One { f, out, x })?;
        Some(out)
    }
}

/// Has code nothing but instructions that have steps in calls, and some that set variables?
pub fn is_setting(code: &Code) -> bool {
    let sets = |op: &Op| matches!(op, Op::Store { .. } | Op::JoinTo { .. } | Op::Assign { .. });
    !code.filed && code.ops.iter().any(sets) && code.ops.iter().all(|op| sets(op) || has_step(op))
}

/// Has code nothing but instructions that have steps in calls?
pub fn is_simple(code: &Code) -> bool {
    !code.filed && code.ops.iter().all(has_step)
}

/// Has an instruction steps in calls?
fn has_step(op: &Op) -> bool {
    match *op {
        Op::Unary { prim, .. } => unary_op(prim).is_some(),
        Op::Binary { prim, .. } => binary_op(prim).is_some(),
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
