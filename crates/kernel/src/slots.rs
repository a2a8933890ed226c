//! Places in plain tables for the codes of integers and symbols: for those that lie close together, and for those that do but for nulls,
//! or that are all multiples of something, as rounded times are.

use crate::atomic::wide;
use crate::order::{Bits, Key};
use crate::pool;
use quarry_value::Repr;

/// Items that a thread looks through at a time.
const LOOK: usize = 1 << 18;
/// Items of which is seen how far apart they lie, and what they are multiples of.
const SAMPLE: usize = 1 << 10;

/// The places of `low` and of what is greater by a multiple of a step, up to `most` times; the place behind those is that of null
/// where there are nulls.
#[derive(Clone, Copy, Debug)]
pub struct Slots {
    low: u64,
    most: u64,
    /// The code of null.
    null: Option<u64>,
    /// What is odd of the step, inverted, and how often the step is even.
    inverse: u64,
    shift: u32,
}

impl Slots {
    /// Places for the codes of integers or symbols that need no more than `width_max`. `None` for storages whose codes are not
    /// dense, and for nothing.
    pub fn of<T: Key>(xs: &[T], width_max: usize) -> Option<Slots> {
        match span(xs, width_max) {
            Some((low, high)) => Some(Slots::close(low, high)),
            None => Slots::apart(xs, width_max),
        }
    }

    fn close(low: u64, high: u64) -> Slots {
        Slots { low, most: high.wrapping_sub(low), null: None, inverse: 1, shift: 0 }
    }

    /// [`Slots::of`] integers that are not close together as they are.
    pub fn apart<T: Key>(xs: &[T], width_max: usize) -> Option<Slots> {
        if !matches!(T::REPR, Repr::I32 | Repr::I64) {
            return None;
        }
        let (code, null) = (|x: &T| x.code().number(), T::NULL.code().number());
        // Some of them tell mostly that it is no use.
        let some = || xs.iter().step_by((xs.len() / SAMPLE).max(1)).map(code).filter(|x| *x != null);
        let first = some().next()? as i64;
        let bounds = |(low, high): (i64, i64), x: u64| (low.min(x as i64), high.max(x as i64));
        let (low, high) = some().fold((first, first), bounds);
        let step = some().fold(0, |step, x| gcd(step, x.wrapping_sub(low as u64))).max(1);
        let fits = |low: i64, high: i64, step| high.wrapping_sub(low) as u64 / step < width_max as u64;
        if !fits(low, high, step) {
            return None;
        }
        let known = |x: T| if code(&x) == null { first } else { code(&x) as i64 };
        let parts = pool::map_ranges(xs.len(), LOOK, |r| {
            xs[r].chunks(4096).fold((low, high), |(low, high), run| {
                let (least, greatest) = wide::extremes(run, known);
                (low.min(least), high.max(greatest))
            })
        });
        let (low, high) = parts.into_iter().fold((low, high), |a, b| (a.0.min(b.0), a.1.max(b.1)));
        if !fits(low, high, step) {
            return None;
        }
        let nulls = pool::map_ranges(xs.len(), LOOK, |r| xs[r].iter().any(|x| code(x) == null));
        let null = nulls.contains(&true).then_some(null);
        let plain = Slots { null, ..Slots::close(low as u64, high as u64) };
        let slots = plain.by(step);
        let all = |run: &[T]| run.iter().fold(true, |all, x| all & slots.has(code(x)));
        let parts = pool::map_ranges(xs.len(), LOOK, |r| xs[r].chunks(4096).all(all));
        let slots = if parts.into_iter().all(|all| all) { slots } else { plain };
        (slots.width() <= width_max).then_some(slots)
    }

    /// The same for multiples of a step from the least one.
    fn by(self, step: u64) -> Slots {
        let shift = step.trailing_zeros();
        let odd = step >> shift;
        // Each turn doubles how many bits are right, which are three at first.
        let inverse = (0..5).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))));
        Slots { most: self.most / step, inverse, shift, ..self }
    }

    /// How many places there are.
    pub fn width(&self) -> usize {
        (self.most as usize).saturating_add(1 + usize::from(self.null.is_some()))
    }

    /// The place of null.
    pub fn null(&self) -> Option<usize> {
        self.null.map(|_| self.most as usize + 1)
    }

    /// The least code, where all codes from it on have places in their order.
    #[inline(always)]
    pub fn low(&self) -> Option<u64> {
        (self.inverse == 1 && self.shift == 0 && self.null.is_none()).then_some(self.low)
    }

    /// How many steps lead to a code: more than there are places to what is no multiple, and to null. Bits that are lost to an even
    /// step would come in above.
    #[inline(always)]
    fn steps(&self, code: u64) -> u64 {
        code.wrapping_sub(self.low).wrapping_mul(self.inverse).rotate_right(self.shift)
    }

    #[inline(always)]
    fn has(&self, code: u64) -> bool {
        (self.steps(code) <= self.most) | (Some(code) == self.null)
    }

    /// The place of any code.
    #[inline(always)]
    pub fn find(&self, code: u64) -> Option<usize> {
        match self.steps(code) {
            at if at <= self.most => Some(at as usize),
            _ if Some(code) == self.null => self.null(),
            _ => None,
        }
    }

    /// The place of a code that has one. A code that has none was not there when the table was made: the file that it lies in is being
    /// cut short, and nobody sees what comes of it.
    #[inline(always)]
    pub fn at(&self, code: u64) -> usize {
        let last = self.most + u64::from(self.null.is_some());
        self.steps(code).min(last) as usize
    }
}

