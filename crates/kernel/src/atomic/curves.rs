//! The exponential, the logarithm and the waves of floats, several at a time.
//!
//! Each is computed without a branch, so that the loops of `wide` compute registers of them: the argument is brought into a
//! short range, for which some terms of a power series do. The first of these are computed in two floats, the second of which
//! is what the first was rounded by. So results are within 0.6 units of the last place, and all but three in a thousand are
//! the float that is nearest. An item alone is computed as it is in a vector.
//!
//! All this is for CPUs that multiply and add in one step. Others, and waves far from zero, have the system's functions.

use super::ops;
use super::run::{Cell, Out, Run};
use super::wide::{self, Curve, Surface};
use quarry_value::Item;
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_PI, LOG2_E};

/// A curve beside the system's.
pub trait Function: Curve {
    /// The system's.
    fn plain(x: f64) -> f64;
    /// Is the curve the function near zero alone?
    const IS_NEAR: bool = false;
}

/// Is `x` where the curve is the function?
#[inline(always)]
fn fits<F: Function>(x: f64) -> bool {
    !F::IS_NEAR | (x.abs() < NEAR)
}

/// The function of every item of a run.
pub fn run<F: Function>(x: Run, out: Out) {
    let (x, out) = (f64::of_run(x), f64::of_out(out));
    if !wide::fuses() {
        return wide::map(x, out, F::plain);
    }
    for (x, out) in x.chunks(STRETCH).zip(out.chunks_mut(STRETCH)) {
        wide::curve::<F>(x, out);
        if !wide::all(x, fits::<F>) {
            let beyond = out.iter_mut().zip(x).filter(|(_, x)| !fits::<F>(**x));
            beyond.for_each(|(o, x)| _ = o.write(F::plain(*x)));
        }
    }
}

/// The function of one float.
#[inline]
pub fn one<F: Function>(x: f64) -> f64 {
    if wide::fuses() && fits::<F>(x) { wide::on_curve::<F>(x) } else { F::plain(x) }
}

/// Items of which it is found out together how they are computed.
const STRETCH: usize = 128;

/// 1.5 times 2^52. A float that is added to it becomes a whole number, which the low bits of the sum are.
const WHOLE: f64 = 6_755_399_441_055_744.0;
/// The logarithm of two, in two parts. As many as there are exponents of the first are exact.
const LN2: [f64; 2] = [f64::from_bits(0x3fe6_2e42_fee0_0000), f64::from_bits(0x3dea_39ef_3579_3c76)];
/// A quarter of a turn, in three parts.
const QUARTER: [f64; 3] = [
    f64::from_bits(0x3ff9_21fb_5444_2d18),
    f64::from_bits(0x3c91_a626_3314_5c07),
    f64::from_bits(0xb91f_1976_b7ed_8fbc),
];
/// One sixth, in two parts.
const SIXTH: [f64; 2] = [1.0 / 6.0, f64::from_bits(0x3c65_5555_5555_5555)];
/// Below it nothing is rounded when quarters of a turn are taken away.
const NEAR: f64 = (1 << 30) as f64;

/// The bits of an exponent, and of the sign before it.
const EXPONENT: u64 = 0xfff << 52;
/// What is added to exponents.
const BIAS: f64 = 1023.0;

/// `c[0] + c[1]*z + c[2]*z*z` and so on.
#[inline(always)]
fn series<const N: usize>(z: f64, c: [f64; N]) -> f64 {
    let (mut sum, mut i) = (c[N - 1], N - 1);
    while i > 0 {
        i -= 1;
        sum = sum.mul_add(z, c[i]);
    }
    sum
}

/// The sum, and what it was rounded by. `x` is not smaller than `y`.
#[inline(always)]
fn sum(x: f64, y: f64) -> [f64; 2] {
    let sum = x + y;
    [sum, (x - sum) + y]
}

/// The product, and what it was rounded by.
#[inline(always)]
fn product(x: f64, y: f64) -> [f64; 2] {
    let product = x * y;
    [product, x.mul_add(y, -product)]
}

