//! Registers whose values are still wanted: those that some instruction reads before another one writes them.

use crate::vm::code::*;

/// By instruction: the registers that are wanted when it begins.
pub struct Live {
    /// Words that a set of registers takes.
    width: usize,
    sets: Vec<u64>,
}

impl Live {
    pub fn of(code: &Code) -> Live {
        let width = code.registers.div_ceil(64).max(1);
        let mut live = Live { width, sets: vec![0; width * code.ops.len()] };
        let mut before = vec![0; width];
        loop {
            let mut changed = false;
            for (at, op) in code.ops.iter().enumerate().rev() {
                before.fill(0);
                for to in next(code, at).into_iter().flatten().filter(|to| *to < code.ops.len()) {
                    let after = &live.sets[to * width..(to + 1) * width];
                    before.iter_mut().zip(after).for_each(|(b, a)| *b |= a);
                }
                if let Some(dst) = op.result() {
                    remove(&mut before, dst, 1);
                }
                if let Op::Release { first, n } = *op {
                    remove(&mut before, first, n as usize);
                }
                if !reads(code, *op, |first, n| insert(&mut before, first, n)) {
                    before.fill(u64::MAX);
                }
                let set = &mut live.sets[at * width..(at + 1) * width];
                changed |= set != &before[..];
                set.copy_from_slice(&before);
            }
            if !changed {
                return live;
            }
        }
    }

    /// Is the value of a register wanted when the instruction at `at` begins?
    pub fn is(&self, at: usize, r: usize) -> bool {
        self.sets.get(at * self.width + r / 64).is_some_and(|set| set & (1 << (r % 64)) != 0)
    }
}

fn insert(set: &mut [u64], first: Reg, n: usize) {
    for r in first as usize..first as usize + n {
        set[r / 64] |= 1 << (r % 64);
    }
}

fn remove(set: &mut [u64], first: Reg, n: usize) {
    for r in first as usize..first as usize + n {
        set[r / 64] &= !(1 << (r % 64));
    }
}

/// Where the code may go on after an instruction.
pub fn next(code: &Code, at: usize) -> [Option<usize>; 2] {
    match code.ops[at] {
        Op::Jump { to } => [Some(to as usize), None],
        Op::Unless { to, .. }
        | Op::UnlessQuick { to, .. }
        | Op::Repeat { to, .. }
        | Op::TryBind { to, .. } => [Some(at + 1), Some(to as usize)],
        Op::Fused { plan, .. } => [Some(at + 1), Some(code.fused[plan as usize].to as usize)],
        Op::Return { .. } | Op::Signal { .. } => [None, None],
        _ => [Some(at + 1), None],
    }
}

/// Tells the registers that an instruction reads; false when it may read any.
fn reads(code: &Code, op: Op, mut tell: impl FnMut(Reg, usize)) -> bool {
    let mut one = |o: Operand| {
        if o & (CONSTANT | GLOBAL) == 0 {
            tell(o, 1);
        }
    };
    match op {
        Op::Load { .. } | Op::LoadName { .. } | Op::Jump { .. } | Op::Release { .. } => {}
        Op::Move { from: x, .. }
        | Op::Store { from: x, .. }
        | Op::StoreName { from: x, .. }
        | Op::Unary { x, .. }
        | Op::Length { x, .. }
        | Op::JoinTo { y: x, .. }
        | Op::Derive { f: x, .. }
        | Op::Unless { x, .. }
        | Op::Repeat { n: x, .. }
        | Op::Count { x, .. }
        | Op::Return { x }
        | Op::Signal { x } => one(x),
        Op::Binary { x, y, .. }
        | Op::Quick { x, y, .. }
        | Op::QuickGlobal { x, y, .. }
        | Op::UnlessQuick { x, y, .. } => [x, y].into_iter().for_each(one),
        Op::Apply { f, first, n, .. } => {
            one(f);
            tell(first, n as usize);
        }
        Op::ApplyGlobal { first, n, .. } | Op::ApplyThis { first, n, .. } | Op::Fused { first, n, .. } => {
            tell(first, n as usize)
        }
        Op::List { first, n, .. } => tell(first, n as usize),
        Op::Assign { plan, .. } => {
            let plan = &code.assigns[plan as usize];
            one(plan.y);
            plan.f.into_iter().for_each(&mut one);
            if let Target::Local(r) = plan.target {
                one(r);
            }
            tell(plan.first, plan.n as usize);
        }
        Op::Query { plan, table, limit, .. } => {
            [table, limit].into_iter().for_each(&mut one);
            code.queries[plan as usize].locals.iter().for_each(|(_, r)| one(*r));
        }
        Op::Bind { .. } | Op::TryBind { .. } | Op::View { .. } => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_later_is_wanted() {
        let ops = vec![
            Op::Move { dst: 1, from: CONSTANT },
            Op::Unless { x: 0, to: 3 },
            Op::Move { dst: 2, from: 1 },
            Op::Return { x: 2 },
        ];
        let code = Code { ops, registers: 3, ..Code::default() };
        let live = Live::of(&code);
        let wanted = |at| (0..3).filter(|r| live.is(at, *r)).collect::<Vec<_>>();
        assert_eq!(wanted(0), [0, 2]);
        assert_eq!(wanted(1), [0, 1, 2]);
        assert_eq!(wanted(2), [1]);
        assert_eq!(wanted(3), [2]);
    }

    #[test]
    fn loops_want_what_their_next_turn_reads() {
        let ops = vec![
            Op::Repeat { n: 0, to: 3 },
            Op::Quick { dst: 1, op: Quick::Add, x: 1, y: CONSTANT },
            Op::Jump { to: 0 },
            Op::Return { x: CONSTANT },
        ];
        let code = Code { ops, registers: 2, ..Code::default() };
        let live = Live::of(&code);
        assert!(live.is(2, 1) && live.is(2, 0) && !live.is(3, 1) && !live.is(3, 0));
    }
}
