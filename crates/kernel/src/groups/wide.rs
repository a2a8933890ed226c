//! Many codes that lie close together: a plain table has where each appears first. It is written without a branch, because which
//! item is the first of its code cannot be guessed, and by several threads into tables of their own, of which the least counts.

use super::Groups;
use crate::built::mapped;
use crate::ids::{Ids, NONE, slot_of};
use crate::order::{Bits, Key};
use crate::pool;
use crate::runs::worth;
use quarry_value::evaluation::is_over;
use quarry_value::room;

/// Codes of which a table is wide. In a narrower one each code is soon there, so that a branch is guessed.
const WIDE: usize = 1 << 15;
/// Items between two looks whether it is time to stop.
const PART: usize = 1 << 18;
/// Items and codes per task of the parallel passes.
const TASK_MIN: usize = 1 << 16;

/// The least code and for how many there are places, if a plain table for `n` items is wide.
pub fn span<C: Copy + Eq + Bits>(n: usize, table: &Ids<C>) -> Option<(u64, usize)> {
    table.dense().filter(|(_, width)| *width >= worth(WIDE) && n < NONE as usize)
}

/// Where each code from `low` on appears first among the items, or [`NONE`].
fn earliest<T: Key>(xs: &[T], (low, width): (u64, usize)) -> Vec<u32> {
    // All tables together are no larger than the numbers of all items.
    let parts = (xs.len() / width).clamp(1, pool::threads().max(1));
    let tables = pool::map_ranges(xs.len(), xs.len().div_ceil(parts), |range| {
        let mut at = room::repeated(NONE, width);
        for start in range.clone().step_by(PART).take_while(|_| !is_over()) {
            let end = range.end.min(start + PART);
            for (i, x) in (start as u32..).zip(&xs[start..end]) {
                let place = &mut at[slot_of(x.code().number(), low, width)];
                *place = i.min(*place);
            }
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
pub fn firsts<T: Key>(xs: &[T], span: (u64, usize)) -> Vec<usize> {
    ascending(&earliest(xs, span), xs.len())
}

/// The groups of items, numbered in order of first appearance.
pub fn group<T: Key>(xs: &[T], span: (u64, usize)) -> Groups {
    let (low, width) = span;
    let slot = |x: T| slot_of(x.code().number(), low, width);
    let mut numbers = earliest(xs, span);
    let first = ascending(&numbers, xs.len());
    first.iter().enumerate().for_each(|(g, &at)| numbers[slot(xs[at])] = g as u32);
    Groups { ids: numbered(xs, span, &numbers, first.len()), count: first.len(), first }
}

/// The groups of items, numbered in the order of their codes.
pub fn group_by_code<T: Key>(xs: &[T], span: (u64, usize)) -> Groups {
    let mut numbers = earliest(xs, span);
    let mut first = room::zeros::<usize>(numbers.iter().map(|at| usize::from(*at != NONE)).sum());
    let mut count = 0;
    for number in &mut numbers {
        let at = std::mem::replace(number, count as u32);
        if let Some(first) = first.get_mut(count) {
            *first = at as usize;
        }
        count += usize::from(at != NONE);
    }
    Groups { ids: numbered(xs, span, &numbers, count), count, first }
}

/// The number of each item's code. Items of a file that is being cut short are others at a second look: they get some number
/// below `count`.
fn numbered<T: Key>(xs: &[T], (low, width): (u64, usize), numbers: &[u32], count: usize) -> Vec<u32> {
    let last = count.saturating_sub(1) as u32;
    mapped(xs, TASK_MIN, |x| numbers[slot_of(x.code().number(), low, width)].min(last))
}