/// The square of `x`, and a sixth of its cube, each in two floats.
#[inline(always)]
fn square_and_cube(x: f64) -> [[f64; 2]; 2] {
    let square = product(x, x);
    let cube = product(square[0], x);
    let rest = square[1].mul_add(x, cube[1]);
    let sixth = product(cube[0], SIXTH[0]);
    let low = rest.mul_add(SIXTH[0], cube[0].mul_add(SIXTH[1], sixth[1]));
    [square, [sixth[0], low]]
}

/// `x`, which is near enough to zero that its exponential is a float, as so many logarithms of two and what is left of it.
#[inline(always)]
fn halved(x: f64) -> (f64, [f64; 2]) {
    let k = x.mul_add(LOG2_E, WHOLE) - WHOLE;
    let high = (-k).mul_add(LN2[0], x);
    let r = (-k).mul_add(LN2[1], high);
    (k, [r, (-k).mul_add(LN2[1], high - r)])
}

/// Beyond these all exponentials are zero or infinite.
const EXP_MIN: f64 = -746.0;
const EXP_MAX: f64 = 710.0;

/// The nearest float to `x` that is no further away.
#[inline(always)]
fn within_reach(x: f64) -> f64 {
    let within = if x < EXP_MIN { EXP_MIN } else { x };
    if within > EXP_MAX { EXP_MAX } else { within }
}

/// The exponential of `k` logarithms of two and what is left, or zero.
#[inline(always)]
fn exponential(k: f64, [r, low]: [f64; 2], is_zero: bool) -> f64 {
    const FROM_FOURTH: [f64; 10] = [
        1.0 / 24.0,
        1.0 / 120.0,
        1.0 / 720.0,
        1.0 / 5_040.0,
        1.0 / 40_320.0,
        1.0 / 362_880.0,
        1.0 / 3_628_800.0,
        1.0 / 39_916_800.0,
        1.0 / 479_001_600.0,
        1.0 / 6_227_020_800.0,
    ];
    let [square, sixth] = square_and_cube(r);
    let curved = square[0].mul_add(0.5, sixth[0]);
    let curved_low = square[1].mul_add(0.5, square[0].mul_add(0.5, -curved) + sixth[0]);
    let [more, more_low] = sum(r, curved);
    let [all, all_low] = sum(1.0, more);
    let rest = r.mul_add(low, low) + (curved_low + sixth[1]);
    let rest = (square[0] * square[0]).mul_add(series(r, FROM_FOURTH), rest);
    let of_r = all + (all_low + (more_low + rest));

    // The power of two in two factors, as it may be less or more than a float can be.
    let half = k.mul_add(0.5, WHOLE + BIAS);
    let other = (k - (half - (WHOLE + BIAS))) + (WHOLE + BIAS);
    // CPUs take long to find that a product is too small to be a float.
    let other = if is_zero { 0.0 } else { power_of_two(other) };
    of_r * power_of_two(half) * other
}

/// Two to a power, which the low bits of `whole` are with [`BIAS`].
#[inline(always)]
fn power_of_two(whole: f64) -> f64 {
    f64::from_bits(whole.to_bits() << 52)
}

pub struct Exp;

impl Curve for Exp {
    #[inline(always)]
    fn fused(x: f64) -> f64 {
        let (k, r) = halved(within_reach(x));
        let y = exponential(k, r, x < EXP_MIN);
        if x.is_nan() { x } else { y }
    }
}

impl Function for Exp {
    fn plain(x: f64) -> f64 {
        x.exp()
    }
}

/// A float above zero, by its bits, as 2^k times what is from the root of a half to that of two: `k`, and that.
#[inline(always)]
fn scaled(bits: u64) -> (f64, f64) {
    const ONE: u64 = 1.0_f64.to_bits();
    const TWO_52: f64 = (1_u64 << 52) as f64;
    let from = bits.wrapping_add(ONE - FRAC_1_SQRT_2.to_bits());
    let k = f64::from_bits((from >> 52) | TWO_52.to_bits()) - (TWO_52 + BIAS);
    (k, f64::from_bits(bits.wrapping_sub(from & EXPONENT).wrapping_add(ONE)))
}

