//! Flags for eight-byte items that are in a range: eight at a time, by AVX2.
//!
//! Compilers narrow eight-byte comparisons to bytes with so many shuffles that it takes twice as long as reading the
//! items. Here the eight signs become one number, and a table has its flags. Unsafe because the instructions may
//! only run where AVX2 is; each function says so, and [`super::wide::has_avx2`] is asked first.
#![allow(unsafe_code, reason = "instructions that not every CPU has")]

#[cfg(target_arch = "x86_64")]
pub use avx2::{count_floats, count_longs, floats, longs};

/// Elsewhere no item is done here: the loop one by one is as good.
#[cfg(not(target_arch = "x86_64"))]
pub fn longs(_: &[i64], _: [i64; 2], _: u8, _: &mut [std::mem::MaybeUninit<u8>]) -> usize {
    0
}

#[cfg(not(target_arch = "x86_64"))]
pub fn floats(_: &[f64], _: [f64; 2], _: u8, _: &mut [std::mem::MaybeUninit<u8>]) -> usize {
    0
}

#[cfg(not(target_arch = "x86_64"))]
pub fn count_longs(_: &[i64], _: [i64; 2]) -> (i64, usize) {
    (0, 0)
}

#[cfg(not(target_arch = "x86_64"))]
pub fn count_floats(_: &[f64], _: [f64; 2]) -> (i64, usize) {
    (0, 0)
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use crate::ahead::ahead;
    use crate::atomic::wide::has_avx2;
    use std::arch::x86_64::*;
    use std::mem::MaybeUninit;

    /// The eight flags of each of the 256 combinations, the first in the lowest byte.
    static FLAGS: [u64; 256] = {
        let mut table = [0; 256];
        let mut signs = 0;
        while signs < 256 {
            let mut i = 0;
            while i < 8 {
                table[signs] |= ((signs as u64 >> i) & 1) << (8 * i);
                i += 1;
            }
            signs += 1;
        }
        table
    };

    /// Items that make up one line of memory.
    const EIGHT: usize = 8;

    /// Writes whether each item is from `low` to `high`, or is not if `outside` is 1. Gives how many it did: all, or all
    /// but the last few, or none where there is no AVX2.
    pub fn longs(x: &[i64], [low, high]: [i64; 2], outside: u8, out: &mut [MaybeUninit<u8>]) -> usize {
        if !has_avx2() || low > high {
            return 0;
        }
        // SAFETY: the CPU has AVX2.
        unsafe { write_all(x, outside_longs(low, high), outside ^ 1, out) }
    }

    /// As [`longs`]; nulls are in no range.
    pub fn floats(x: &[f64], [low, high]: [f64; 2], outside: u8, out: &mut [MaybeUninit<u8>]) -> usize {
        if !has_avx2() {
            return 0;
        }
        // SAFETY: the CPU has AVX2.
        unsafe { write_all(x, inside_floats(low, high), outside, out) }
    }

    /// Counts the items from `low` to `high`. Gives how many it looked at too, as [`longs`] does.
    pub fn count_longs(x: &[i64], [low, high]: [i64; 2]) -> (i64, usize) {
        if !has_avx2() || low > high {
            return (0, 0);
        }
        // SAFETY: the CPU has AVX2.
        let (above, done) = unsafe { count_all(x, outside_longs(low, high)) };
        (done as i64 - above, done)
    }

    /// As [`count_longs`]; nulls are in no range.
    pub fn count_floats(x: &[f64], [low, high]: [f64; 2]) -> (i64, usize) {
        if !has_avx2() {
            return (0, 0);
        }
        // SAFETY: the CPU has AVX2.
        unsafe { count_all(x, inside_floats(low, high)) }
    }

    /// A test of four items: -1 where one is not from `low` to `high`.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn outside_longs(low: i64, high: i64) -> impl Fn(&[i64; 4]) -> __m256i {
        // Seen from `low`, as unsigned numbers, the range is what is not above its width; the comparison is of signed
        // numbers, so both sides lose 2^63.
        let shift = _mm256_set1_epi64x(low.wrapping_add(i64::MIN));
        let width = _mm256_set1_epi64x(high.wrapping_sub(low).wrapping_add(i64::MIN));
        move |four| {
            // SAFETY: there are four items.
            let four = unsafe { _mm256_loadu_si256(four.as_ptr().cast()) };
            _mm256_cmpgt_epi64(_mm256_sub_epi64(four, shift), width)
        }
    }

    /// A test of four items: -1 where one is from `low` to `high`.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn inside_floats(low: f64, high: f64) -> impl Fn(&[f64; 4]) -> __m256i {
        let (low, high) = (_mm256_set1_pd(low), _mm256_set1_pd(high));
        move |four| {
            // SAFETY: there are four items.
            let four = unsafe { _mm256_loadu_pd(four.as_ptr()) };
            let (above, below) =
                (_mm256_cmp_pd::<_CMP_GE_OQ>(four, low), _mm256_cmp_pd::<_CMP_LE_OQ>(four, high));
            _mm256_castpd_si256(_mm256_and_pd(above, below))
        }
    }

    /// Writes for each item whether the test holds, or does not if `flip` is 1. The last few are left.
    #[target_feature(enable = "avx2")]
    fn write_all<T>(
        x: &[T],
        test: impl Fn(&[T; 4]) -> __m256i,
        flip: u8,
        out: &mut [MaybeUninit<u8>],
    ) -> usize {
        let flip = u64::from(flip) * 0x0101_0101_0101_0101;
        let signs = |four: &[T; 4]| _mm256_movemask_pd(_mm256_castsi256_pd(test(four)));
        for (eight, out) in x.chunks_exact(EIGHT).zip(out.chunks_exact_mut(EIGHT)) {
            let [a, b] = eight.as_chunks().0 else { break };
            ahead(eight);
            let signs = signs(a) | signs(b) << 4;
            let flags = (FLAGS[signs as usize & 255] ^ flip).to_le_bytes();
            for (o, flag) in out.iter_mut().zip(flags) {
                *o = MaybeUninit::new(flag);
            }
        }
        x.len() - x.len() % EIGHT
    }

    /// Counts the items for which the test holds. The last few are left.
    #[target_feature(enable = "avx2")]
    fn count_all<T>(x: &[T], test: impl Fn(&[T; 4]) -> __m256i) -> (i64, usize) {
        let mut counts = [_mm256_setzero_si256(); 2];
        for eight in x.chunks_exact(EIGHT) {
            let [a, b] = eight.as_chunks().0 else { break };
            ahead(eight);
            counts[0] = _mm256_sub_epi64(counts[0], test(a));
            counts[1] = _mm256_sub_epi64(counts[1], test(b));
        }
        (total(counts[0]) + total(counts[1]), x.len() - x.len() % EIGHT)
    }

    /// The sum of four lanes.
    #[target_feature(enable = "avx2")]
    fn total(lanes: __m256i) -> i64 {
        _mm256_extract_epi64::<0>(lanes)
            + _mm256_extract_epi64::<1>(lanes)
            + _mm256_extract_epi64::<2>(lanes)
            + _mm256_extract_epi64::<3>(lanes)
    }
}
