//! Very many distinct items: they are dealt into buckets whose tables fit the cache.

use super::Groups;
use crate::deal::Deal;
use crate::ids::Ids;
use crate::order::{Bits, Key};
use crate::pool;
use quarry_value::evaluation::is_over;
use quarry_value::room;

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
        pool::map_items(self.starts.len() - 1, |b| {
            let cells = &self.cells[self.starts[b]..self.starts[b + 1]];
            if is_over() { R::default() } else { work(cells, Ids::hashed(cells.len())) }
        })
    }
}

/// Groups of very many distinct items. Each position learns where its item appears first; then groups are numbered in order.
pub fn group<T: Key>(xs: &[T]) -> Groups {
    let dealt = Dealt::of(xs);
    let firsts = dealt.each(|cells, mut table| {
        cells.iter().map(|&(code, i)| table.insert(code, i).0).collect::<Vec<u32>>()
    });
    // `ids` first holds where each item appears first, then its group.
    let mut ids = room::zeros::<u32>(xs.len());
    for (b, firsts) in firsts.iter().enumerate() {
        let cells = &dealt.cells[dealt.starts[b]..dealt.starts[b + 1]];
        cells.iter().zip(firsts).for_each(|(&(_, i), &first)| ids[i as usize] = first);
    }
    let mut first = Vec::new();
    for i in 0..ids.len() {
        let at = ids[i] as usize;
        if at == i {
            ids[i] = first.len() as u32;
            first.push(i);
        } else {
            ids[i] = ids[at];
        }
    }
    Groups { ids, count: first.len(), first }
}

/// Where each of very many distinct items appears first.
pub fn firsts<T: Key>(xs: &[T]) -> Vec<usize> {
    let firsts = Dealt::of(xs).each(|cells, mut table| {
        let fresh = cells.iter().filter(|(code, i)| table.insert(*code, *i).1);
        fresh.map(|(_, i)| *i).collect::<Vec<u32>>()
    });
    let mut is_first = room::repeated(false, xs.len());
    firsts.iter().flatten().for_each(|&i| is_first[i as usize] = true);
    is_first.iter().enumerate().filter(|(_, is)| **is).map(|(i, _)| i).collect()
}
