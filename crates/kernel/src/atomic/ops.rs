//! What the atomic functions do to one pair of items, or one item.

use super::convert::Cast;
use super::curves;
use super::run::Cell;
use quarry_value::{Guid, Item, Sym};
use std::cmp::Ordering;

/// Integers that have a null.
pub trait Int: Cell + Ord {
    fn plus(self, y: Self) -> Self;
    fn minus(self, y: Self) -> Self;
    fn times(self, y: Self) -> Self;
    fn negated(self) -> Self;
    fn sign(self) -> i32;
    /// The quotient rounded down; `None` by zero.
    fn quotient(self, y: Self) -> Option<Self>;

    /// `self`, or null when `x` or `y` is.
    #[inline(always)]
    fn or_null(self, x: Self, y: Self) -> Self {
        if x.is_null() | y.is_null() { Self::NULL } else { self }
    }
}

macro_rules! ints {
    ($($t:ty)*) => {$(
        impl Int for $t {
            #[inline(always)]
            fn plus(self, y: Self) -> Self { self.wrapping_add(y) }
            #[inline(always)]
            fn minus(self, y: Self) -> Self { self.wrapping_sub(y) }
            #[inline(always)]
            fn times(self, y: Self) -> Self { self.wrapping_mul(y) }
            #[inline(always)]
            fn negated(self) -> Self { self.wrapping_neg() }
            #[inline(always)]
            fn sign(self) -> i32 { i32::from(self > 0) - i32::from(self < 0) }
            #[inline(always)]
            fn quotient(self, y: Self) -> Option<Self> {
                if y == 0 {
                    return None;
                }
                let q = self.wrapping_div(y);
                let r = self.wrapping_rem(y);
                Some(if r != 0 && (r < 0) != (y < 0) { q - 1 } else { q })
            }
        }
    )*};
}

ints! { i16 i32 i64 }

/// An integer without its sign.
#[inline(always)]
pub fn magnitude<I: Int>(x: I) -> I {
    if x.sign() < 0 { x.negated() } else { x }
}

/// The sign of a float; that of null is negative.
#[inline(always)]
pub fn side<F: Float>(x: F) -> i32 {
    i32::from(x > F::ZERO) - i32::from(x < F::ZERO || x.is_null())
}

/// Floats. NaN is null.
pub trait Float:
    Cell
    + std::ops::Add<Output = Self>
    + std::ops::Sub<Output = Self>
    + std::ops::Mul<Output = Self>
    + std::ops::Div<Output = Self>
    + std::ops::Neg<Output = Self>
    + PartialOrd
{
    /// 2 to the -43rd: how far apart, relatively, two floats are that count as equal.
    const TOLERANCE: Self;
    const INFINITY: Self;
    const ZERO: Self;
    fn magnitude(self) -> Self;
    fn larger(self, y: Self) -> Self;
    fn down(self) -> Self;
}

macro_rules! floats {
    ($($t:ty)*) => {$(
        impl Float for $t {
            const TOLERANCE: Self = 1.0 / ((1u64 << 43) as $t);
            const INFINITY: Self = <$t>::INFINITY;
            const ZERO: Self = 0.0;
            #[inline(always)]
            fn magnitude(self) -> Self { self.abs() }
            #[inline(always)]
            fn larger(self, y: Self) -> Self { if self > y { self } else { y } }
            #[inline(always)]
            fn down(self) -> Self { self.floor() }
        }
    )*};
}

floats! { f32 f64 }

/// Arithmetic whose result is stored as its arguments are.
pub trait Arith {
    fn int<I: Int>(x: I, y: I) -> I;
    fn float<F: Float>(x: F, y: F) -> F;
}

/// `x+y`: integers wrap.
pub struct Add;
impl Arith for Add {
    #[inline(always)]
    fn int<I: Int>(x: I, y: I) -> I {
        x.plus(y).or_null(x, y)
    }
    #[inline(always)]
    fn float<F: Float>(x: F, y: F) -> F {
        x + y
    }
}

