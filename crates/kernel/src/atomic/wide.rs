//! Loops over runs, compiled once for any CPU and once for wide vector registers.
//!
//! The loops have no logic of their own: they apply a function to every item. They are here, and `unsafe`, for two
//! reasons: a function compiled for AVX2 may only be called where AVX2 is, and results are written to memory that
//! was not first zeroed. Both versions compute the same bits: nothing is reassociated or contracted.
#![allow(unsafe_code, reason = "code for CPUs with AVX2, and memory that was not zeroed")]

use super::run::{Cell, Out, each_repr};
use crate::ahead::ahead;
use crate::{pool, runs};
use quarry_value::{Buf, Data, Guid, Repr, Sym, room};
use std::mem::MaybeUninit;
use std::ops::{Add, Range};
#[cfg(target_arch = "x86_64")]
use std::sync::atomic::{AtomicU8, Ordering};

/// Items between two looks [`ahead`]: a few lines of memory.
const STRETCH: usize = 128;

/// Runs `$body` with `$t` the type of the items of storage `$repr`.
macro_rules! by_repr {
    ($repr:expr, $t:ident => $body:expr) => {
        match $repr {
            Repr::U8 => by_repr!(@ $t u8 $body),
            Repr::I16 => by_repr!(@ $t i16 $body),
            Repr::I32 => by_repr!(@ $t i32 $body),
            Repr::I64 => by_repr!(@ $t i64 $body),
            Repr::F32 => by_repr!(@ $t f32 $body),
            Repr::F64 => by_repr!(@ $t f64 $body),
            Repr::Guid => by_repr!(@ $t Guid $body),
            Repr::Sym => by_repr!(@ $t Sym $body),
        }
    };
    (@ $t:ident $of:ident $body:expr) => {{
        type $t = $of;
        $body
    }};
}

/// Writes `f` of every item of `x` to `out`, of the same count.
#[inline]
pub fn map<T: Copy, R: Copy>(x: &[T], out: &mut [MaybeUninit<R>], f: impl Fn(T) -> R + Copy) {
    assert!(x.len() == out.len(), "runs of one count");
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the CPU has what the function was compiled for.
        return unsafe { map_avx2(x, out, f) };
    }
    map_loop(x, out, f)
}

/// Writes `f` of every pair of items to `out`; all three of one count.
#[inline]
pub fn zip<T: Copy, U: Copy, R: Copy>(
    x: &[T],
    y: &[U],
    out: &mut [MaybeUninit<R>],
    f: impl Fn(T, U) -> R + Copy,
) {
    assert!(x.len() == out.len() && y.len() == out.len(), "runs of one count");
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the CPU has what the function was compiled for.
        return unsafe { zip_avx2(x, y, out, f) };
    }
    zip_loop(x, y, out, f)
}

#[inline(always)]
fn map_loop<T: Copy, R: Copy>(x: &[T], out: &mut [MaybeUninit<R>], f: impl Fn(T) -> R) {
    for (x, out) in x.chunks(STRETCH).zip(out.chunks_mut(STRETCH)) {
        ahead(x);
        for (o, &x) in out.iter_mut().zip(x) {
            *o = MaybeUninit::new(f(x));
        }
    }
}

#[inline(always)]
fn zip_loop<T: Copy, U: Copy, R: Copy>(x: &[T], y: &[U], out: &mut [MaybeUninit<R>], f: impl Fn(T, U) -> R) {
    for ((x, y), out) in x.chunks(STRETCH).zip(y.chunks(STRETCH)).zip(out.chunks_mut(STRETCH)) {
        ahead(x);
        ahead(y);
        for ((o, &x), &y) in out.iter_mut().zip(x).zip(y) {
            *o = MaybeUninit::new(f(x, y));
        }
    }
}

/// # Safety
/// The CPU must have AVX2, FMA and BMI.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn map_avx2<T: Copy, R: Copy>(x: &[T], out: &mut [MaybeUninit<R>], f: impl Fn(T) -> R) {
    map_loop(x, out, f)
}

