//! Lambdas of arithmetic, choices and loops as programs on atoms whose types are known, for functions that are applied many times.
//!
//! What a step makes of atoms depends on their types alone, so that these are found out once: for the arguments' types, which are
//! the same from call to call mostly, for constants, and from step to step. Where that does not do, nothing is lost: a program
//! changes nothing but its own places, and whoever gets no answer runs the code.

use crate::vm::calls::{Along, Column};
use crate::vm::code::*;
use crate::vm::globals::Globals;
use quarry_kernel::atomic::bits::{self, Single};
use quarry_kernel::pipe::{binary_op, unary_op};
use quarry_kernel::program::{Given, Program, Slot, Step};
use quarry_kernel::{BinaryOp, UnaryOp, runs};
use quarry_value::{Type, Value};
use std::ops::Range;

/// Arguments' types for which programs are made; functions that meet more run as code.
const TYPES_MAX: usize = 8;
/// So many calls more may go without an answer than have one.
const MISSES_MAX: u32 = 64;
/// Items that a program does between two looks at the interrupt flag.
const STRETCH: usize = 4096;
/// The largest number of arguments.
pub(super) const ARGS_MAX: usize = 8;

/// The types of so many arguments, or fewer.
type Types = [Option<Type>; ARGS_MAX];

/// What answers when a program does not, and what it knows.
pub(crate) struct How<'a> {
    pub globals: &'a Globals,
    pub code: &'a Code,
    /// The first argument, where a projection gives it.
    pub given: Option<&'a Value>,
}

/// A function that is applied again and again, and its programs.
#[derive(Default)]
pub(crate) struct Again {
    calls: u32,
    misses: u32,
    programs: Vec<(Types, Option<Program>)>,
    /// The program for the types that came last.
    current: usize,
    /// Do others run between two calls, which may set globals?
    beside_others: bool,
}

impl Again {
    /// The answer for arguments; `None` when the code has to say.
    #[inline]
    pub fn answer(&mut self, how: How, args: &[Value]) -> Option<Value> {
        if self.calls < before() {
            self.calls += 1;
            return None;
        }
        if self.misses >= MISSES_MAX {
            return None;
        }
        let answer = self.ask(how, args);
        match answer {
            Some(_) => self.misses = self.misses.saturating_sub(1),
            None => self.misses += 1,
        }
        answer
    }

    /// The answers for the first of the items `range`; it tells how many those are: none when the code has to say.
    pub fn answer_along(
        &mut self,
        how: How,
        columns: &[Column],
        range: Range<usize>,
        along: &mut Along,
    ) -> usize {
        if self.calls < before() || self.misses >= MISSES_MAX {
            return 0;
        }
        let done = self.ask_along(how, columns, range, along).unwrap_or(0);
        if done == 0 {
            self.misses += 1;
        }
        done
    }

    fn ask_along(
        &mut self,
        how: How,
        columns: &[Column],
        range: Range<usize>,
        along: &mut Along,
    ) -> Option<usize> {
        let (mut types, mut all) = ([None; ARGS_MAX], Vec::with_capacity(ARGS_MAX));
        let mut give = |ty, given| {
            *types.get_mut(all.len())? = Some(ty);
            all.push(given);
            Some(())
        };
        if let Some(x) = how.given {
            let (ty, bits) = bits::of(x)?;
            give(ty, Given::Same(bits))?;
        }
        let mut behind = None;
        if let Some(acc) = &along.acc {
            let (ty, bits) = bits::of(acc)?;
            give(ty, Given::Behind)?;
            behind = Some((u8::from(how.given.is_some()), ty, bits));
        }
        for column in columns {
            match column {
                Column::Same(x) => {
                    let (ty, bits) = bits::of(x)?;
                    give(ty, Given::Same(bits))?;
                }
                Column::Items(x, _) | Column::Before(x, _) => {
                    let (ty, items) = bits::of_items(x)?;
                    let back = usize::from(matches!(column, Column::Before(..)));
                    give(ty, Given::Items { items, from: range.start - back })?;
                }
            }
        }
        if self.programs.get(self.current).is_none_or(|(of, _)| *of != types) {
            self.turn_to(how.globals, how.code, types)?;
        }
        let (_, program) = &mut self.programs[self.current];
        let n = range.len().min(STRETCH);
        let mut answers = Vec::with_capacity(n);
        let ty = program.as_mut()?.run_along(&all, behind, n, &mut answers)?;
        if let Some(out) = &mut along.out {
            bits::push(out, ty, &answers, along.n);
        }
        if let (Some(acc), Some(last)) = (&mut along.acc, answers.last()) {
            *acc = bits::atom(ty, *last);
        }
        Some(answers.len())
    }

