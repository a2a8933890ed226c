//! Lambdas that are applied many times, to atoms of the same types mostly. Their programs change nothing but their own places:
//! whoever gets no answer runs the code.

use super::live::Live;
use super::maker::{Held, Maker};
use crate::vm::calls::{Along, Column};
use crate::vm::code::*;
use crate::vm::globals::Globals;
use quarry_kernel::atomic::bits;
use quarry_kernel::pipe::{binary_op, unary_op};
use quarry_kernel::program::{Given, Program};
use quarry_kernel::runs;
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
                self.programs.push((types, program(globals, code, types)));
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
    pub(crate) fn is_typable(&self) -> bool {
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

fn program(globals: &Globals, code: &Code, types: Types) -> Option<Program> {
    let mut state = vec![Held::Other; code.registers];
    for (held, ty) in state.iter_mut().zip(types) {
        *held = ty.map_or(Held::Other, Held::Atom);
    }
    let made = Maker::of_calls(globals, code, &Live::of(code)).make(0, state)?;
    Some(made.program)
}

/// Calls that the code answers first: fewer are not worth a program.
fn before() -> u32 {
    runs::worth(32).min(32) as u32
}