/// # Safety
/// The CPU must have AVX2, FMA and BMI.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn zip_avx2<T: Copy, U: Copy, R: Copy>(
    x: &[T],
    y: &[U],
    out: &mut [MaybeUninit<R>],
    f: impl Fn(T, U) -> R,
) {
    zip_loop(x, y, out, f)
}

/// Functions of so many steps that they must be compiled within the loops that call them: their `fused` is always put where it is
/// called, which is so of no function that is an argument. Elsewhere a step that is fused here would be a call.
pub trait Curve {
    fn fused(x: f64) -> f64;
}

/// The same of two floats.
pub trait Surface {
    fn fused(x: f64, y: f64) -> f64;
}

/// Writes what a curve makes of every item.
#[inline]
pub fn curve<C: Curve>(x: &[f64], out: &mut [MaybeUninit<f64>]) {
    assert!(x.len() == out.len(), "runs of one count");
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the CPU has what the function was compiled for.
        return unsafe { curve_avx2::<C>(x, out) };
    }
    curve_loop::<C>(x, out)
}

#[inline(always)]
fn curve_loop<C: Curve>(x: &[f64], out: &mut [MaybeUninit<f64>]) {
    for (x, out) in x.chunks(STRETCH).zip(out.chunks_mut(STRETCH)) {
        ahead(x);
        for (o, &x) in out.iter_mut().zip(x) {
            *o = MaybeUninit::new(C::fused(x));
        }
    }
}

/// # Safety
/// The CPU must have AVX2, FMA and BMI.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn curve_avx2<C: Curve>(x: &[f64], out: &mut [MaybeUninit<f64>]) {
    curve_loop::<C>(x, out)
}

/// Writes what a surface makes of every pair of items.
#[inline]
pub fn surface<S: Surface>(x: &[f64], y: &[f64], out: &mut [MaybeUninit<f64>]) {
    assert!(x.len() == out.len() && y.len() == out.len(), "runs of one count");
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the CPU has what the function was compiled for.
        return unsafe { surface_avx2::<S>(x, y, out) };
    }
    surface_loop::<S>(x, y, out)
}

#[inline(always)]
fn surface_loop<S: Surface>(x: &[f64], y: &[f64], out: &mut [MaybeUninit<f64>]) {
    for ((x, y), out) in x.chunks(STRETCH).zip(y.chunks(STRETCH)).zip(out.chunks_mut(STRETCH)) {
        ahead(x);
        ahead(y);
        for ((o, &x), &y) in out.iter_mut().zip(x).zip(y) {
            *o = MaybeUninit::new(S::fused(x, y));
        }
    }
}

/// # Safety
/// The CPU must have AVX2, FMA and BMI.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn surface_avx2<S: Surface>(x: &[f64], y: &[f64], out: &mut [MaybeUninit<f64>]) {
    surface_loop::<S>(x, y, out)
}

/// What [`curve`] makes of one float.
#[inline]
pub fn on_curve<C: Curve>(x: f64) -> f64 {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the CPU has what the function was compiled for.
        return unsafe { on_curve_avx2::<C>(x) };
    }
    C::fused(x)
}

/// # Safety
/// The CPU must have AVX2, FMA and BMI.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn on_curve_avx2<C: Curve>(x: f64) -> f64 {
    C::fused(x)
}

/// What [`surface`] makes of one pair.
#[inline]
pub fn on_surface<S: Surface>(x: f64, y: f64) -> f64 {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the CPU has what the function was compiled for.
        return unsafe { on_surface_avx2::<S>(x, y) };
    }
    S::fused(x, y)
}

/// # Safety
/// The CPU must have AVX2, FMA and BMI.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn on_surface_avx2<S: Surface>(x: f64, y: f64) -> f64 {
    S::fused(x, y)
}

/// Do these functions multiply and add in one step?
#[inline(always)]
pub fn fuses() -> bool {
    #[cfg(target_arch = "x86_64")]
    return has_avx2();
    #[cfg(not(target_arch = "x86_64"))]
    cfg!(target_arch = "aarch64")
}

