//! Sorting by numbers in words: they are dealt into buckets by their leading bits, and buckets again, until one fits the
//! cache and is sorted there.
//!
//! There are two places of the same size, and dealing moves words from one to the other, so that a bucket is dealt again
//! into the stretch that it came from.

use crate::deal::{Deal, cut, put};
use crate::pool;
use crate::runs::worth;
use bytemuck::Zeroable;
use quarry_value::evaluation::is_over;
use quarry_value::room;

/// Buckets up to this many items are sorted in the cache.
const LEAF_MAX: usize = 1 << 14;
/// Items per task of parallel work.
const TASK_MIN: usize = 1 << 16;
/// Digits that a deal looks at, in bits.
const DIGIT_MIN: u32 = 4;
const DIGIT_MAX: u32 = 16;
/// A deal is as fine as it can be with so many buckets that have items: each is a place in memory that is written to.
const BUCKETS_MAX: usize = 1500;
/// Items in a bucket, at least, if they are spread evenly.
const BUCKET_MIN: usize = 512;
/// Items that are looked at to choose the digits.
const SAMPLE: usize = 4096;
/// Within the cache, numbers up to so many bits are sorted digit by digit, where a digit has so many bits.
const SHORT_BITS: u32 = 3 * SHORT_DIGIT;
const SHORT_DIGIT: u32 = 11;
/// Fewer items than these are compared.
const SHORT_MIN: usize = 512;

/// What is sorted: a number alone, above a position in one word, or beside it. Positions ascend where numbers are equal.
pub trait Cell: Copy + Zeroable + Ord + Send + Sync {
    /// The word that holds the number.
    fn word(self) -> u64;
}

impl Cell for u64 {
    #[inline(always)]
    fn word(self) -> u64 {
        self
    }
}

impl Cell for (u64, u32) {
    #[inline(always)]
    fn word(self) -> u64 {
        self.0
    }
}

/// The numbers of cells: what is above the `skip` low bits of their words, less `low`; at most `high`.
#[derive(Clone, Copy)]
pub struct View {
    pub skip: u32,
    pub low: u64,
    pub high: u64,
}

impl View {
    #[inline(always)]
    fn number<C: Cell>(self, c: C) -> u64 {
        (c.word() >> self.skip) - self.low
    }

    /// Bits of the numbers.
    fn bits(self) -> u32 {
        u64::BITS - self.high.leading_zeros()
    }

    /// Bucket `b` of numbers dealt by what is above their low `shift` bits.
    fn bucket(self, b: usize, shift: u32) -> View {
        let start = (b as u64) << shift;
        View { low: self.low + start, high: (self.high - start).min((1 << shift) - 1), ..self }
    }

    /// The same numbers, no wider than they are.
    fn narrowed<C: Cell>(self, cells: &[C]) -> View {
        let spans = pool::map_ranges(cells.len(), 8 * TASK_MIN, |r| {
            cells[r].iter().fold((u64::MAX, 0), |(low, high), &c| {
                let x = self.number(c);
                (x.min(low), x.max(high))
            })
        });
        let (low, high) = spans.into_iter().fold((u64::MAX, 0), |a, b| (a.0.min(b.0), a.1.max(b.1)));
        View { low: self.low + low.min(high), high: high - low.min(high), ..self }
    }
}

/// Sorts cells by their numbers; equal ones stay in order. When the evaluation is to end, anything.
pub fn sorted<C: Cell>(mut cells: Vec<C>, view: View) -> Vec<C> {
    if cells.len() <= worth(LEAF_MAX) {
        let mut room = room::zeros(if is_short(&cells, view) { cells.len() } else { 0 });
        in_cache(&mut cells, &mut room, view, Place::Here);
        return cells;
    }
    let mut room = crate::built::zeros(cells.len());
    sort(&mut cells, &mut room, view, Place::There);
    room
}

/// Where sorted cells are to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Here,
    There,
}

