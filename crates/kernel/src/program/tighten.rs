//! Fewer steps for the same: what was copied is read where it came from, what nobody reads is not written, and jumps to jumps lead
//! where those do.

use super::step::Use;
use super::{Exit, Program, SLOTS, Slot, Step};
use std::ops::Range;

/// A set of slots.
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Slots([u64; SLOTS / 64]);

impl Slots {
    pub fn insert(&mut self, slot: Slot) {
        self.0[slot as usize / 64] |= 1 << (slot % 64);
    }

    fn remove(&mut self, slot: Slot) {
        self.0[slot as usize / 64] &= !(1 << (slot % 64));
    }

    fn has(&self, slot: Slot) -> bool {
        self.0[slot as usize / 64] & (1 << (slot % 64)) != 0
    }

    fn add(&mut self, others: &Slots) {
        self.0.iter_mut().zip(others.0).for_each(|(all, more)| *all |= more);
    }

    fn iter(self) -> impl Iterator<Item = Slot> {
        (0..=Slot::MAX).filter(move |slot| self.has(*slot))
    }
}

impl FromIterator<Slot> for Slots {
    fn from_iter<I: IntoIterator<Item = Slot>>(all: I) -> Slots {
        let mut slots = Slots::default();
        all.into_iter().for_each(|slot| slots.insert(slot));
        slots
    }
}

/// What is read of a program's slots from outside of it.
pub struct Wanted {
    /// Where it is left.
    pub exits: Vec<Slots>,
    /// Where it answers, besides what it answers.
    pub answered: Slots,
}

/// Times that all is looked at again for what has become of it.
const ROUNDS: usize = 4;

impl Program {
    /// Leaves steps out. The step that the program is begun at, and those in which it may be left for an exit at any step, are
    /// brought to where they are then.
    pub fn tighten(&mut self, start: &mut usize, calls: &mut [(Range<u32>, Exit)], wanted: &Wanted) {
        let mut work = Work { steps: std::mem::take(&mut self.steps), calls, start, wanted };
        work.lead();
        for round in 0..ROUNDS {
            let mut changed = work.read_sources(round == 0);
            while work.write_where_it_goes() {
                changed = true;
            }
            changed |= work.leave_out();
            if !changed {
                break;
            }
        }
        work.repeat();
        self.steps = work.steps;
    }
}

struct Work<'a> {
    steps: Vec<Step>,
    calls: &'a mut [(Range<u32>, Exit)],
    start: &'a mut usize,
    wanted: &'a Wanted,
}

/// The slots that are read, when a step begins, before they are written; and those that may be read at it from outside.
struct Live {
    before: Vec<Slots>,
    outside: Vec<Slots>,
}

/// The slot that each slot is a copy of.
struct Copies([Option<Slot>; SLOTS]);

impl Copies {
    fn source(&self, slot: Slot) -> Slot {
        self.0[slot as usize].unwrap_or(slot)
    }

    fn forget(&mut self, slot: Slot) {
        self.0[slot as usize] = None;
        self.0.iter_mut().filter(|from| **from == Some(slot)).for_each(|from| *from = None);
    }
}