/// Makes every item of `x` what `f` is of it and that of `y`, of the same count.
#[inline]
pub fn onto<T: Copy>(x: &mut [T], y: &[T], f: impl Fn(T, T) -> T + Copy) {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the CPU has what the function was compiled for.
        return unsafe { onto_avx2(x, y, f) };
    }
    onto_loop(x, y, f)
}

#[inline(always)]
fn onto_loop<T: Copy>(x: &mut [T], y: &[T], f: impl Fn(T, T) -> T) {
    x.iter_mut().zip(y).for_each(|(x, &y)| *x = f(*x, y));
}

/// # Safety
/// The CPU must have AVX2, FMA and BMI.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn onto_avx2<T: Copy>(x: &mut [T], y: &[T], f: impl Fn(T, T) -> T) {
    onto_loop(x, y, f)
}

/// Makes every item of `x` what `f` is of it and those of `y` and `z`, as many as there are of all.
#[inline]
pub fn onto_both<A: Copy, T: Copy>(x: &mut [A], y: &[T], z: &[T], f: impl Fn(A, T, T) -> A + Copy) {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the CPU has what the function was compiled for.
        return unsafe { onto_both_avx2(x, y, z, f) };
    }
    onto_both_loop(x, y, z, f)
}

#[inline(always)]
fn onto_both_loop<A: Copy, T: Copy>(x: &mut [A], y: &[T], z: &[T], f: impl Fn(A, T, T) -> A) {
    x.iter_mut().zip(y).zip(z).for_each(|((x, &y), &z)| *x = f(*x, y, z));
}

/// # Safety
/// The CPU must have AVX2, FMA and BMI.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn onto_both_avx2<A: Copy, T: Copy>(x: &mut [A], y: &[T], z: &[T], f: impl Fn(A, T, T) -> A) {
    onto_both_loop(x, y, z, f)
}

/// Is `f` true of every item? All are looked at.
#[inline]
pub fn all<T: Copy>(x: &[T], f: impl Fn(T) -> bool + Copy) -> bool {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the CPU has what the function was compiled for.
        return unsafe { all_avx2(x, f) };
    }
    all_loop(x, f)
}

#[inline(always)]
fn all_loop<T: Copy>(x: &[T], f: impl Fn(T) -> bool) -> bool {
    x.iter().fold(true, |so_far, &x| so_far & f(x))
}

/// # Safety
/// The CPU must have AVX2, FMA and BMI.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn all_avx2<T: Copy>(x: &[T], f: impl Fn(T) -> bool) -> bool {
    all_loop(x, f)
}

/// The least and the greatest of `f` of the items; of none, those of all longs the other way round.
#[inline]
pub fn extremes<T: Copy>(x: &[T], f: impl Fn(T) -> i64 + Copy) -> (i64, i64) {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the CPU has what the function was compiled for.
        return unsafe { extremes_avx2(x, f) };
    }
    extremes_loop(x, f)
}

#[inline(always)]
fn extremes_loop<T: Copy>(x: &[T], f: impl Fn(T) -> i64) -> (i64, i64) {
    x.iter().fold((i64::MAX, i64::MIN), |(low, high), &x| (low.min(f(x)), high.max(f(x))))
}

/// # Safety
/// The CPU must have AVX2, FMA and BMI.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn extremes_avx2<T: Copy>(x: &[T], f: impl Fn(T) -> i64) -> (i64, i64) {
    extremes_loop(x, f)
}

/// Writes the places of the flags that are set, the first of which is at `start`, as many as there is room for, in order; how many.
#[inline]
pub fn write_positions(flags: &[u8], start: usize, out: &mut [MaybeUninit<i64>]) -> usize {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the CPU has what the function was compiled for.
        return unsafe { positions_avx2(flags, start, out) };
    }
    kept_loop(flags, Start(start), out, Start::write)
}

/// # Safety
/// The CPU must have AVX2, FMA and BMI.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn positions_avx2(flags: &[u8], start: usize, out: &mut [MaybeUninit<i64>]) -> usize {
    kept_loop(flags, Start(start), out, Start::write)
}