impl Place {
    fn other(self) -> Place {
        match self {
            Place::Here => Place::There,
            Place::There => Place::Here,
        }
    }
}

fn sort<C: Cell>(here: &mut [C], there: &mut [C], view: View, place: Place) {
    if is_over() {
        return;
    }
    if here.len() <= worth(LEAF_MAX) {
        return in_cache(here, there, view, place);
    }
    let view = view.narrowed(here);
    if view.high == 0 {
        if place == Place::There {
            there.copy_from_slice(here);
        }
        return;
    }
    let shift = view.bits() - digit(here, view);
    let sizes = deal(here, there, view, shift);
    // All of a bucket have one number.
    if shift == 0 {
        if place == Place::Here {
            here.copy_from_slice(there);
        }
        return;
    }
    let buckets = cut(there, &sizes).into_iter().zip(cut(here, &sizes)).enumerate();
    let filled = buckets.filter(|(_, (bucket, _))| !bucket.is_empty());
    sort_all(filled.map(|(b, (there, here))| (there, here, view.bucket(b, shift))).collect(), place.other());
}

/// Sorts buckets, on all threads when they are worth it.
fn sort_all<C: Cell>(mut buckets: Vec<(&mut [C], &mut [C], View)>, place: Place) {
    let size: usize = buckets.iter().map(|b| b.0.len()).sum();
    if pool::threads() == 0 || size < 2 * worth(TASK_MIN) || buckets.len() < 2 {
        return buckets.into_iter().for_each(|(here, there, view)| sort(here, there, view, place));
    }
    let mut tasks = Vec::new();
    while !buckets.is_empty() {
        let mut size = 0;
        let full = |b: &(&mut [C], &mut [C], View)| {
            size += b.0.len();
            size >= worth(TASK_MIN)
        };
        let count = buckets.iter().position(full).map_or(buckets.len(), |last| last + 1);
        let rest = buckets.split_off(count);
        tasks.push(std::mem::replace(&mut buckets, rest));
    }
    pool::for_each_item(tasks, |task| {
        task.into_iter().for_each(|(here, there, view)| sort(here, there, view, place));
    });
}

/// How many leading bits to deal by: as many as keep the buckets few that have items.
fn digit<C: Cell>(cells: &[C], view: View) -> u32 {
    let bits = view.bits();
    let few = (cells.len() / BUCKET_MIN).clamp(1 << DIGIT_MIN, BUCKETS_MAX);
    let step = cells.len().div_ceil(SAMPLE);
    let mut sample: Vec<u64> = cells.iter().step_by(step).map(|&c| view.number(c)).collect();
    sample.sort_unstable();
    let used = |width: u32| sample.chunk_by(|a, b| a >> (bits - width) == b >> (bits - width)).count();
    let widths = DIGIT_MIN + 1..=DIGIT_MAX.min(bits);
    widths.take_while(|&width| used(width) <= few).last().unwrap_or(bits.min(DIGIT_MIN))
}

/// Moves cells bucket by bucket (by their numbers' bits from `shift` on); the buckets' sizes. Within a bucket they stay in
/// order.
fn deal<C: Cell>(from: &[C], to: &mut [C], view: View, shift: u32) -> Vec<usize> {
    let bucket = |c: C| (view.number(c) >> shift) as usize;
    let deal = Deal::count(from.len(), (view.high >> shift) as usize + 1, |range, counts| {
        from[range].iter().for_each(|&c| counts[bucket(c)] += 1);
    });
    let sizes = deal.sizes();
    deal.fill(cut(to, &sizes), |range, places| {
        from[range].iter().for_each(|&c| put(places, bucket(c), c));
    });
    sizes
}

/// Are the numbers so short that digits are quicker than comparisons?
fn is_short<C: Cell>(cells: &[C], view: View) -> bool {
    cells.len() >= SHORT_MIN && view.bits() <= SHORT_BITS
}

