//! The loops of [`super::lanes`], compiled once more for CPUs with AVX2.
//!
//! Unsafe because calling code built for a CPU feature is sound only where the CPU has it; each function asks
//! first. No logic lives here.
#![allow(unsafe_code, reason = "code for CPUs with AVX2")]

pub use super::lanes::DEEP;
use super::lanes::{self, Lies, LongSum};
use super::number::Number;

/// `fn name(args) -> R` that runs `lanes::name`, in the AVX2 build when the CPU has it.
macro_rules! wide {
    ($($name:ident $([$($bound:tt)+])? ($($arg:ident: $ty:ty),*) -> $ret:ty;)*) => {$(
        #[inline]
        pub fn $name $(<T: $($bound)+>)? ($($arg: $ty),*) -> $ret {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn avx2 $(<T: $($bound)+>)? ($($arg: $ty),*) -> $ret {
                    lanes::$name($($arg),*)
                }
                if std::is_x86_feature_detected!("avx2") {
                    // SAFETY: the CPU has AVX2, as was just asked.
                    return unsafe { avx2($($arg),*) };
                }
            }
            lanes::$name($($arg),*)
        }
    )*};
}

wide! {
    sum_longs[Number](xs: &[T]) -> i64;
    sum_bytes(xs: &[u8]) -> i64;
    sum_bools(xs: &[u8]) -> i64;
    sum_floats[Number](xs: &[T]) -> f64;
    sum_absent_floats[Number](xs: &[T]) -> (f64, i64);
    long_sum[Number](xs: &[T]) -> LongSum;
    max[Number](xs: &[T]) -> T;
    min[Number](xs: &[T]) -> T;
    prd_longs[Number](xs: &[T]) -> i64;
    prd_floats[Number](xs: &[T]) -> f64;
    zeros[Number + Default](xs: &[T]) -> usize;
    to_floats[Number](xs: &[T], out: &mut [f64]) -> ();
    moments(xs: &[f64], shift: f64) -> [f64; 3];
    pair_moments(xs: &[f64], ys: &[f64], shifts: [f64; 2]) -> [f64; 6];
    products(xs: &[f64], ys: [&[f64]; 4]) -> [f64; 4];
    weighted(ws: &[f64], xs: &[f64]) -> [f64; 2];
    dot(xs: &[f64], ys: &[f64]) -> f64;
    dots(rows: &[f64], ys: &[f64], out: &mut [f64]) -> ();
    each[Copy, R, F: Fn(&[T]) -> R](xs: &[T], lies: Lies, out: &mut [R], of: &F) -> ();
    add_scaled(out: &mut [f64], row: &[f64], weight: f64) -> ();
    add_weighted(out: &mut [f64], rows: [&[f64]; 4], weights: [f64; 4]) -> ();
    add_strips(out: &mut [f64], width: usize, weights: &[&[f64]], rows: &[f64]) -> ();
}