/// Writes the items of `x` whose flags are set, as many as there is room for, in order; how many. One flag for each item.
#[inline]
pub fn write_kept<T: Copy>(x: &[T], flags: &[u8], out: &mut [MaybeUninit<T>]) -> usize {
    assert!(x.len() == flags.len(), "a flag for each item");
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the CPU has what the function was compiled for.
        return unsafe { kept_avx2(x, flags, out) };
    }
    kept_loop(flags, x, out, Beside::write)
}

/// # Safety
/// The CPU must have AVX2, FMA and BMI.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn kept_avx2<T: Copy>(x: &[T], flags: &[u8], out: &mut [MaybeUninit<T>]) -> usize {
    kept_loop(flags, x, out, |x: &[T], set, out: &mut [MaybeUninit<T>; 8]| match x.first_chunk() {
        // SAFETY: the CPU has what the function was compiled for.
        Some(eight) => unsafe { eight_avx2(set, eight, out) },
        None => x.write(set, out),
    })
}

/// What `write` of items does, by instructions that move the items of a register to places in a table.
///
/// # Safety
/// The CPU must have AVX2.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn eight_avx2<T: Copy>(set: u8, x: &[T; 8], out: &mut [MaybeUninit<T>; 8]) {
    use std::arch::x86_64::*;
    let places = &PLACES[usize::from(set)];
    let (from, to) = (x.as_ptr(), out.as_mut_ptr());
    // SAFETY: AVX2 is there. Each arm reads and writes within eight items of the width that it is for: a load or a store
    // is of 8 bytes for items of 1, and of 32 for items of 4; for items of 8 the second store begins behind at most four and is of four.
    // Bytes of items are moved as they are, and what is written are items.
    unsafe {
        match size_of::<T>() {
            1 => {
                let places = _mm_loadl_epi64(places.as_ptr().cast());
                let items = _mm_loadl_epi64(from.cast());
                _mm_storel_epi64(to.cast(), _mm_shuffle_epi8(items, places));
            }
            4 => {
                let places = _mm256_cvtepu8_epi32(_mm_loadl_epi64(places.as_ptr().cast()));
                let items = _mm256_loadu_si256(from.cast());
                _mm256_storeu_si256(to.cast(), _mm256_permutevar8x32_epi32(items, places));
            }
            8 => {
                let (low, high) = (usize::from(set & 15), usize::from(set >> 4));
                let halves = |half: usize| _mm256_loadu_si256(HALVES[half].as_ptr().cast());
                let first = _mm256_permutevar8x32_epi32(_mm256_loadu_si256(from.cast()), halves(low));
                let second =
                    _mm256_permutevar8x32_epi32(_mm256_loadu_si256(from.add(4).cast()), halves(high));
                _mm256_storeu_si256(to.cast(), first);
                _mm256_storeu_si256(to.add(low.count_ones() as usize).cast(), second);
            }
            _ => x.write(set, out),
        }
    }
}

/// The places of the halves of four items of 8 bytes: those of the bits that are set first.
#[cfg(target_arch = "x86_64")]
static HALVES: [[u32; 8]; 16] = {
    let mut halves = [[0; 8]; 16];
    let mut set = 0;
    while set < 16 {
        let mut n = 0;
        while n < 4 {
            let place = PLACES[set][n] as u32;
            halves[set][2 * n] = 2 * place;
            halves[set][2 * n + 1] = 2 * place + 1;
            n += 1;
        }
        set += 1;
    }
    halves
};

/// The places of the bits of each byte, those that are set first.
static PLACES: [[u8; 8]; 256] = {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                places[byte][n] = bit as u8;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
};

/// What is next to the flags of some items: their places, or the items themselves.
trait Beside: Copy {
    type Item;
    /// Behind the first `n` flags.
    fn behind(self, n: usize) -> Self;
    /// Asks for what lies further on, `n` flags.
    fn ahead(self, n: usize);
    fn get(self, i: usize) -> Self::Item;
    /// Writes the first of eight that are set, in order, and something in the other places.
    fn write(self, set: u8, out: &mut [MaybeUninit<Self::Item>; 8]);
}

/// The first of consecutive places.
#[derive(Clone, Copy)]
struct Start(usize);

