//! What programs do, a step at a time.

use super::{Exit, Slot};
use crate::atomic::BinaryOp;
use crate::atomic::bits::{Binary, Pair, Single};
use crate::cast::Cast;
use quarry_value::Type;

/// What a program does next; it goes on behind it, or at the step of the number `to`.
///
/// What is done most has steps of its own, so that it takes neither a call nor a second choice.
#[derive(Clone, Copy)]
pub enum Step {
    Two {
        f: Pair,
        out: Slot,
        x: Slot,
        y: Slot,
    },
    AddLongs {
        out: Slot,
        x: Slot,
        y: Slot,
    },
    SubtractLongs {
        out: Slot,
        x: Slot,
        y: Slot,
    },
    MultiplyLongs {
        out: Slot,
        x: Slot,
        y: Slot,
    },
    LesserLongs {
        out: Slot,
        x: Slot,
        y: Slot,
    },
    GreaterLongs {
        out: Slot,
        x: Slot,
        y: Slot,
    },
    FillLongs {
        out: Slot,
        x: Slot,
        y: Slot,
    },
    AddFloats {
        out: Slot,
        x: Slot,
        y: Slot,
    },
    SubtractFloats {
        out: Slot,
        x: Slot,
        y: Slot,
    },
    MultiplyFloats {
        out: Slot,
        x: Slot,
        y: Slot,
    },
    DivideFloats {
        out: Slot,
        x: Slot,
        y: Slot,
    },
    One {
        f: Single,
        out: Slot,
        x: Slot,
    },
    Cast {
        to: Cast,
        out: Slot,
        x: Slot,
    },
    Move {
        out: Slot,
        x: Slot,
    },
    Jump {
        to: u32,
    },
    /// A jump to a step before, where the program may be left: at `out`.
    Back {
        to: u32,
        out: u32,
    },
    /// The same to a step that counts the long `n` down, which this does as well.
    BackAgain {
        n: Slot,
        to: u32,
        out: u32,
    },
    /// Goes on at `to` when the bits of `x` are 0.
    Unless {
        x: Slot,
        to: u32,
    },
    /// The same of what `f` makes of two.
    UnlessTwo {
        f: Pair,
        x: Slot,
        y: Slot,
        to: u32,
    },
    /// The same of comparisons of two longs.
    UnlessLess {
        x: Slot,
        y: Slot,
        to: u32,
    },
    UnlessAtMost {
        x: Slot,
        y: Slot,
        to: u32,
    },
    UnlessEqual {
        x: Slot,
        y: Slot,
        to: u32,
    },
    UnlessNotEqual {
        x: Slot,
        y: Slot,
        to: u32,
    },
    /// Counts the long `n` down; goes on at `to` when it was not positive.
    Repeat {
        n: Slot,
        to: u32,
    },
    /// The answer, and its type: of a list for `::`.
    Return {
        x: Slot,
        ty: Type,
    },
    /// The item at the long `i`, or the null.
    Item {
        out: Slot,
        lane: u8,
        i: Slot,
    },
    /// Puts an item where the long `i` says; goes on at `to` where there is none.
    Put {
        lane: u8,
        i: Slot,
        x: Slot,
        to: u32,
    },
    /// Item `j` of the row `i`; goes on at `to` where there is none.
    ItemIn {
        out: Slot,
        lane: u8,
        i: Slot,
        j: Slot,
        to: u32,
    },
    /// Puts an item of a row; goes on at `to` where there is none.
    PutIn {
        lane: u8,
        i: Slot,
        j: Slot,
        x: Slot,
        to: u32,
    },
    /// The value under a key, or what `or` holds where there is none; goes on at `to` where to find it takes long.
    Under {
        out: Slot,
        lane: u8,
        key: Slot,
        or: Slot,
        to: u32,
    },
    /// Puts a value under a key; goes on at `to` where that takes long, or memory.
    PutUnder {
        lane: u8,
        key: Slot,
        x: Slot,
        to: u32,
    },
    /// Puts an item behind the others; goes on at `to` where that takes more memory.
    Append {
        lane: u8,
        x: Slot,
        to: u32,
    },
    /// How many items there are.
    Length {
        out: Slot,
        lane: u8,
    },
    /// There is no answer: what follows takes more than a program can do.
    Leave {
        exit: Exit,
    },
}