pub struct Log;

impl Curve for Log {
    #[inline(always)]
    fn fused(x: f64) -> f64 {
        const TWO_54: f64 = (1_u64 << 54) as f64;
        let is_small = x < f64::MIN_POSITIVE;
        let bits = if is_small { (x * TWO_54).to_bits() } else { x.to_bits() };
        let (k, m) = scaled(bits);
        let k = k - if is_small { 54.0 } else { 0.0 };

        // The logarithm of `m` is `2s` and a series in the square of `s`; that is `f - f*f/2`, and the series with `s*f*f/2`.
        const FROM_THIRD: [f64; 11] = [
            2.0 / 3.0,
            2.0 / 5.0,
            2.0 / 7.0,
            2.0 / 9.0,
            2.0 / 11.0,
            2.0 / 13.0,
            2.0 / 15.0,
            2.0 / 17.0,
            2.0 / 19.0,
            2.0 / 21.0,
            2.0 / 23.0,
        ];
        let f = m - 1.0;
        let s = f / (2.0 + f);
        let z = s * s;
        let [square, square_low] = product(0.5 * f, f);
        let rest = s * z.mul_add(series(z, FROM_THIRD), square);
        let [of_m, of_m_low] = sum(f, -square);
        let [all, all_low] = sum(k * LN2[0], of_m);
        let y = all + (all_low + ((of_m_low - square_low) + k.mul_add(LN2[1], rest)));

        let y = if x == 0.0 { f64::NEG_INFINITY } else { y };
        let y = if x < 0.0 { f64::NULL } else { y };
        if x.is_nan() | (x == f64::INFINITY) { x } else { y }
    }
}

impl Function for Log {
    fn plain(x: f64) -> f64 {
        x.ln()
    }
}

/// The logarithm of a normal float above zero, in two floats.
#[inline(always)]
fn logarithm(x: f64) -> [f64; 2] {
    const FROM_FIFTH: [f64; 11] = [
        1.0 / 5.0,
        1.0 / 7.0,
        1.0 / 9.0,
        1.0 / 11.0,
        1.0 / 13.0,
        1.0 / 15.0,
        1.0 / 17.0,
        1.0 / 19.0,
        1.0 / 21.0,
        1.0 / 23.0,
        1.0 / 25.0,
    ];
    const THIRD: [f64; 2] = [2.0 * SIXTH[0], 2.0 * SIXTH[1]];
    let (k, m) = scaled(x.to_bits());
    // As for one float, but everything is in two: `s`, its square, the series, and their product.
    let f = m - 1.0;
    let [d, d_low] = sum(2.0, f);
    let inverse = 1.0 / d;
    let s = f * inverse;
    let s_low = ((-s).mul_add(d, f) - s * d_low) * inverse;
    let [z, z_low] = product(s, s);
    let z_low = (2.0 * s).mul_add(s_low, z_low);
    let rest = series(z, FROM_FIFTH);
    let curved = z.mul_add(rest, THIRD[0]);
    let curved_low = z.mul_add(rest, THIRD[0] - curved) + z_low.mul_add(rest, THIRD[1]);
    let [all, all_low] = product(z, curved);
    let all_low = z.mul_add(curved_low, z_low.mul_add(curved, all_low));
    let [more, more_low] = product(s, all);
    let more_low = s.mul_add(all_low, s_low.mul_add(all, more_low));
    let [half, half_low] = sum(s, more);
    let half_low = half_low + (s_low + more_low);
    let [y, y_low] = sum(k * LN2[0], 2.0 * half);
    sum(y, y_low + k.mul_add(LN2[1], 2.0 * half_low))
}

/// `x` to the power `y`, where [`has_power`].
struct Power;

