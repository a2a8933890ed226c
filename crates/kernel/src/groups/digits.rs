//! A key column's items as numbers from 0 on, of which codes of rows are put together.

use crate::order::{Bits, Key};
use crate::slots::{Slots, with_slots};
use quarry_value::{Buf, Vector, with_data};

/// Columns with fewer numbers are narrow enough.
const WIDE: usize = 1 << 10;

/// A column and the places of its codes. Without items it has none.
pub struct Digit<'a> {
    column: &'a Vector,
    slots: Option<Slots>,
}

impl<'a> Digit<'a> {
    /// Of a column of integers or symbols.
    pub fn of(column: &'a Vector) -> Option<Digit<'a>> {
        let slots = with_data!(&column.data, b => Slots::of(b.as_slice(), usize::MAX));
        (slots.is_some() || column.is_empty()).then_some(Digit { column, slots })
    }

    /// How many numbers there are.
    pub fn width(&self) -> u64 {
        self.slots.map_or(1, |slots| slots.width() as u64)
    }

    /// Makes the numbers fewer where nulls lie far from everything else, or all items are multiples of something.
    pub fn narrow(&mut self) {
        let Some(width) = self.slots.map(|slots| slots.width()).filter(|width| *width > WIDE) else { return };
        let apart = with_data!(&self.column.data, b => Slots::apart(b.as_slice(), width - 1));
        self.slots = apart.or(self.slots);
    }

    /// Does `f` with each of `with` and the number of the item that is as far behind the one at `start`.
    pub fn each<C>(&self, start: usize, with: &mut [C], f: impl Fn(&mut C, u64)) {
        fn go<T: Key, C>(b: &Buf<T>, start: usize, with: &mut [C], f: impl Fn(&mut C, u64)) {
            with.iter_mut().zip(&b.as_slice()[start..]).for_each(|(c, x)| f(c, x.code().number()));
        }
        let Some(slots) = self.slots else { return };
        with_data!(&self.column.data, b => with_slots!(slots, slot => {
            go(b, start, with, |c, x| f(c, slot(x) as u64));
        }));
    }
}
