//! Quotients of integers, and floors of floats, by float registers.
//!
//! Integer division has no wide form and takes many cycles. But where both operands are below 2^50 the quotient
//! rounded down is exact in a 64-bit float: a quotient that is not whole is further from the next whole number than
//! the rounding of the division reaches. What is made of it by one product and one difference is exact too.
//! Each stretch is looked at first, and one with larger numbers takes the plain loop.

use super::ops::{Arith, Int};
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
}

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
}

/// `A` of integers, of which `A` makes quotients rounded down.
pub fn quotients<A: Arith, I: Whole, R: Cell>(
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

    fn check<A: Arith, I: Whole>(xs: &[I], ys: &[I]) {
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
