//! Items numbered in stretches by all threads.

use super::Groups;
use crate::ids::{Ids, NONE};
use crate::order::{Bits, Key};
use crate::pool;
use crate::runs::worth;
use crate::slots::{Slots, with_slots};
use quarry_value::evaluation::is_over;
use quarry_value::room;
use std::ops::Range;

/// Items of one stretch, when threads share the work.
pub const STRETCH: usize = 1 << 19;
/// Items between two looks whether it is time to stop.
const PART: usize = 1 << 18;

/// The groups of items, numbered through tables like this one, which is empty.
pub fn group<T: Key>(xs: &[T], table: Ids<T::Code>) -> Groups {
    match is_shared(xs.len(), &table) {
        true => group_parallel(xs, &table),
        false => group_stretch(xs, 0, table),
    }
}

/// How long a stretch is that has something to put together for each of `count` groups.
pub fn length(count: usize) -> usize {
    worth(STRETCH).max(4 * count)
}

/// Is it worth sharing the work with other threads? Not when a plain table has nearly as many places as there are items:
/// each stretch has a table of its own.
fn is_shared<C: Copy + Eq + Bits>(n: usize, table: &Ids<C>) -> bool {
    let width = table.dense().map_or(0, |slots| slots.width());
    n >= worth(2 * STRETCH).max(2 * width) && pool::threads() >= 2
}

/// Groups of a stretch that starts at item `start`.
pub fn group_stretch<T: Key>(xs: &[T], start: usize, mut table: Ids<T::Code>) -> Groups {
    let mut first = Vec::new();
    let mut ids = room::vec(xs.len());
    for (k, part) in xs.chunks(PART).enumerate() {
        number_part(part, start + k * PART, &mut table, &mut first, &mut ids);
        if is_over() {
            break;
        }
    }
    ids.resize(xs.len(), 0);
    Groups { ids, count: first.len(), first }
}

/// Numbers the items of one part of a stretch.
fn number_part<T: Key>(
    xs: &[T],
    start: usize,
    table: &mut Ids<T::Code>,
    first: &mut Vec<usize>,
    ids: &mut Vec<u32>,
) {
    match table {
        // The plain table is the hot case: its loop has no other branch.
        Ids::Direct { slots, ids: table } => with_slots!(*slots, slot => {
            for (i, x) in xs.iter().enumerate() {
                let id = &mut table[slot(x.code().number())];
                if *id == NONE {
                    *id = first.len() as u32;
                    first.push(start + i);
                }
                ids.push(*id);
            }
        }),
        _ => {
            for (i, x) in xs.iter().enumerate() {
                table.ask_ahead(xs, i);
                let (id, new) = table.insert(x.code(), first.len() as u32);
                if new {
                    first.push(start + i);
                }
                ids.push(id);
            }
        }
    }
}

/// Where each distinct item appears first, found through tables like this one, which is empty.
pub fn firsts<T: Key>(xs: &[T], table: &Ids<T::Code>) -> Vec<usize> {
    let (stretch, fresh) = stretches(xs.len(), table);
    if !is_shared(xs.len(), table) {
        return firsts_within(xs, 0..xs.len(), fresh());
    }
    let start = soon_full(xs.len(), table);
    let mut first = firsts_within(xs, 0..start, fresh());
    if table.dense().is_some_and(|slots| slots.width() == first.len()) {
        return first;
    }
    let within = |r: Range<usize>| firsts_within(xs, start + r.start..start + r.end, fresh());
    first.extend(pool::map_ranges(xs.len() - start, stretch, within).concat());
    let mut table = fresh();
    first.retain(|&at| table.insert(xs[at].code(), 0).1);
    first
}

/// So many items are looked at before threads share the others, each of which would meet all codes anew: among so many each code of a
/// plain table has been met when they are equally frequent. None where that were a good part of all items.
fn soon_full<C: Copy + Eq + Bits>(n: usize, table: &Ids<C>) -> usize {
    let Some(slots) = table.dense() else { return 0 };
    let wanted = slots.width().saturating_mul(16);
    if wanted <= n / 4 { wanted } else { 0 }
}

fn firsts_within<T: Key>(xs: &[T], range: Range<usize>, mut table: Ids<T::Code>) -> Vec<usize> {
    // When a plain table is full nothing more can appear.
    let most = table.dense().map_or(usize::MAX, |slots| slots.width());
    let mut first = Vec::new();
    for start in range.clone().step_by(PART) {
        let part = &xs[start..range.end.min(start + PART)];
        for (i, x) in part.iter().enumerate() {
            table.ask_ahead(part, i);
            if table.insert(x.code(), 0).1 {
                first.push(start + i);
                if first.len() == most {
                    return first;
                }
            }
        }
        if is_over() {
            break;
        }
    }
    first
}

/// How long the stretches are in which threads number `n` items, and what makes a table for one, like the table for all.
fn stretches<C: Copy + Eq + Bits>(
    n: usize,
    table: &Ids<C>,
) -> (usize, impl Fn() -> Ids<C> + Sync + Send + use<C>) {
    let dense = table.dense();
    let fresh = move || match dense {
        Some(slots) => Ids::direct(slots),
        None => Ids::hashed(16),
    };
    let stretch = worth(STRETCH)
        .max(dense.as_ref().map_or(0, Slots::width))
        .max(n.div_ceil(4 * pool::threads().max(1)));
    (stretch, fresh)
}

/// Stretches on all threads, then one numbering for all.
pub fn group_parallel<T: Key>(xs: &[T], table: &Ids<T::Code>) -> Groups {
    let (stretch, fresh) = stretches(xs.len(), table);
    let parts = pool::map_ranges(xs.len(), stretch, |r| group_stretch(&xs[r.clone()], r.start, fresh()));
    let mut table: Ids<T::Code> = fresh();
    let mut first = Vec::new();
    let mut renumber = room::vec(parts.len());
    for part in &parts {
        let number = |&at: &usize| {
            let (id, new) = table.insert(xs[at].code(), first.len() as u32);
            if new {
                first.push(at);
            }
            id
        };
        renumber.push(part.first.iter().map(number).collect::<Vec<u32>>());
    }
    let mut ids = crate::built::zeros::<u32>(xs.len());
    pool::for_each_part(&mut ids, STRETCH / 8, |start, out| {
        let mut at = start;
        let mut out = out;
        while !out.is_empty() {
            let (part, offset) = (at / stretch, at % stretch);
            let from = &parts[part].ids[offset..];
            let n = from.len().min(out.len());
            let map = &renumber[part];
            out[..n].iter_mut().zip(from).for_each(|(o, &id)| *o = map[id as usize]);
            out = &mut out[n..];
            at += n;
        }
    });
    Groups { ids, count: first.len(), first }
}
