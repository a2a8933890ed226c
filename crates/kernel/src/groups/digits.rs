//! A key column's items as numbers from 0 on, of which codes of rows are put together.

use crate::atomic::wide;
use crate::ids::span;
use crate::order::{Bits, Key};
use crate::pool;
use quarry_value::{Buf, Repr, Vector, with_data};

/// Items that a thread looks at a time.
const LOOK: usize = 1 << 18;
/// Items of which is seen what they are multiples of.
const SAMPLE: usize = 1 << 10;
/// Columns with fewer codes are narrow enough.
const WIDE: u64 = 1 << 10;

/// A column whose codes are `low` and what is greater by a multiple of a step, up to `most` times, and perhaps null.
pub struct Digit<'a> {
    column: &'a Vector,
    low: u64,
    most: u64,
    /// The code that gets the last number; such a column has nulls.
    null: Option<u64>,
    step: Step,
}

/// A step, as what divides a multiple of it: a shift, and a product with what is odd of it, inverted.
#[derive(Clone, Copy, PartialEq)]
struct Step {
    shift: u32,
    inverse: u64,
}

impl Step {
    const ONE: Step = Step { shift: 0, inverse: 1 };

    fn of(step: u64) -> Step {
        let shift = step.trailing_zeros();
        let odd = step >> shift;
        // Each turn doubles how many bits are right, which are three at first.
        let inverse = (0..5).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))));
        Step { shift, inverse }
    }

    /// How many steps lead to `x`, which is a multiple; of anything else a larger number than its share of all, or one that
    /// leads elsewhere.
    #[inline(always)]
    fn count(self, x: u64) -> u64 {
        (x >> self.shift).wrapping_mul(self.inverse)
    }
}

impl<'a> Digit<'a> {
    /// Of a column of integers or symbols.
    pub fn of(column: &'a Vector) -> Option<Digit<'a>> {
        if matches!(column.ty.repr(), Repr::F32 | Repr::F64 | Repr::Guid) {
            return None;
        }
        let (low, width) = match column.len() {
            0 => (0, 1),
            _ => with_data!(&column.data, b => span(b.as_slice(), usize::MAX))?,
        };
        Some(Digit { column, low, most: width as u64 - 1, null: None, step: Step::ONE })
    }

    /// How many numbers there are.
    pub fn width(&self) -> u64 {
        self.most + 1 + u64::from(self.null.is_some())
    }

    /// Makes the numbers fewer where nulls lie far from everything else, or all items are multiples of something, as times
    /// rounded to minutes are.
    pub fn narrow(&mut self) {
        if self.most >= WIDE && self.column.ty.repr() != Repr::Sym {
            with_data!(&self.column.data, b => self.narrow_items(b));
        }
    }

    fn narrow_items<T: Key>(&mut self, b: &Buf<T>) {
        let xs = b.as_slice();
        let null = T::NULL.code().number();
        if self.low == null {
            let Some((low, high)) = bounds_without(xs, null) else { return };
            (self.low, self.most, self.null) = (low, high.wrapping_sub(low), Some(null));
        }
        let Digit { low, most, null, .. } = *self;
        let code = |x: &T| x.code().number();
        let sample = xs.iter().step_by((xs.len() / SAMPLE).max(1)).map(code);
        let step = sample.filter(|x| Some(*x) != null).fold(0, |step, x| gcd(step, x.wrapping_sub(low)));
        if step < 2 {
            return;
        }
        let (by, most) = (Step::of(step), most / step);
        // Whatever is no multiple has bits below the step, or becomes more than all multiples.
        let below = (1u64 << by.shift) - 1;
        let is_multiple = |x: &T| {
            let x = code(x);
            let away = x.wrapping_sub(low);
            (away & below == 0) & (by.count(away) <= most) | (Some(x) == null)
        };
        let all = |run: &[T]| run.iter().fold(true, |all, x| all & is_multiple(x));
        let parts = pool::map_ranges(xs.len(), LOOK, |r| xs[r].chunks(4096).all(all));
        if parts.into_iter().all(|all| all) {
            (self.most, self.step) = (most, by);
        }
    }

    /// Does `f` with each of `with` and the number of the item that is as far behind the one at `start`. Items of a file that is
    /// being cut short get any number.
    pub fn each<C>(&self, start: usize, with: &mut [C], f: impl Fn(&mut C, u64)) {
        fn go<T: Key, C>(b: &Buf<T>, start: usize, with: &mut [C], f: impl Fn(&mut C, u64)) {
            with.iter_mut().zip(&b.as_slice()[start..]).for_each(|(c, x)| f(c, x.code().number()));
        }
        let Digit { low, most, step, .. } = *self;
        match (self.null, step) {
            (None, Step::ONE) => {
                with_data!(&self.column.data, b => go(b, start, with, |c, x| f(c, x.wrapping_sub(low))));
            }
            (None, _) => {
                with_data!(&self.column.data, b => go(b, start, with, |c, x| f(c, step.count(x.wrapping_sub(low)))));
            }
            (Some(null), _) => {
                let number = |x: u64| if x == null { most + 1 } else { step.count(x.wrapping_sub(low)) };
                with_data!(&self.column.data, b => go(b, start, with, |c, x| f(c, number(x))));
            }
        }
    }
}

/// The least and the greatest code but `null`, if there is any other.
fn bounds_without<T: Key>(xs: &[T], null: u64) -> Option<(u64, u64)> {
    let code = |x: T| x.code().number();
    let some = xs.iter().copied().map(code).find(|x| *x != null)? as i64;
    let known = |x: T| if code(x) == null { some } else { code(x) as i64 };
    let parts = pool::map_ranges(xs.len(), LOOK, |r| {
        xs[r].chunks(4096).fold((some, some), |(low, high), run| {
            let (least, greatest) = wide::extremes(run, known);
            (low.min(least), high.max(greatest))
        })
    });
    let (low, high) = parts.into_iter().fold((some, some), |a, b| (a.0.min(b.0), a.1.max(b.1)));
    Some((low as u64, high as u64))
}

fn gcd(mut x: u64, mut y: u64) -> u64 {
    while y != 0 {
        (x, y) = (y, x % y);
    }
    x
}
