//! Rows of a table that have a match in another: what an inner join keeps.
//!
//! Positions are kept in 32 bits wherever they fit, because every column that is gathered reads all of them.

use crate::atomic::wide;
use crate::built::{mapped, pieced};
use crate::gather::{gather_at, pick};
use crate::pool;
use crate::runs::worth;
use quarry_value::{Position, Value};
use std::mem::MaybeUninit;

/// Rows that one task looks at.
const TASK_MIN: usize = 1 << 16;

/// The rows that have a match, ascending, and where the matches are.
pub struct Matched(Places);

enum Places {
    Near { rows: Vec<u32>, at: Vec<u32> },
    Far { rows: Vec<i64>, at: Vec<i64> },
}

/// A position that can be made of a number.
trait Place: Position + Send + Sync {
    fn of(i: usize) -> Self;
}

impl Place for u32 {
    #[inline(always)]
    fn of(i: usize) -> u32 {
        i as u32
    }
}

impl Place for i64 {
    #[inline(always)]
    fn of(i: usize) -> i64 {
        i as i64
    }
}

impl Matched {
    /// `at` says where each row has its match among `n`: at `n` if it has none. `None` when all have one.
    pub fn of(at: &[i64], n: usize) -> Option<Matched> {
        let block = worth(TASK_MIN);
        let none = n as i64;
        let count = |r: std::ops::Range<usize>| wide::count::<i32, i64>(&at[r], |i| i < none) as usize;
        let counts = pool::map_ranges(at.len(), block, count);
        if counts.iter().sum::<usize>() == at.len() {
            return None;
        }
        Some(Matched(match at.len().max(n) <= u32::MAX as usize {
            true => {
                let rows: Vec<u32> = rows_below(at, none, block, &counts);
                let at = mapped(&rows, TASK_MIN, |i| at[i.of_item()] as u32);
                Places::Near { rows, at }
            }
            false => {
                let rows: Vec<i64> = rows_below(at, none, block, &counts);
                let at = mapped(&rows, TASK_MIN, |i| at[i.of_item()]);
                Places::Far { rows, at }
            }
        }))
    }

    /// The items of a column of the table at the rows that have a match.
    pub fn own(&self, x: &Value) -> Value {
        match &self.0 {
            Places::Near { rows, .. } => picked(x, rows),
            Places::Far { rows, .. } => pick(x, rows),
        }
    }

    /// The items of a column of the other table that match those rows.
    pub fn theirs(&self, x: &Value) -> Value {
        match &self.0 {
            Places::Near { at, .. } => picked(x, at),
            Places::Far { at, .. } => pick(x, at),
        }
    }
}

/// The rows for which `at` is below `none`; of each block of rows there are as many as `counts` says.
fn rows_below<P: Place>(at: &[i64], none: i64, block: usize, counts: &[usize]) -> Vec<P> {
    let (rows, _) = pieced(counts, |b, out: &mut [MaybeUninit<P>]| {
        let start = b * block;
        out.fill(MaybeUninit::new(P::of(start)));
        let (n, mut found) = (out.len(), 0);
        for (row, &i) in (start..).zip(&at[start..at.len().min(start + block)]) {
            if found == n {
                return;
            }
            // Written in any case, and kept if it has a match: no branch.
            out[found] = MaybeUninit::new(P::of(row));
            found += usize::from(i < none);
        }
    });
    rows
}

/// [`pick`] at positions of 32 bits.
fn picked(x: &Value, at: &[u32]) -> Value {
    match x {
        Value::Vector(v) => gather_at(v, at).into(),
        _ => pick(x, &mapped(at, TASK_MIN, i64::from)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gather::positions;
    use crate::pool::tests::with_threads;
    use crate::runs;

    #[test]
    fn rows_with_a_match_stay_in_order() {
        with_threads(&[0, 3], || {
            runs::set_length(4);
            for n in [0usize, 1, 7, 100] {
                let at: Vec<i64> = (0..n as i64).map(|i| i * i % 7).collect();
                for none in [0, 1, 3, 5] {
                    let rows: Vec<i64> = (0..n as i64).filter(|i| at[*i as usize] < none).collect();
                    let matched = Matched::of(&at, none as usize);
                    assert_eq!(matched.is_none(), rows.len() == n);
                    let Some(matched) = matched else { continue };
                    let all = Value::longs((0..n.max(5) as i64).collect());
                    let own = positions(&matched.own(&all)).unwrap();
                    assert_eq!(own, rows);
                    let theirs: Vec<i64> = rows.iter().map(|i| at[*i as usize]).collect();
                    assert_eq!(positions(&matched.theirs(&all)).unwrap(), theirs);
                    let far: Vec<i64> = rows_below(&at, none, 100, &[rows.len()]);
                    assert_eq!(far, rows);
                }
            }
            runs::set_length(runs::USUAL);
        });
    }
}