impl Work<'_> {
    /// Jumps lead to where the jumps do that they lead to, and all that leaves the program is behind it.
    fn lead(&mut self) {
        for at in 1..self.steps.len() {
            if let (Step::Leave { .. }, true) = (self.steps[at], self.steps[at - 1].goes_on()) {
                let to = self.steps.len() as u32;
                self.steps.push(self.steps[at]);
                self.steps[at] = Step::Jump { to };
            }
        }
        for at in 0..self.steps.len() {
            let mut step = self.steps[at];
            if let Some(to) = step.target() {
                for _ in 0..ROUNDS {
                    let Step::Jump { to: next } = self.steps[*to as usize] else { break };
                    *to = next;
                }
            }
            self.steps[at] = step;
        }
    }

    /// Steps back to one that counts down do so themselves.
    fn repeat(&mut self) {
        for at in 0..self.steps.len() {
            let Step::Back { to, out } = self.steps[at] else { continue };
            if let Step::Repeat { n, .. } = self.steps[to as usize] {
                self.steps[at] = Step::BackAgain { n, to, out };
            }
        }
    }

    /// Does a step lead here, but for the one before?
    fn heads(&self) -> Vec<bool> {
        let mut heads = vec![false; self.steps.len() + 1];
        heads[*self.start] = true;
        for step in &self.steps {
            for to in { *step }.ways().into_iter().flatten() {
                heads[to as usize] = true;
            }
        }
        heads
    }

    fn live(&self) -> Live {
        let mut live = Live {
            before: vec![Slots::default(); self.steps.len() + 1],
            outside: vec![Slots::default(); self.steps.len()],
        };
        for (steps, exit) in self.calls.iter() {
            for at in steps.start as usize..steps.end as usize {
                live.outside[at].add(&self.wanted.exits[*exit as usize]);
            }
        }
        loop {
            let mut changed = false;
            for at in (0..self.steps.len()).rev() {
                let mut step = self.steps[at];
                let mut here = if step.goes_on() { live.before[at + 1] } else { Slots::default() };
                if let Some(out) = step.out() {
                    here.remove(out);
                }
                for to in step.ways().into_iter().flatten() {
                    here.add(&live.before[to as usize]);
                }
                step.uses(|slot| match slot {
                    Use::Reads(x) => here.insert(*x),
                    Use::Changes(n) => here.insert(n),
                    Use::Writes(_) => {}
                });
                match step {
                    Step::Leave { exit } => here.add(&self.wanted.exits[exit as usize]),
                    Step::Return { .. } => here.add(&self.wanted.answered),
                    _ => {}
                }
                here.add(&live.outside[at]);
                changed |= here != live.before[at];
                live.before[at] = here;
            }
            if !changed {
                return live;
            }
        }
    }

    /// Steps read what a copy was made of. Copies that only a way out wants are made on the way, if `aside`.
    fn read_sources(&mut self, aside: bool) -> bool {
        let (heads, live) = (self.heads(), self.live());
        let mut copies = Copies([None; SLOTS]);
        let mut changed = false;
        for (at, is_head) in heads.iter().enumerate().take(live.outside.len()) {
            if *is_head {
                copies.0.fill(None);
            }
            let mut step = self.steps[at];
            let mut written = None;
            step.uses(|slot| match slot {
                Use::Reads(x) => {
                    changed |= copies.source(*x) != *x;
                    *x = copies.source(*x);
                }
                Use::Writes(out) => written = Some(*out),
                Use::Changes(n) => written = Some(n),
            });
            let goes_on = step.goes_on();
            if let Some(to) = step.target().filter(|_| aside)
                && let Step::Leave { exit } = self.steps[*to as usize]
            {
                let only_there = |out: &Slot| !goes_on || !live.before[at + 1].has(*out);
                let made = |out| Some(Step::Move { out, x: copies.0[out as usize]? });
                let stub = self.steps.len() as u32;
                self.steps.extend(live.before[*to as usize].iter().filter(only_there).filter_map(made));
                if self.steps.len() as u32 > stub {
                    self.steps.push(Step::Leave { exit });
                    *to = stub;
                    changed = true;
                }
            }
            self.steps[at] = step;
            if let Some(out) = written {
                copies.forget(out);
            }
            match step {
                Step::Move { out, x } if out != x => copies.0[out as usize] = Some(x),
                _ if !goes_on => copies.0.fill(None),
                _ => {}
            }
        }
        changed
    }

    /// A step whose answer is only copied puts it where it is copied to.
    fn write_where_it_goes(&mut self) -> bool {
        let (heads, live) = (self.heads(), self.live());
        for at in 0..self.steps.len() {
            let Step::Move { out, x } = self.steps[at] else { continue };
            if out == x || heads[at] || live.before[at + 1].has(x) || live.outside[at].has(x) {
                continue;
            }
            if let Some(maker) = self.maker(at, out, x, &heads, &live) {
                self.steps[maker].uses(|slot| {
                    if let Use::Writes(to) = slot {
                        *to = out;
                    }
                });
                self.steps[at] = Step::Move { out, x: out };
                return true;
            }
        }
        false
    }

    /// The step that writes `x`, which only the step at `at` reads, to copy it to `out`, which nobody reads before.
    fn maker(&self, at: usize, out: Slot, x: Slot, heads: &[bool], live: &Live) -> Option<usize> {
        for i in (0..at).rev() {
            if live.before[i + 1].has(out) {
                return None;
            }
            let mut step = self.steps[i];
            if step.out() == Some(x) {
                return Some(i);
            }
            let mut is_used = false;
            step.uses(|slot| {
                is_used |= match slot {
                    Use::Reads(slot) | Use::Writes(slot) => [x, out].contains(slot),
                    Use::Changes(slot) => [x, out].contains(&slot),
                }
            });
            let elsewhere = step.ways().into_iter().flatten().any(|to| live.before[to as usize].has(x));
            if is_used || elsewhere || live.outside[i].has(x) || heads[i] || !step.goes_on() {
                return None;
            }
        }
        None
    }

    /// Leaves out what does nothing.
    fn leave_out(&mut self) -> bool {
        let live = self.live();
        let idle = |at: usize, step: &Step| {
            let mut step = *step;
            match step {
                Step::Move { out, x } if out == x => true,
                Step::Jump { to } => to as usize == at + 1,
                _ => step.only_writes() && step.out().is_some_and(|out| !live.before[at + 1].has(out)),
            }
        };
        let kept: Vec<bool> = self.steps.iter().enumerate().map(|(at, step)| !idle(at, step)).collect();
        if kept.iter().all(|is| *is) {
            return false;
        }
        let mut places = vec![0];
        for is in &kept {
            places.push(places.last().map_or(0, |n| n + u32::from(*is)));
        }
        let mut kept = kept.into_iter();
        self.steps.retain(|_| kept.next().unwrap_or(true));
        for step in &mut self.steps {
            if let Some(to) = step.target() {
                *to = places[*to as usize];
            }
            if let Some(out) = step.way_out() {
                *out = places[*out as usize];
            }
        }
        *self.start = places[*self.start] as usize;
        for (steps, _) in self.calls.iter_mut() {
            *steps = places[steps.start as usize]..places[steps.end as usize];
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lane::Lane;
    use crate::program::End;
    use quarry_value::{Type, Value};

    fn program(steps: Vec<Step>) -> Program {
        Program { steps, ..Program::default() }
    }

    fn wanted(exits: &[&[Slot]]) -> Wanted {
        let exits = exits.iter().map(|slots| slots.iter().copied().collect()).collect();
        Wanted { exits, answered: Slots::default() }
    }

    #[test]
    fn what_is_copied_is_read_where_it_came_from() {
        let mut p = program(vec![
            Step::Repeat { n: 0, to: 6 },
            Step::Move { out: 5, x: 1 },
            Step::AddLongs { out: 6, x: 5, y: 2 },
            Step::Move { out: 1, x: 6 },
            Step::Jump { to: 5 },
            Step::Back { to: 0, out: 7 },
            Step::Return { x: 1, ty: Type::Long },
            Step::Leave { exit: 0 },
        ]);
        p.tighten(&mut 0, &mut [], &wanted(&[&[0, 1]]));
        assert!(matches!(
            p.steps[..],
            [
                Step::Repeat { n: 0, to: 3 },
                Step::AddLongs { out: 1, x: 1, y: 2 },
                Step::BackAgain { n: 0, to: 0, out: 4 },
                Step::Return { x: 1, .. },
                Step::Leave { exit: 0 },
            ]
        ));
        p.slots[..3].copy_from_slice(&[10, 1, 3]);
        let end = p.go(0, &mut [], &mut 100);
        assert!(matches!(end, End::Answer(Type::Long, 31)));
    }

    #[test]
    fn ways_out_take_the_copies_that_only_they_want() {
        let mut p = program(vec![
            Step::Move { out: 5, x: 1 },
            Step::Put { lane: 0, i: 5, x: 2, to: 3 },
            Step::Return { x: 1, ty: Type::Long },
            Step::Leave { exit: 0 },
        ]);
        p.tighten(&mut 0, &mut [], &wanted(&[&[5]]));
        assert!(matches!(p.steps[0], Step::Put { i: 1, .. }));
        let mut x = Value::longs(vec![7, 8]);
        let mut lanes = [Lane::of_own(&mut x).expect("nobody else's")];
        p.slots[1] = 9;
        let end = p.go(0, &mut lanes, &mut 100);
        assert!(matches!(end, End::Left(0)));
        assert_eq!(p.get(5), 9);
    }

    #[test]
    fn calls_may_be_left_at_any_step() {
        let mut p = program(vec![
            Step::Move { out: 5, x: 1 },
            Step::AddLongs { out: 6, x: 5, y: 2 },
            Step::Return { x: 6, ty: Type::Long },
            Step::Leave { exit: 0 },
        ]);
        let mut calls = [(1..3, 0)];
        p.tighten(&mut 0, &mut calls, &wanted(&[&[5]]));
        assert!(matches!(p.steps[0], Step::Move { out: 5, x: 1 }));
        assert_eq!(calls[0].0, 1..3);
    }

    /// Numbers of a generator of congruences.
    struct Chance(u64);

    impl Chance {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) % n
        }

        fn slot(&mut self) -> Slot {
            self.below(8) as Slot
        }
    }

    /// Steps that end: one loop that counts down, with jumps forward in it, calls and three ways out.
    fn some_steps(chance: &mut Chance) -> (Vec<Step>, Vec<(Range<u32>, Exit)>) {
        const BODY: u32 = 16;
        let (back, end) = (BODY + 1, BODY + 2);
        let mut steps = vec![Step::Repeat { n: 9, to: end }];
        for at in 1..=BODY {
            let (out, x, y) = (chance.slot(), chance.slot(), chance.slot());
            let to = at + 1 + chance.below(u64::from(back - at)) as u32;
            let leave = end + 1 + chance.below(3) as u32;
            steps.push(match chance.below(16) {
                0..5 => Step::Move { out, x },
                5 => Step::AddLongs { out, x, y },
                6 => Step::SubtractLongs { out, x, y },
                7 => Step::FillLongs { out, x, y },
                8 => Step::Two { f: |x, y| x ^ y, out, x, y },
                9 => Step::Item { out, lane: 0, i: x },
                10 => Step::Length { out, lane: 0 },
                11 => Step::Put { lane: 0, i: x, x: y, to: leave },
                12 => Step::Append { lane: 0, x, to: leave },
                13 => Step::UnlessLess { x, y, to },
                14 => Step::Unless { x, to },
                _ => Step::Jump { to },
            });
        }
        steps.push(Step::Back { to: 0, out: end + 1 });
        steps.push(Step::Return { x: chance.slot(), ty: Type::Long });
        steps.extend((0..3).map(|exit| Step::Leave { exit }));
        let from = 1 + chance.below(u64::from(BODY)) as u32;
        (steps, vec![(from..from + 1 + chance.below(4) as u32, chance.below(3) as Exit)])
    }

    /// What comes of steps: how they end, what is wanted of the slots then, and the items.
    fn outcome(
        p: &mut Program,
        start: usize,
        wanted: &Wanted,
        turns: u32,
    ) -> (u64, Vec<u64>, Vec<Option<i64>>) {
        let mut items = quarry_value::room::vec(12);
        items.extend(0..6i64);
        let mut x = Value::longs(items);
        for slot in 0..10 {
            p.set(slot, u64::from(slot) * 3 % 7);
        }
        p.set(9, 5);
        let end = p.go(start, &mut [Lane::of_own(&mut x).expect("nobody else's")], &mut { turns });
        let items = x.items().map(|item| item.as_long()).collect();
        match end {
            End::Answer(_, bits) => (bits, Vec::new(), items),
            End::Left(exit) => {
                let slots = wanted.exits[exit as usize].iter().map(|slot| p.get(slot)).collect();
                (u64::MAX - u64::from(exit), slots, items)
            }
            _ => unreachable!("nobody asks"),
        }
    }

    #[test]
    fn fewer_steps_do_the_same() {
        let mut spared = 0;
        for seed in 0..2000 {
            let mut chance = Chance(seed);
            let (steps, mut calls) = some_steps(&mut chance);
            let exits = (0..3).map(|_| (0..chance.below(5)).map(|_| chance.slot()).chain([9]).collect());
            let wanted = Wanted { exits: exits.collect(), answered: Slots::default() };
            let (mut long, mut short) = (program(steps.clone()), program(steps));
            let mut start = 0;
            short.tighten(&mut start, &mut calls, &wanted);
            spared += long.steps.len().saturating_sub(short.steps.len());
            assert!(calls.iter().all(|(steps, _)| steps.end as usize <= short.steps.len()));
            for turns in [1, 3, 100] {
                let (a, b) =
                    (outcome(&mut long, 0, &wanted, turns), outcome(&mut short, start, &wanted, turns));
                assert_eq!(a, b, "seed {seed}, {turns} turns");
            }
        }
        assert!(spared > 2000, "{spared} steps");
    }
}
