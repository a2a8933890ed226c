//! An expression at work: asked for a run of items, each node asks its operands for theirs, converts them if need
//! be, and calls its loop. Scratch is made once and reused for every run; each task has nodes of its own.

use super::expr::Typed;
use crate::atomic::bound::Bound;
use crate::atomic::convert::Conversion;
use crate::atomic::run::{Cell, Out, RUN, Run};
use crate::atomic::{BinaryOp, binary, unary, wide};
use crate::fold::wide::sum_bools;
use quarry_value::{Data, Repr};
use std::ops::Range;

/// One place of an expression.
pub struct Node<'a> {
    work: Work<'a>,
    repr: Repr,
    scratch: Option<Data>,
}

enum Work<'a> {
    Leaf(&'a Data),
    /// A run of one item many times, in the scratch.
    Atom,
    Unary(unary::Plan, Box<Operand<'a>>),
    Binary(binary::Plan, Box<(Operand<'a>, Operand<'a>)>),
    /// A comparison with an atom.
    Bound(Bound, Box<Operand<'a>>),
}

/// A node whose items are wanted in another storage or unit.
struct Operand<'a> {
    node: Node<'a>,
    conversion: Conversion,
    repr: Repr,
    scratch: Option<Data>,
}

impl<'a> Node<'a> {
    pub fn new(typed: &Typed<'a>) -> Node<'a> {
        let repr = typed.ty().repr();
        match typed {
            Typed::Vector(_, data, _) => Node { work: Work::Leaf(data), repr, scratch: None },
            Typed::Atom(x) => {
                let run = Run::of_atom(x).map(|run| Conversion::Raw.one(run, repr).repeated(RUN));
                Node { work: Work::Atom, repr, scratch: run }
            }
            Typed::Unary(plan, _, x) => {
                let operand = Operand::new(x, Conversion::Raw, plan.calc);
                Node { work: Work::Unary(*plan, Box::new(operand)), repr, scratch: None }
            }
            Typed::Binary(plan, n, x, y) => {
                if let Some(r) = Ranged::of(plan, *n, x, y) {
                    let operand = Operand::new(r.items, r.conversion, r.calc);
                    return Node { work: Work::Bound(r.bound, Box::new(operand)), repr, scratch: None };
                }
                let operands = (Operand::new(x, plan.x, plan.calc), Operand::new(y, plan.y, plan.calc));
                Node { work: Work::Binary(*plan, Box::new(operands)), repr, scratch: None }
            }
        }
    }

    /// The items of `range`, at most [`RUN`].
    pub fn run(&mut self, range: Range<usize>) -> Run<'_> {
        let n = range.len();
        if let Work::Leaf(data) = self.work {
            return Run::of(data, range);
        }
        if !matches!(self.work, Work::Atom) {
            let scratch = self.scratch.take();
            let written = wide::refill(scratch, self.repr, n, |out| self.write(range, out));
            self.scratch = Some(written);
        }
        match &self.scratch {
            Some(items) => Run::of(items, 0..n),
            None => unreachable!("a node has its run"),
        }
    }

    /// How many of the booleans of `range`, at most [`RUN`], are true.
    pub fn ones(&mut self, range: Range<usize>) -> i64 {
        match &mut self.work {
            Work::Bound(bound, x) => bound.count(x.run(range)),
            _ => sum_bools(u8::of_run(self.run(range))),
        }
    }

    /// Writes the items of `range`, at most [`RUN`], to `out`.
    pub fn write(&mut self, range: Range<usize>, out: Out) {
        match &mut self.work {
            Work::Unary(plan, x) => (plan.kernel)(x.run(range), out),
            Work::Bound(bound, x) => bound.write(x.run(range), out),
            Work::Binary(plan, operands) => {
                let (x, y) = &mut **operands;
                plan.call(x.run(range.clone()), y.run(range), out);
            }
            Work::Leaf(data) => Conversion::Raw.write(Run::of(data, range), out),
            Work::Atom => Conversion::Raw.write(self.run(range), out),
        }
    }
}

/// Which items are in a range.
struct Ranged<'t, 'a> {
    bound: Bound,
    items: &'t Typed<'a>,
    /// What happens to the items first, and how they are stored then.
    conversion: Conversion,
    calc: Repr,
}

impl<'t, 'a> Ranged<'t, 'a> {
    /// A comparison of `n` items with an atom, or two of the same vector that both must hold, as `within` is.
    fn of(plan: &binary::Plan, n: usize, x: &'t Typed<'a>, y: &'t Typed<'a>) -> Option<Ranged<'t, 'a>> {
        let calc = plan.calc;
        match (x, y) {
            (items, Typed::Atom(one)) => {
                let bound = plan.bound(Run::of_atom(one)?, true, n)?;
                Some(Ranged { bound, items, conversion: plan.x, calc })
            }
            (Typed::Atom(one), items) => {
                let bound = plan.bound(Run::of_atom(one)?, false, n)?;
                Some(Ranged { bound, items, conversion: plan.y, calc })
            }
            (Typed::Binary(p, _, a, b), Typed::Binary(q, _, c, d)) if plan.op == BinaryOp::Lesser => {
                let (x, y) = (Ranged::of(p, n, a, b)?, Ranged::of(q, n, c, d)?);
                let one_vector = matches!(
                    (x.items, y.items),
                    (Typed::Vector(_, a, _), Typed::Vector(_, b, _)) if std::ptr::eq(*a, *b)
                );
                let one_way = x.conversion == y.conversion && x.calc == y.calc;
                Some(Ranged { bound: x.bound.and(y.bound).filter(|_| one_vector && one_way)?, ..x })
            }
            _ => None,
        }
    }
}

impl<'a> Operand<'a> {
    fn new(typed: &Typed<'a>, conversion: Conversion, repr: Repr) -> Operand<'a> {
        if let Typed::Atom(x) = typed
            && let Some(run) = Run::of_atom(x)
        {
            // An atom is converted once.
            let scratch = Some(conversion.one(run, repr).repeated(RUN));
            let node = Node { work: Work::Atom, repr, scratch };
            return Operand { node, conversion: Conversion::Raw, repr, scratch: None };
        }
        Operand { node: Node::new(typed), conversion, repr, scratch: None }
    }

    fn run(&mut self, range: Range<usize>) -> Run<'_> {
        let n = range.len();
        let (conversion, repr) = (self.conversion, self.repr);
        if !conversion.is_needed(self.node.repr, repr) {
            return self.node.run(range);
        }
        let run = self.node.run(range);
        let converted = wide::refill(self.scratch.take(), repr, n, |out| conversion.write(run, out));
        Run::of(self.scratch.insert(converted), 0..n)
    }
}
