//! Very many distinct items: they are dealt into buckets whose tables fit the cache.

use super::Groups;
use crate::built::{self, concat, mapped, pieced, scatter};
use crate::deal::Deal;
use crate::ids::Ids;
use crate::order::{Bits, Key};
use crate::pool;
use quarry_value::evaluation::is_over;
use quarry_value::room;
use std::mem::MaybeUninit;

/// Items per task of the parallel passes.
const TASK_MIN: usize = 1 << 16;
/// Items whose hash table fits the cache.
const BUCKET: usize = 1 << 13;

/// Very many distinct items with their positions, dealt into buckets by hash, so that the table of a bucket fits the cache.
struct Dealt<C> {
    cells: Vec<(C, u32)>,
    /// Where each bucket starts, and where the last ends.
    starts: Vec<usize>,
}

impl<C: Copy + Eq + Bits + Send + Sync> Dealt<C> {
    fn of<T: Key<Code = C>>(xs: &[T]) -> Dealt<C> {
        let bits = (xs.len() / BUCKET).next_power_of_two().trailing_zeros().clamp(1, 12);
        // By the low bits: the tables place by the high ones.
        let bucket = |code: C| code.hash() as usize & ((1 << bits) - 1);
        let deal = Deal::count(xs.len(), 1 << bits, |r, counts| {
            xs[r].iter().for_each(|x| counts[bucket(x.code())] += 1);
        });
        let sizes = deal.sizes();
        let cells = deal.dealt((xs[0].code(), 0), |r, places| {
            for (i, x) in r.clone().zip(&xs[r]) {
                let code = x.code();
                places[bucket(code)].put((code, i as u32));
            }
        });
        let ends = sizes.iter().scan(0, |end, size| {
            *end += size;
            Some(*end)
        });
        Dealt { cells, starts: std::iter::once(0).chain(ends).collect() }
    }

    /// The answers of `work` for each bucket, given its cells and an empty table for them, on all threads. When the evaluation is
    /// to end, anything of the type.
    fn each<R: Send + Default>(&self, work: impl Fn(&[(C, u32)], Ids<C>) -> R + Sync + Send) -> Vec<R> {
        pool::map_items(self.starts.len() - 1, |b| self.within(b, &work))
    }

    /// The same for one bucket.
    fn within<R: Default>(&self, b: usize, work: impl FnOnce(&[(C, u32)], Ids<C>) -> R) -> R {
        let cells = &self.cells[self.starts[b]..self.starts[b + 1]];
        if is_over() { R::default() } else { work(cells, Ids::hashed(cells.len())) }
    }
}

/// Groups of very many distinct items. Each position learns where its item appears first; then groups are numbered in order.
pub fn group<T: Key>(xs: &[T]) -> Groups {
    let dealt = Dealt::of(xs);
    let cells = &dealt.cells;
    let sizes: Vec<usize> = dealt.starts.windows(2).map(|w| w[1] - w[0]).collect();
    let (first_of, _) = pieced(&sizes, |b, out: &mut [MaybeUninit<u32>]| {
        out.fill(MaybeUninit::new(0));
        dealt.within(b, |cells, mut table| {
            let places = out.iter_mut().zip(cells);
            places.for_each(|(place, &(code, i))| _ = place.write(table.insert(code, i).0));
        });
    });
    in_order(xs.len(), &|k| cells[k].1 as usize, first_of)
}

/// The groups of `n` items, of which the `k`th of `first_of` tells where that at `place(k)` appears first.
fn in_order(n: usize, place: &(dyn Fn(usize) -> usize + Sync), first_of: Vec<u32>) -> Groups {
    // Where each item appears first.
    let mut firsts = built::zeros::<u32>(n);
    scatter(&mut firsts, n, TASK_MIN, |k| (place(k), first_of[k]));
    let first = wanted_below(n, &|i| firsts[i] as usize == i);
    let mut numbers = first_of;
    scatter(&mut numbers, first.len(), TASK_MIN, |g| (first[g], g as u32));
    let last = first.len().saturating_sub(1) as u32;
    // Of what is left when the evaluation is to end, numbers may be of other items.
    let ids = mapped(&firsts, TASK_MIN, |at| numbers[at as usize].min(last));
    Groups { ids, count: first.len(), first }
}

/// The numbers below `n` that are wanted, in order.
pub fn wanted_below(n: usize, wanted: &(dyn Fn(usize) -> bool + Sync)) -> Vec<usize> {
    let parts = pool::map_ranges(n, TASK_MIN, |r| {
        let mut some: Vec<usize> = room::vec(r.len());
        some.extend(r.filter(|i| wanted(*i)));
        some
    });
    concat(&parts)
}

/// Where each of very many distinct items appears first.
pub fn firsts<T: Key>(xs: &[T]) -> Vec<usize> {
    let firsts = Dealt::of(xs).each(|cells, mut table| {
        let fresh = cells.iter().filter(|(code, i)| table.insert(*code, *i).1);
        fresh.map(|(_, i)| *i).collect::<Vec<u32>>()
    });
    sorted(xs.len(), &firsts)
}

/// All of these numbers, which are below `n`, in order.
fn sorted(n: usize, numbers: &[Vec<u32>]) -> Vec<usize> {
    let firsts = concat(numbers);
    let mut is_first = built::zeros::<u8>(n);
    scatter(&mut is_first, firsts.len(), TASK_MIN, |k| (firsts[k] as usize, 1));
    wanted_below(n, &|i| is_first[i] == 1)
}
