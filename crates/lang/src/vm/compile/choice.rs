//! Choices and loops: `$[…]`, `if`, `while`, `do`, and the pattern conditional.

use super::{Compiler, is_elided, pattern_of};
use crate::syntax::node::{Control, Node, NodeKind};
use crate::vm::code::*;
use quarry_value::{Error, Result, Value};

impl Compiler<'_> {
    pub(super) fn cond(&mut self, args: &[Node], dst: Reg) -> Result<()> {
        let mut ends = Vec::new();
        let mut rest = args;
        loop {
            match rest {
                [] => {
                    let from = self.constant(Value::identity());
                    self.emit(Op::Move { dst, from });
                    break;
                }
                [last] => {
                    self.into(last, dst)?;
                    break;
                }
                [test, then, others @ ..] => {
                    let skip = self.unless(test)?;
                    self.into(then, dst)?;
                    ends.push(self.here());
                    self.emit(Op::Jump { to: 0 });
                    self.land(skip);
                    rest = others;
                }
            }
        }
        ends.into_iter().for_each(|at| self.land(at));
        Ok(())
    }

    /// A jump over what follows when `test` is false; its place, to be landed later.
    pub(super) fn unless(&mut self, test: &Node) -> Result<u32> {
        let mark = self.next;
        let compared = self.compared(test)?;
        let op = match compared {
            Some((op, x, y)) => Op::UnlessQuick { op, x, y, to: 0 },
            None => Op::Unless { x: self.expr(test)?, to: 0 },
        };
        self.next = mark;
        let outer = std::mem::replace(&mut self.span, test.span.clone());
        let at = self.here();
        self.emit(op);
        self.span = outer;
        Ok(at)
    }

    /// The operands of a comparison that the jump can make itself.
    fn compared(&mut self, test: &Node) -> Result<Option<(Quick, Operand, Operand)>> {
        let NodeKind::Apply(f, args) = &test.kind else { return Ok(None) };
        let (NodeKind::Const(f), [x, y]) = (&f.kind, &args[..]) else { return Ok(None) };
        let op = match f {
            Value::Prim(p) => Quick::of(*p),
            f => Quick::of_composition(f),
        };
        let Some(op) = op.filter(|op| op.is_comparison()).filter(|_| !is_elided(x) && !is_elided(y)) else {
            return Ok(None);
        };
        let (a, b) = self.operands(x, y)?;
        Ok(Some((op, a, b)))
    }

    /// Makes the jump at `at` lead here.
    pub(super) fn land(&mut self, at: u32) {
        let here = self.here();
        match &mut self.code.ops[at as usize] {
            Op::Jump { to }
            | Op::Unless { to, .. }
            | Op::UnlessQuick { to, .. }
            | Op::Repeat { to, .. }
            | Op::TryBind { to, .. } => *to = here,
            _ => unreachable!("only jumps are landed"),
        }
    }

    /// Goes back to the start of a loop, which counts as part of its condition.
    fn again(&mut self, start: u32, test: &Node) {
        let outer = std::mem::replace(&mut self.span, test.span.clone());
        self.emit(Op::Jump { to: start });
        self.span = outer;
    }

    pub(super) fn control(&mut self, c: Control, args: &[Node], dst: Reg) -> Result<()> {
        let Some((test, body)) = args.split_first() else {
            return Err(Error::new("parse").detail("control word without a condition"));
        };
        match c {
            Control::If => {
                let skip = self.unless(test)?;
                self.effects(body)?;
                self.land(skip);
            }
            Control::While => {
                let start = self.here();
                let out = self.unless(test)?;
                self.effects(body)?;
                self.again(start, test);
                self.land(out);
            }
            Control::Do => {
                let n = self.temp()?;
                let x = self.expr(test)?;
                self.emit(Op::Count { dst: n, x });
                let start = self.here();
                self.emit(Op::Repeat { n, to: 0 });
                self.effects(body)?;
                self.again(start, test);
                self.land(start);
            }
        }
        let from = self.constant(Value::identity());
        self.emit(Op::Move { dst, from });
        Ok(())
    }

    fn effects(&mut self, body: &[Node]) -> Result<()> {
        body.iter().try_for_each(|n| self.effect(n))
    }

    /// `:[v;p1;r1;p2;r2;…;rd]`: the result beside the first pattern that the value matches.
    pub(super) fn pattern_cond(&mut self, args: &[Node], dst: Reg) -> Result<()> {
        let value = self.fresh(&args[0])?;
        let mut ends = Vec::new();
        let mut rest = &args[1..];
        while let [pattern, result, others @ ..] = rest {
            let Some(pattern) = pattern_of(pattern) else {
                return Err(Error::new("parse").detail("this is no pattern"));
            };
            let plan = self.bind_plan(&pattern)?;
            let skip = self.here();
            self.emit(Op::TryBind { plan, from: value, to: 0 });
            self.into(result, dst)?;
            ends.push(self.here());
            self.emit(Op::Jump { to: 0 });
            self.land(skip);
            rest = others;
        }
        match rest {
            [last] => self.into(last, dst)?,
            _ => {
                let from = self.constant(Value::identity());
                self.emit(Op::Move { dst, from });
            }
        }
        ends.into_iter().for_each(|at| self.land(at));
        Ok(())
    }
}