impl Surface for Power {
    #[inline(always)]
    fn fused(x: f64, y: f64) -> f64 {
        let [log, log_low] = logarithm(x);
        let [high, low] = product(y, log);
        let low = y.mul_add(log_low, low);
        let low = if high.abs() < -EXP_MIN { low } else { 0.0 };
        let (k, [r, r_low]) = halved(within_reach(high));
        exponential(k, sum(r, r_low + low), high < EXP_MIN)
    }
}

/// Are these a normal float above zero and a finite one?
#[inline(always)]
fn has_power(x: f64, y: f64) -> bool {
    (f64::MIN_POSITIVE..f64::INFINITY).contains(&x) & (y.abs() < f64::INFINITY)
}

/// `x` to the power `y`; `x` is not below zero.
#[inline]
pub fn power(x: f64, y: f64) -> f64 {
    if wide::fuses() && has_power(x, y) { wide::on_surface::<Power>(x, y) } else { x.powf(y) }
}

/// `x xexp y` of every pair of items.
pub fn powers_of(x: Run, y: Run, out: Out) {
    let (x, y, out) = (f64::of_run(x), f64::of_run(y), f64::of_out(out));
    if !wide::fuses() {
        return wide::zip(x, y, out, ops::power);
    }
    let stretches = x.chunks(STRETCH).zip(y.chunks(STRETCH)).zip(out.chunks_mut(STRETCH));
    for ((x, y), out) in stretches {
        if wide::all(y, |y| y == 2.0) {
            wide::zip(x, y, out, |x, _| x * x);
        } else if wide::all(x, |x| has_power(x, 1.0)) && wide::all(y, |y| has_power(1.0, y) & (y != 2.0)) {
            wide::surface::<Power>(x, y, out);
        } else {
            wide::zip(x, y, out, ops::power);
        }
    }
}

/// `x xlog y`
struct Ratio;

impl Surface for Ratio {
    #[inline(always)]
    fn fused(x: f64, y: f64) -> f64 {
        Log::fused(y) / Log::fused(x)
    }
}

/// `x xlog y` of every pair of items.
pub fn logarithms(x: Run, y: Run, out: Out) {
    let (x, y, out) = (f64::of_run(x), f64::of_run(y), f64::of_out(out));
    if wide::fuses() { wide::surface::<Ratio>(x, y, out) } else { wide::zip(x, y, out, ops::logarithm) }
}

/// Where on a wave a float is: the quarter turns before it, which the low bits are, and what is left, an eighth of a turn at most
/// to either side.
#[inline(always)]
fn turned(x: f64) -> (u64, [f64; 2]) {
    let whole = x.mul_add(FRAC_2_PI, WHOLE);
    let n = whole - WHOLE;
    // Nothing is rounded here: both are multiples of the last place of a quarter.
    let left = (-n).mul_add(QUARTER[0], x);
    let [second, second_low] = product(n, QUARTER[1]);
    // As `sum`, of which may be smaller what will.
    let r = left - second;
    let taken = left - r;
    let low = (left - (r + taken)) + (taken - second) - n.mul_add(QUARTER[2], second_low);
    (whole.to_bits(), sum(r, low))
}

/// The sine of an eighth of a turn at most, in two parts that are to be added.
#[inline(always)]
fn rising([r, low]: [f64; 2]) -> [f64; 2] {
    const FROM_FIFTH: [f64; 7] = [
        1.0 / 120.0,
        -1.0 / 5_040.0,
        1.0 / 362_880.0,
        -1.0 / 39_916_800.0,
        1.0 / 6_227_020_800.0,
        -1.0 / 1_307_674_368_000.0,
        1.0 / 355_687_428_096_000.0,
    ];
    let [[z, _], [sixth, sixth_low]] = square_and_cube(r);
    let [all, all_low] = sum(r, -sixth);
    let rest = (-0.5 * z).mul_add(low, low) - sixth_low;
    [all, (z * z * r).mul_add(series(z, FROM_FIFTH), rest) + all_low]
}