    /// Others run between two calls, which may set globals.
    pub fn beside_others(&mut self) {
        self.beside_others = true;
    }

    #[inline]
    fn ask(&mut self, how: How, args: &[Value]) -> Option<Value> {
        let (mut types, mut all) = ([None; ARGS_MAX], [0; ARGS_MAX]);
        for (i, x) in how.given.into_iter().chain(args).enumerate() {
            let (ty, bits) = bits::of(x)?;
            *types.get_mut(i)? = Some(ty);
            all[i] = bits;
        }
        if self.programs.get(self.current).is_none_or(|(of, _)| *of != types) {
            self.turn_to(how.globals, how.code, types)?;
        }
        let (_, program) = &mut self.programs[self.current];
        let (ty, bits) = program.as_mut()?.run(all)?;
        Some(bits::atom(ty, bits))
    }

    /// Makes the program for some types the current one.
    #[cold]
    fn turn_to(&mut self, globals: &Globals, code: &Code, types: Types) -> Option<()> {
        self.current = match self.programs.iter().position(|(of, _)| *of == types) {
            Some(at) => at,
            None if self.programs.len() == TYPES_MAX || !self.may(code) => {
                self.misses = MISSES_MAX;
                return None;
            }
            None => {
                self.programs.push((types, Maker::new(globals, code, types).program()));
                self.programs.len() - 1
            }
        };
        Some(())
    }

    fn may(&self, code: &Code) -> bool {
        code.is_typable() && (code.mentions.is_empty() || !self.beside_others)
    }
}

impl Code {
    /// May programs be made of it: has it nothing but instructions that have steps?
    pub(super) fn is_typable(&self) -> bool {
        let has_step = |op: &Op| match *op {
            Op::Unary { prim, .. } => unary_op(prim).is_some(),
            Op::Binary { prim, .. } => binary_op(prim).is_some(),
            Op::Move { .. }
            | Op::Load { .. }
            | Op::Quick { .. }
            | Op::QuickGlobal { .. }
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
        };
        *self.typable.get_or_init(|| self.ops.iter().all(has_step))
    }
}

/// What is known of a register when an instruction begins.
#[derive(Clone, Copy, PartialEq)]
enum Held {
    /// Nothing, or what is no atom with bits.
    Other,
    Atom(Type),
}

/// What is known of all registers.
type State = Vec<Held>;

/// What makes a program of code.
struct Maker<'a> {
    globals: &'a Globals,
    code: &'a Code,
    /// By instruction; `None` where none leads to.
    states: Vec<Option<State>>,
    program: Program,
    /// The step at which an instruction begins.
    starts: Vec<u32>,
}