impl Beside for Start {
    type Item = i64;

    #[inline(always)]
    fn behind(self, n: usize) -> Start {
        Start(self.0 + n)
    }

    #[inline(always)]
    fn ahead(self, _: usize) {}

    #[inline(always)]
    fn get(self, i: usize) -> i64 {
        (self.0 + i) as i64
    }

    #[inline(always)]
    fn write(self, set: u8, out: &mut [MaybeUninit<i64>; 8]) {
        let places = &PLACES[usize::from(set)];
        out.iter_mut().zip(places).for_each(|(o, &p)| _ = o.write(self.get(p.into())));
    }
}

/// Items, as many as there are flags or more.
impl<T: Copy> Beside for &[T] {
    type Item = T;

    #[inline(always)]
    fn behind(self, n: usize) -> Self {
        &self[n..]
    }

    #[inline(always)]
    fn ahead(self, n: usize) {
        ahead(&self[..n]);
    }

    #[inline(always)]
    fn get(self, i: usize) -> T {
        self[i]
    }

    #[inline(always)]
    fn write(self, set: u8, out: &mut [MaybeUninit<T>; 8]) {
        let Some(eight) = self.first_chunk::<8>() else { return };
        let places = &PLACES[usize::from(set)];
        out.iter_mut().zip(places).for_each(|(o, &p)| _ = o.write(eight[usize::from(p)]));
    }
}

/// Flags that are passed over at once where none is set.
const BARE: usize = 64;

/// Writes what is beside the flags that are set, as much as there is room for, in order; how much. Eight flags at a time: eight
/// are written without a branch, and those kept that are of flags.
#[inline(always)]
fn kept_loop<B: Beside>(
    flags: &[u8],
    beside: B,
    out: &mut [MaybeUninit<B::Item>],
    write: impl Fn(B, u8, &mut [MaybeUninit<B::Item>; 8]),
) -> usize {
    let (mut n, mut done) = (0, 0);
    for stretch in flags.chunks(BARE) {
        if stretch.iter().fold(0, |any, flag| any | flag) == 0 {
            done += stretch.len();
            continue;
        }
        beside.behind(done).ahead(stretch.len());
        let (eights, rest) = stretch.as_chunks::<8>();
        for flags in eights {
            let (set, beside) = (bits_of(*flags), beside.behind(done));
            match out[n..].first_chunk_mut() {
                Some(out) => {
                    write(beside, set, out);
                    n += set.count_ones() as usize;
                }
                None => n += one_by_one(set, beside, &mut out[n..]),
            }
            done += 8;
        }
        if !rest.is_empty() {
            let mut flags = [0; 8];
            flags[..rest.len()].copy_from_slice(rest);
            n += one_by_one(bits_of(flags), beside.behind(done), &mut out[n..]);
        }
    }
    n
}

/// [`kept_loop`] of eight flags at most where there may be less room.
fn one_by_one<B: Beside>(mut set: u8, beside: B, out: &mut [MaybeUninit<B::Item>]) -> usize {
    let mut n = 0;
    for out in out {
        if set == 0 {
            break;
        }
        out.write(beside.get(set.trailing_zeros() as usize));
        set &= set - 1;
        n += 1;
    }
    n
}