/// `$body` with `$slot` what tells the place of a code that has one; it is compiled apart for places in the order of the codes, which
/// are found soonest.
macro_rules! with_slots {
    ($slots:expr, $slot:ident => $body:expr) => {{
        let slots: $crate::slots::Slots = $slots;
        match slots.low() {
            Some(low) => {
                let width = slots.width();
                let $slot = move |code: u64| $crate::slots::near(code, low, width);
                $body
            }
            None => {
                let $slot = move |code: u64| slots.at(code);
                $body
            }
        }
    }};
}
pub(crate) use with_slots;

/// [`Slots::at`] of places in the order of the codes.
#[inline(always)]
pub fn near(code: u64, low: u64, width: usize) -> usize {
    let at = code.wrapping_sub(low) as usize;
    if at < width { at } else { last(width) }
}

#[cold]
fn last(width: usize) -> usize {
    width - 1
}

/// The least and the greatest code of integers or symbols, when no more than `width_max` codes are from the one to the other.
fn span<T: Key>(xs: &[T], width_max: usize) -> Option<(u64, u64)> {
    let (low, high) = match T::REPR {
        Repr::F32 | Repr::F64 | Repr::Guid => return None,
        Repr::U8 => (0, 255),
        _ => {
            // Wide ranges are seen early: hashing starts without having read everything.
            let (near, rest) = xs.split_at(xs.len().min(LOOK));
            let first = bounds(near, width_max)?;
            let parts = pool::map_ranges(rest.len(), LOOK, |r| bounds(&rest[r], width_max));
            parts.into_iter().try_fold(first, |a, b| b.map(|b| (a.0.min(b.0), a.1.max(b.1))))?
        }
    };
    let width = usize::try_from(high.wrapping_sub(low) as u64).ok()?.checked_add(1)?;
    (width <= width_max.max(256)).then_some((low as u64, high as u64))
}

/// The least and the greatest code of integers or symbols, unless they are further apart than `width_max`.
fn bounds<T: Key>(xs: &[T], width_max: usize) -> Option<(i64, i64)> {
    let first = xs.first()?.code().number() as i64;
    let mut range = (first, first);
    for run in xs.chunks(4096) {
        let (low, high) = wide::extremes(run, |x| x.code().number() as i64);
        range = (range.0.min(low), range.1.max(high));
        if range.1.wrapping_sub(range.0) as u64 >= width_max as u64 {
            return None;
        }
    }
    Some(range)
}

fn gcd(mut x: u64, mut y: u64) -> u64 {
    while y != 0 {
        (x, y) = (y, x % y);
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeSet, HashSet};

    #[test]
    fn each_code_has_a_place_of_its_own() {
        for step in [1i64, 2, 3, 60, 64, 1000, 300_000_000_000, (1 << 52) + 3, 1 << 51] {
            for low in [0, -5, 1 << 60, -(1 << 60), i64::MIN + 1] {
                for (nulls, odd) in [(false, false), (true, false), (true, true)] {
                    let item = |i: i64| match i {
                        _ if nulls && i % 7 == 6 => i64::MIN,
                        // Not where the sample looks, which takes every second item.
                        1501 if odd => low + 1,
                        _ => low + (i * 7919 % 1301) * step,
                    };
                    let xs: Vec<i64> = (0..3000).map(item).collect();
                    let slots = Slots::of(&xs, 4096);
                    assert_eq!(slots.is_some(), !odd || step < 4, "{step} {low}");
                    let Some(slots) = slots else { continue };
                    let codes: BTreeSet<i64> = xs.iter().copied().collect();
                    let places: HashSet<usize> = codes.iter().map(|x| slots.at(*x as u64)).collect();
                    assert!(places.len() == codes.len() && places.iter().all(|at| *at < slots.width()));
                    for x in &codes {
                        assert_eq!(slots.find(*x as u64), Some(slots.at(*x as u64)));
                    }
                    let some = codes.iter().filter(|x| **x != i64::MIN).map(|x| slots.at(*x as u64));
                    assert!(some.clone().is_sorted() && some.max() < slots.null().or(Some(slots.width())));
                    // What is not there has the place of something else that is not there, or none.
                    for x in [1, 3, 7, 64, i64::MAX, 1 << 62, 5 << 50] {
                        for y in [low.wrapping_add(x), low.wrapping_sub(x), low.wrapping_add(1303 * step)] {
                            let at = slots.find(y as u64);
                            assert!(
                                codes.contains(&y) || at.is_none_or(|at| !places.contains(&at)),
                                "{step} {low} {y}"
                            );
                        }
                    }
                }
            }
        }
        assert!(Slots::of::<i64>(&[], 100).is_none() && Slots::of(&[1.5], 100).is_none());
        assert_eq!(Slots::of(&[i64::MIN, i64::MAX], 100).unwrap().width(), 2);
        assert_eq!(Slots::of(&[i32::MIN, 7, 3, i32::MIN], 100).unwrap().width(), 3);
        assert!(Slots::of(&[0i64, 1, 1 << 40], 100).is_none());
    }
}
