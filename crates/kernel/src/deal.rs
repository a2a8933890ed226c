//! Items dealt into buckets, by all threads, in their order.
//!
//! Each thread has a share of the items and, in every bucket, the stretch for those of its share. So items of a bucket stay
//! in order, and no two threads write to one place.

use crate::built::{self, Places};
use crate::pool;
use crate::runs::worth;
use quarry_value::evaluation::is_over;
use quarry_value::room;
use std::ops::Range;
use std::slice::IterMut;

/// Items for which threads share a deal.
const SHARED_MIN: usize = 1 << 19;
/// Items between two looks whether it is time to stop.
const PART: usize = 1 << 20;

/// How many items each share has for each bucket.
pub struct Deal {
    n: usize,
    /// Items of every share but the last.
    size: usize,
    counts: Vec<Vec<usize>>,
}

impl Deal {
    /// Counts `n` items: `count` adds those of a range to the counts of all `buckets`.
    pub fn count(n: usize, buckets: usize, count: impl Fn(Range<usize>, &mut [usize]) + Sync + Send) -> Deal {
        let shared = n >= worth(SHARED_MIN) && n / 4 >= buckets * pool::threads();
        let shares = if shared { pool::threads().max(1) } else { 1 };
        let size = n.div_ceil(shares).max(1);
        let counts = pool::map_ranges(n, size, |r| {
            let mut counts = room::zeros(buckets);
            count(r, &mut counts);
            counts
        });
        Deal { n, size, counts }
    }

    /// The sizes of the buckets.
    pub fn sizes(&self) -> Vec<usize> {
        let mut sizes = self.counts.first().cloned().unwrap_or_default();
        for counts in &self.counts[1.min(self.counts.len())..] {
            sizes.iter_mut().zip(counts).for_each(|(size, n)| *size += n);
        }
        sizes
    }

    /// The items of all buckets, one bucket after the other: `put` puts the items of a range, each in the next place of its
    /// bucket. Where nothing is put, when the evaluation is to end, `filler` stays.
    pub fn dealt<C: Copy + Send + Sync>(
        &self,
        filler: C,
        put: impl Fn(Range<usize>, &mut [Places<C>]) + Sync + Send,
    ) -> Vec<C> {
        built::dealt(&self.counts, filler, |share, places| {
            for part in self.parts(share) {
                if is_over() {
                    return;
                }
                put(part, places);
            }
        })
    }

    /// The items of a share, in parts.
    fn parts(&self, share: usize) -> impl Iterator<Item = Range<usize>> {
        let (start, end) = (share * self.size, self.n.min((share + 1) * self.size));
        (start..end).step_by(PART).map(move |start| start..end.min(start + PART))
    }

    /// Fills the buckets, which have the sizes that were counted: `put` writes the items of a range, each to the next place
    /// of its bucket. What is left when the evaluation is to end stays as it was.
    pub fn fill<'a, C: Send + 'a>(
        &self,
        buckets: impl IntoIterator<Item = &'a mut [C]>,
        put: impl Fn(Range<usize>, &mut [IterMut<'a, C>]) + Sync + Send,
    ) {
        let mut places: Vec<Vec<IterMut<C>>> = self.counts.iter().map(|c| room::vec(c.len())).collect();
        for (b, mut bucket) in buckets.into_iter().enumerate() {
            for (places, counts) in places.iter_mut().zip(&self.counts) {
                let (own, rest) = bucket.split_at_mut(counts[b]);
                places.push(own.iter_mut());
                bucket = rest;
            }
        }
        pool::for_each_item(places.into_iter().enumerate().collect(), |(share, mut places)| {
            for part in self.parts(share) {
                if is_over() {
                    return;
                }
                put(part, &mut places);
            }
        });
    }
}

/// `items` cut into buckets of these sizes.
pub fn cut<'a, C>(items: &'a mut [C], sizes: &[usize]) -> Vec<&'a mut [C]> {
    let mut rest = items;
    let mut bucket = |size: &usize| {
        let (bucket, after) = std::mem::take(&mut rest).split_at_mut(*size);
        rest = after;
        bucket
    };
    sizes.iter().map(&mut bucket).collect()
}

/// Writes to the next place of a bucket.
#[inline(always)]
pub fn put<C>(places: &mut [IterMut<C>], bucket: usize, item: C) {
    if let Some(place) = places[bucket].next() {
        *place = item;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::tests::with_threads;

    #[test]
    fn items_of_a_bucket_stay_in_order() {
        with_threads(&[0, 3], || {
            crate::runs::set_length(10);
            for n in [0, 1, 9, 1000] {
                let bucket = |i: usize| i * i % 7;
                let deal = Deal::count(n, 7, |r, counts| r.for_each(|i| counts[bucket(i)] += 1));
                let sizes = deal.sizes();
                let mut out = vec![usize::MAX; n];
                deal.fill(cut(&mut out, &sizes), |r, places| r.for_each(|i| put(places, bucket(i), i)));
                let expected: Vec<usize> =
                    (0..7).flat_map(|b| (0..n).filter(move |&i| i * i % 7 == b)).collect();
                assert_eq!(out, expected);
                let dealt = deal.dealt(usize::MAX, |r, places| r.for_each(|i| places[bucket(i)].put(i)));
                assert_eq!(dealt, expected);
            }
            crate::runs::set_length(crate::runs::USUAL);
        });
    }
}