/// The cosine of an eighth of a turn at most, in two parts that are to be added.
#[inline(always)]
fn falling([r, low]: [f64; 2]) -> [f64; 2] {
    const FROM_FOURTH: [f64; 8] = [
        1.0 / 24.0,
        -1.0 / 720.0,
        1.0 / 40_320.0,
        -1.0 / 3_628_800.0,
        1.0 / 479_001_600.0,
        -1.0 / 87_178_291_200.0,
        1.0 / 20_922_789_888_000.0,
        -1.0 / 6_402_373_705_728_000.0,
    ];
    let [z, z_low] = product(r, r);
    let [all, all_low] = sum(1.0, -0.5 * z);
    let rest = (-r).mul_add(low, (-0.5_f64).mul_add(z_low, all_low));
    [all, (z * z).mul_add(series(z, FROM_FOURTH), rest)]
}

/// The sine of `x` and so many quarters of a turn.
#[inline(always)]
fn wave(x: f64, quarters: u64) -> f64 {
    let (n, r) = turned(x);
    let n = n.wrapping_add(quarters);
    let (rising, falling) = (rising(r), falling(r));
    let y = if n & 1 == 0 { rising[0] + rising[1] } else { falling[0] + falling[1] };
    f64::from_bits(y.to_bits() ^ (n & 2) << 62)
}

pub struct Sin;

impl Curve for Sin {
    #[inline(always)]
    fn fused(x: f64) -> f64 {
        let y = wave(x, 0);
        // Zero keeps its sign.
        if x == 0.0 { x } else { y }
    }
}

impl Function for Sin {
    fn plain(x: f64) -> f64 {
        x.sin()
    }
    const IS_NEAR: bool = true;
}

pub struct Cos;

impl Curve for Cos {
    #[inline(always)]
    fn fused(x: f64) -> f64 {
        wave(x, 1)
    }
}

impl Function for Cos {
    fn plain(x: f64) -> f64 {
        x.cos()
    }
    const IS_NEAR: bool = true;
}

pub struct Tan;

impl Curve for Tan {
    #[inline(always)]
    fn fused(x: f64) -> f64 {
        let (n, r) = turned(x);
        let ([rising, rising_low], [falling, falling_low]) = (rising(r), falling(r));
        let (rising, falling) = (sum(rising, rising_low), sum(falling, falling_low));
        let is_odd = n & 1 == 1;
        let above = if is_odd { falling } else { rising };
        let below = if is_odd { [-rising[0], -rising[1]] } else { falling };
        let inverse = 1.0 / below[0];
        let y = above[0] * inverse;
        let rest = (-y).mul_add(below[0], above[0]) + (-y).mul_add(below[1], above[1]);
        let y = rest.mul_add(inverse, y);
        if x == 0.0 { x } else { y }
    }
}

impl Function for Tan {
    fn plain(x: f64) -> f64 {
        x.tan()
    }
    const IS_NEAR: bool = true;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atomic::{BinaryOp, UnaryOp, atomic_binary, atomic_unary};
    use quarry_value::Value;