/// Sorts what lies in the cache.
fn in_cache<C: Cell>(here: &mut [C], there: &mut [C], view: View, place: Place) {
    let lies = if is_short(here, view) {
        by_digits(here, there, view)
    } else {
        here.sort_unstable();
        Place::Here
    };
    match (lies, place) {
        (Place::Here, Place::There) => there.copy_from_slice(here),
        (Place::There, Place::Here) => here.copy_from_slice(there),
        _ => {}
    }
}

/// Sorts by the last digit, then by the one before it, and so on; where the cells are then.
fn by_digits<C: Cell>(here: &mut [C], there: &mut [C], view: View) -> Place {
    let passes = view.bits().div_ceil(SHORT_DIGIT);
    let width = view.bits().div_ceil(passes.max(1));
    let (mut from, mut to, mut place) = (here, there, Place::Here);
    for pass in 0..passes {
        let digit = |c: C| (view.number(c) >> (pass * width)) as usize & ((1 << width) - 1);
        let mut next = [0u32; 1 << SHORT_DIGIT];
        from.iter().for_each(|&c| next[digit(c)] += 1);
        let mut start = 0;
        for n in &mut next[..1 << width] {
            (*n, start) = (start, start + *n);
        }
        for &c in from.iter() {
            let at = &mut next[digit(c)];
            to[*at as usize] = c;
            *at += 1;
        }
        (from, to, place) = (to, from, place.other());
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::tests::with_threads;

    /// Numbers of many shapes: even, few, clustered, nearly all the same, exponents of floats.
    fn shapes(n: usize) -> Vec<Vec<u64>> {
        let mut s = 88172645463325252u64;
        let mut next = move || {
            s ^= s << 13;
            s ^= s >> 7;
            s ^= s << 17;
            s
        };
        let mut shape = |f: fn(u64) -> u64| (0..n).map(|_| f(next())).collect::<Vec<u64>>();
        vec![
            shape(|x| x),
            shape(|x| x >> 40),
            shape(|x| x & 1),
            shape(|_| 7),
            shape(|x| if x & 0xff == 0 { x } else { x & 0xff }),
            shape(|x| if x & 0xfffff == 0 { u64::MAX } else { 0 }),
            shape(|x| ((x >> 11) as f64 / (1u64 << 53) as f64).to_bits()),
            shape(|x| x & 0xff00_0000_0000_00ff),
        ]
    }

    fn view_of(xs: &[u64], skip: u32) -> View {
        View { skip, low: 0, high: xs.iter().max().map_or(0, |x| x >> skip) }
    }

    /// With no threads and with some, and with buckets so small that few items are dealt again and again.
    fn every_way(check: impl Fn()) {
        with_threads(&[0, 3], || {
            for length in [crate::runs::USUAL, 20] {
                crate::runs::set_length(length);
                check();
            }
            crate::runs::set_length(crate::runs::USUAL);
        });
    }

    #[test]
    fn words_are_sorted() {
        every_way(|| {
            for n in [0, 1, 100, 5000, 20_000] {
                for xs in shapes(n) {
                    let mut expected = xs.clone();
                    expected.sort();
                    let view = view_of(&xs, 0);
                    assert!(sorted(xs, view) == expected, "{n}");
                }
            }
        });
    }

    #[test]
    fn positions_stay_in_order() {
        every_way(|| {
            for n in [300, 20_000] {
                for xs in shapes(n) {
                    let cells: Vec<(u64, u32)> = xs.iter().copied().zip(0..).collect();
                    let mut expected = cells.clone();
                    expected.sort();
                    assert!(sorted(cells, view_of(&xs, 0)) == expected, "{n}");
                    let words: Vec<u64> = xs.iter().zip(0..).map(|(&x, i)| x >> 30 << 20 | i).collect();
                    let mut expected = words.clone();
                    expected.sort();
                    let view = view_of(&words, 20);
                    assert!(sorted(words, view) == expected, "{n}");
                }
            }
        });
    }
}