/// `x-y`: integers wrap.
pub struct Subtract;
impl Arith for Subtract {
    #[inline(always)]
    fn int<I: Int>(x: I, y: I) -> I {
        x.minus(y).or_null(x, y)
    }
    #[inline(always)]
    fn float<F: Float>(x: F, y: F) -> F {
        x - y
    }
}

/// `x*y`: integers wrap.
pub struct Multiply;
impl Arith for Multiply {
    #[inline(always)]
    fn int<I: Int>(x: I, y: I) -> I {
        x.times(y).or_null(x, y)
    }
    #[inline(always)]
    fn float<F: Float>(x: F, y: F) -> F {
        x * y
    }
}

/// What is made of quotients rounded down.
pub trait Rounding: Arith {
    /// Which of the arguments divide.
    fn divisors<'a, I>(x: &'a [I], y: &'a [I]) -> &'a [I];
    /// The answer, by a quotient rounded down.
    fn by<I: Int>(x: I, y: I, quotient: impl Fn(I, I) -> I) -> I;
}

impl Rounding for Div {
    #[inline(always)]
    fn divisors<'a, I>(_: &'a [I], y: &'a [I]) -> &'a [I] {
        y
    }
    #[inline(always)]
    fn by<I: Int>(x: I, y: I, quotient: impl Fn(I, I) -> I) -> I {
        quotient(x, y)
    }
}

impl Rounding for Mod {
    #[inline(always)]
    fn divisors<'a, I>(_: &'a [I], y: &'a [I]) -> &'a [I] {
        y
    }
    #[inline(always)]
    fn by<I: Int>(x: I, y: I, quotient: impl Fn(I, I) -> I) -> I {
        x.minus(quotient(x, y).times(y))
    }
}

impl Rounding for Xbar {
    #[inline(always)]
    fn divisors<'a, I>(x: &'a [I], _: &'a [I]) -> &'a [I] {
        x
    }
    #[inline(always)]
    fn by<I: Int>(x: I, y: I, quotient: impl Fn(I, I) -> I) -> I {
        quotient(y, x).times(x)
    }
}

/// `x div y`: the quotient rounded down; null by zero.
pub struct Div;
impl Arith for Div {
    #[inline(always)]
    fn int<I: Int>(x: I, y: I) -> I {
        x.quotient(y).unwrap_or(I::NULL).or_null(x, y)
    }
    #[inline(always)]
    fn float<F: Float>(x: F, y: F) -> F {
        (x / y).down()
    }
}

/// `x mod y`: what `div` leaves; its sign is that of `y`.
pub struct Mod;
impl Arith for Mod {
    #[inline(always)]
    fn int<I: Int>(x: I, y: I) -> I {
        x.quotient(y).map_or(I::NULL, |q| x.minus(q.times(y))).or_null(x, y)
    }
    #[inline(always)]
    fn float<F: Float>(x: F, y: F) -> F {
        x - y * (x / y).down()
    }
}

/// `x xbar y`: `y` rounded down to a multiple of `x`.
pub struct Xbar;
impl Arith for Xbar {
    #[inline(always)]
    fn int<I: Int>(x: I, y: I) -> I {
        y.quotient(x).map_or(I::NULL, |q| q.times(x)).or_null(x, y)
    }
    #[inline(always)]
    fn float<F: Float>(x: F, y: F) -> F {
        x * (y / x).down()
    }
}

/// Are two floats equal within tolerance? Nulls are equal; infinities are compared exactly.
#[inline(always)]
pub fn same<F: Float>(x: F, y: F) -> bool {
    let apart = (x - y).magnitude();
    let allowed = x.magnitude().larger(y.magnitude()) * F::TOLERANCE;
    (x == y) | ((apart <= allowed) & (apart < F::INFINITY)) | (x.is_null() & y.is_null())
}

