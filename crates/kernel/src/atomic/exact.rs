//! Quotients of integers, and floors of floats, by float registers.
//!
//! Integer division has no wide form and takes many cycles. But where both operands are below 2^50 the quotient
//! rounded down is exact in a 64-bit float: a quotient that is not whole is further from the next whole number than
//! the rounding of the division reaches. What is made of it by one product and one difference is exact too.
//! Each stretch is looked at first. Larger numbers over large ones, as timestamps over bars of them, have quotients that the floats
//! miss by one at most, which the remainder tells. What is left takes the plain loop.

use super::ops::{Int, Rounding};
use super::run::{Cell, RUN};
use super::wide;
use std::mem::MaybeUninit;

/// 1.5 times 2^52: added to a whole number below 2^51 it leaves that number in the low bits.
const SHIFT: f64 = 6_755_399_441_055_744.0;
/// What counts as small: sums of two such are below [`LIMIT`].
const SMALL: i64 = 1 << 50;
/// What [`SHIFT`] can carry.
const LIMIT: f64 = (1u64 << 51) as f64;

/// Integers that go through floats.
pub trait Whole: Int {
    /// Are all but nulls small?
    fn all_small(xs: &[Self]) -> bool;
    /// Exact for small ones.
    fn to_float(self) -> f64;
    /// Of a whole number below 2^51.
    fn of_float(x: f64) -> Self;
    /// Are these divisors, but for nulls, all fit for [`Whole::over_large`]?
    fn all_large(_: &[Self]) -> bool {
        false
    }
    /// The quotient by a large divisor, rounded down. Neither is null.
    fn over_large(self, divisor: Self) -> Self {
        self.quotient(divisor).unwrap_or(Self::NULL)
    }
}

/// Quotients by such divisors are below [`SMALL`], and their remainders far below the longest long.
const LARGE: std::ops::Range<i64> = 1 << 13..1 << 61;

impl Whole for i32 {
    #[inline(always)]
    fn all_small(_: &[i32]) -> bool {
        true
    }
    #[inline(always)]
    fn to_float(self) -> f64 {
        self.into()
    }
    #[inline(always)]
    fn of_float(x: f64) -> i32 {
        (x + SHIFT).to_bits() as i32
    }
}

impl Whole for i64 {
    #[inline(always)]
    fn all_small(xs: &[i64]) -> bool {
        wide::all(xs, |x| ((x > -SMALL) & (x < SMALL)) | (x == i64::MIN))
    }
    #[inline(always)]
    fn to_float(self) -> f64 {
        f64::from_bits((SHIFT.to_bits() as i64).wrapping_add(self) as u64) - SHIFT
    }
    #[inline(always)]
    fn of_float(x: f64) -> i64 {
        ((x + SHIFT).to_bits() as i64).wrapping_sub(SHIFT.to_bits() as i64)
    }
    #[inline(always)]
    fn all_large(xs: &[i64]) -> bool {
        wide::all(xs, |x| LARGE.contains(&x.wrapping_abs()) | (x == i64::MIN))
    }
    #[inline(always)]
    fn over_large(self, divisor: i64) -> i64 {
        let near = i64::of_float((rounded(self) / rounded(divisor)).floor());
        let rest = self.wrapping_sub(near.wrapping_mul(divisor));
        let (rest, size) = (if divisor < 0 { -rest } else { rest }, divisor.abs());
        near + i64::from(rest >= size) - i64::from(rest < 0)
    }
}

/// The float next to any long, which has no wide form of its own: its two halves are exact.
#[inline(always)]
fn rounded(x: i64) -> f64 {
    const HALF: f64 = (1u64 << 32) as f64;
    (x >> 32).to_float() * HALF + (x & 0xffff_ffff).to_float()
}

/// `A` of integers, of which `A` makes quotients rounded down.
pub fn quotients<A: Rounding, I: Whole, R: Cell>(
    x: &[I],
    y: &[I],
    out: &mut [MaybeUninit<R>],
    narrow: impl Fn(I) -> R + Copy,
) {
    let small = move |x: I, y: I| {
        let answer = A::float(x.to_float(), y.to_float());
        // By zero it is infinite or not a number.
        let is_null = x.is_null() | y.is_null() | answer.is_nan() | (answer.abs() >= LIMIT);
        narrow(if is_null { I::NULL } else { I::of_float(answer) })
    };
    for ((x, y), out) in x.chunks(RUN).zip(y.chunks(RUN)).zip(out.chunks_mut(RUN)) {
        if I::all_small(x) && I::all_small(y) {
            wide::zip(x, y, out, small);
        } else if I::all_large(A::divisors(x, y)) {
            wide::zip(x, y, out, |x, y| {
                let is_null = x.is_null() | y.is_null();
                narrow(if is_null { I::NULL } else { A::by(x, y, I::over_large) })
            });
        } else {
            wide::zip(x, y, out, |x, y| narrow(A::int(x, y)));
        }
    }
}

