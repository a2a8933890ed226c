//! What folds read: a vector, or an expression that is computed as it is read.

use super::expr::Typed;
use super::node::Node;
use crate::atomic::run::{Cell, Run};
use crate::fold::wide::sum_bools;
use quarry_value::{Type, Vector};
use std::ops::Range;

/// A vector, so many of its items from one on, or an expression of vectors.
#[derive(Clone, Copy)]
pub(crate) enum Column<'a> {
    Vector(&'a Vector),
    Part(&'a Vector, usize, usize),
    Lazy(&'a Typed<'a>),
}

/// Reads a column run by run; a task has its own.
pub(crate) enum Reader<'a> {
    Vector(&'a Vector, usize),
    Lazy(Box<Node<'a>>),
}

/// Items of a run that folds read, whatever runs are elsewhere: sums of floats depend on it.
pub(crate) const FOLD_RUN: usize = 2048;

impl<'a> Column<'a> {
    pub fn ty(self) -> Type {
        match self {
            Column::Vector(v) | Column::Part(v, ..) => v.ty,
            Column::Lazy(t) => t.ty(),
        }
    }

    pub fn len(self) -> usize {
        match self {
            Column::Vector(v) => v.len(),
            Column::Part(_, _, n) => n,
            Column::Lazy(t) => t.count().unwrap_or(1),
        }
    }

    pub fn reader(self) -> Reader<'a> {
        match self {
            Column::Vector(v) => Reader::Vector(v, 0),
            Column::Part(v, start, _) => Reader::Vector(v, start),
            Column::Lazy(t) => Reader::Lazy(Box::new(Node::new(t))),
        }
    }
}

impl<'a> From<&'a Vector> for Column<'a> {
    fn from(v: &'a Vector) -> Column<'a> {
        Column::Vector(v)
    }
}

impl Reader<'_> {
    /// The items of `range`, at most [`FOLD_RUN`].
    #[inline]
    pub fn run(&mut self, range: Range<usize>) -> Run<'_> {
        match self {
            Reader::Vector(v, start) => Run::of(&v.data, *start + range.start..*start + range.end),
            Reader::Lazy(node) => node.run(range),
        }
    }

    /// How many of the booleans of `range`, at most [`FOLD_RUN`], are true.
    #[inline]
    pub fn ones(&mut self, range: Range<usize>) -> i64 {
        match self {
            Reader::Vector(..) => sum_bools(u8::of_run(self.run(range))),
            Reader::Lazy(node) => node.ones(range),
        }
    }
}

/// The ranges of at most [`FOLD_RUN`] items that make up `range`.
pub(crate) fn runs_of(range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let end = range.end;
    range.step_by(FOLD_RUN).map(move |start| start..end.min(start + FOLD_RUN))
}