/// Is `x` less than `y` by more than the tolerance? Null is less than everything else.
#[inline(always)]
pub fn below<F: Float>(x: F, y: F) -> bool {
    let apart = y - x;
    let allowed = x.magnitude().larger(y.magnitude()) * F::TOLERANCE;
    // An infinite distance is more than any tolerance, an infinite one too.
    (apart > allowed) | (apart == F::INFINITY) | (x.is_null() & !y.is_null())
}

/// Order and choice between items of one storage.
pub trait Ordered: Cell {
    fn equal(x: Self, y: Self) -> bool;
    fn less(x: Self, y: Self) -> bool;
    /// The order in which `&` and `|` choose: exact, null first.
    #[inline(always)]
    fn lesser(x: Self, y: Self) -> Self {
        if Self::less(y, x) { y } else { x }
    }
    #[inline(always)]
    fn greater(x: Self, y: Self) -> Self {
        if Self::less(x, y) { y } else { x }
    }
}

macro_rules! ordered {
    ($($t:ty)*) => {$(
        impl Ordered for $t {
            #[inline(always)]
            fn equal(x: Self, y: Self) -> bool { x == y }
            #[inline(always)]
            fn less(x: Self, y: Self) -> bool { x < y }
        }
    )*};
}

ordered! { u8 i16 i32 i64 Guid }

impl Ordered for Sym {
    #[inline(always)]
    fn equal(x: Self, y: Self) -> bool {
        x == y
    }
    #[inline]
    fn less(x: Self, y: Self) -> bool {
        x.cmp(&y) == Ordering::Less
    }
}

macro_rules! ordered_floats {
    ($($t:ty)*) => {$(
        impl Ordered for $t {
            #[inline(always)]
            fn equal(x: Self, y: Self) -> bool { same(x, y) }
            #[inline(always)]
            fn less(x: Self, y: Self) -> bool { below(x, y) }
            #[inline(always)]
            fn lesser(x: Self, y: Self) -> Self { if (y < x) | y.is_nan() { y } else { x } }
            #[inline(always)]
            fn greater(x: Self, y: Self) -> Self { if (y > x) | x.is_nan() { y } else { x } }
        }
    )*};
}

ordered_floats! { f32 f64 }

/// `x^y`: `y`, or `x` where `y` is null.
#[inline(always)]
pub fn fill<T: Cell>(x: T, y: T) -> T {
    if y.is_null() { x } else { y }
}

/// `x xexp y`, as the reference says it is computed. A negative `x` has whole powers, by wp/machine-learning, where
/// `x xexp 2` is `x*x`, to the last bit (files that kdb+ wrote with the gradients of squares). The power zero of anything but null is one, zero and infinity too, where the logarithm
/// would give null.
#[inline(always)]
pub fn power(x: f64, y: f64) -> f64 {
    if y == 0.0 && !x.is_nan() {
        return 1.0;
    }
    if y == 2.0 {
        return x * x;
    }
    let of_size = curves::power(x.abs(), y);
    match x < 0.0 {
        false if x.is_nan() || y.is_nan() => f64::NULL,
        false => of_size,
        true if y % 2.0 == 0.0 || y.is_infinite() => of_size,
        true if y == y.trunc() => -of_size,
        true => f64::NULL,
    }
}

/// `x xlog y`
#[inline(always)]
pub fn logarithm(x: f64, y: f64) -> f64 {
    curves::one::<curves::Log>(y) / curves::one::<curves::Log>(x)
}

/// A float rounded down to a long; null beyond the longs, and so of infinities.
#[inline(always)]
pub fn long_below<F: Float + Cast<i64>>(x: F) -> i64 {
    within_longs(x.down().cast())
}

/// A whole float as a long, which the cast made an infinity where it is beyond the longs: no float is that number.
#[inline(always)]
fn within_longs(x: i64) -> i64 {
    if x == i64::MAX || x == -i64::MAX { i64::MIN } else { x }
}

/// A float rounded up to a long; null beyond the longs, and so of infinities.
#[inline(always)]
pub fn long_above<F: Float + Cast<i64>>(x: F) -> i64 {
    within_longs((-(-x).down()).cast())
}
