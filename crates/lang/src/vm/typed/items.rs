//! Lambdas that set variables and are applied along lists: a program answers for one item after the other, and what it has done
//! stays. It may be left within an item, for which the code then goes on from there.

use super::again::{Again, Args, How, STRETCH};
use super::lend::Places;
use super::maker::Held;
use crate::vm::Vm;
use crate::vm::calls::{Along, Column, Open};
use quarry_kernel::atomic::bits;
use quarry_kernel::program::{End, Slot};
use quarry_value::memory;
use std::ops::Range;

impl Vm {
    /// The answers for the first of the items `range`: how many those are, and the instruction at which the code goes on for
    /// the next one, when it has been begun. `None` when the code has to say from the beginning.
    pub(crate) fn set_along(
        &mut self,
        again: &mut Again,
        open: &Open,
        columns: &[Column],
        range: Range<usize>,
        along: &mut Along,
    ) -> Option<(usize, Option<usize>)> {
        let is_kept = memory::is_on() || self.is_told_of_values() || self.globals_mut().is_err();
        if is_kept || again.passes() || again.is_asked(&self.told_after) {
            return None;
        }
        let ran = self.run_items(again, open, columns, range, along);
        let (done, to) = ran.unwrap_or((0, None));
        again.rate(done);
        if to.is_none() {
            self.let_go(open.code, open.base);
        }
        ran
    }

    fn run_items(
        &mut self,
        again: &mut Again,
        open: &Open,
        columns: &[Column],
        range: Range<usize>,
        along: &mut Along,
    ) -> Option<(usize, Option<usize>)> {
        let Open { f, code, base, given } = *open;
        let (args, behind) = Args::along(given, columns, range.start, along)?;
        let how = How { globals: &self.globals, code, given, told_after: &self.told_after };
        let ready = again.turn_to(&how, args.types())?;
        let made = ready.made.as_mut()?;
        self.prepare(code, Some(f), base, code.params);
        for (r, x) in args.values.iter().enumerate() {
            if let Some(x) = x {
                self.regs[base + r] = (*x).clone();
            }
        }
        for (k, cell) in ready.cells.iter().enumerate() {
            if let Held::Atom(_) = ready.held[k] {
                let (_, bits) = bits::of(self.globals.plain(*cell)?)?;
                made.program.set((code.registers + k) as Slot, bits);
            }
        }
        let places = Places { code, base, cells: &ready.cells };
        let n = range.len().min(STRETCH);
        let mut answers = Vec::with_capacity(n);
        let mut taken = self.lend(places, made);
        let ran = made
            .lanes(&mut taken)
            .map(|mut lanes| made.program.run_along(&args.given, &mut lanes, behind, n, &mut answers));
        self.give_back(places, made, taken);
        let (ty, end) = ran?;
        let mut done = answers.len();
        made.count_uses(done as u32);
        if let Some(ty) = ty {
            along.extend(ty, &answers);
        }
        if let Some(End::Left(exit)) = end {
            return Some((done, Some(self.leave(places, made, exit)?)));
        }
        for place in &made.sets {
            self.put_atom(places, made, *place, ready.held[*place as usize - code.registers])?;
        }
        if let Some(End::Answer(ty, x)) = end {
            along.extend(ty, &[x]);
            done += 1;
        }
        Some((done, None))
    }
}