/// What a step does to slots.
pub(super) enum Use<'a> {
    Reads(&'a mut Slot),
    Writes(&'a mut Slot),
    /// Reads it and writes it.
    Changes(Slot),
}

impl Step {
    /// What `op` makes of two atoms of types `x` and `y`, for which `how` has been found.
    pub fn two(op: BinaryOp, how: &Binary, [tx, ty]: [Type; 2], out: Slot, x: Slot, y: Slot) -> Step {
        let are = |of: Type| tx == of && ty == of && how.out == of;
        match op {
            BinaryOp::Add if are(Type::Long) => Step::AddLongs { out, x, y },
            BinaryOp::Subtract if are(Type::Long) => Step::SubtractLongs { out, x, y },
            BinaryOp::Multiply if are(Type::Long) => Step::MultiplyLongs { out, x, y },
            BinaryOp::Lesser if are(Type::Long) => Step::LesserLongs { out, x, y },
            BinaryOp::Greater if are(Type::Long) => Step::GreaterLongs { out, x, y },
            BinaryOp::Fill if are(Type::Long) => Step::FillLongs { out, x, y },
            BinaryOp::Add if are(Type::Float) => Step::AddFloats { out, x, y },
            BinaryOp::Subtract if are(Type::Float) => Step::SubtractFloats { out, x, y },
            BinaryOp::Multiply if are(Type::Float) => Step::MultiplyFloats { out, x, y },
            BinaryOp::Divide if are(Type::Float) => Step::DivideFloats { out, x, y },
            _ => Step::Two { f: how.f, out, x, y },
        }
    }

    /// Goes on at `to` unless `op` is true of two such atoms.
    pub fn unless_two(op: BinaryOp, how: &Binary, [tx, ty]: [Type; 2], x: Slot, y: Slot, to: u32) -> Step {
        match op {
            _ if [tx, ty] != [Type::Long; 2] => Step::UnlessTwo { f: how.f, x, y, to },
            BinaryOp::Less => Step::UnlessLess { x, y, to },
            BinaryOp::More => Step::UnlessLess { x: y, y: x, to },
            BinaryOp::AtMost => Step::UnlessAtMost { x, y, to },
            BinaryOp::AtLeast => Step::UnlessAtMost { x: y, y: x, to },
            BinaryOp::Equal => Step::UnlessEqual { x, y, to },
            BinaryOp::NotEqual => Step::UnlessNotEqual { x, y, to },
            _ => Step::UnlessTwo { f: how.f, x, y, to },
        }
    }

    /// The step that it may go on at instead of the next one.
    pub fn target(&mut self) -> Option<&mut u32> {
        match self {
            Step::Jump { to }
            | Step::Back { to, .. }
            | Step::BackAgain { to, .. }
            | Step::Unless { to, .. }
            | Step::UnlessTwo { to, .. }
            | Step::UnlessLess { to, .. }
            | Step::UnlessAtMost { to, .. }
            | Step::UnlessEqual { to, .. }
            | Step::UnlessNotEqual { to, .. }
            | Step::Repeat { to, .. }
            | Step::Put { to, .. }
            | Step::ItemIn { to, .. }
            | Step::PutIn { to, .. }
            | Step::Under { to, .. }
            | Step::PutUnder { to, .. }
            | Step::Append { to, .. } => Some(to),
            _ => None,
        }
    }

    /// Where a step back is left instead.
    pub fn way_out(&mut self) -> Option<&mut u32> {
        match self {
            Step::Back { out, .. } | Step::BackAgain { out, .. } => Some(out),
            _ => None,
        }
    }

    /// Where it may go on but behind it.
    pub(super) fn ways(&mut self) -> [Option<u32>; 2] {
        [self.target().copied(), self.way_out().copied()]
    }

    /// Does nothing but write a slot?
    pub(super) fn only_writes(&mut self) -> bool {
        self.out().is_some() && self.target().is_none()
    }

    /// Does the program go on behind it, if it does not go on elsewhere?
    pub(super) fn goes_on(&self) -> bool {
        use Step::*;
        !matches!(self, Jump { .. } | Back { .. } | BackAgain { .. } | Return { .. } | Leave { .. })
    }

    /// The slot that it writes, whatever was there.
    pub(super) fn out(&mut self) -> Option<Slot> {
        let mut found = None;
        self.uses(|slot| {
            if let Use::Writes(out) = slot {
                found = Some(*out);
            }
        });
        found
    }

    /// Tells what it does to slots.
    pub(super) fn uses(&mut self, mut tell: impl FnMut(Use)) {
        use Use::*;
        match self {
            Step::Two { out, x, y, .. }
            | Step::AddLongs { out, x, y }
            | Step::SubtractLongs { out, x, y }
            | Step::MultiplyLongs { out, x, y }
            | Step::LesserLongs { out, x, y }
            | Step::GreaterLongs { out, x, y }
            | Step::FillLongs { out, x, y }
            | Step::AddFloats { out, x, y }
            | Step::SubtractFloats { out, x, y }
            | Step::MultiplyFloats { out, x, y }
            | Step::DivideFloats { out, x, y }
            | Step::ItemIn { out, i: x, j: y, .. }
            | Step::Under { out, key: x, or: y, .. } => {
                [Reads(x), Reads(y), Writes(out)].into_iter().for_each(tell)
            }
            Step::One { out, x, .. }
            | Step::Cast { out, x, .. }
            | Step::Move { out, x }
            | Step::Item { out, i: x, .. } => [Reads(x), Writes(out)].into_iter().for_each(tell),
            Step::Length { out, .. } => tell(Writes(out)),
            Step::Repeat { n, .. } | Step::BackAgain { n, .. } => tell(Changes(*n)),
            Step::Unless { x, .. } | Step::Return { x, .. } | Step::Append { x, .. } => tell(Reads(x)),
            Step::UnlessTwo { x, y, .. }
            | Step::UnlessLess { x, y, .. }
            | Step::UnlessAtMost { x, y, .. }
            | Step::UnlessEqual { x, y, .. }
            | Step::UnlessNotEqual { x, y, .. }
            | Step::Put { i: x, x: y, .. }
            | Step::PutUnder { key: x, x: y, .. } => [Reads(x), Reads(y)].into_iter().for_each(tell),
            Step::PutIn { i, j, x, .. } => [Reads(i), Reads(j), Reads(x)].into_iter().for_each(tell),
            Step::Jump { .. } | Step::Back { .. } | Step::Leave { .. } => {}
        }
    }
}