/// Floats rounded by `round`, as longs; `plain` is the same for any float.
pub fn longs(
    x: &[f64],
    out: &mut [MaybeUninit<i64>],
    round: impl Fn(f64) -> f64 + Copy,
    plain: impl Fn(f64) -> i64 + Copy,
) {
    for (x, out) in x.chunks(RUN).zip(out.chunks_mut(RUN)) {
        if wide::all(x, |x| (x.abs() < SMALL as f64) | x.is_nan()) {
            wide::map(x, out, |x| if x.is_nan() { i64::MIN } else { i64::of_float(round(x)) });
        } else {
            wide::map(x, out, plain);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ops::{Div, Mod, Xbar};
    use super::*;

    fn check<A: Rounding, I: Whole>(xs: &[I], ys: &[I]) {
        let data = wide::filled(I::REPR, xs.len(), usize::MAX / 2, |r, out| {
            quotients::<A, I, I>(&xs[r.clone()], &ys[r], I::of_out(out), |x| x);
        });
        let Some(answers) = I::of(&data) else { panic!("another storage") };
        for ((x, y), answer) in xs.iter().zip(ys).zip(answers.as_slice()) {
            assert_eq!(*answer, A::int(*x, *y), "{x:?} {y:?}");
        }
    }

    #[test]
    fn as_integer_division() {
        let near = |c: i64| (-2..=2).map(move |d| c + d);
        let big = (1i64 << 50) - 3;
        let some: Vec<i64> =
            [0, 7, 100, 1 << 26, 94_906_267, big].into_iter().flat_map(near).flat_map(|x| [x, -x]).collect();
        let (mut xs, mut ys) = (Vec::new(), Vec::new());
        for x in some.iter().chain([&i64::MIN]) {
            for y in some.iter().chain([&i64::MIN]) {
                xs.push(*x);
                ys.push(*y);
            }
        }
        check::<Div, i64>(&xs, &ys);
        check::<Mod, i64>(&xs, &ys);
        check::<Xbar, i64>(&xs, &ys);
        // Large numbers: both sides of multiples, and the ends of what goes by floats.
        let ends = [1 << 13, (1 << 61) - 1, 300_000_000_000, 86_400_000_000_000, 94_906_267, 1 << 40];
        let large: Vec<i64> = ends.into_iter().flat_map(near).flat_map(|d| [d, -d]).collect();
        let fits = |d: &&i64| LARGE.contains(&d.abs());
        let (mut large_xs, mut large_ys) = (vec![i64::MIN; 2], vec![i64::MIN, 8192]);
        for d in large.iter().filter(fits) {
            let products = [0, 1, -1, 2, 1000, 99_999, -7_777, 1 << 20, i64::MAX / d, -(i64::MAX / d)];
            let around = products
                .into_iter()
                .filter_map(|q| q.checked_mul(*d))
                .flat_map(|m| [-2, -1, 0, 1, 2].map(move |s| m.saturating_add(s).max(-i64::MAX)));
            for x in around.chain([i64::MAX, -i64::MAX, (1 << 53) + 1, 757_382_400_123_456_789]) {
                large_xs.push(x);
                large_ys.push(*d);
            }
        }
        check::<Div, i64>(&large_xs, &large_ys);
        check::<Mod, i64>(&large_xs, &large_ys);
        check::<Xbar, i64>(&large_ys, &large_xs);
        xs.push(i64::MAX);
        ys.push(3);
        check::<Div, i64>(&xs, &ys);
        let ints = [0, 1, -1, 3, -7, 1000, i32::MAX, -i32::MAX, i32::MIN];
        let xs: Vec<i32> = ints.iter().flat_map(|x| [*x; 9]).collect();
        let ys: Vec<i32> = ints.iter().cycle().take(81).copied().collect();
        check::<Div, i32>(&xs, &ys);
        check::<Mod, i32>(&xs, &ys);
        check::<Xbar, i32>(&xs, &ys);
    }
}