impl<'a> Maker<'a> {
    fn new(globals: &'a Globals, code: &'a Code, types: Types) -> Maker<'a> {
        let mut states = vec![None; code.ops.len()];
        let mut first = vec![Held::Other; code.registers];
        for (held, ty) in first.iter_mut().zip(types) {
            *held = ty.map_or(Held::Other, Held::Atom);
        }
        if let Some(state) = states.first_mut() {
            *state = Some(first);
        }
        Maker { globals, code, states, program: Program::default(), starts: Vec::new() }
    }

    fn program(mut self) -> Option<Program> {
        if self.kept() > usize::from(Slot::MAX) {
            return None;
        }
        self.find_types();
        for at in 0..self.code.ops.len() {
            self.starts.push(u32::try_from(self.program.steps.len()).ok()?);
            if let Some(state) = self.states[at].take()
                && self.write(self.code.ops[at], &state).is_none()
            {
                self.program.steps.push(Step::Leave);
            }
        }
        for step in &mut self.program.steps {
            match step {
                Step::Jump { to }
                | Step::Unless { to, .. }
                | Step::UnlessTwo { to, .. }
                | Step::Repeat { to, .. } => *to = *self.starts.get(*to as usize)?,
                _ => {}
            }
        }
        Some(self.program)
    }

    /// Places that are registers, and two for operands in the storage that a step takes.
    fn kept(&self) -> usize {
        self.code.registers.max(ARGS_MAX) + 2
    }

    /// Finds out what registers hold wherever the code comes to. Where ways meet on which a register holds different things, it
    /// holds nothing that can be told, so that what is known only ever gets less, and this ends.
    fn find_types(&mut self) {
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            let Some(state) = self.states[at].clone() else { continue };
            let op = self.code.ops[at];
            let (mut after, mut next) = (state.clone(), [Some(at + 1), None]);
            match op {
                Op::Jump { to } => next = [Some(to as usize), None],
                Op::Unless { to, .. } | Op::UnlessQuick { to, .. } | Op::Repeat { to, .. } => {
                    next[1] = Some(to as usize);
                }
                Op::Return { .. } | Op::Signal { .. } => next = [None, None],
                Op::Release { first, n } => {
                    after[first as usize..first as usize + n as usize].fill(Held::Other);
                }
                Op::Fused { .. } => {}
                Op::Move { dst, from } => {
                    after[dst as usize] = self.held(from, &state);
                }
                Op::Load { dst, cell } => {
                    let atom = self.globals.plain(cell).and_then(bits::of);
                    after[dst as usize] = atom.map_or(Held::Other, |(ty, _)| Held::Atom(ty));
                }
                op => match self.out(op, &state) {
                    Some((dst, ty)) => after[dst as usize] = Held::Atom(ty),
                    // The program leaves here.
                    None => continue,
                },
            }
            for to in next.into_iter().flatten().filter(|to| *to < self.code.ops.len()) {
                if self.meet(to, &after) {
                    open.push(to);
                }
            }
        }
    }

    /// What is known at an instruction that this state leads to, too. Is it less than before?
    fn meet(&mut self, at: usize, state: &State) -> bool {
        let Some(before) = &mut self.states[at] else {
            self.states[at] = Some(state.clone());
            return true;
        };
        let mut less = false;
        for (held, also) in before.iter_mut().zip(state) {
            if held != also && *held != Held::Other {
                *held = Held::Other;
                less = true;
            }
        }
        less
    }

    /// Where the result of a computation goes, and its type.
    fn out(&self, op: Op, state: &State) -> Option<(Reg, Type)> {
        Some(match op {
            Op::Quick { dst, op, x, y } | Op::QuickGlobal { dst, op, x, y } => {
                (dst, bits::binary(op.atomic(), self.ty(x, state)?, self.ty(y, state)?)?.out)
            }
            Op::Binary { dst, prim, x, y } => {
                (dst, bits::binary(binary_op(prim)?, self.ty(x, state)?, self.ty(y, state)?)?.out)
            }
            Op::Unary { dst, prim, x } => (dst, bits::unary(unary_op(prim)?, self.ty(x, state)?)?.out),
            Op::Count { dst, x } => (dst, self.ty(x, state).filter(|ty| *ty == Type::Long)?),
            _ => return None,
        })
    }

    /// What an operand holds.
    fn held(&self, o: Operand, state: &State) -> Held {
        match self.atom(o) {
            Some(x) => x.map_or(Held::Other, |(ty, _)| Held::Atom(ty)),
            None => state[o as usize],
        }
    }

    fn ty(&self, o: Operand, state: &State) -> Option<Type> {
        match self.held(o, state) {
            Held::Atom(ty) => Some(ty),
            Held::Other => None,
        }
    }

    /// What a constant or a global is; `None` for a register. Globals stay as they are as long as there is a
    /// program: the code sets none.
    fn atom(&self, o: Operand) -> Option<Option<(Type, u64)>> {
        if o & CONSTANT != 0 {
            return Some(bits::of(&self.code.constants[(o & !CONSTANT) as usize]));
        }
        if o & GLOBAL != 0 {
            let cell = self.code.cells[(o & !GLOBAL) as usize];
            return Some(self.globals.plain(cell).and_then(bits::of));
        }
        None
    }

    /// The place of an operand.
    fn place(&mut self, o: Operand) -> Option<Slot> {
        match self.atom(o) {
            Some(x) => self.constant(x?.1),
            None => Slot::try_from(o).ok(),
        }
    }

    fn constant(&mut self, bits: u64) -> Option<Slot> {
        let kept = self.kept();
        self.program.constant(bits, kept)
    }

    /// Writes the steps of an instruction; `None` when it has none for what the registers hold.
    fn write(&mut self, op: Op, state: &State) -> Option<()> {
        let step = match op {
            Op::Fused { .. } | Op::Release { .. } => return Some(()),
            Op::Move { dst, from } => match self.held(from, state) {
                Held::Atom(_) => Step::Move { out: slot(dst)?, x: self.place(from)? },
                Held::Other => return Some(()),
            },
            Op::Load { dst, cell } => match self.globals.plain(cell).and_then(bits::of) {
                Some((_, bits)) => Step::Move { out: slot(dst)?, x: self.constant(bits)? },
                None => return Some(()),
            },
            Op::Quick { dst, op, x, y } | Op::QuickGlobal { dst, op, x, y } => {
                return self.two(op.atomic(), [x, y], state, Some(slot(dst)?), 0);
            }
            Op::Binary { dst, prim, x, y } => {
                return self.two(binary_op(prim)?, [x, y], state, Some(slot(dst)?), 0);
            }
            Op::UnlessQuick { op, x, y, to } => return self.two(op.atomic(), [x, y], state, None, to),
            Op::Unary { dst, prim, x } => return self.one(unary_op(prim)?, x, state, slot(dst)?),
            Op::Jump { to } => Step::Jump { to },
            Op::Unless { x, to } => {
                let truth = bits::truth(self.ty(x, state)?);
                let x = self.place(x)?;
                Step::Unless { x: self.brought(x, truth, 0)?, to }
            }
            Op::Count { dst, x } => {
                self.ty(x, state).filter(|ty| *ty == Type::Long)?;
                Step::Move { out: slot(dst)?, x: self.place(x)? }
            }
            Op::Repeat { n, to } => {
                self.ty(n, state)?;
                Step::Repeat { n: slot(n)?, to }
            }
            Op::Return { x } => Step::Return { ty: self.ty(x, state)?, x: self.place(x)? },
            _ => return None,
        };
        self.program.steps.push(step);
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
        let how = bits::binary(op, self.ty(x, state)?, self.ty(y, state)?)?;
        let (x, y) = (self.place(x)?, self.place(y)?);
        let (x, y) = (self.brought(x, how.x, 0)?, self.brought(y, how.y, 1)?);
        let step = match (out, self.program.known(x), self.program.known(y)) {
            (Some(out), Some(a), Some(b)) => Step::Move { out, x: self.constant((how.f)(a, b))? },
            (Some(out), ..) => Step::Two { f: how.f, out, x, y },
            (None, ..) => Step::UnlessTwo { f: how.f, x, y, to },
        };
        self.program.steps.push(step);
        Some(())
    }

    fn one(&mut self, op: UnaryOp, x: Operand, state: &State, out: Slot) -> Option<()> {
        let how = bits::unary(op, self.ty(x, state)?)?;
        let x = self.place(x)?;
        let x = self.brought(x, how.x, 0)?;
        self.program.steps.push(Step::One { f: how.f, out, x });
        Some(())
    }

    /// The place of an operand in the storage that a step takes, which `f` brings it into: one of two that are for that, unless
    /// it is a constant.
    fn brought(&mut self, x: Slot, f: Option<Single>, which: usize) -> Option<Slot> {
        let Some(f) = f else { return Some(x) };
        if let Some(bits) = self.program.known(x) {
            return self.constant(f(bits));
        }
        let out = Slot::try_from(self.kept() - 2 + which).ok()?;
        self.program.steps.push(Step::One { f, out, x });
        Some(out)
    }
}

/// Calls that the code answers first: fewer are not worth a program.
fn before() -> u32 {
    runs::worth(32).min(32) as u32
}

fn slot(r: Reg) -> Option<Slot> {
    Slot::try_from(r).ok()
}
