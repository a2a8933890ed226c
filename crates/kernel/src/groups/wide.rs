//! Many codes that lie close together: a plain table has where each appears first. It is written without a branch, because which
//! item is the first of its code cannot be guessed, and by several threads into tables of their own, of which the least counts.

use super::Groups;
use super::dealt::wanted_below;
use crate::built::{self, concat, filled, mapped, scatter};
use crate::ids::{Ids, NONE};
use crate::order::{Bits, Key};
use crate::pool;
use crate::runs::worth;
use crate::slots::{Slots, with_slots};
use quarry_value::evaluation::is_over;
use quarry_value::room;

/// Codes of which a table is wide. In a narrower one each code is soon there, so that a branch is guessed.
const WIDE: usize = 1 << 15;
/// Items between two looks whether it is time to stop.
const PART: usize = 1 << 18;
/// Items and codes per task of the parallel passes.
const TASK_MIN: usize = 1 << 16;

/// The places of a plain table for `n` items, if it is wide.
pub fn span<C: Copy + Eq + Bits>(n: usize, table: &Ids<C>) -> Option<Slots> {
    table.dense().filter(|slots| slots.width() >= worth(WIDE) && n < NONE as usize)
}

/// Where each code appears first among the items, or [`NONE`].
fn earliest<T: Key>(xs: &[T], slots: Slots) -> Vec<u32> {
    let width = slots.width();
    // All tables together are no larger than the numbers of all items.
    let parts = (xs.len() / width).clamp(1, pool::threads().max(1));
    let tables = pool::map_ranges(xs.len(), xs.len().div_ceil(parts), |range| {
        let mut at = filled(NONE, width);
        for start in range.clone().step_by(PART).take_while(|_| !is_over()) {
            let end = range.end.min(start + PART);
            with_slots!(slots, slot => for (i, x) in (start as u32..).zip(&xs[start..end]) {
                let place = &mut at[slot(x.code().number())];
                *place = i.min(*place);
            });
        }
        at
    });
    let mut tables = tables.into_iter();
    let mut all = tables.next().unwrap_or_default();
    for table in tables {
        pool::for_each_part(&mut all, TASK_MIN, |start, part| {
            part.iter_mut().zip(&table[start..]).for_each(|(a, b)| *a = (*a).min(*b));
        });
    }
    all
}

/// The positions in a table of [`earliest`] of `n` items, ascending.
fn ascending(table: &[u32], n: usize) -> Vec<usize> {
    if pool::threads() > 2 {
        let mut flags = built::zeros::<u8>(n + 1);
        scatter(&mut flags, table.len(), TASK_MIN, |k| (n.min(table[k] as usize), 1));
        return wanted_below(n, &|i| flags[i] == 1);
    }
    // A flag for each item, and one more for the codes that are not there.
    let mut flags = room::zeros::<u64>(n / 64 + 1);
    for at in table {
        let at = n.min(*at as usize);
        flags[at / 64] |= 1 << (at % 64);
    }
    flags[n / 64] &= !(1 << (n % 64));
    let mut positions = room::vec(flags.iter().map(|f| f.count_ones() as usize).sum());
    for (word, flags) in flags.iter().enumerate() {
        let mut flags = *flags;
        while flags != 0 {
            positions.push(word * 64 + flags.trailing_zeros() as usize);
            flags &= flags - 1;
        }
    }
    positions
}

/// Where each distinct item appears first.
pub fn firsts<T: Key>(xs: &[T], slots: Slots) -> Vec<usize> {
    ascending(&earliest(xs, slots), xs.len())
}

/// Where each distinct item appears first, in the order of their places in the table.
pub fn firsts_by_code<T: Key>(xs: &[T], slots: Slots) -> Vec<usize> {
    there(&earliest(xs, slots))
}

/// The places in a table of [`earliest`] of the codes that are there.
fn there(table: &[u32]) -> Vec<usize> {
    let there = pool::map_ranges(table.len(), TASK_MIN, |r| {
        let mut some: Vec<usize> = room::vec(r.len());
        some.extend(table[r].iter().filter(|at| **at != NONE).map(|at| *at as usize));
        some
    });
    concat(&there)
}

/// The groups of items, numbered in order of first appearance.
pub fn group<T: Key>(xs: &[T], slots: Slots) -> Groups {
    let mut numbers = earliest(xs, slots);
    let first = ascending(&numbers, xs.len());
    let number = |g: usize| (slots.at(xs[first[g]].code().number()), g as u32);
    scatter(&mut numbers, first.len(), TASK_MIN, number);
    Groups { ids: numbered(xs, slots, &numbers, first.len()), count: first.len(), first }
}

/// The groups of items, numbered in the order of their codes, nulls first.
pub fn group_by_code<T: Key>(xs: &[T], slots: Slots) -> Groups {
    let mut numbers = earliest(xs, slots);
    let mut first = room::zeros::<usize>(numbers.iter().map(|at| usize::from(*at != NONE)).sum());
    let mut count = 0;
    let (some, null) = numbers.split_at_mut(slots.null().unwrap_or(slots.width()));
    for number in null.iter_mut().chain(some) {
        let at = std::mem::replace(number, count as u32);
        if let Some(first) = first.get_mut(count) {
            *first = at as usize;
        }
        count += usize::from(at != NONE);
    }
    Groups { ids: numbered(xs, slots, &numbers, count), count, first }
}

/// The number of each item's code. Items of a file that is being cut short are others at a second look: they get some number
/// below `count`.
fn numbered<T: Key>(xs: &[T], slots: Slots, numbers: &[u32], count: usize) -> Vec<u32> {
    let last = count.saturating_sub(1) as u32;
    with_slots!(slots, slot => mapped(xs, TASK_MIN, |x| numbers[slot(x.code().number())].min(last)))
}
