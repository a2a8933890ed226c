//! The rows of groups brought together: group after group, each in the order of the rows.
//!
//! Few groups are dealt at once. Of many, each row's place would be far from the last one's: so rows are first dealt to ranges
//! of groups, few enough that the ends of all of them stay in the cache, and then within each range, which fits the cache
//! itself. Ranges are shared by threads however many groups there are.

use crate::built::pieced;
use crate::deal::Deal;
use crate::groups::Groups;
use crate::runs::worth;
use quarry_value::{Item, Vector, room, with_data};
use std::mem::MaybeUninit;

/// So many groups are dealt at once, and groups of so few rows.
const GROUPS_FEW: usize = 1 << 13;
const ROWS_FEW: usize = 1 << 16;

/// The items of all groups, one group after the other, and where each group starts; one more at the end. `item` is that of a
/// row, `kept` what is kept of it. Rows of a group beyond the count are in none.
pub fn together<S: Copy + Send + Sync, C: Item>(
    groups: &Groups,
    item: impl Fn(usize) -> S + Sync + Send,
    kept: impl Fn(S) -> C + Sync + Send,
) -> (Vec<C>, Vec<usize>) {
    let (ids, count) = (&groups.ids[..], groups.count);
    if ids.is_empty() {
        return (Vec::new(), room::zeros(count + 1));
    }
    // Rows that are in no group make one more, which comes last.
    let group = |id: u32| (id as usize).min(count);
    let (mut items, mut sizes) = match count < worth(GROUPS_FEW) || ids.len() < worth(ROWS_FEW) {
        true => at_once(ids, count + 1, group, |i| kept(item(i))),
        false => in_two_steps(ids, count, group, item, kept),
    };
    sizes.resize(count + 1, 0);
    let mut starts = room::vec(count + 1);
    let mut start = 0;
    for size in &sizes {
        starts.push(start);
        start += size;
    }
    items.truncate(starts[count]);
    (items, starts)
}

/// The items and the sizes of `count` groups.
fn at_once<C: Item>(
    ids: &[u32],
    count: usize,
    group: impl Fn(u32) -> usize + Sync + Send,
    item: impl Fn(usize) -> C + Sync + Send,
) -> (Vec<C>, Vec<usize>) {
    let deal =
        Deal::count(ids.len(), count, |r, counts| ids[r].iter().for_each(|&id| counts[group(id)] += 1));
    let items = deal.dealt(C::ZEROS, |r, places| {
        r.clone().zip(&ids[r]).for_each(|(i, &id)| places[group(id)].put(item(i)));
    });
    (items, deal.sizes())
}

/// The same for groups up to `last`, by ranges of groups.
fn in_two_steps<S: Copy + Send + Sync, C: Item>(
    ids: &[u32],
    last: usize,
    group: impl Fn(u32) -> usize + Sync + Send,
    item: impl Fn(usize) -> S + Sync + Send,
    kept: impl Fn(S) -> C + Sync + Send,
) -> (Vec<C>, Vec<usize>) {
    // Half of the bits of a group's number choose the range, the others the group in it.
    let bits = (usize::BITS - last.leading_zeros()) / 2;
    let ranges = (last >> bits) + 1;
    let deal = Deal::count(ids.len(), ranges, |r, counts| {
        ids[r].iter().for_each(|&id| counts[group(id) >> bits] += 1);
    });
    let cells = deal.dealt((0, item(0)), |r, places| {
        for (i, &id) in r.clone().zip(&ids[r]) {
            let g = group(id);
            places[g >> bits].put((g as u32, item(i)));
        }
    });
    let sizes = deal.sizes();
    let mut end = 0;
    let ends: Vec<usize> = sizes.iter().map(|size| (end += size, end).1).collect();
    let (items, each) = pieced(&sizes, |range, out| {
        let cells = &cells[ends[range] - sizes[range]..ends[range]];
        // Of what is left when the evaluation is to end, numbers may be beyond the range.
        let own = |g: u32| g as usize & ((1 << bits) - 1);
        let mut sizes = room::zeros(1 << bits);
        cells.iter().for_each(|&(g, _)| sizes[own(g)] += 1);
        out.fill(MaybeUninit::new(C::ZEROS));
        let mut places: Vec<_> =
            crate::deal::cut(out, &sizes).into_iter().map(|part| part.iter_mut()).collect();
        for &(g, item) in cells {
            crate::deal::put(&mut places, own(g), MaybeUninit::new(kept(item)));
        }
        sizes
    });
    (items, each.concat())
}

/// A vector's items, group after group, and where each group starts; one more at the end.
pub fn column_together(x: &Vector, groups: &Groups) -> (Vector, Vec<usize>) {
    with_data!(&x.data, b => {
        let xs = b.as_slice();
        let (items, starts) = together(groups, |i| xs[i], |item| item);
        (x.like(Item::data(items.into())), starts)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::tests::with_threads;
    use crate::runs;

    #[test]
    fn groups_of_every_number_come_together_in_order() {
        with_threads(&[0, 3], || {
            runs::set_length(4);
            for (n, count) in
                [(0, 0), (0, 3), (1, 1), (100, 3), (100, 4), (1000, 37), (1000, 900), (5000, 64)]
            {
                // A few rows are in no group, and some groups have no rows.
                let ids: Vec<u32> = (0..n).map(|i| (i * i * 7 % (count + 2).max(1)) as u32).collect();
                let of = |g: usize| (0..n).filter(move |&i| i * i * 7 % (count + 2).max(1) == g);
                let groups = Groups { ids, count, first: Vec::new() };
                let (rows, starts) = together(&groups, |i| i as u32, i64::from);
                let want: Vec<i64> = (0..count).flat_map(of).map(|i| i as i64).collect();
                assert_eq!(rows, want, "{n} rows in {count} groups");
                let sizes: Vec<usize> = starts.windows(2).map(|w| w[1] - w[0]).collect();
                assert_eq!(sizes, (0..count).map(|g| of(g).count()).collect::<Vec<_>>());
            }
            runs::set_length(runs::USUAL);
        });
    }
}
