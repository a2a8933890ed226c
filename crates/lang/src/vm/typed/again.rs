//! Lambdas that are applied many times, to atoms of the same types mostly. Their programs read vectors and dictionaries that stay the
//! same and call functions, but change nothing except their own places: whoever gets no answer runs the code.

use super::live::Live;
use super::maker::{self, Held, Made, Maker};
use crate::vm::calls::{Along, Column};
use crate::vm::code::*;
use crate::vm::globals::{self, Globals};
use quarry_kernel::atomic::bits;
use quarry_kernel::lane::Lane;
use quarry_kernel::pipe::{binary_op, unary_op};
use quarry_kernel::program::{Given, Slot};
use quarry_kernel::runs;
use quarry_value::{Lambda, Type, Value, evaluation};
use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

/// Arguments' types for which programs are made; functions that meet more run as code.
const TYPES_MAX: usize = 8;
/// So many calls more may go without an answer than have one.
const MISSES_MAX: u32 = 64;
/// A program that is left within an item sooner costs more than it spares.
const DONE_MIN: usize = 8;
/// The most items for which the code then answers.
const PAUSE_MAX: u32 = 1 << 20;
/// Items that a program does between two looks at the interrupt flag.
pub(super) const STRETCH: usize = 4096;
/// Calls that the code answers first: fewer are not worth a program.
const FIRST: u32 = 32;
/// The largest number of arguments.
pub(super) const ARGS_MAX: usize = 8;

/// What so many arguments hold, or fewer.
type Types = [Held; ARGS_MAX];

/// What answers when a program does not, and what it knows.
pub(crate) struct How<'a> {
    pub globals: &'a Globals,
    pub code: &'a Code,
    /// The first argument, where a projection gives it.
    pub given: Option<&'a Value>,
    /// How many calls are begun before it is told what is evaluated.
    pub told_after: &'a Cell<u32>,
}

/// A function that is applied again and again, and its programs.
#[derive(Default)]
pub(crate) struct Again {
    calls: u32,
    misses: u32,
    programs: Vec<Ready>,
    /// The program for the types that came last.
    current: usize,
    /// Do others run between two calls, which may set globals?
    beside_others: bool,
    /// Is a call a part of the current program?
    has_calls: bool,
    /// Does a program work on vectors? To begin it takes longer than one call.
    is_for_many: bool,
    /// Does the function set variables? Known once it has been called a few times.
    sets: Option<bool>,
    /// Items for which the code still answers, and how many those were at first.
    left: u32,
    pause: u32,
}

/// What there is for some types.
pub(super) struct Ready {
    types: Vec<Held>,
    /// Globals that are looked at each time.
    pub cells: Vec<globals::Cell>,
    /// What those hold.
    pub held: Vec<Held>,
    /// Functions that are called, so that nothing else comes to lie where they do.
    _lambdas: Vec<Arc<Lambda>>,
    /// `None` where no program can be made.
    pub made: Option<Made>,
}

/// What arguments a program is given.
pub(super) struct Args<'a> {
    types: Types,
    /// Those that are the same for all items.
    pub values: [Option<&'a Value>; ARGS_MAX],
    pub given: Vec<Given<'a>>,
}

impl<'a> Args<'a> {
    fn new() -> Args<'a> {
        Args { types: [Held::Other; ARGS_MAX], values: [None; ARGS_MAX], given: Vec::with_capacity(ARGS_MAX) }
    }

    fn give(&mut self, held: Held, given: Given<'a>) -> Option<()> {
        *self.types.get_mut(self.given.len())? = held;
        self.given.push(given);
        Some(())
    }

    /// Those of calls for the items that `columns` have from a place on: the place of what was answered before, and that, if the
    /// function takes it.
    pub fn along(
        given: Option<&'a Value>,
        columns: &'a [Column],
        start: usize,
        along: &Along,
    ) -> Option<(Args<'a>, Option<(Slot, Type, u64)>)> {
        let mut args = Args::new();
        given.map_or(Some(()), |x| args.same(x))?;
        let mut behind = None;
        if let Some(acc) = &along.acc {
            let (ty, bits) = bits::of(acc)?;
            behind = Some((args.given.len() as Slot, ty, bits));
            args.give(Held::Atom(ty), Given::Behind)?;
        }
        for column in columns {
            match column {
                Column::Same(x) => args.same(x)?,
                Column::Items(x, _) | Column::Before(x, _) => {
                    let (ty, items) = bits::of_items(x)?;
                    let back = usize::from(matches!(column, Column::Before(..)));
                    args.give(Held::Atom(ty), Given::Items { items, from: start - back })?;
                }
            }
        }
        Some((args, behind))
    }

    pub fn types(&self) -> &[Held] {
        &self.types[..self.given.len()]
    }

    /// The next argument is `x`, an atom or what a lane is made of.
    fn same(&mut self, x: &'a Value) -> Option<()> {
        let at = self.given.len();
        *self.values.get_mut(at)? = Some(x);
        let held = Some(Held::of(x, at)).filter(|held| *held != Held::Other)?;
        self.give(held, Given::Same(bits::of(x).map_or(0, |(_, bits)| bits)))
    }
}