    /// Floats of all sizes, most of them near one, zero and multiples of a quarter of a turn; more than a loop looks at together,
    /// and a few.
    fn floats() -> Vec<f64> {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = move || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 11) as f64 / (1_u64 << 53) as f64
        };
        let mut all = vec![0.0, -0.0, 1.0, -1.0, f64::NULL, f64::INFINITY, -f64::INFINITY, f64::MIN_POSITIVE];
        all.extend([5e-324, f64::MAX, -745.2, -745.1, 709.78, 709.79, NEAR, -NEAR, 1e300, 1e22]);
        for i in 0..20_003 {
            let x = random() - 0.5;
            all.extend([
                x,
                200.0 * x,
                1500.0 * x,
                1.0 + x * 2_f64.powi(-(i % 50)),
                x * 2_f64.powi(-(i % 60)),
            ]);
            all.extend([f64::from(i) * std::f64::consts::FRAC_PI_2, x * 2e9, 2_f64.powf(2100.0 * x)]);
        }
        all
    }

    /// How many floats lie between two.
    fn apart(x: f64, y: f64) -> u64 {
        let place = |x: f64| {
            if x.is_sign_negative() { -((x.to_bits() << 1 >> 1) as i64) } else { x.to_bits() as i64 }
        };
        if x.is_nan() && y.is_nan() { 0 } else { place(x).abs_diff(place(y)) }
    }

    fn check<F: Function>(op: UnaryOp) {
        let x = floats();
        let all = atomic_unary(op, &Value::floats(x.clone())).expect("floats");
        let item = |i| if let Value::F64(_, x) = all.at(i) { Some(x) } else { None };
        let out: Vec<f64> = (0..x.len()).filter_map(item).collect();
        assert_eq!(out.len(), x.len());
        for (o, x) in out.iter().zip(&x) {
            assert_eq!(o.to_bits(), one::<F>(*x).to_bits(), "{x:e} alone");
            let want = F::plain(*x);
            assert!(apart(*o, want) <= 1, "{x:e}: {o:e}, not {want:e}");
        }
        let other = out.iter().zip(&x).filter(|(o, x)| apart(**o, F::plain(**x)) > 0).count();
        assert!(other * 100 < x.len(), "{other} of {}", x.len());
    }

    #[test]
    fn curves_are_those_of_the_system_but_for_a_last_bit() {
        check::<Exp>(UnaryOp::Exp);
        check::<Log>(UnaryOp::Log);
        check::<Sin>(UnaryOp::Sin);
        check::<Cos>(UnaryOp::Cos);
        check::<Tan>(UnaryOp::Tan);
    }

    #[test]
    fn powers_are_those_of_the_system_but_for_a_last_bit() {
        let x = floats();
        let exponents = [0.5, 2.0, -1.5, 0.0, 3.0, 7.25, 1e7, -1e-3, f64::NULL, f64::INFINITY, 2.0];
        // Some stretches have one exponent, others many.
        let exponent =
            |i: usize| if (i / 500).is_multiple_of(2) { exponents[i / 1000 % 11] } else { exponents[i % 11] };
        let y: Vec<f64> = (0..x.len()).map(exponent).collect();
        let all = atomic_binary(BinaryOp::Xexp, &Value::floats(x.clone()), &Value::floats(y.clone()));
        let all = all.expect("floats");
        let mut other = 0;
        for (i, (x, y)) in x.iter().zip(&y).enumerate() {
            let Value::F64(_, got) = all.at(i) else { panic!("no float") };
            assert_eq!(got.to_bits(), ops::power(*x, *y).to_bits(), "{x:e} {y:e} alone");
            let want = if *y == 2.0 { x * x } else { x.abs().powf(*y) };
            let far = apart(got.abs(), want);
            assert!(
                far <= 1 || got.is_nan() && (*x < 0.0 || y.is_nan()),
                "{x:e} {y:e}: {got:e}, not {want:e}"
            );
            other += usize::from(far == 1);
        }
        assert!(other * 100 < x.len(), "{other} of {}", x.len());
        for (x, y) in (1..30).flat_map(|x| (0..11).map(move |y| (x, y))) {
            assert_eq!(power(f64::from(x), f64::from(y)), f64::from(x).powi(y), "{x} {y}");
        }
    }

    #[test]
    fn what_is_exact_is() {
        assert_eq!([one::<Exp>(0.0), one::<Log>(1.0), one::<Cos>(0.0)], [1.0, 0.0, 1.0]);
        assert_eq!([one::<Sin>(-0.0).to_bits(), one::<Tan>(-0.0).to_bits()], [(-0.0_f64).to_bits(); 2]);
        assert_eq!([one::<Exp>(-f64::INFINITY), one::<Log>(0.0)], [0.0, -f64::INFINITY]);
        for k in -1074..1024 {
            // Powers of two below the normal ones, too.
            let x = if k < -1022 { f64::from_bits(1 << (k + 1074)) } else { 2_f64.powi(k) };
            assert_eq!(one::<Log>(x), x.ln(), "{k}");
        }
    }
}