/// A bit for each of eight flags, the first the lowest.
#[inline(always)]
fn bits_of(flags: [u8; 8]) -> u8 {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let word = u64::from_le_bytes(flags);
    // The high bit of a byte tells whether it is any but 0.
    let set = (((word & !HIGH) + !HIGH) | word) & HIGH;
    // Each of them is moved to its place in the highest byte.
    ((set >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Of how many items `f` is true. `C` counts those of a stretch; it does best as wide as the items.
#[inline]
pub fn count<C: Counter, T: Copy>(x: &[T], f: impl Fn(T) -> bool + Copy) -> i64 {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the CPU has what the function was compiled for.
        return unsafe { count_avx2::<C, T>(x, f) };
    }
    count_loop::<C, T>(x, f)
}

/// An integer that counts to [`STRETCH`].
pub trait Counter: From<bool> + Add<Output = Self> + Into<i64> {}
impl Counter for u8 {}
impl Counter for i16 {}
impl Counter for i32 {}

#[inline(always)]
fn count_loop<C: Counter, T: Copy>(x: &[T], f: impl Fn(T) -> bool) -> i64 {
    let mut all = 0;
    for x in x.chunks(STRETCH) {
        ahead(x);
        all += x.iter().fold(C::from(false), |n, x| n + C::from(f(*x))).into();
    }
    all
}

/// # Safety
/// The CPU must have AVX2, FMA and BMI.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn count_avx2<C: Counter, T: Copy>(x: &[T], f: impl Fn(T) -> bool) -> i64 {
    count_loop::<C, T>(x, f)
}

/// Does this CPU have what the wide versions were compiled for?
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn has_avx2() -> bool {
    const UNKNOWN: u8 = 0;
    const YES: u8 = 1;
    const NO: u8 = 2;
    static FOUND: AtomicU8 = AtomicU8::new(UNKNOWN);
    #[cold]
    fn find() -> bool {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        FOUND.store(if has { YES } else { NO }, Ordering::Relaxed);
        has
    }
    match FOUND.load(Ordering::Relaxed) {
        UNKNOWN => find(),
        found => found == YES,
    }
}

/// One item as a place to write.
pub fn one<T: Cell>(x: &mut T) -> Out<'_> {
    // SAFETY: an item is as good as a place for one; what writes to an `Out` writes items, never the lack of one.
    T::out(unsafe { std::slice::from_mut(&mut *(x as *mut T).cast::<MaybeUninit<T>>()) })
}

/// `n` items of storage `repr`, written by `write` part by part: it is called with the positions of a part and the
/// place for its items, and must write them all. Parts of at least `per_task` items may be written by many threads.
pub fn filled(repr: Repr, n: usize, per_task: usize, write: impl Fn(Range<usize>, Out) + Sync) -> Data {
    fn of<T: Cell>(n: usize, per_task: usize, write: impl Fn(Range<usize>, Out) + Sync) -> Data {
        let mut items: Vec<T> = room::vec(n);
        let out = &mut items.spare_capacity_mut()[..n];
        if n < 2 * runs::worth(per_task) || pool::threads() == 0 {
            write(0..n, T::out(out));
        } else {
            let write = |at: usize, part: &mut [MaybeUninit<T>]| write(at..at + part.len(), T::out(part));
            pool::fill_parts(out, per_task, write);
        }
        // SAFETY: there is room for `n` items, and every one was written: the kernels of this module's parent write
        // through `map`, `zip` and `fill`, which check that places and items are of one count.
        unsafe { items.set_len(n) };
        T::data(items.into())
    }
    by_repr!(repr, T => of::<T>(n, per_task, write))
}

/// `n` items of storage `repr` written by `write`, in the memory of `scratch` if it is of that storage.
pub fn refill(scratch: Option<Data>, repr: Repr, n: usize, write: impl FnOnce(Out)) -> Data {
    fn of<T: Cell>(scratch: Option<Data>, n: usize, write: impl FnOnce(Out)) -> Data {
        let mut data = scratch.filter(|d| T::of(d).is_some()).unwrap_or_else(|| Data::empty(T::REPR));
        if let Some(items) = T::of_mut(&mut data).map(Buf::make_mut) {
            items.clear();
            room::reserve(items, n);
            write(T::out(&mut items.spare_capacity_mut()[..n]));
            // SAFETY: as in `filled`.
            unsafe { items.set_len(n) };
        }
        data
    }
    by_repr!(repr, T => of::<T>(scratch, n, write))
}

/// Calls `write` with consecutive parts of `out` of at most `size` items and their positions.
pub fn by_runs(out: Out, size: usize, mut write: impl FnMut(usize, Out)) {
    fn of<T: Cell>(out: &mut [MaybeUninit<T>], size: usize, write: &mut impl FnMut(usize, Out)) {
        for (i, part) in out.chunks_mut(size).enumerate() {
            write(i * size, T::out(part));
        }
    }
    each_repr!(Out, out, b => of(b, size, &mut write))
}