impl Again {
    /// The answer for arguments; `None` when the code has to say.
    #[inline]
    pub fn answer(&mut self, how: How, args: &[Value]) -> Option<Value> {
        if self.calls < before() {
            self.calls += 1;
            return None;
        }
        if self.misses >= MISSES_MAX
            || self.is_for_many
            || self.sets(how.code)
            || self.is_asked(how.told_after)
        {
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
        if self.calls < before() || self.misses >= MISSES_MAX || self.is_asked(how.told_after) {
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
        let (args, behind) = Args::along(how.given, columns, range.start, along)?;
        let ready = self.turn_to(&how, args.types())?;
        let made = ready.made.as_mut()?;
        let mut lanes = lanes(&how, &ready.cells, &ready.held, made, &args.values)?;
        let n = range.len().min(STRETCH);
        let mut answers = Vec::with_capacity(n);
        let (ty, _) = made.program.run_along(&args.given, &mut lanes, behind, n, &mut answers);
        made.count_uses(answers.len() as u32);
        along.extend(ty?, &answers);
        Some(answers.len())
    }

    /// Others run between two calls, which may set globals.
    pub fn beside_others(&mut self) {
        self.beside_others = true;
    }

    #[inline]
    fn ask(&mut self, how: How, args: &[Value]) -> Option<Value> {
        let (mut types, mut all, mut values) = ([Held::Other; ARGS_MAX], [0; ARGS_MAX], [None; ARGS_MAX]);
        let n = args.len() + usize::from(how.given.is_some());
        for (i, x) in how.given.into_iter().chain(args).enumerate() {
            match bits::of(x) {
                Some((ty, bits)) => {
                    *types.get_mut(i)? = Held::Atom(ty);
                    all[i] = bits;
                }
                None => {
                    *types.get_mut(i)? = Some(Held::of(x, i)).filter(|held| *held != Held::Other)?;
                    values[i] = Some(x);
                }
            }
        }
        let ready = self.turn_to(&how, &types[..n])?;
        let made = ready.made.as_mut()?;
        if !made.lanes.is_empty() {
            self.is_for_many = true;
            return None;
        }
        lanes(&how, &ready.cells, &ready.held, made, &values)?;
        let (ty, bits) = made.program.run(all, &mut [])?;
        made.count_uses(1);
        Some(bits::atom(ty, bits))
    }

    /// The program for some types, which is the current one then.
    #[inline]
    pub(super) fn turn_to(&mut self, how: &How, types: &[Held]) -> Option<&mut Ready> {
        if self.programs.get(self.current).is_none_or(|ready| !ready.fits(how, types)) {
            self.current = self.find(how, types)?;
            self.has_calls =
                self.programs[self.current].made.as_ref().is_some_and(|made| !made.calls.is_empty());
        }
        self.programs.get_mut(self.current)
    }

    #[cold]
    fn find(&mut self, how: &How, types: &[Held]) -> Option<usize> {
        if let Some(at) = self.programs.iter().position(|ready| ready.fits(how, types)) {
            return Some(at);
        }
        if self.programs.len() == TYPES_MAX || !self.may(how.code) {
            self.misses = MISSES_MAX;
            return None;
        }
        self.programs.push(Ready::new(how, types));
        Some(self.programs.len() - 1)
    }

    fn may(&self, code: &Code) -> bool {
        match self.beside_others {
            true => code.is_pure() && code.mentions.is_empty(),
            false => maker::is_simple(code) || maker::is_setting(code),
        }
    }

    /// Does the function set variables, and has it been called so often that a program may be worth it?
    #[inline]
    pub fn sets(&mut self, code: &Code) -> bool {
        self.calls >= before() && *self.sets.get_or_insert_with(|| maker::is_setting(code))
    }

    /// Is the code to answer this time? Programs that were left too soon let it do so for more and more items.
    pub(super) fn passes(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left > 0 || self.misses >= MISSES_MAX
    }

    /// A program has answered for so many items before it was left.
    pub(super) fn rate(&mut self, done: usize) {
        self.pause = if done >= DONE_MIN { 0 } else { (2 * self.pause).clamp(1, PAUSE_MAX) };
        self.left = self.pause;
    }

    /// Does somebody want to know what is evaluated, which a program with calls does not tell? The code then does, after a number
    /// of steps that chance gives.
    pub(super) fn is_asked(&mut self, told_after: &Cell<u32>) -> bool {
        let is_asked = self.has_calls && evaluation::wants_sample();
        if is_asked {
            self.calls = self.calls.wrapping_mul(747796405).wrapping_add(2891336453) | FIRST;
            told_after.set((self.calls >> 16) % 3);
        }
        is_asked
    }
}

impl Ready {
    fn new(how: &How, types: &[Held]) -> Ready {
        let mut state = vec![Held::Other; how.code.registers];
        state.iter_mut().zip(types).for_each(|(held, ty)| *held = *ty);
        let locals: Vec<Value> = how.given.into_iter().cloned().collect();
        let (cells, lambdas) = maker::reach(how.globals, how.code, &locals);
        let is_pure = how.code.is_pure();
        // Numbers stay as they are where nothing else is called.
        let stays = |cell: &globals::Cell| is_pure && how.globals.plain(*cell).and_then(bits::of).is_some();
        let cells: Vec<globals::Cell> = cells.into_iter().filter(|cell| !stays(cell)).collect();
        let held = |(k, cell): (usize, &globals::Cell)| {
            let place = how.code.registers + k;
            how.globals.plain(*cell).map_or(Held::Other, |x| Held::of(x, place))
        };
        let held: Vec<Held> = cells.iter().enumerate().map(held).collect();
        state.extend_from_slice(&held);
        let live = Live::of(how.code);
        let maker = match maker::is_setting(how.code) {
            true => Maker::of_items(how.globals, how.code, &live, &cells, &lambdas, &state),
            false => Maker::of_calls(how.globals, how.code, &live, &cells, &lambdas),
        };
        let made = maker.make(0, state);
        Ready { types: types.to_vec(), cells, held, _lambdas: lambdas, made }
    }

    /// Is it for these types, and for what globals hold now?
    #[inline]
    fn fits(&self, how: &How, types: &[Held]) -> bool {
        let holds = |(k, (cell, held)): (usize, (&globals::Cell, &Held))| {
            let place = how.code.registers + k;
            how.globals.plain(*cell).map_or(Held::Other, |x| Held::of(x, place)) == *held
        };
        self.types == types && self.cells.iter().zip(&self.held).enumerate().all(holds)
    }
}

/// Puts what globals hold in a program's places: the lanes of those that are not atoms, and of arguments.
#[inline]
fn lanes<'a>(
    how: &How<'a>,
    cells: &[globals::Cell],
    held: &[Held],
    made: &mut Made,
    values: &[Option<&'a Value>; ARGS_MAX],
) -> Option<Vec<Lane<'a>>> {
    for (k, (cell, held)) in cells.iter().zip(held).enumerate() {
        if let Held::Atom(_) = held {
            let (_, bits) = bits::of(how.globals.plain(*cell)?)?;
            made.program.set((how.code.registers.max(ARGS_MAX) + k) as Slot, bits);
        }
    }
    let lane = |home: usize| {
        let Some(k) = home.checked_sub(how.code.registers) else { return Lane::of((*values.get(home)?)?) };
        match cells.get(k) {
            Some(cell) => Lane::of(how.globals.plain(*cell)?),
            None => Lane::of(how.code.constants.get(k - cells.len())?),
        }
    };
    made.lanes.iter().map(|of| lane(of.home as usize)).collect()
}

impl Code {
    /// Is it nothing but primitives on atoms, which set nothing and call nobody?
    pub(crate) fn is_pure(&self) -> bool {
        let has_step = |op: &Op| match *op {
            Op::Unary { prim, .. } => unary_op(prim).is_some(),
            Op::Binary { prim, x, y, .. } => binary_op(prim).is_some() || maker::has_form(self, prim, x, y),
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
        *self.pure.get_or_init(|| self.ops.iter().all(has_step))
    }
}

/// The same, or fewer for tests.
fn before() -> u32 {
    runs::worth(FIRST as usize).min(FIRST as usize) as u32
}
